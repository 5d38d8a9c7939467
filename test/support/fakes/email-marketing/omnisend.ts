// Imitates Send Customer Event as in Omnisend's OpenAPI document (version 2026-03-15). The fake sends problem documents,
// sends no rate-limit headers, and does not deduplicate.
import { Type } from 'typebox'
import { type Account, type Call, fitting, type Reply, type Vendor, window } from './vendor.ts'

const closed = { additionalProperties: false }
const short = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const EventRequest = Type.Object(
  {
    eventName: Type.String({ minLength: 1 }),
    eventID: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[4-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' }),
    ),
    eventTime: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}[T ][\\d:.]+(Z|[+-]\\d{2}:\\d{2})$' })),
    eventVersion: Type.Optional(Type.String()),
    origin: Type.String({ minLength: 1 }),
    contact: Type.Object(
      {
        ...{ id: Type.Optional(Type.String()), email: Type.Optional(Type.String()), phone: short(15) },
        ...{ firstName: short(50), lastName: short(50), address: short(500), city: short(100), state: short(100) },
        ...{ country: short(100), countryCode: short(3), postalCode: short(20) },
        birthdate: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
        gender: Type.Optional(Type.Union([Type.Literal('m'), Type.Literal('f')])),
        tags: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
        customProperties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      closed,
    ),
    properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
)
type EventRequest = Type.Static<typeof EventRequest>
const misfits = fitting(EventRequest)

export function omnisend(): Vendor {
  const ofBrand = window(400, 60_000)
  return {
    name: 'omnisend',
    error: (status, code) =>
      problem(status, 'Problem', { errors: [{ field: '', code, message: 'jane.doe@example.com' }] }),
    answer(account, call) {
      const waitS = ofBrand()
      return waitS > 0 ? problem(429, 'Rate limit exceeded', { retryAfter: waitS }) : send(account, call)
    },
  }
}

const Update = Type.Object({ customProperties: Type.Record(Type.String(), Type.Unknown()) }, closed)
const misfitsOfUpdate = fitting(Update)

function send({ taken, goodKeys, profiles }: Account, { path, query, method, headers, body }: Call): Reply {
  const isUpdate = path === '/api/contacts' && method === 'PATCH'
  if (!isUpdate && (path !== '/api/events' || method !== 'POST')) return problem(404, 'Not found')
  const key = /^Omnisend-API-Key (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (!key || !goodKeys.has(key)) return problem(401, 'Unauthorized')
  if (headers['omnisend-version'] === undefined) return problem(400, 'Validation failed')
  if (headers['omnisend-version'] !== '2026-03-15') return problem(410, 'Gone')
  if (!String(headers['content-type']).startsWith('application/json')) return problem(415, 'Unsupported Media Type')
  if (isUpdate) {
    const profile = profiles.get(query.get('email') ?? '')
    if (profile === undefined) return problem(404, 'Not found')
    if (misfitsOfUpdate(body).length > 0) return problem(400, 'Validation failed')
    Object.assign(profile, (body as Type.Static<typeof Update>).customProperties)
    return { status: 200, body: {} }
  }
  const found = misfits(body)
  const { contact, eventName, eventID, properties = {} } = (found.length > 0 ? { contact: {} } : body) as EventRequest
  if (found.length === 0 && !(contact.id || contact.phone || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact.email ?? '')))
    found.push({ path: '/contact/email', message: 'is no address' })
  if (found.length > 0) {
    const errors = found.map(({ path, message }) => ({
      field: path.slice(1).replaceAll('/', '.'),
      code: 'invalid_format',
      message,
    }))
    return problem(400, 'Validation failed', { errors })
  }
  if (contact.email) profiles.set(contact.email, { ...profiles.get(contact.email), ...contact.customProperties })
  taken.push({ provider: 'omnisend', name: eventName, email: contact.email ?? '', key: eventID ?? null, properties })
  return { status: 202 }
}

function problem(status: number, title: string, more: object = {}): Reply {
  const type = `https://problems.omnisend.com/${title.toLowerCase().replaceAll(' ', '-')}`
  const instance = 'urn:omnisend:request:00000000-0000-0000-0000-000000000001'
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: { type, title, status, detail: 'jane.doe@example.com', instance, ...more },
  }
}
