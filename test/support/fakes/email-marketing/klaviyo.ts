// Imitates Create Event as in Klaviyo's OpenAPI document (revision 2026-07-15): JSON:API, 202 without a body. Events with
// the same unique id, metric and profile count as one event. Event limits come from Klaviyo's rate-limit guide.
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { type Account, type Call, fitting, type Misfit, type Reply, type Vendor, window } from './vendor.ts'

const text = Type.Union([Type.String({ maxLength: 100_000 }), Type.Null()])
const closed = { additionalProperties: false }
const resource = <T extends Type.TProperties>(type: string, attributes: T) =>
  Type.Object({ type: Type.Literal(type), attributes: Type.Object(attributes, closed) }, closed)

const Profile = Type.Object(
  {
    type: Type.Literal('profile'),
    id: Type.Optional(text),
    attributes: Type.Object(
      {
        ...{ email: Type.Optional(text), phone_number: Type.Optional(text), external_id: Type.Optional(text) },
        ...{ first_name: Type.Optional(text), last_name: Type.Optional(text), organization: Type.Optional(text) },
        ...{ title: Type.Optional(text), image: Type.Optional(text) },
        // The locale is a language and a country, each by its ISO code.
        locale: Type.Optional(Type.Union([Type.String({ pattern: '^[a-z]{2,3}-[A-Z]{2}$' }), Type.Null()])),
        location: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      },
      closed,
    ),
  },
  closed,
)

const EventCreate = Type.Object(
  {
    data: resource('event', {
      properties: Type.Record(Type.String(), Type.Unknown(), { maxProperties: 400 }),
      time: Type.Optional(
        Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+(Z|[+-]\\d{2}:\\d{2})$' }), Type.Null()]),
      ),
      value: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
      value_currency: Type.Optional(text),
      unique_id: Type.Optional(text),
      backfill: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
      metric: Type.Object(
        {
          data: resource('metric', {
            name: Type.String({ minLength: 1, maxLength: 127 }),
            service: Type.Optional(text),
          }),
        },
        closed,
      ),
      profile: Type.Object({ data: Profile }, closed),
    }),
  },
  closed,
)
type EventCreate = Type.Static<typeof EventCreate>
const misfits = fitting(EventCreate)

export function klaviyo(): Vendor {
  const [burst, steady] = [window(350, 1_000), window(3_500, 60_000)]
  return {
    name: 'klaviyo',
    error,
    answer(account, call) {
      const waitS = burst() || steady()
      if (waitS > 0) return { ...error(429, 'throttled'), headers: { 'retry-after': String(waitS) } }
      return create(account, call)
    },
  }
}

const misfitsOfImport = fitting(Type.Object({ data: Profile }, closed))

function create(account: Account, call: Call): Reply {
  const { taken, goodKeys, profiles } = account
  const { path, method, headers, body, bytes } = call
  if (!['/api/events', '/api/profile-import'].includes(path)) return error(404, 'not_found')
  if (method !== 'POST') return error(405, 'method_not_allowed')
  const key = /^Klaviyo-API-Key (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (!key || !goodKeys.has(key)) return error(401, 'not_authenticated')
  if (headers['content-type'] !== 'application/vnd.api+json') return error(415, 'unsupported_media_type')
  if (headers.revision !== '2026-07-15') return error(400, 'invalid', '/revision')
  if (bytes > 5 * 1024 * 1024) return error(413, 'payload_too_large')
  if (path === '/api/profile-import') return importProfile(account, call)
  const [misfit] = misfits(body)
  if (misfit) return error(400, 'invalid', misfit)
  const { attributes } = (body as EventCreate).data
  const { email, phone_number: phone, external_id: externalId } = attributes.profile.data.attributes
  const profile = attributes.profile.data.id ?? email ?? phone ?? externalId
  if (!profile || (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)))
    return error(400, 'invalid', '/data/attributes/profile')
  const atMs = attributes.time ? Date.parse(attributes.time) : Date.now()
  if (!(atMs >= Date.UTC(2000) && atMs < Date.now() + 400 * 86_400_000))
    return error(400, 'invalid', '/data/attributes/time')
  if (!isWithin(attributes.properties, 10)) return error(400, 'invalid', '/data/attributes/properties')
  const event = {
    provider: 'klaviyo' as const,
    name: attributes.metric.data.attributes.name,
    email: email ?? '',
    key: attributes.unique_id ?? null,
    properties: attributes.properties,
  }
  setFields(profiles, event.email, attributes.profile.data.attributes.properties)
  const isRepeat = taken.some(
    (each) =>
      each.provider === 'klaviyo' && each.key === event.key && each.email === event.email && each.name === event.name,
  )
  if (!isRepeat) taken.push(event)
  return { status: 202 }
}

/** A key for events alone lacks the scope profiles:write. */
function importProfile({ profiles }: Account, { headers, body }: Call): Reply {
  if (String(headers.authorization).endsWith('events-only')) return error(403, 'permission_denied')
  const [misfit] = misfitsOfImport(body)
  if (misfit) return error(400, 'invalid', misfit)
  const { email, properties } = (body as { data: Type.Static<typeof Profile> }).data.attributes
  setFields(profiles, email ?? '', properties)
  return { status: 200, body: { data: { type: 'profile', id: '01GDDKASAP8TKDDA2GRZDSVP4H' } } }
}

/** A null value clears its field. */
function setFields(profiles: Account['profiles'], email: string, fields: Record<string, unknown> = {}): void {
  const profile = { ...profiles.get(email), ...fields }
  profiles.set(email, Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null)))
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return Buffer.byteLength(value) <= 100_000
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0 || (Array.isArray(value) && value.length > 4_000)) return false
  return Object.values(value).every((each) => isWithin(each, levels - 1))
}

function error(status: number, code: string, at: Misfit | string = ''): Reply {
  const pointer = typeof at === 'string' ? at : at.path
  const title = 'Something is not right.'
  const errors = [{ id: randomUUID(), status, code, title, detail: 'jane.doe@example.com', source: { pointer } }]
  return { status, headers: { 'content-type': 'application/vnd.api+json' }, body: { errors } }
}
