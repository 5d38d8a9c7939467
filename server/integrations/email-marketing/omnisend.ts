// Omnisend drops a repeated event only if the event has a past time. No header reports the documented limit of 400 calls
// a minute, so we pace calls.
import { type Account, type Provider, profileFields, resultOfClearing, toSendResult } from './provider.ts'

const version = '2026-03-15'
const longestName = 50

export const omnisend: Provider = {
  name: 'omnisend',
  origin: () => 'https://api.omnisend.com',
  dropsRepeats: false,
  pace: { perSecond: 5, atOnce: 2 },
  async send(call, account, { id, name, contact, properties, profile }) {
    const [firstName, lastName] = [cut(contact.firstName), cut(contact.lastName)]
    const answer = await call({
      method: 'POST',
      path: '/api/events',
      headers: buildHeaders(account),
      // Without a time, Omnisend uses the current time. An event with a past time would start no automation.
      body: {
        eventName: name,
        eventID: id,
        origin: 'evident',
        contact: {
          email: contact.email,
          ...(firstName && { firstName }),
          ...(lastName && { lastName }),
          ...(profile && { customProperties: profile }),
        },
        properties,
      },
    })
    return toSendResult(answer)
  },
  /** Needs the permission to write contacts. Sending events does not need it. */
  async clearProfile(call, account, email) {
    const answer = await call({
      method: 'PATCH',
      path: `/api/contacts?email=${encodeURIComponent(email)}`,
      headers: buildHeaders(account),
      body: { customProperties: Object.fromEntries(profileFields.map((field) => [field, null])) },
    })
    return resultOfClearing(answer)
  },
}

const buildHeaders = ({ apiKey }: Account) => ({
  authorization: `Omnisend-API-Key ${apiKey}`,
  'omnisend-version': version,
  'content-type': 'application/json',
})

/** Shortens a long name, because Omnisend would refuse the event. It never splits a character. */
const cut = (name: string | null): string | undefined => {
  let kept = ''
  for (const character of name ?? '') {
    if (kept.length + character.length > longestName) break
    kept += character
  }
  return kept || undefined
}
