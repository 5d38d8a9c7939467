// The process caches the session's token, because every login adds a session to the shop's database.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { answerTimeoutMs, maxAnswerBytes, readAnswer } from '../answer.ts'
import { isRecord, parseJson, toRecords } from '../fields.ts'
import { type ShopConnection, ShopFailure, type ShopTools } from '../shop.ts'

export type Client = {
  key: string
  query(document: string, variables?: Record<string, unknown>): Promise<Record<string, unknown>>
}

const sessions = new LRUCache<string, string>({ max: 5_000, ttl: 3_600_000 })

const loginDocument = `mutation Login($username: String!, $password: String!) {
  login(username: $username, password: $password, rememberMe: false) { __typename }
}`

export function createClient(
  { address, credentials }: Pick<ShopConnection, 'address' | 'credentials'>,
  tools: ShopTools,
): Client {
  const { username, password, apiKey, channelToken } = credentials
  const url = `${address}/admin-api`
  const key = createHash('sha256')
    .update(JSON.stringify([url, username, password, apiKey, channelToken]))
    .digest('base64')

  async function send(document: string, variables: Record<string, unknown>, proof: Record<string, string>) {
    const response = await tools.call(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(channelToken ? { 'vendure-token': channelToken } : {}),
        ...proof,
      },
      body: JSON.stringify({ query: document, variables }),
      timeoutMs: answerTimeoutMs,
      maxBytes: maxAnswerBytes,
    })
    // An invalid document gets a 400 with the usual errors.
    const refused = response.status === 400 && !response.truncated ? parseJson(response.body) : undefined
    const body = isRecord(refused) && Array.isArray(refused.errors) ? refused : undefined
    const answer = body ?? readAnswer(response, 'Vendure', tools.now()).body
    if (!isRecord(answer) || !('data' in answer || 'errors' in answer))
      throw new ShopFailure('shop_unreachable', 'This address is not Vendure. Check the address.')
    return { answer, token: response.headers['vendure-auth-token'] }
  }

  async function logIn(): Promise<string> {
    const { answer, token } = await send(loginDocument, { username, password }, {})
    const login = isRecord(answer.data) ? answer.data.login : undefined
    if (readCodes(answer).length > 0) throw toFailure(readCodes(answer))
    if (!isRecord(login) || login.__typename !== 'CurrentUser')
      throw new ShopFailure('credentials_refused', 'Vendure refused the user name or the password.')
    if (typeof token !== 'string' || token === '')
      throw new ShopFailure(
        'credentials_refused',
        'Vendure returned no token. Add "bearer" to its authOptions.tokenMethod.',
      )
    sessions.set(key, token)
    return token
  }

  const proofFor = (token: string): Record<string, string> =>
    apiKey ? { 'vendure-api-key': apiKey } : { authorization: `Bearer ${token}` }

  async function query(document: string, variables: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const kept = apiKey ? '' : sessions.get(key)
    const first = await send(document, variables, proofFor(kept ?? (await logIn())))
    const isEnded = kept !== undefined && !apiKey && readCodes(first.answer).includes('FORBIDDEN')
    const { answer } = isEnded ? await send(document, variables, proofFor(await logIn())) : first
    const codes = readCodes(answer)
    if (codes.length > 0 || !isRecord(answer.data)) throw toFailure(codes)
    return answer.data
  }

  return { key, query }
}

/** Returns only error codes, because an error message may quote our request. */
const readCodes = (answer: Record<string, unknown>): string[] =>
  toRecords(answer.errors).map(({ extensions }) => {
    const code = isRecord(extensions) ? extensions.code : undefined
    return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'ERROR'
  })

function toFailure(codes: readonly string[]): ShopFailure {
  if (codes.includes('CHANNEL_NOT_FOUND'))
    return new ShopFailure('credentials_refused', 'Vendure has no channel with this token.')
  if (codes.some((code) => code === 'FORBIDDEN' || code === 'UNAUTHENTICATED'))
    return new ShopFailure(
      'credentials_refused',
      'Vendure refused the credentials, or their role lacks the permission to read this.',
    )
  return new ShopFailure('shop_failed', `Vendure returned ${codes[0] ?? 'no data'}.`)
}
