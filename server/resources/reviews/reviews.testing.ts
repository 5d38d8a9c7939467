import assert from 'node:assert/strict'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { Api, Shop, TestService } from '#test/service.ts'
import type { Source, Status } from './schema.ts'

export const nobody = '01a00000-0000-7000-8000-000000000000'

export async function addProduct(shop: Shop, platformProductId = 'mug'): Promise<string> {
  const title = `The ${platformProductId}`
  const url = `https://shop.example.com/${platformProductId}`
  const pushed = await shop.api.put('/products', [{ platformProductId, title, url }])
  assert.equal(pushed.body.failed, 0, pushed.text)
  const { body } = await shop.api.get(`/products/by-platform-id/${platformProductId}`)
  return body.id
}

type Order = { email?: string; productId: string; cancelled?: boolean }

export async function addOrder(
  service: TestService,
  shop: Shop,
  { email, productId, cancelled }: Order,
): Promise<string> {
  const id = newId()
  await service.service.db.store(shop, 'write', async (tx) => {
    await tx.run(sql`
      insert into orders (store_env_id, id, platform_order_id, email, placed_at, cancelled_at, created_at, updated_at)
      values (${shop.storeEnvId}, ${id}, ${id}, ${email ?? null}, ${tx.now}, ${cancelled ? tx.now : null}, ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into order_line_items (store_env_id, id, order_id, position, quantity, product_id)
      values (${shop.storeEnvId}, ${newId()}, ${id}, 0, 1, ${productId})`)
  })
  return id
}

type Stored = {
  /** Null for reviews of the shop. */
  productId: string | null
  source?: Source
  status?: Status
  rating?: number
  title?: string | null
  body?: string
  authorName?: string
  authorEmail?: string | null
  verified?: boolean
  incentive?: 'coupon' | 'points' | null
  orderId?: string | null
  reply?: string | null
  locale?: string
  submittedAt?: string
  createdAt?: string
}

export async function addReview(service: TestService, shop: Shop, review: Stored): Promise<string> {
  const [id] = await addReviews(service, shop, [review])
  assert.ok(id)
  return id
}

export async function addReviews(service: TestService, shop: Shop, reviews: Stored[]): Promise<string[]> {
  const ids = reviews.map((review) => newId(Date.parse(review.createdAt ?? '2026-11-01T00:00:00.000Z')))
  await service.service.db.store(shop, 'write', (tx) => {
    const rows = reviews.map((review, i) => ({ ...toRow(review), id: ids[i] }))
    return tx.run(sql`
      insert into reviews (store_env_id, id, product_id, order_id, rating, title, body, author_name, author_email, verified,
                           status, source, imported_from, incentive, reply_body, reply_author_name, replied_at, locale,
                           submitted_at, created_at, updated_at)
      select ${shop.storeEnvId}::uuid, id, product_id, order_id, rating, title, body, author_name, author_email, verified,
             status, source, case when source = 'import' then 'loox' end, incentive, reply, 'Shop',
             case when reply is not null then submitted_at end, locale, submitted_at, created_at, created_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as r(id uuid, product_id uuid, order_id uuid, rating smallint, title text, body text, author_name text,
                  author_email text, verified boolean, status text, source text, incentive text, reply text, locale text,
                  submitted_at timestamptz, created_at timestamptz)
      returning 1`)
  })
  return ids
}

const toRow = (review: Stored) => ({
  product_id: review.productId,
  order_id: review.orderId ?? null,
  rating: review.rating ?? 5,
  title: review.title ?? null,
  body: review.body ?? 'Holds coffee.',
  author_name: review.authorName ?? 'Jane D.',
  author_email: review.authorEmail === undefined ? 'jane.doe@customer.example' : review.authorEmail,
  verified: review.verified ?? false,
  status: review.status ?? 'approved',
  source: review.source ?? 'email_form',
  incentive: review.incentive ?? null,
  reply: review.reply ?? null,
  locale: review.locale ?? null,
  submitted_at: review.submittedAt ?? '2026-11-01T00:00:00.000Z',
  created_at: review.createdAt ?? '2026-11-01T00:00:00.000Z',
})

let written = 0

/** The text is different each time, because otherwise the call would be a repeat. */
export const submission = (
  productId: string,
  more: object = {},
): Record<string, unknown> & { authorEmail: string; body: string } => ({
  productId,
  rating: 5,
  body: `Holds coffee, ${++written} cups a day.`,
  authorName: 'Jane D.',
  authorEmail: 'jane.doe@customer.example',
  ...more,
})

export async function post(api: Api, productId: string, more: object = {}) {
  const answer = await api.post('/reviews', submission(productId, more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export const auditLines = (service: TestService, shop: Shop) =>
  service.service.db.organization(shop.organizationId, 'read', (tx) =>
    tx.all<{ action: string; target: { id: string } | null; details: Record<string, unknown> | null }>(sql`
      select action, target, details from audit_log where organization_id = ${shop.organizationId} order by at, id`),
  )
