// Brevo has no idempotency key. It ignores contact properties that the account has not defined.
import {
  type Account,
  asCertain,
  type Provider,
  type ProviderCall,
  type ProviderEvent,
  profileFields,
  resultOfClearing,
  resultOfFailure,
  type SendResult,
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
    const known = profile ? await listAttributes(call, account) : { names: new Set<string>() }
    if ('failure' in known) return known.failure
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
          ...(profile && pickKnown(profile, known.names)),
        },
        event_properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
      },
    })
    return toSendResult(answer)
  },
  async clearProfile(call, account, email) {
    const known = await listAttributes(call, account)
    if ('failure' in known) return known.failure
    const emptied = pickKnown(Object.fromEntries(profileFields.map((field) => [field, ''])), known.names)
    if (Object.keys(emptied).length === 0) return { kind: 'accepted' }
    const answer = await call({
      method: 'PUT',
      path: `/v3/contacts/${encodeURIComponent(email)}?identifierType=email_id`,
      headers: buildHeaders(account),
      body: { attributes: emptied },
    })
    return resultOfClearing(answer)
  },
}

type Attributes = { names: ReadonlySet<string> } | { failure: SendResult }

const attributesOf = new WeakMap<Account, Promise<Attributes>>()

/** Reads the account's attributes only once while its queue is processed. A failure is not cached. */
async function listAttributes(call: ProviderCall, account: Account): Promise<Attributes> {
  const reading = attributesOf.get(account) ?? readAttributes(call, account)
  attributesOf.set(account, reading)
  const attributes = await reading
  if ('failure' in attributes) attributesOf.delete(account)
  return attributes
}

/** No event was sent yet, so a failed read can be repeated. */
async function readAttributes(call: ProviderCall, account: Account): Promise<Attributes> {
  try {
    const answer = await call({ method: 'GET', path: '/v3/contacts/attributes', headers: buildHeaders(account) })
    const result = toSendResult(answer)
    if (result.kind !== 'accepted') return { failure: asCertain(result) }
    const names = parseNames(answer.body)
    return names ? { names: new Set(names) } : { failure: unreadable }
  } catch (error) {
    return { failure: asCertain(resultOfFailure(error)) }
  }
}

const unreadable: SendResult = { kind: 'retry', reason: 'attributes_unreadable', afterMs: null, isCertain: true }

function parseNames(body: Buffer): string[] | undefined {
  try {
    const { attributes }: { attributes?: { name: unknown }[] } = JSON.parse(body.toString('utf8'))
    return attributes?.map(({ name }) => String(name))
  } catch {
    return undefined
  }
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
