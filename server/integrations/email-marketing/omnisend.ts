// Omnisend's Send Customer Event (version 2026-03-15). It drops repeats of past events only, and tells of no limits in its
// headers: 400 a minute for the whole brand are documented, so calls are paced here.
import { outcomeOf, type Provider } from './provider.ts'

const version = '2026-03-15'

export const omnisend: Provider = {
  name: 'omnisend',
  origin: () => 'https://api.omnisend.com',
  dropsRepeats: false,
  pace: { perSecond: 5, atOnce: 2 },
  async send(call, { apiKey }, { id, name, at, contact, properties }) {
    const { email, firstName, lastName } = contact
    const answer = await call({
      method: 'POST',
      path: '/api/events',
      headers: { 'x-api-key': apiKey, 'omnisend-version': version, 'content-type': 'application/json' },
      body: {
        eventName: name,
        eventID: id,
        eventTime: at.toISOString(),
        origin: 'evident',
        contact: { email, ...(firstName && { firstName }), ...(lastName && { lastName }) },
        properties,
      },
    })
    return outcomeOf(answer)
  },
}
