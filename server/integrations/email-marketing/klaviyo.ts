// Klaviyo's status 202 means accepted, not yet processed. Creating an event updates the profile, but subscribes nobody.
import { type Account, type Provider, profileFields, toSendResult } from './provider.ts'

const revision = '2026-07-15'

export const klaviyo: Provider = {
  name: 'klaviyo',
  origin: () => 'https://a.klaviyo.com',
  // Klaviyo drops an event with a repeated `unique_id`. Without this field it would drop all but one event a second.
  dropsRepeats: true,
  // Documented limits: bursts of 350 a second, 3,500 a minute, shared with the account's other integrations.
  pace: { perSecond: 40, atOnce: 8 },
  async send(call, account, { key, name, at, contact, properties, profile: fields }) {
    const { email, firstName, lastName } = contact
    const locale = asLocale(contact.locale)
    const profile = {
      email,
      ...(firstName && { first_name: firstName }),
      ...(lastName && { last_name: lastName }),
      ...(locale && { locale }),
      ...(fields && { properties: fields }),
    }
    const answer = await call({
      method: 'POST',
      path: '/api/events',
      headers: buildHeaders(account),
      body: {
        data: {
          type: 'event',
          attributes: {
            unique_id: key,
            time: at.toISOString(),
            properties,
            metric: { data: { type: 'metric', attributes: { name } } },
            profile: { data: { type: 'profile', attributes: profile } },
          },
        },
      },
    })
    return toSendResult(answer)
  },
  /** Needs the scope profiles:write. Sending events does not need it. */
  async clearProfile(call, account, email) {
    const properties = Object.fromEntries(profileFields.map((field) => [field, null]))
    const answer = await call({
      method: 'POST',
      path: '/api/profile-import',
      headers: buildHeaders(account),
      body: { data: { type: 'profile', attributes: { email, properties } } },
    })
    return toSendResult(answer)
  },
}

const buildHeaders = ({ apiKey }: Account) => ({
  authorization: `Klaviyo-API-Key ${apiKey}`,
  accept: 'application/vnd.api+json',
  'content-type': 'application/vnd.api+json',
  revision,
})

function asLocale(locale: string | null): string | undefined {
  const [, language, country] = /^([a-z]{2,3})[-_]([a-z]{2})$/i.exec(locale ?? '') ?? []
  return language && country && `${language.toLowerCase()}-${country.toUpperCase()}`
}
