// Imitates Mailchimp's members and their events, as in Marketing API 3.0. One audience, `aud1`, requires a merge field
// that we never send. The fake allows ten parallel calls and sends problem documents.
import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { type Account, type Call, fitting, type Reply, type Vendor } from './vendor.ts'

const closed = { additionalProperties: false }

const NewEvent = Type.Object(
  {
    name: Type.String({ pattern: '^[A-Za-z0-9_-]{2,30}$' }),
    properties: Type.Optional(Type.Record(Type.String(), Type.String())),
    is_syncing: Type.Optional(Type.Boolean()),
    occurred_at: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{2}:\\d{2}$' }),
    ),
  },
  closed,
)
const statuses = ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'].map((each) => Type.Literal(each))
const Member = Type.Object(
  {
    email_address: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' }),
    status_if_new: Type.Union(statuses),
    email_type: Type.Optional(Type.String()),
    status: Type.Optional(Type.Union(statuses)),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(_[A-Z]{2})?$' })),
    merge_fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
)
const misfits = { event: fitting(NewEvent), member: fitting(Member) }
const maxAtOnce = 10

export function mailchimp(): Vendor {
  return {
    name: 'mailchimp',
    error: problem,
    answer: (account, call) => (call.atOnce > maxAtOnce ? problem(429, 'Too Many Requests') : answer(account, call)),
  }
}

function answer({ taken, goodKeys, members }: Account, { path, query, method, headers, body }: Call): Reply {
  const password = Buffer.from(String(headers.authorization).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')[1]
  if (!password || !goodKeys.has(password)) return problem(401, 'API Key Invalid')
  const [, list, hash, what] = /^\/3\.0\/lists\/([^/]+)\/members\/([0-9a-f]{32})(?:\/(\w+))?$/.exec(path) ?? []
  if (list !== 'aud1' || (what !== undefined && what !== 'events')) return problem(404, 'Resource Not Found')
  if (method === 'PUT' && what === undefined) {
    const address = (body as { email_address?: string }).email_address ?? ''
    if (misfits.member(body).length > 0 || md5(address.toLowerCase()) !== hash) return problem(400, 'Invalid Resource')
    if (query.get('skip_merge_validation') !== 'true') return problem(400, 'Invalid Resource')
    if (address.startsWith('forgotten')) return problem(400, 'Forgotten Email Not Subscribed')
    members.add(address)
    return { status: 200, body: { id: hash, email_address: address, status: 'transactional' } }
  }
  if (method !== 'POST' || what !== 'events') return problem(405, 'Method Not Allowed')
  const member = [...members].find((each) => md5(each.toLowerCase()) === hash)
  if (member === undefined) return problem(404, 'Resource Not Found')
  if (misfits.event(body).length > 0) return problem(400, 'Invalid Resource')
  const { name, properties = {} } = body as Type.Static<typeof NewEvent>
  taken.push({ provider: 'mailchimp', name, email: member, key: null, properties })
  return { status: 204 }
}

const md5 = (address: string): string => createHash('md5').update(address).digest('hex')

function problem(status: number, title: string): Reply {
  const type = 'https://mailchimp.com/developer/marketing/docs/errors/'
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: { type, title, status, detail: 'jane.doe@example.com', instance: '' },
  }
}
