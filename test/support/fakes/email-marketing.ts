// Klaviyo, Omnisend and Mailchimp as far as they take events, by the shapes they publish: each refuses what the real one
// refuses (unknown fields, missing headers, names of a wrong form, members it does not have). The Klaviyo side was held
// against what Klaviyo's own Node library sends.
import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Taken = {
  provider: 'klaviyo' | 'omnisend' | 'mailchimp'
  name: string
  email: string
  key: string | null
  properties: Record<string, unknown>
}

export type FakeProviders = {
  origin: string
  /** For `startService({ env })`. */
  env: Record<string, string>
  taken: Taken[]
  /** Every call, taken or not. */
  calls: { path: string; at: number }[]
  /** How the next calls go wrong, one each; `hang up` takes the event and breaks the connection. */
  failures: (number | 'hang up' | { status: number; retryAfter: number })[]
  goodKeys: Set<string>
  /** Members of the Mailchimp audience, by address. */
  members: Set<string>
  close(): Promise<void>
}

type Call = { path: string; method: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }
type Reply = { status: number; body?: unknown }

export async function startProviders(): Promise<FakeProviders> {
  const taken: Taken[] = []
  const calls: FakeProviders['calls'] = []
  const failures: FakeProviders['failures'] = []
  const goodKeys = new Set<string>()
  const members = new Set<string>()
  const ground = { taken, goodKeys, members }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    calls.push({ path, at: performance.now() })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const failure = failures.shift()
    if (typeof failure === 'number')
      return send(response, { status: failure, body: { errors: [{ code: 'scripted' }] } })
    if (typeof failure === 'object') {
      response.setHeader('retry-after', failure.retryAfter)
      return send(response, { status: failure.status })
    }
    const call = { path, method: request.method ?? '', headers: request.headers, body: readBody(chunks) }
    const reply = answer(ground, call)
    if (failure === 'hang up') return response.destroy()
    send(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...ground,
    origin,
    env: { KLAVIYO_ORIGIN: origin, OMNISEND_ORIGIN: origin, MAILCHIMP_ORIGIN: origin },
    calls,
    failures,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readBody(chunks: Buffer[]): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return {}
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
}

type Ground = Pick<FakeProviders, 'taken' | 'goodKeys' | 'members'>

function answer(ground: Ground, call: Call): Reply {
  if (call.path.startsWith('/3.0/')) return mailchimp(ground, call)
  if (call.path !== '/api/events' || call.method !== 'POST') return { status: 404 }
  return call.headers.revision === undefined ? omnisend(ground, call) : klaviyo(ground, call)
}

/** A field that is not in the shape, or is of another type; undefined when all is well. */
function misfit(value: unknown, shape: Record<string, 'string' | 'object'>, required: string[]): string | undefined {
  if (typeof value !== 'object' || value === null) return 'body'
  const record = value as Record<string, unknown>
  const missing = required.find((name) => record[name] === undefined)
  if (missing) return missing
  return Object.keys(record).find((name) => shape[name] === undefined || typeof record[name] !== shape[name])
}

function klaviyo({ taken, goodKeys }: Ground, { headers, body }: Call): Reply {
  const error = (status: number, code: string) => ({
    status,
    body: { errors: [{ status, code, detail: 'jane@example.com' }] },
  })
  const key = /^Klaviyo-API-Key (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (!key || !goodKeys.has(key)) return error(401, 'authentication_failed')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers.revision))) return error(400, 'invalid_revision')
  if (headers['content-type'] !== 'application/vnd.api+json') return error(415, 'unsupported_media_type')
  const { type, attributes } = (body.data ?? {}) as { type?: string; attributes?: Record<string, never> }
  const shape = {
    unique_id: 'string',
    time: 'string',
    properties: 'object',
    metric: 'object',
    profile: 'object',
    value: 'string',
    value_currency: 'string',
  } as const
  if (type !== 'event' || misfit(attributes, shape, ['properties', 'metric', 'profile'])) return error(400, 'invalid')
  const event = attributes as unknown as {
    unique_id?: string
    properties: Record<string, unknown>
    metric: { data?: { type?: string; attributes?: { name?: string } } }
    profile: { data?: { type?: string; attributes?: { email?: string } } }
  }
  const profile = event.profile.data?.attributes
  const profileShape = {
    email: 'string',
    first_name: 'string',
    last_name: 'string',
    locale: 'string',
    external_id: 'string',
    properties: 'object',
  } as const
  const name = event.metric.data?.attributes?.name
  if (event.metric.data?.type !== 'metric' || event.profile.data?.type !== 'profile' || !name)
    return error(400, 'invalid')
  if (misfit(profile, profileShape, []) || !/^\S+@\S+\.\S+$/.test(profile?.email ?? '')) return error(400, 'invalid')
  if (Object.keys(event.properties).length > 400) return error(400, 'invalid')
  const taking = {
    provider: 'klaviyo',
    name,
    email: profile?.email ?? '',
    key: event.unique_id ?? null,
    properties: event.properties,
  } as const
  // A second one of the same key, profile and metric counts as the first.
  const isRepeat = taken.some(
    (each) =>
      each.provider === 'klaviyo' && each.key === taking.key && each.email === taking.email && each.name === name,
  )
  if (!isRepeat) taken.push(taking)
  return { status: 202 }
}

function omnisend({ taken, goodKeys }: Ground, { headers, body }: Call): Reply {
  const error = (status: number) => ({ status, body: { error: 'jane@example.com', statusCode: status } })
  if (!goodKeys.has(String(headers['x-api-key']))) return error(401)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers['omnisend-version']))) return error(400)
  const shape = {
    eventName: 'string',
    eventID: 'string',
    eventTime: 'string',
    origin: 'string',
    eventVersion: 'string',
    contact: 'object',
    properties: 'object',
  } as const
  if (misfit(body, shape, ['eventName', 'origin', 'contact'])) return error(400)
  const contact = body.contact as Record<string, string>
  const contactShape = {
    id: 'string',
    email: 'string',
    phone: 'string',
    firstName: 'string',
    lastName: 'string',
    birthdate: 'string',
    customProperties: 'object',
  } as const
  if (misfit(contact, contactShape, []) || !(contact.id || contact.email || contact.phone)) return error(400)
  taken.push({
    provider: 'omnisend',
    name: String(body.eventName),
    email: contact.email ?? '',
    key: (body.eventID as string | undefined) ?? null,
    properties: (body.properties ?? {}) as Record<string, unknown>,
  })
  return { status: 202 }
}

function mailchimp({ taken, goodKeys, members }: Ground, { path, method, headers, body }: Call): Reply {
  const error = (status: number, title: string) => ({ status, body: { status, title, detail: 'jane@example.com' } })
  const password = Buffer.from(String(headers.authorization).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')[1]
  if (!password || !goodKeys.has(password)) return error(401, 'API Key Invalid')
  const [, , , list, , hash, what] = path.split('/')
  if (list !== 'aud1' || !/^[0-9a-f]{32}$/.test(hash ?? '')) return error(404, 'Resource Not Found')
  const member = [...members].find((each) => createHash('md5').update(each.toLowerCase()).digest('hex') === hash)
  if (method === 'PUT' && what === undefined) {
    const address = String(body.email_address)
    if (createHash('md5').update(address.toLowerCase()).digest('hex') !== hash) return error(400, 'Invalid Resource')
    if (!['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'].includes(String(body.status_if_new)))
      return error(400, 'Invalid Resource')
    members.add(address)
    return { status: 200, body: { id: hash } }
  }
  if (method !== 'POST' || what !== 'events') return error(405, 'Method Not Allowed')
  if (member === undefined) return error(404, 'Resource Not Found')
  const shape = { name: 'string', properties: 'object', occurred_at: 'string', is_syncing: 'string' } as const
  const properties = (body.properties ?? {}) as Record<string, unknown>
  const isText = Object.values(properties).every((value) => typeof value === 'string')
  if (misfit(body, shape, ['name']) || !/^[\w-]{2,30}$/.test(String(body.name)) || !isText)
    return error(400, 'Invalid Resource')
  taken.push({ provider: 'mailchimp', name: String(body.name), email: member, key: null, properties })
  return { status: 204 }
}
