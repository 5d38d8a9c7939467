// Invalid credentials are refused over HTTP, like in the API. Refusals of an authenticated caller are returned as results
// for the model.
import { type AuthInfo, createMcpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireOwnPage } from '../auth/credentials.ts'
import type { Kernel } from '../calls/kernel.ts'
import { largeBytes } from '../calls/large-bodies.ts'
import { nearestTo } from '../calls/validate.ts'
import type { Caller } from '../identity/caller.ts'
import { parseNetwork } from '../limits/spend.ts'
import type { Exchange } from '../mcp/call-tool.ts'
import { enter } from '../mcp/enter.ts'
import type { McpServers } from '../mcp/server.ts'
import { AppError, invalid } from '../values/errors.ts'
import { largeBody, readIncoming } from './call.ts'
import { createErrorHandler, sendError, sendRefusal, toAppError } from './error-responses.ts'
import { requireFitting } from './receive/body.ts'
import { readJson } from './receive/json.ts'

const path = '/mcp'

export function mcpRoute(app: FastifyInstance, kernel: Kernel, servers: McpServers): void {
  const { log, users, origin } = kernel.services
  /** Points callers without valid credentials to the place where clients get them (RFC 9728 §5.1). */
  const withMetadata = <E>(error: E): E | AppError => {
    if (!(error instanceof AppError) || error.status !== 401) return error
    const { status, code, message, headers } = error
    const known = headers?.['www-authenticate']?.includes('error=') ? 'error="invalid_token", ' : ''
    const challenge = `Bearer ${known}resource_metadata="${origin}/.well-known/oauth-protected-resource", scope="read write"`
    return new AppError(status, code, message, { headers: { ...headers, 'www-authenticate': challenge } })
  }
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { exchange, caller } = (authInfo as AuthInfo).extra as { exchange: Exchange; caller: Caller | undefined }
      return servers.serverFor(() => exchange, caller)
    },
    { onerror: (error) => log.debug({ err: String(error) }, 'a message of the Model Context Protocol was refused') },
  )
  app.addHook('onClose', () => handler.close())

  app.route({
    method: 'POST',
    url: path,
    config: { sender: 'caller' },
    handler: async (request, reply) => {
      const { cookies: _, ...incoming } = readIncoming(request)
      const exchange: Exchange = {
        incoming: { ...incoming, through: 'mcp' },
        isReadOnly: false,
        toolsets: undefined,
        explain: (thrown) => toAppError(log, thrown, request),
      }
      try {
        requireOwnPage(incoming.page, users.origins)
        const read = await attempt(async () => {
          requireFitting(request)
          Object.assign(exchange, narrowing(request, servers))
          return readMessage(kernel, request, exchange)
        })
        // The caller is authenticated even if reading the message fails. A tool call is the exception: its operation
        // authenticates the caller and charges the call.
        const caller = 'value' in read && isToolCall(read.value) ? undefined : await enter(kernel, exchange)
        if ('thrown' in read) throw read.thrown
        const message = read.value
        if (isSubscription(message)) return sendNoMethod(message, reply.headers({ ...noStore, ...exchange.spent }))
        const response = await handler.fetch(toRequest(request), {
          parsedBody: message,
          authInfo: { token: '', clientId: '', scopes: [], extra: { exchange, caller } },
        })
        // Until the whole response is written, the tool's call may still be refused.
        const text = await response.text()
        reply.headers({ ...noStore, ...exchange.spent })
        if (exchange.refusal) sendRefusal(withMetadata(exchange.refusal), request, reply)
        else send(response, text, reply)
        return reply
      } catch (error) {
        sendError(log, withMetadata(error), request, reply.headers({ ...noStore, ...exchange.spent }))
        return reply
      }
    },
  })

  const refuse = createErrorHandler(log, kernel.limits)
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: path,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      const message = `${request.method} is not allowed here. Allowed: POST. There are no sessions.`
      return refuse(new AppError(405, 'method_not_allowed', message, { headers: { allow: 'POST' } }), request, reply)
    },
  })
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { thrown: unknown }> {
  try {
    return { value: await work() }
  } catch (thrown) {
    return { thrown }
  }
}

const parameters = ['read_only', 'toolsets']

function narrowing(request: FastifyRequest, servers: McpServers): Pick<Exchange, 'isReadOnly' | 'toolsets'> {
  const given = request.query as Record<string, unknown>
  const strange = Object.keys(given).find((name) => !parameters.includes(name))
  if (strange !== undefined)
    throw invalid(`/${strange.slice(0, 100)} is no parameter here; did you mean ${nearestTo(strange, parameters)}?`)
  const { read_only, toolsets } = given
  const isReadOnly = flags.get(read_only)
  if (isReadOnly === undefined) throw invalid('/read_only must be true or false.')
  const named = toolsets === undefined ? undefined : [toolsets].flat().join(',').split(',').filter(Boolean)
  const unknown = named?.find((name) => !servers.toolsets.includes(name))
  if (unknown !== undefined)
    throw invalid(`/toolsets: ${unknown.slice(0, 100)} is not one of ${servers.toolsets.join(', ')}.`)
  return { isReadOnly, toolsets: named }
}

const flags = new Map<unknown, boolean>([
  [undefined, false],
  ['', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])

/** A large message is parsed before authentication, so each network may have only one large message parsed at a time. */
async function readMessage(kernel: Kernel, request: FastifyRequest, exchange: Exchange): Promise<unknown> {
  const { body, headers, ip } = request
  if (!Buffer.isBuffer(body) || body.length === 0) throw invalid('The body is missing. Send a JSON-RPC message.')
  if (body.length <= largeBytes) return readJson(body, headers['content-type'])
  exchange.isLarge = true
  const large = largeBody(body, request)
  await kernel.largeBodies({ organizationId: `from ${parseNetwork(ip)}` }, large.read)
  return large.value()
}

const noStore = { 'cache-control': 'no-store' }

type Message = { method?: unknown; id?: unknown }

const isToolCall = (message: unknown) => (message as Message | null)?.method === 'tools/call'

/** The list of tools changes only with the service's version, so a subscription would never deliver anything. */
export const isSubscription = (message: unknown) =>
  [message].flat().some((each) => (each as Message | null)?.method === 'subscriptions/listen')

/** Sends the protocol's error for an unsupported method, so that clients do not repeat the request. */
export function sendNoMethod(message: unknown, reply: FastifyReply): FastifyReply {
  const { id } = (Array.isArray(message) ? {} : message) as Message
  const text = 'Subscriptions are not supported: tools, prompts and documents never change.'
  const error = { code: ProtocolErrorCode.MethodNotFound, message: text }
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  return reply
    .code(404)
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', id: known, error }))
}

/** A header in `others` replaces the sender's header of the same name. */
export const toRequest = ({ headers, url }: FastifyRequest, others: Record<string, string> = {}): Request =>
  new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: Object.entries({ ...headers, ...others }).flatMap(([name, value]) =>
      typeof value === 'string' && passedOn.test(name) ? [[name, value] as [string, string]] : [],
    ),
  })

const passedOn = /^(?:accept|content-type|mcp-.*)$/

function send({ status, headers }: Response, text: string, reply: FastifyReply): void {
  const type = headers.get('content-type')
  reply.code(status)
  if (type) reply.type(type)
  reply.send(text)
}
