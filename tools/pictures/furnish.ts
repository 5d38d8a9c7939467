// Fills the demo shop through the API. Results of earlier runs are left unchanged.
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#test/until.ts'

export type DemoAccess = { storeEnvId: string; apiKey: string; ownerEmail: string; password: string }

export type Furnished = {
  storeEnvId: string
  platformProductId: string
  reviewId: string
  webhookId: string
  hostedPath: string
  /** Path of an order's review form. */
  formPath: string
  /** The second store of the demo shop, with a WooCommerce shop. */
  outletId: string
  /** A store without a shop, which `openNewStore` opens. */
  newStoreId: string
}

export const productTitle = 'Cairn 28 Daypack'
export const newStoreName = 'Larkmoor Studio'
export const hostedTitle = 'From our customers'

type Row = {
  id: string
  name: string
  state: string
  title: string
  url: string | null
  platformProductId: string
  locale: string | null
}
type Answer = Row & { data: Row[]; widgets: { widget: string }[] }
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

export async function furnish(
  origin: string,
  { storeEnvId, apiKey }: DemoAccess,
  openNewStore: () => Promise<string>,
  readFormUrl: (orderId: string) => Promise<string | undefined>,
  visitShop: () => Promise<void>,
): Promise<Furnished> {
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
  const { data: pictured } = await call('GET', '/reviews?status=pending&hasPhotos=true&verified=true&limit=1')
  const [review] = pictured
  if (!review) throw new Error('the demo shop has no pending review of a buyer with photos')
  const { data: pending } = await call('GET', '/reviews?status=pending&limit=3')
  const others = pending.filter(({ id }) => id !== review.id)
  const { data: products } = await call('GET', '/products?limit=100')
  const product = products.find(({ title }) => title === productTitle)
  if (!product) throw new Error(`the demo shop does not sell ${productTitle}`)
  // Skips the open first steps, because the list of first steps would hide the open tasks.
  await call('PATCH', '/features/first-run', { skipped: ['products', 'widget', 'sender', 'reviews', 'feed'] })
  const webhookId = await fillWebhook(call, others)
  // The page of placements shows whether a page of the shop has loaded the script.
  await visitShop()
  await until(async () => {
    const { widgets } = await call('GET', '/features/first-run')
    return widgets.some(({ widget }) => widget === 'placements')
  }, 'a page of the shop has loaded the script of placements')
  const { platformProductId } = product
  const { data: stores } = await call('GET', '/account/stores')
  const outlet = stores.find(({ name }) => name === 'Larkmoor Outlet')
  if (!outlet) throw new Error('the demo shop has no second store')
  const newStoreId = stores.find(({ name }) => name === newStoreName)?.id ?? (await openNewStore())
  return {
    ...{ storeEnvId, platformProductId, reviewId: review.id, webhookId, outletId: outlet.id, newStoreId },
    hostedPath: await readHostedPath(call),
    formPath: await readFormPath(call, readFormUrl),
  }
}

async function readHostedPath(call: Call): Promise<string> {
  const page = (await call('GET', '/web-pages')).data.find(({ title }) => title === hostedTitle)
  if (!page?.url) throw new Error(`the demo shop has no page ${hostedTitle}`)
  return new URL(page.url).pathname
}

/** A cancelled order has no review form. The form is in the language of its order, and the pictures are for English readers. */
async function readFormPath(
  call: Call,
  readFormUrl: (orderId: string) => Promise<string | undefined>,
): Promise<string> {
  const { data: orders } = await call('GET', '/orders?limit=100')
  for (const { id } of orders.filter(({ locale }) => locale?.startsWith('en'))) {
    const url = await readFormUrl(id)
    if (url) return new URL(url).pathname
  }
  throw new Error('the demo shop has no English order with a review form')
}

/** The demo shop's webhook receives events of some reviews. */
async function fillWebhook(call: Call, reviews: readonly Row[]): Promise<string> {
  const [webhook] = (await call('GET', '/outbound-webhooks')).data
  if (!webhook) throw new Error('the demo shop has no webhook')
  const { id } = webhook
  await call('POST', `/outbound-webhooks/${id}/test`)
  for (const { id: reviewId } of reviews) await call('PUT', `/reviews/${reviewId}`, { status: 'approved' })
  await until(async () => {
    const { data } = await call('GET', `/outbound-webhooks/${id}/deliveries`)
    return data.length > reviews.length && data.every(({ state }) => state === 'delivered')
  }, 'the webhook has got its events')
  return id
}
