// Serves `{origin}/agents/{storeEnvId}` and every path below it. Ignores keys, cookies and origins.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#platform/calls/kernel.ts'
import { sendContent } from '#platform/http/content.ts'
import { exposed } from '#platform/http/storefront.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { doorBudget, doorPrefix } from '#platform/storefront/door.ts'
import { buildContent, type Content } from '#platform/values/content.ts'
import { AppError, notFound } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { doorClosed } from '../rules.ts'
import { type AnswerName, findAnswer, readDoor } from './commands.ts'
import { answerMessage, sendTooMany } from './mcp.ts'
import { buildSchemaFile, schemaPrefix } from './schemas.ts'

export const doorPages: readonly PageRoute[] = [
  {
    id: 'agents.door',
    method: 'ANY',
    path: `${doorPrefix}*`,
    limit: 'own',
    isPublic: true,
    isReadableEverywhere: true,
    handle,
  },
  {
    id: 'agents.schema',
    method: 'GET',
    path: `${schemaPrefix}:date/:file`,
    limit: 'visits',
    isPublic: true,
    isReadableEverywhere: true,
    handle: sendSchema,
  },
]

const files = new Map<string, AnswerName>([
  ['', 'index'],
  ['llms.txt', 'llms'],
  ['ratings', 'ratings'],
  ['reviews', 'reviews'],
  ['faqs', 'faqs'],
  ['ucp.json', 'ucp'],
])
const mcpFile = 'mcp'

type DoorPath = { storeEnvId: string; file: string }

async function handle(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = parsePath(request)
  reply.header('access-control-expose-headers', exposed)
  if (request.method === 'OPTIONS' && 'access-control-request-method' in request.headers)
    return reply.code(204).headers(preflight).send()
  try {
    if (request.method !== 'OPTIONS')
      reply.headers(await kernel.limits.spendVisitor(request.ip, doorBudget(asked?.storeEnvId ?? 'none')))
    return await answer(kernel, asked, request, reply)
  } catch (error) {
    if (asked?.file === mcpFile && isTooMany(error)) return sendTooMany(error, request, reply)
    throw error
  }
}

const isTooMany = (error: unknown): error is AppError => error instanceof AppError && error.status === 429

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  'access-control-allow-headers':
    'accept, authorization, content-type, if-none-match, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, ucp-agent, idempotency-key, request-id, x-request-id',
  'access-control-max-age': '86400',
}

/** A malformed id gets the same refusal as an unknown store. */
function parsePath(request: FastifyRequest): DoorPath | undefined {
  const { '*': rest } = request.params as { '*': string }
  const [id = '', file = '', ...more] = rest.length > 100 ? [] : rest.replace(/\/$/, '').split('/')
  const storeEnvId = id.toLowerCase()
  return more.length === 0 && isUuid(storeEnvId) ? { storeEnvId, file } : undefined
}

async function answer(
  kernel: Kernel,
  asked: DoorPath | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    return await open(kernel, asked, request, reply)
  } catch (error) {
    // All closed stores share one rate limit. Otherwise every guessed id would have its own.
    if (error instanceof AppError && error.status === 404)
      reply.headers(await kernel.limits.spendVisitor(request.ip, doorBudget('closed')))
    throw error
  }
}

async function open(kernel: Kernel, asked: DoorPath | undefined, request: FastifyRequest, reply: FastifyReply) {
  if (!asked) throw doorClosed()
  const { storeEnvId, file } = asked
  const name = files.get(file)
  if (file === mcpFile) {
    const door = await readDoor(kernel, storeEnvId)
    if (request.method !== 'POST') throw notAllowed(request.method, 'POST')
    return answerMessage({ kernel, storeEnvId, door, request }, reply)
  }
  if (name === undefined) throw doorClosed()
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    await readDoor(kernel, storeEnvId, name)
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .headers({ ...preflight, allow })
        .send()
    throw notAllowed(request.method, allow)
  }
  const { key, content } = await findAnswer(kernel, storeEnvId, name, request.query as Record<string, unknown>)
  // The fast path will find the response by this URL. It knows only URLs with the store's id in lower case.
  if (request.method === 'GET' && request.url.startsWith(`${doorPrefix}${storeEnvId}`))
    kernel.storefronts.content.nameAddress(storeEnvId, key, request.url)
  return sendContent(request, reply, content)
}

const allow = 'GET, HEAD, OPTIONS'

const notAllowed = (method: string, allow: string): AppError =>
  new AppError(405, 'method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, { headers: { allow } })

const schemas = new Map<string, Content>()

async function sendSchema(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { date, file } = request.params as { date: string; file: string }
  const { origin } = kernel.services
  const built = buildSchemaFile(origin, date, file)
  if (!built) throw notFound('schema')
  const key = `${origin} ${file}`
  const content = schemas.get(key) ?? {
    ...buildContent(JSON.stringify(built, null, 2), 'application/json; charset=utf-8'),
    isKept: true,
    caching: ['cache-control', 'public, max-age=86400', 'vary', 'Accept-Encoding'],
  }
  schemas.set(key, content)
  return sendContent(request, reply, content)
}
