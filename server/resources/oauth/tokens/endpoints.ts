import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret } from '#platform/auth/keys.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { toClient } from '#platform/identity/client.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { findRegistered } from '../clients.ts'
import { accessTokenSeconds, isDocumentAddress, isOwnResource, isSame, longestClientId } from '../rules.ts'
import { redeemCode, refreshTokens, revokeToken, type Tokens } from './commands.ts'
import { OAuthProblem, readOnce } from './problem.ts'

type Fields = Map<string, string>
type Work = (kernel: Kernel, fields: Fields, clientId: string, request: FastifyRequest) => Promise<object | undefined>

const endpoint = (id: string, path: PageRoute['path'], work: Work): PageRoute => ({
  id,
  method: 'POST',
  path,
  limit: 'address',
  async handle(kernel, request, reply) {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    try {
      const fields = readFields(request)
      const clientId = await authenticate(kernel, fields, request)
      const answer = await work(kernel, fields, clientId, request)
      return reply.code(200).send(answer)
    } catch (error) {
      if (!(error instanceof OAuthProblem)) throw error
      return refuse(error, request, reply)
    }
  },
})

export const tokenEndpoints: readonly PageRoute[] = [
  endpoint('oauth.token', '/oauth/token', async (kernel, fields, clientId, request) =>
    toTokenAnswer(await tokensFor(kernel, fields, clientId, request)),
  ),
  endpoint('oauth.revoke', '/oauth/revoke', async (kernel, fields, clientId, request) => {
    await revokeToken(outside(kernel, request), clientId, required(fields, 'token'))
    return undefined
  }),
]

function tokensFor(kernel: Kernel, fields: Fields, clientId: string, request: FastifyRequest): Promise<Tokens> {
  const resource = fields.get('resource')
  if (resource !== undefined && !isOwnResource(resource, kernel.services.origin))
    throw new OAuthProblem('invalid_target', `Unknown resource. The only resource here is ${kernel.services.origin}.`)
  const grantType = required(fields, 'grant_type')
  if (grantType === 'authorization_code')
    return redeemCode(outside(kernel, request), clientId, {
      code: required(fields, 'code'),
      redirectUri: fields.get('redirect_uri'),
      verifier: required(fields, 'code_verifier'),
    })
  if (grantType !== 'refresh_token')
    throw new OAuthProblem('unsupported_grant_type', 'Unsupported grant_type. Use authorization_code or refresh_token.')
  return refreshTokens(outside(kernel, request), clientId, {
    shown: required(fields, 'refresh_token'),
    scopes: (fields.get('scope') ?? '').split(' ').filter(Boolean),
  })
}

const toTokenAnswer = ({ access, refresh, scopes }: Tokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: accessTokenSeconds,
  refresh_token: refresh,
  scope: scopes.join(' '),
})

const outside = ({ db, services }: Kernel, request: FastifyRequest) => ({
  db,
  secrets: services.secrets,
  now: services.clock.now(),
  from: toClient({ address: request.ip, userAgent: request.headers['user-agent'] }),
})

function readFields({ body, headers }: FastifyRequest): Fields {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw new OAuthProblem('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return readOnce(new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : ''))
}

function required(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw new OAuthProblem('invalid_request', `${name} is missing.`)
  return value
}

/** A client with a metadata document has no secret, so PKCE protects its codes. */
async function authenticate({ db }: Kernel, fields: Fields, { headers }: FastifyRequest): Promise<string> {
  const basic = readBasic(headers.authorization)
  const named = fields.get('client_id')
  if (basic && (fields.has('client_secret') || (named !== undefined && named !== basic.id)))
    throw new OAuthProblem('invalid_request', 'Use only one way to authenticate the client.')
  const id = basic?.id ?? required(fields, 'client_id')
  const secret = (basic?.secret || undefined) ?? fields.get('client_secret')
  if (id.length > longestClientId) throw unknownClient()
  if (isDocumentAddress(id)) {
    if (secret !== undefined) throw unknownClient()
    return id
  }
  const client = await findRegistered(db, id)
  if (!client?.registered) throw unknownClient()
  const { secretDigest, previousSecretDigest } = client.registered
  const isRight =
    secretDigest === null
      ? secret === undefined
      : secret !== undefined && [secretDigest, previousSecretDigest].some((each) => each && matchesDigest(secret, each))
  if (!isRight) throw unknownClient()
  return id
}

const matchesDigest = (secret: string, digest: Buffer) =>
  isSame(hashSecret(secret).toString('hex'), digest.toString('hex'))

/** Id and secret were each form-encoded before they were joined (RFC 6749 §2.3.1). */
function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  if (header === undefined) return undefined
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,4000})$/i.exec(header)?.[1]
  const [id, ...rest] = encoded === undefined ? [] : Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (id === undefined || rest.length === 0) throw unknownClient()
  try {
    return { id: formDecoded(id), secret: formDecoded(rest.join(':')) }
  } catch {
    throw unknownClient()
  }
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/** An unknown client and a wrong secret get the same error. */
const unknownClient = () => new OAuthProblem('invalid_client', 'Unknown client or wrong secret.')

function refuse(
  { error, status, message }: OAuthProblem,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (status === 401 && headers.authorization !== undefined) reply.header('www-authenticate', 'Basic realm="oauth"')
  return reply.code(status).send({ error, error_description: message })
}
