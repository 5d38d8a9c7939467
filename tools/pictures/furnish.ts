// Fills the demo shop through the API. Results of earlier runs are left unchanged.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#test/until.ts'

export type DemoAccess = { storeEnvId: string; apiKey: string; ownerEmail: string; password: string }

export type Furnished = {
  storeEnvId: string
  platformProductId: string
  reviewId: string
  webhookId: string
  hostedPath: string
}

export const productTitle = 'Cairn 28 Daypack'
export const hostedTitle = 'What customers say about Larkmoor'
const handle = 'larkmoor'
const slug = 'what-customers-say'

type Row = {
  id: string
  state: string
  enabled: boolean
  slug: string
  version: number
  title: string
  platformProductId: string
}
type Answer = Row & { data: Row[] }
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

export async function furnish(origin: string, { storeEnvId, apiKey }: DemoAccess): Promise<Furnished> {
  const call: Call = async (method, path, body) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'x-store-env-id': storeEnvId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1))
      return call(method, path, body)
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const { data: reviews } = await call('GET', '/reviews?status=pending&limit=3')
  const [review, ...others] = reviews
  if (!review) throw new Error('the demo shop has no pending review')
  const { data: products } = await call('GET', '/products?limit=100')
  const product = products.find(({ title }) => title === productTitle)
  if (!product) throw new Error(`the demo shop does not sell ${productTitle}`)
  // The list of first steps would hide the open tasks.
  await call('PATCH', '/features/first-run', { skipped: ['sender'] })
  await openProgram(call)
  await publishPage(call, products.slice(0, 4))
  const webhookId = await addWebhook(call, others)
  const { platformProductId } = product
  return { storeEnvId, platformProductId, reviewId: review.id, webhookId, hostedPath: `/p/${handle}/${slug}` }
}

async function openProgram(call: Call): Promise<void> {
  if ((await call('GET', '/loyalty/program')).enabled) return
  await call('PUT', '/loyalty/program', {
    ...{ enabled: true, currency: 'EUR', pointsPerUnit: 1, holdDays: 14, birthdayPoints: 50 },
    expiry: { enabled: true, days: 365 },
    tiers: [
      { name: 'Silver', threshold: 500 },
      { name: 'Gold', threshold: 2000 },
    ],
    referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '20.00' },
  })
  const rewards = [
    { name: '5 € off', value: '5.00', cost: 250 },
    { name: '20 € off', value: '20.00', cost: 900 },
  ]
  for (const reward of rewards)
    await call('POST', '/loyalty/rewards', { ...reward, kind: 'fixed_amount', currency: 'EUR', codes: 'pool' })
}

async function publishPage(call: Call, products: readonly Row[]): Promise<void> {
  if ((await call('GET', '/web-pages')).data.some((page) => page.slug === slug)) return
  await call('PUT', '/web-pages/settings', { handle })
  const page = await call('POST', '/web-pages', {
    ...{ kind: 'reviews', slug, locale: 'en' },
    title: hostedTitle,
    description: 'Every review of our things for outdoors and home, as it was written.',
    blocks: [
      {
        type: 'markdown',
        text: 'We ask everybody who bought something, and show what they answer: **praise and criticism alike**.',
      },
      { type: 'products', productIds: products.map(({ id }) => id) },
      { type: 'reviews', limit: 10 },
    ],
    variables: { '--evident-accent': '#43552f' },
  })
  await call('POST', `/web-pages/${page.id}/publish`, { version: page.version })
}

/** The webhook receives events of some reviews and responds to them, so the service needs `WEBHOOK_ALLOW_PRIVATE=true`. */
async function addWebhook(call: Call, reviews: readonly Row[]): Promise<string> {
  const [known] = (await call('GET', '/outbound-webhooks')).data
  if (known) return known.id
  const receiver = await startReceiver()
  try {
    const { id } = await call('POST', '/outbound-webhooks', {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/warehouse`,
      description: 'Warehouse',
      events: ['review.created', 'review.approved', 'review.replied'],
    })
    await call('POST', `/outbound-webhooks/${id}/test`)
    for (const { id: reviewId } of reviews) await call('PUT', `/reviews/${reviewId}`, { status: 'approved' })
    await until(async () => {
      const { data } = await call('GET', `/outbound-webhooks/${id}/deliveries`)
      return data.length > reviews.length && data.every(({ state }) => state === 'delivered')
    }, 'the webhook has got its events')
    // The URL looks like a shop's URL. No delivery is sent after this point.
    await call('PATCH', `/outbound-webhooks/${id}`, { url: 'https://hooks.larkmoor.example/warehouse' })
    return id
  } finally {
    receiver.close()
  }
}

async function startReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
