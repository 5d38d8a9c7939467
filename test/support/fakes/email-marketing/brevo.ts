// Imitates Brevo's Create Event, list of contact attributes and Update Contact, as its API reference describes them.
import { Type } from 'typebox'
import { type Account, type Call, fitting, type Reply, type Vendor, window } from './vendor.ts'

const closed = { additionalProperties: false }
const plain = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

const NewEvent = Type.Object(
  {
    event_name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,255}$' }),
    event_date: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?(Z|[+-]\\d{2}:\\d{2})$' }),
    ),
    identifiers: Type.Object({ email_id: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' }) }, closed),
    contact_properties: Type.Optional(Type.Record(Type.String(), plain)),
    event_properties: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9_-]{1,255}$' }), Type.Union([plain, Type.Array(Type.Unknown())])),
    ),
  },
  closed,
)
const Update = Type.Object({ attributes: Type.Record(Type.String(), plain) }, closed)
const misfits = { event: fitting(NewEvent), update: fitting(Update) }
const largestProperties = 50 * 1024

/** Attributes that this account has defined. Others are ignored. */
export const brevoAttributes = ['FIRSTNAME', 'LASTNAME', 'EVIDENT_REVIEW_COUNT', 'EVIDENT_POINTS', 'EVIDENT_TIER']

export function brevo(): Vendor {
  const ofAccount = window(10, 1_000)
  return {
    name: 'brevo',
    error: refuse,
    answer: (account, call) => (ofAccount() > 0 ? refuse(429, 'too_many_requests') : answer(account, call)),
  }
}

function answer({ taken, goodKeys, profiles }: Account, { path, query, method, headers, body }: Call): Reply {
  if (!goodKeys.has(String(headers['api-key']))) return refuse(401, 'unauthorized')
  if (path === '/v3/contacts/attributes' && method === 'GET')
    return { status: 200, body: { attributes: brevoAttributes.map((name) => ({ name, category: 'normal' })) } }
  const [, contact] = /^\/v3\/contacts\/([^/]+)$/.exec(path) ?? []
  if (contact !== undefined && method === 'PUT') {
    const email = decodeURIComponent(contact)
    const profile = profiles.get(email)
    if (query.get('identifierType') !== 'email_id' || misfits.update(body).length > 0)
      return refuse(400, 'invalid_parameter')
    if (profile === undefined) return refuse(404, 'document_not_found')
    set(profile, (body as Type.Static<typeof Update>).attributes)
    return { status: 204 }
  }
  if (path !== '/v3/events') return refuse(404, 'document_not_found')
  if (method !== 'POST') return refuse(405, 'method_not_allowed')
  if (misfits.event(body).length > 0) return refuse(400, 'invalid_parameter')
  const event = body as Type.Static<typeof NewEvent>
  const { event_properties: properties = {}, contact_properties: fields = {}, identifiers } = event
  if (Buffer.byteLength(JSON.stringify(properties)) > largestProperties) return refuse(400, 'invalid_parameter')
  const profile = profiles.get(identifiers.email_id) ?? {}
  profiles.set(identifiers.email_id, profile)
  set(profile, fields)
  taken.push({ provider: 'brevo', name: event.event_name, email: identifiers.email_id, key: null, properties })
  return { status: 204 }
}

function set(profile: Record<string, unknown>, fields: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(fields)) if (brevoAttributes.includes(name)) profile[name] = value
}

const refuse = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: { code, message: 'jane.doe@example.com' },
})
