import assert from 'node:assert/strict'
import { newId } from '#platform/values/ids.ts'
import { gtin13 } from '#resources/products/groups/groups.testing.ts'
import type { Api, Shop, TestService } from '#test/service.ts'

export type Side = { storeEnvId: string; api: Api; person: Api; storefront: Api }
/** Two stores of one organization, each with the products `mug` and `pot`. */
export type Pair = { shop: Shop; giver: Side; receiver: Side }

export async function makePair(service: TestService, name: string): Promise<Pair> {
  const shop = await service.shop(name)
  const person = await shop.signedIn()
  const giver = { storeEnvId: shop.storeEnvId, api: shop.api, person, storefront: shop.storefront }
  const receiver = await addStore(shop, `${name} Outlet`)
  for (const { api } of [giver, receiver]) await pushProducts(api)
  return { shop, giver, receiver }
}

export async function addStore(shop: Shop, name: string): Promise<Side> {
  const signedIn = await shop.signedIn()
  const { status, body, text } = await signedIn.post('/account/stores', { name, origins: ['https://shop.example.com'] })
  assert.equal(status, 201, text)
  const at = { 'x-store-env-id': body.id }
  const over = (api: Api): Api => ({
    call: (method, path, sent, headers) => api.call(method, path, sent, { ...at, ...headers }),
    get: (path, headers) => api.get(path, { ...at, ...headers }),
    post: (path, sent, headers) => api.post(path, sent, { ...at, ...headers }),
    put: (path, sent, headers) => api.put(path, sent, { ...at, ...headers }),
    patch: (path, sent, headers) => api.patch(path, sent, { ...at, ...headers }),
    delete: (path, headers) => api.delete(path, { ...at, ...headers }),
  })
  return { storeEnvId: body.id, api: over(shop.api), person: over(signedIn), storefront: over(shop.storefront) }
}

export async function pushProducts(api: Api, more: readonly object[] = []): Promise<void> {
  const { body, text } = await api.put('/products', [
    { platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug', gtin: gtin13(1) },
    { platformProductId: 'pot', title: 'Pot', gtin: gtin13(2) },
    ...more,
  ])
  assert.equal(body.failed, 0, text)
}

export const productIdOf = async (api: Api, platformProductId: string): Promise<string> =>
  (await api.get(`/products/by-platform-id/${platformProductId}`)).body.id

type Written = { platformProductId?: string; rating?: number; authorEmail?: string; photoIds?: string[] }

/** Writes a review and approves it. Returns its id. */
export async function write({ api }: Pick<Side, 'api'>, body: string, more: Written = {}): Promise<string> {
  const created = await api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 5, authorName: 'Jane D.', authorEmail: 'jane.doe@customer.example' },
    ...{ ...more, body },
  })
  assert.equal(created.status, 201, created.text)
  await decide({ api }, created.body.id, { status: 'approved' })
  return created.body.id
}

/** Inserts approved reviews of `mug`, one a minute, the newest first. Returns their ids in that order. */
export async function insertApproved(
  service: TestService,
  { shop, giver }: Pick<Pair, 'shop' | 'giver'>,
  count: number,
): Promise<string[]> {
  const productId = await productIdOf(giver.api, 'mug')
  const ids = Array.from({ length: count }, () => newId())
  await service.query(
    `insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source, submitted_at, approved_at,
                          created_at, updated_at)
     select $1, n.id, $2, 1 + n.at % 5, 'Review ' || n.at, 'Person ' || n.at, 'person' || n.at || '@customer.example', 'approved', 'api',
            now() - n.at * interval '1 minute', now(), now(), now()
       from unnest($3::uuid[]) with ordinality as n(id, at)`,
    [shop.storeEnvId, productId, ids],
  )
  return ids
}

export async function decide({ api }: Pick<Side, 'api'>, id: string, change: object): Promise<void> {
  const { status, text } = await api.put(`/reviews/${id}`, change)
  assert.equal(status, 200, text)
}

export async function grantTo(
  service: TestService,
  { giver, receiver }: Pick<Pair, 'giver' | 'receiver'>,
  { terms = {}, accepted = {} }: { terms?: object; accepted?: object } = {},
): Promise<string> {
  const offered = await giver.person.post('/reviews/grants', terms)
  assert.equal(offered.status, 201, offered.text)
  const { status, body, text } = await receiver.person.post('/reviews/grants/accept', {
    code: offered.body.code,
    ...accepted,
  })
  assert.equal(status, 201, text)
  await service.runJobs()
  return body.id
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any field
export const listCopies = async ({ api }: Side, query = ''): Promise<any[]> =>
  (await api.get(`/reviews?origin=shared&limit=100${query}`)).body.data

export const bodiesOf = (reviews: readonly { body: string }[]) => reviews.map(({ body }) => body).sort()

/** Makes an evidence pack and returns its file. */
export async function makePack(service: TestService, { api }: Side): Promise<Buffer> {
  const asked = await api.post('/evidence/packs', {})
  assert.equal(asked.status, 202, asked.text)
  await service.runJobs()
  return downloadPack(service, { api }, asked.body.id)
}

export async function downloadPack(service: TestService, { api }: Pick<Side, 'api'>, id: string): Promise<Buffer> {
  const { downloadUrl } = (await api.get(`/evidence/packs/${id}`)).body
  const answer = await service.app.inject(new URL(downloadUrl).pathname)
  assert.equal(answer.statusCode, 200, answer.payload)
  return answer.rawPayload
}
