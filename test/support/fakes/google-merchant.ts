// Imitates the parts of Google's Merchant API that show product reviews: tokens for a service account, data sources, and
// reviews with their later status. Attributes are those of Google's published messages (`productreviews_common.proto`).
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attributes = Record<string, unknown>
export type FakeProductReview = {
  name: string
  productReviewId: string
  dataSource: string
  productReviewAttributes: Attributes
}

const attributeTypes: Record<string, 'string' | 'boolean' | 'number' | 'list' | 'object'> = {
  ...{ aggregatorName: 'string', subclientName: 'string', publisherName: 'string', publisherFavicon: 'string' },
  ...{ reviewerId: 'string', reviewerIsAnonymous: 'boolean', reviewerUsername: 'string', reviewLanguage: 'string' },
  ...{ reviewCountry: 'string', reviewTime: 'string', title: 'string', content: 'string', pros: 'list', cons: 'list' },
  ...{ reviewLink: 'object', reviewerImageLinks: 'list', minRating: 'string', maxRating: 'string', rating: 'number' },
  ...{ productNames: 'list', productLinks: 'list', asins: 'list', gtins: 'list', mpns: 'list', skus: 'list' },
  ...{ brands: 'list', isSpam: 'boolean', isVerifiedPurchase: 'boolean', isIncentivizedReview: 'boolean' },
  ...{ collectionMethod: 'string', transactionId: 'string' },
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

export type FakeGoogle = Awaited<ReturnType<typeof startGoogle>>

export async function startGoogle({ accountId = '123456789', now = () => Date.now() } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const fake = {
    origin: '',
    accountId,
    serviceAccount: {
      type: 'service_account',
      client_email: 'reviews@project.iam.gserviceaccount.com',
      private_key: privateKey as string,
      token_uri: 'https://elsewhere.example/token',
    },
    isKeyRevoked: false,
    isAccountAllowed: true,
    version: 'v1alpha',
    dataSources: [] as { name: string; displayName: string; productReviewDataSource: object }[],
    reviews: new Map<string, FakeProductReview>(),
    statuses: new Map<string, object>(),
    calls: [] as string[],
    /** Failures of the next calls, one for each call: an error response, or a closed connection. */
    troubles: [] as ({ status: number; headers?: Record<string, string>; body?: object } | 'hang up')[],
    before: undefined as ((call: string) => void | Promise<void>) | undefined,
    after: undefined as ((call: string) => void | Promise<void>) | undefined,
    /** Sets the later status of a review: shown, or refused with an issue's code. */
    judge(id: string, code?: string) {
      fake.statuses.set(id, {
        destinationStatuses: [{ reportingContext: 'SHOPPING_ADS' }],
        ...(code && { itemLevelIssues: [{ code, severity: 'DISAPPROVED', resolution: 'merchant_action' }] }),
      })
    },
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
  const tokens = new Set<string>()
  let sources = 0

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', fake.origin)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const call = `${request.method} ${url.pathname}`
    fake.calls.push(call)
    await fake.before?.(call)
    const trouble = fake.troubles.shift()
    if (trouble === 'hang up') return void request.socket.destroy()
    if (trouble) return send(response, trouble.status, trouble.body ?? {}, trouble.headers)
    if (url.pathname === '/token') return send(response, ...grant(new URLSearchParams(body)))
    const token = /^Bearer (.+)$/.exec(String(request.headers.authorization))?.[1] ?? ''
    if (!tokens.has(token) || fake.isKeyRevoked) return send(response, 401, problem(401, 'UNAUTHENTICATED'))
    if (!fake.isAccountAllowed) return send(response, 403, problem(403, 'PERMISSION_DENIED'))
    const answer = route(request.method ?? 'GET', url, body === '' ? {} : JSON.parse(body))
    await fake.after?.(call)
    send(response, ...answer)
  }

  function grant(form: URLSearchParams): [number, object] {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
    const { iss, scope, aud, exp } = isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : {}
    const isValid =
      !fake.isKeyRevoked &&
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      iss === fake.serviceAccount.client_email &&
      aud === `${fake.origin}/token` &&
      scope === 'https://www.googleapis.com/auth/content' &&
      exp * 1000 > now()
    if (!isValid) return [400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }]
    const token = `ya29.${tokens.size}`
    tokens.add(token)
    return [200, { access_token: token, expires_in: 3599, token_type: 'Bearer' }]
  }

  function route(method: string, url: URL, body: Record<string, unknown>): [number, object] {
    const account = `accounts/${accountId}`
    if (url.pathname === `/datasources/v1/${account}/dataSources`) return handleSources(method, body)
    const base = `/reviews/${fake.version}/${account}/productReviews`
    if (method === 'POST' && url.pathname === `${base}:insert`) return insert(url.searchParams.get('dataSource'), body)
    if (method === 'GET' && url.pathname === base) return list(url.searchParams)
    const id = url.pathname.startsWith(`${base}/`) ? decodeURIComponent(url.pathname.slice(base.length + 1)) : ''
    const found = fake.reviews.get(id)
    if (!found) return [404, problem(404, 'NOT_FOUND')]
    if (method === 'DELETE') {
      fake.reviews.delete(id)
      fake.statuses.delete(id)
      return [200, {}]
    }
    const productReviewStatus = fake.statuses.get(id)
    return [200, { ...found, ...(productReviewStatus && { productReviewStatus }) }]
  }

  function handleSources(method: string, body: Record<string, unknown>): [number, object] {
    if (method === 'GET') return [200, { dataSources: fake.dataSources }]
    const made = {
      name: `accounts/${accountId}/dataSources/${1000 + ++sources}`,
      displayName: String(body.displayName),
      productReviewDataSource: (body.productReviewDataSource ?? {}) as object,
    }
    fake.dataSources.push(made)
    return [200, made]
  }

  function insert(dataSource: string | null, body: Record<string, unknown>): [number, object] {
    const id = String(body.productReviewId)
    const attributes = (body.productReviewAttributes ?? {}) as Attributes
    const wrong = Object.entries(attributes).find(([name, value]) => attributeTypes[name] !== typeOf(value))
    if (wrong) return [400, problem(400, 'INVALID_ARGUMENT')]
    if (!fake.dataSources.some(({ name }) => name === dataSource) || !attributes.reviewTime)
      return [400, problem(400, 'INVALID_ARGUMENT')]
    const name = `accounts/${accountId}/productReviews/${id}`
    // Google omits the fraction of a second if it is zero.
    const reviewTime = String(attributes.reviewTime).replace(/\.0+Z$/, 'Z')
    const productReviewAttributes = { ...attributes, reviewTime }
    const review = { name, productReviewId: id, dataSource: dataSource ?? '', productReviewAttributes }
    fake.reviews.set(id, review)
    return [200, review]
  }

  function list(query: URLSearchParams): [number, object] {
    const size = Math.min(Number(query.get('pageSize') ?? 50), 1_000)
    const from = Number(query.get('pageToken') ?? 0)
    const all = [...fake.reviews.values()]
    const next = from + size < all.length ? { nextPageToken: String(from + size) } : {}
    return [200, { productReviews: all.slice(from, from + size), ...next }]
  }

  return fake
}

const problem = (code: number, status: string) => ({ error: { code, status, message: 'Refused.' } })

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
