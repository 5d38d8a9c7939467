import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { createFormLink } from '#resources/review-requests/form-links/commands.ts'
import type { Shop, TestService } from '#test/service.ts'

export type Answer = { status: number; text: string; headers: Record<string, unknown>; json(): Record<string, unknown> }

export type Ordered = { orderId: string; token: string; products: string[] }

let orders = 0

export async function order(
  service: TestService,
  shop: Shop,
  {
    products = ['mug'],
    email = 'jane.doe@example.com',
    ...more
  }: { products?: string[]; email?: string; [field: string]: unknown } = {},
): Promise<Ordered> {
  const platformOrderId = `order-${++orders}`
  await shop.api.put(
    '/products',
    products.map((id) => ({ platformProductId: id, title: `The ${id}`, url: `https://shop.example.com/${id}` })),
  )
  const row = {
    platformOrderId,
    orderNumber: `#${1000 + orders}`,
    email,
    customerName: 'Jane Doe',
    placedAt: '2026-11-01T00:00:00Z',
    locale: 'en',
    lineItems: products.map((id) => ({ platformProductId: id, title: id, quantity: 1 })),
    ...more,
  }
  const pushed = await shop.api.put('/orders', [row])
  if (pushed.body?.failed !== 0) throw new Error(pushed.text)
  const listed = await shop.api.get('/orders?limit=100')
  const { id: orderId } = listed.body.data.find(
    (each: { platformOrderId: string }) => each.platformOrderId === platformOrderId,
  )
  const { secrets } = service.service.services
  const token = await service.service.db.store(shop, 'write', (tx) => createFormLink(tx, secrets, orderId))
  if (!token) throw new Error('The order has no request, so it has no form.')
  // Sends the requests one after the other, because hundreds of concurrent requests exceed the pool's timeout.
  const ids: string[] = []
  for (const id of products) ids.push((await shop.api.get(`/products/by-platform-id/${id}`)).body.id)
  return { orderId, token, products: ids }
}

export async function ask(
  service: TestService,
  method: 'GET' | 'POST' | 'HEAD',
  url: string,
  more: { headers?: Record<string, string>; body?: Buffer | string } = {},
): Promise<Answer> {
  const { headers = {}, body } = more
  const answer = await service.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers, json: () => JSON.parse(answer.body) }
}

export const postJson = (service: TestService, url: string, value: unknown, headers: Record<string, string> = {}) =>
  ask(service, 'POST', url, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  })

export async function postForm(
  service: TestService,
  url: string,
  fields: Record<string, string>,
  files: { name?: string; bytes: Buffer; type?: string; field?: string }[] = [],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name = 'photo.jpg', bytes, type = 'image/jpeg', field = 'photo' } of files)
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  const request = new Response(form)
  const body = Buffer.from(await request.arrayBuffer())
  return ask(service, 'POST', url, {
    headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
    body,
  })
}

export const aPhoto = (width = 320, height = 240): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .blur(8)
    .jpeg()
    .toBuffer()

export const words = {
  rating: '5',
  title: 'Daily companion',
  body: 'Keeps tea hot for an hour.',
  authorName: 'Jane',
  consent: 'yes',
}

/** Returns the form's `startedAt`, and moves the clock on, because a form that is sent within three seconds has to wait. */
export async function beginForm(service: TestService, token: string, field = 'startedAt'): Promise<string> {
  const { text } = await ask(service, 'GET', `/f/${token}`)
  service.advance(4_000)
  return hiddenIn(text, field)
}

export const hiddenIn = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
