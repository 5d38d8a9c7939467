// Omnisend drops repeats of past events only. The documented limit of 400 calls a minute is in no header, so we pace calls.
import { type Provider, toSendResult } from './provider.ts'

const version = '2026-03-15'
const longestName = 50

export const omnisend: Provider = {
  name: 'omnisend',
  origin: () => 'https://api.omnisend.com',
  dropsRepeats: false,
  pace: { perSecond: 5, atOnce: 2 },
  async send(call, { apiKey }, { id, name, contact, properties }) {
    const [firstName, lastName] = [cut(contact.firstName), cut(contact.lastName)]
    const answer = await call({
      method: 'POST',
      path: '/api/events',
      headers: {
        authorization: `Omnisend-API-Key ${apiKey}`,
        'omnisend-version': version,
        'content-type': 'application/json',
      },
      // An event without a time happens now. Omnisend treats a past time as history and starts no automation.
      body: {
        eventName: name,
        eventID: id,
        origin: 'evident',
        contact: { email: contact.email, ...(firstName && { firstName }), ...(lastName && { lastName }) },
        properties,
      },
    })
    return toSendResult(answer)
  },
}

/** Cuts a long name, because Omnisend would refuse the event. The cut never splits a character. */
const cut = (name: string | null): string | undefined => {
  let kept = ''
  for (const character of name ?? '') {
    if (kept.length + character.length > longestName) break
    kept += character
  }
  return kept || undefined
}
