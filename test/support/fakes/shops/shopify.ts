// Imitates the part of Shopify that a connected shop uses: tokens, the GraphQL Admin API by its published schema, bulk
// operations as files, a limit on query costs, and signed webhooks. One server is one shop, or several shops with a token
// each.
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSchema, execute, type OperationDefinitionNode, parse, validate } from 'graphql'
import { type BulkBehaviour, countObjects, type Operation, readBulk, refusedBulk, writeLines } from './shopify/bulk.ts'
import { computeCost, mostCost } from './shopify/cost.ts'
import { catalogueRoot, connection } from './shopify/graph.ts'
import { createShopData, nextId, type ShopData } from './shopify/model.ts'
import { createReviewData } from './shopify/reviews.ts'

export * from './shopify/model.ts'

export type ShopifyFailure =
  | 'hang up'
  | 'stall'
  | 'html'
  | 'redirect'
  | 'throttled'
  | 'error'
  | 'no data'
  | 'not json'
  | { status: number; headers?: Record<string, string>; body?: string }

type Token = { scopes: string[]; endsAt: number; isExpiring: boolean }
type Hook = { id: string; topic: string; uri: string }

export const allScopes = ['read_products', 'read_orders', 'write_discounts']
const schema = buildSchema(readFileSync(new URL('./shopify/admin-2026-10.graphql', import.meta.url), 'utf8'), {
  assumeValidSDL: true,
})

export type FakeShopify = Awaited<ReturnType<typeof startShopify>>

export async function startShopify({ now = () => Date.now() }: { now?: () => number } = {}) {
  const data: ShopData = createShopData()
  const reviewData = createReviewData(data)
  const fake = {
    data,
    /** Reviews and metafield definitions of the shop. The ratings are metafields of the products. */
    shown: reviewData.state,
    origin: '',
    /** Every call except downloads of bulk files, in order. A GraphQL call also has its document's name and its cost. */
    calls: [] as { path: string; document?: string; cost?: number; at: number }[],
    failures: [] as ShopifyFailure[],
    /** Every call fails while this is set. */
    outage: undefined as ShopifyFailure | undefined,
    tokens: new Map<string, Token>([
      ['shpat_good', { scopes: allScopes, endsAt: Number.POSITIVE_INFINITY, isExpiring: false }],
    ]),
    /**
     * A used refresh token stays valid until its replacement is used, because the response with the replacement may be
     * lost: https://shopify.dev/changelog/more-resilient-refreshes-for-expiring-offline-access-tokens
     */
    refreshTokens: new Map<string, { scopes: string[]; replaces: string | undefined }>(),
    /** The operator's app and the merchants' own apps. A secret that was removed is refused. */
    apps: new Map<string, { secrets: string[]; scopes: string[] }>([
      ['app-id', { secrets: ['app-secret'], scopes: allScopes }],
    ]),
    codes: new Map<string, { clientId: string; scopes: string[] }>(),
    hooks: [] as Hook[],
    discounts: new Map<string, { id: string; sent: Record<string, unknown> }>(),
    refusedDiscount: undefined as string | undefined,
    refusedTopics: new Set<string>(),
    isCustomerDataWithheld: false,
    /** Budget of query-cost points. Null means no limit. */
    bucket: null as { maximum: number; available: number; perSecond: number } | null,
    bulk: {
      polls: 0,
      order: 'apart',
      end: 'COMPLETED',
      errorCode: null,
      cutAt: null,
      breakAt: null,
      leaveOut: null,
      busy: false,
    } as BulkBehaviour,
    operations: new Map<number, Operation>(),
    /** Cost of the latest call of each document, by the document's name. */
    costs: new Map<string, number>(),
    /** Runs before each response, with the name of the document, or `access_token`. */
    before: undefined as ((name: string) => void) | undefined,
    sign: (body: string | Buffer, secret = 'app-secret') => createHmac('sha256', secret).update(body).digest('base64'),
    deliver,
    close,
  }
  let filledAt = now()

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '', fake.origin)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (url.pathname.startsWith('/bulk/')) return await sendFile(url.pathname, response)
    const call: (typeof fake.calls)[number] = { path: url.pathname, at: now() }
    fake.calls.push(call)
    const failure = fake.failures.shift() ?? fake.outage
    if (failure) return fail(failure, response)
    if (url.pathname === '/admin/oauth/access_token') return grant(JSON.parse(body), response)
    if (url.pathname !== '/admin/api/2026-10/graphql.json') return send(response, 404, { errors: 'Not Found' })
    const token = fake.tokens.get(String(request.headers['x-shopify-access-token']))
    if (!token || token.endsAt <= now())
      return send(response, 401, {
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      })
    await answer(JSON.parse(body), token, call, response)
  }

  async function answer(
    { query, variables = {} }: { query: string; variables?: Record<string, unknown> },
    token: Token,
    call: (typeof fake.calls)[number],
    response: ServerResponse,
  ): Promise<unknown> {
    const document = parse(query)
    const operation = document.definitions.find(({ kind }) => kind === 'OperationDefinition') as OperationDefinitionNode
    const errors = validate(schema, document)
    if (errors.length > 0)
      return send(response, 200, {
        errors: errors.map(({ message }) => ({ message, extensions: { code: 'undefinedField' } })),
      })
    const cost = computeCost(schema, operation, variables)
    call.document = operation.name?.value ?? ''
    call.cost = cost
    fake.costs.set(call.document, cost)
    fake.before?.(call.document)
    if (cost > mostCost)
      return send(response, 200, {
        errors: [{ message: `Query cost is ${cost}`, extensions: { code: 'MAX_COST_EXCEEDED', cost } }],
      })
    refill()
    if (fake.bucket && fake.bucket.available < cost)
      return send(response, 200, {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: costs(cost, null),
      })
    if (fake.bucket) fake.bucket.available -= cost
    const denied = decideDenial(query, token)
    const result = await execute({ schema, document, rootValue: rootValue(), variableValues: variables })
    const { data, errors: failed } = result as { data?: Record<string, unknown> | null; errors?: readonly unknown[] }
    if (failed) return send(response, 200, { errors: failed, data })
    if (denied === 'all')
      return send(response, 200, {
        data: null,
        errors: [{ message: 'Access denied', extensions: { code: 'ACCESS_DENIED' }, path: [] }],
        extensions: costs(cost, cost),
      })
    if (denied === 'addresses')
      return send(response, 200, {
        data: JSON.parse(JSON.stringify(data), (name, value) =>
          /^(email|billingAddress|shippingAddress)$/.test(name) ? null : value,
        ),
        errors: [{ message: 'This app is not approved', extensions: { code: 'ACCESS_DENIED' }, path: ['orders'] }],
        extensions: costs(cost, cost),
      })
    send(response, 200, { data, extensions: costs(cost, cost) })
  }

  /** Query-cost points refill continuously, at a rate per second. */
  function refill(): void {
    const passed = (now() - filledAt) / 1000
    filledAt = now()
    const { bucket } = fake
    if (!bucket) return
    const available = Math.min(bucket.maximum, bucket.available + passed * bucket.perSecond)
    // Rounds to thousandths of a point, because smaller differences are floating-point errors.
    bucket.available = Math.round(available * 1_000) / 1_000
  }

  function costs(requestedQueryCost: number, actualQueryCost: number | null) {
    const { maximum, available, perSecond } = fake.bucket ?? { maximum: 2_000, available: 2_000, perSecond: 100 }
    const throttleStatus = {
      maximumAvailable: maximum,
      currentlyAvailable: Math.floor(available),
      restoreRate: perSecond,
    }
    return { cost: { requestedQueryCost, actualQueryCost, throttleStatus } }
  }

  function decideDenial(query: string, token: Token): 'all' | 'addresses' | undefined {
    if (/\borders?\(/.test(query) && !token.scopes.includes('read_orders')) return 'all'
    if (/\bdiscountCode\w+\(/.test(query) && !token.scopes.includes('write_discounts')) return 'all'
    if (/\b(metafieldsSet|metafieldsDelete)\(/.test(query) && !token.scopes.includes('write_products')) return 'all'
    if (/\bmetaobject\w*\(/.test(query) && !token.scopes.includes('write_metaobjects')) return 'all'
    if (/\bcustomer \{/.test(query) && !token.scopes.includes('read_customers')) return 'all'
    if (/\b(products?|collections)\(/.test(query) && !token.scopes.includes('read_products')) return 'all'
    if (fake.isCustomerDataWithheld && /\borders?\(/.test(query) && !/bulkOperationRunQuery/.test(query))
      return 'addresses'
  }

  function rootValue() {
    const granted = [...fake.tokens.values()].at(-1)?.scopes ?? []
    return {
      ...catalogueRoot(fake.data),
      ...reviewData.root,
      currentAppInstallation: { accessScopes: granted.map((handle) => ({ handle })) },
      bulkOperation: ({ id }: { id: string }) => operationView(Number(id.split('/').at(-1))),
      bulkOperationRunQuery: startBulk,
      bulkOperationCancel: () => ({ bulkOperation: null, userErrors: [] }),
      webhookSubscriptions: (given: object) => connection(fake.hooks, ({ id }) => id, given),
      webhookSubscriptionCreate: makeHook,
      codeDiscountNodeByCode: ({ code }: { code: string }) => fake.discounts.get(code.toUpperCase()) ?? null,
      discountCodeBasicCreate: ({ basicCodeDiscount }: { basicCodeDiscount: Record<string, unknown> }) =>
        makeDiscount(basicCodeDiscount),
      discountCodeFreeShippingCreate: (sent: { freeShippingCodeDiscount: Record<string, unknown> }) =>
        makeDiscount(sent.freeShippingCodeDiscount),
      discountCodeDelete: ({ id }: { id: string }) => {
        const found = [...fake.discounts].find(([, discount]) => discount.id === id)
        if (found) fake.discounts.delete(found[0])
        return { deletedCodeDiscountId: found ? id : null, userErrors: found ? [] : [{ code: 'INVALID' }] }
      },
      webhookSubscriptionDelete: ({ id }: { id: string }) => {
        fake.hooks = fake.hooks.filter((hook) => hook.id !== id)
        return { deletedWebhookSubscriptionId: id, userErrors: [] }
      },
    }
  }

  /** Creates a discount code. Codes are case-insensitive. */
  function makeDiscount(sent: Record<string, unknown>) {
    const code = String(sent.code).toUpperCase()
    const refusal = fake.refusedDiscount ?? (fake.discounts.has(code) ? 'TAKEN' : undefined)
    if (refusal) return { codeDiscountNode: null, userErrors: [{ code: refusal }] }
    const discount = { id: `gid://shopify/DiscountCodeNode/${nextId()}`, sent: structuredClone(sent) }
    fake.discounts.set(code, discount)
    return { codeDiscountNode: { id: discount.id }, userErrors: [] }
  }

  function startBulk({ query }: { query: string }) {
    if (fake.bulk.busy)
      return { bulkOperation: null, userErrors: [{ field: null, message: 'Busy', code: 'OPERATION_IN_PROGRESS' }] }
    const refusal = refusedBulk(query) ?? validate(schema, parse(query))[0]?.message
    if (refusal) return { bulkOperation: null, userErrors: [{ field: ['query'], message: refusal, code: 'INVALID' }] }
    const operation = { id: nextId(), polls: fake.bulk.polls, query: readBulk(query), behaviour: { ...fake.bulk } }
    fake.operations.set(operation.id, operation)
    return { bulkOperation: { id: `gid://shopify/BulkOperation/${operation.id}`, status: 'CREATED' }, userErrors: [] }
  }

  function operationView(id: number) {
    const operation = fake.operations.get(id)
    if (!operation) return null
    const view = { id: `gid://shopify/BulkOperation/${id}`, errorCode: null, url: null, partialDataUrl: null }
    if (operation.polls > 0) {
      operation.polls -= 1
      return { ...view, status: 'RUNNING', objectCount: '1', rootObjectCount: '1' }
    }
    const { objects, roots } = countObjects(operation, fake.data)
    const { end, errorCode } = operation.behaviour
    const url = objects > 0 ? `${fake.origin}/bulk/${id}` : null
    return {
      ...view,
      status: end,
      errorCode,
      objectCount: String(objects),
      rootObjectCount: String(roots),
      url: end === 'COMPLETED' ? url : null,
      partialDataUrl: end === 'FAILED' ? url : null,
    }
  }

  async function sendFile(path: string, response: ServerResponse): Promise<unknown> {
    fake.calls.push({ path: '/bulk', at: now() })
    const operation = fake.operations.get(Number(path.split('/').at(-1)))
    if (!operation) return send(response, 404, {})
    const { behaviour } = operation
    response.writeHead(200, { 'content-type': 'application/jsonl' })
    let sent = 0
    let batch = ''
    const flush = async () => {
      const { cutAt, breakAt } = behaviour
      const bytes = Buffer.from(batch)
      batch = ''
      const rest = Math.max((cutAt ?? Number.POSITIVE_INFINITY) - sent, 0)
      sent += bytes.length
      const isRoom = response.write(bytes.subarray(0, rest))
      if (breakAt !== null && sent >= breakAt) {
        behaviour.breakAt = null
        response.destroy()
      }
      if (!isRoom && !response.destroyed) await drained(response)
    }
    for (const line of writeLines(operation, fake.data)) {
      if (behaviour.leaveOut?.(line)) continue
      batch += `${line}\n`
      if (batch.length > 64 * 1024) await flush()
      if (response.destroyed) return
    }
    await flush()
    response.end()
  }

  function makeHook({ topic, webhookSubscription: { uri } }: { topic: string; webhookSubscription: { uri: string } }) {
    if (fake.refusedTopics.has(topic) || fake.hooks.some((hook) => hook.topic === topic && hook.uri === uri))
      return {
        webhookSubscription: null,
        userErrors: [{ field: ['webhookSubscription'], message: 'Address for this topic has already been taken' }],
      }
    const hook = { id: `gid://shopify/WebhookSubscription/${nextId()}`, topic, uri }
    fake.hooks.push(hook)
    return { webhookSubscription: { id: hook.id }, userErrors: [] }
  }

  function grant(body: Record<string, string>, response: ServerResponse): unknown {
    const app = fake.apps.get(body.client_id ?? '')
    if (!app?.secrets.includes(body.client_secret ?? ''))
      return send(response, 400, { error: 'invalid_client', error_description: `${body.client_secret} is wrong` })
    if (body.grant_type === 'client_credentials') {
      const accessToken = issue(app.scopes, 86_399)
      return send(response, 200, { access_token: accessToken, scope: app.scopes.join(','), expires_in: 86_399 })
    }
    const scopes =
      body.grant_type === 'refresh_token'
        ? fake.refreshTokens.get(body.refresh_token ?? '')?.scopes
        : fake.codes.get(body.code ?? '')?.scopes
    fake.refreshTokens.delete(fake.refreshTokens.get(body.refresh_token ?? '')?.replaces ?? '')
    fake.codes.delete(body.code ?? '')
    if (!scopes) return send(response, 400, { error: 'invalid_grant' })
    // Only one expiring token is valid at a time.
    for (const [name, token] of fake.tokens) if (token.isExpiring) fake.tokens.delete(name)
    const refreshToken = `shprt_${randomUUID()}`
    fake.refreshTokens.set(refreshToken, { scopes, replaces: body.refresh_token })
    fake.before?.('access_token')
    send(response, 200, {
      access_token: issue(scopes, 3_600),
      scope: scopes.join(','),
      expires_in: 3_600,
      refresh_token: refreshToken,
      refresh_token_expires_in: 7_776_000,
    })
  }

  function issue(scopes: string[], seconds: number): string {
    const accessToken = `shpat_${randomUUID()}`
    fake.tokens.set(accessToken, { scopes, endsAt: now() + seconds * 1000, isExpiring: true })
    return accessToken
  }

  /** Sends the body to every webhook of the topic, like Shopify. Returns the response statuses. */
  async function deliver(
    topic: string,
    body: unknown,
    { secret = 'app-secret', id = randomUUID(), uris }: { secret?: string; id?: string; uris?: string[] } = {},
  ): Promise<number[]> {
    const text = JSON.stringify(body)
    const targets =
      uris ?? fake.hooks.filter((hook) => hook.topic === topic.replace('/', '_').toUpperCase()).map(({ uri }) => uri)
    return await Promise.all(
      targets.map(async (uri) => {
        const { status } = await fetch(uri, {
          method: 'POST',
          headers: webhookHeaders(topic, text, secret, id),
          body: text,
        })
        return status
      }),
    )
  }

  function webhookHeaders(topic: string, body: string, secret: string, id: string): Record<string, string> {
    return {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': fake.sign(body, secret),
      'x-shopify-shop-domain': fake.data.domain,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': id,
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': new Date(now()).toISOString(),
    }
  }

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  return fake
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

function fail(failure: ShopifyFailure, response: ServerResponse): void {
  if (failure === 'hang up') response.destroy()
  else if (failure === 'stall') response.writeHead(200).write(' ')
  else if (failure === 'html')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Password</title>')
  else if (failure === 'not json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": {')
  else if (failure === 'redirect') response.writeHead(302, { location: 'https://elsewhere.example/password' }).end()
  else if (failure === 'throttled')
    send(response, 200, {
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: {
        cost: {
          requestedQueryCost: 500,
          throttleStatus: { maximumAvailable: 1_000, currentlyAvailable: 100, restoreRate: 100 },
        },
      },
    })
  else if (failure === 'error')
    send(response, 200, { errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
  else if (failure === 'no data') send(response, 200, {})
  else response.writeHead(failure.status, failure.headers).end(failure.body)
}

function send(response: ServerResponse, status: number, body: unknown): unknown {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
