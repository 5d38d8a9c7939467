// Brevo has no key that drops repeats. It ignores contact properties that the account has not defined.
import {
  type Account,
  type Provider,
  type ProviderCall,
  type ProviderEvent,
  profileFields,
  toSendResult,
} from './provider.ts'

export const brevo: Provider = {
  name: 'brevo',
  origin: () => 'https://api.brevo.com',
  dropsRepeats: false,
  // Documented limits: 10 calls a second, 36,000 an hour.
  pace: { perSecond: 8, atOnce: 2 },
  async send(call, account, { name, at, contact, properties, profile }) {
    const { email, firstName, lastName } = contact
    const known = profile && (await listAttributes(call, account))
    const answer = await call({
      method: 'POST',
      path: '/v3/events',
      headers: buildHeaders(account),
      body: {
        event_name: name,
        event_date: at.toISOString(),
        identifiers: { email_id: email },
        contact_properties: {
          ...(firstName && { FIRSTNAME: firstName }),
          ...(lastName && { LASTNAME: lastName }),
          ...(profile && known && pickKnown(profile, known)),
        },
        event_properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
      },
    })
    return toSendResult(answer)
  },
  async clearProfile(call, account, email) {
    const known = await listAttributes(call, account)
    const emptied = pickKnown(Object.fromEntries(profileFields.map((field) => [field, ''])), known)
    if (Object.keys(emptied).length === 0) return { kind: 'accepted' }
    const answer = await call({
      method: 'PUT',
      path: `/v3/contacts/${encodeURIComponent(email)}?identifierType=email_id`,
      headers: buildHeaders(account),
      body: { attributes: emptied },
    })
    return answer.status === 404 ? { kind: 'accepted' } : toSendResult(answer)
  },
}

const attributesOf = new WeakMap<Account, Promise<ReadonlySet<string>>>()

/** Reads the account's attributes once for each run of its queue. A key without access to them has none. */
function listAttributes(call: ProviderCall, account: Account): Promise<ReadonlySet<string>> {
  const known = attributesOf.get(account) ?? readAttributes(call, account)
  attributesOf.set(account, known)
  known.catch(() => attributesOf.delete(account))
  return known
}

async function readAttributes(call: ProviderCall, account: Account): Promise<ReadonlySet<string>> {
  const { status, body } = await call({
    method: 'GET',
    path: '/v3/contacts/attributes',
    headers: buildHeaders(account),
  })
  if (status !== 200) return new Set()
  const { attributes = [] } = JSON.parse(body.toString('utf8')) as { attributes?: { name?: unknown }[] }
  return new Set(attributes.map(({ name }) => String(name)))
}

const pickKnown = (profile: NonNullable<ProviderEvent['profile']>, known: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(profile).flatMap(([field, value]) => {
      const name = field.toUpperCase()
      return known.has(name) ? [[name, value ?? '']] : []
    }),
  )

const buildHeaders = ({ apiKey }: Account) => ({
  'api-key': apiKey,
  accept: 'application/json',
  'content-type': 'application/json',
})
