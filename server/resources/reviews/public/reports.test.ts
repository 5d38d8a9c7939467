import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { addProduct, addReview } from '../reviews.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const report = async (id: string, body: object = { reason: 'fake' }, address = '203.0.113.1') => {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/storefront/reviews/${id}/report`,
    headers: {
      'x-store-env-id': shop.storeEnvId,
      origin: 'https://shop.example.com',
      'content-type': 'application/json',
    },
    payload: JSON.stringify(body),
    remoteAddress: address,
  })
  return { status: answer.statusCode, text: answer.body }
}
const listReports = async (id: string, query = '') => (await shop.api.get(`/reviews/${id}/reports${query}`)).body

async function approved(): Promise<string> {
  const productId = await addProduct(shop)
  const id = await addReview(service, shop, { productId })
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  return id
}

test("a reported review stays published, and the store sees the reports' reasons", async () => {
  const id = await approved()
  const before = (await shop.api.get(`/reviews/${id}`)).body
  assert.equal((await report(id, { reason: 'offensive', text: ' Rude \u0007words ' })).status, 202)
  const { data } = await listReports(id)
  assert.deepEqual(
    data.map(({ reason, text, resolvedAt }: Record<string, unknown>) => [reason, text, resolvedAt]),
    [['offensive', 'Rude words', null]],
  )
  const { body: reported } = await shop.api.get(`/reviews/${id}`)
  assert.deepEqual(reported, { ...before, reportCount: 1, updatedAt: reported.updatedAt })
})

test("a visitor's repeated reports of a review count once, and each other visitor's report counts", async () => {
  const id = await approved()
  await Promise.all(Array.from({ length: 5 }, () => report(id, { reason: 'spam' })))
  await report(id, { reason: 'other' })
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.reportCount, 1)
  await report(id, { reason: 'spam' }, '203.0.113.2')
  // A household has a whole /64 network.
  await report(id, { reason: 'spam' }, '2001:db8::1')
  await report(id, { reason: 'spam' }, '2001:db8::2')
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.reportCount, 3)
})

test('reported reviews are listed as reported until a person resolves the reports', async () => {
  const [id, quiet] = [await approved(), await approved()]
  await report(id)
  const reported = async (value: boolean) =>
    (await shop.api.get(`/reviews?reported=${value}&limit=100`)).body.data.map(
      (each: { id: string }) => each.id,
    ) as string[]
  assert.ok((await reported(true)).includes(id) && !(await reported(true)).includes(quiet))
  assert.ok((await reported(false)).includes(quiet) && !(await reported(false)).includes(id))
  const resolved = await shop.api.post(`/reviews/${id}/reports/resolve`)
  assert.deepEqual([resolved.status, resolved.body], [200, { resolved: 1 }])
  assert.ok(!(await reported(true)).includes(id))
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'approved')
  assert.match((await listReports(id)).data[0].resolvedAt, /^\d{4}-/)
  assert.deepEqual((await shop.api.post(`/reviews/${id}/reports/resolve`)).body, { resolved: 0 })
})

test('visitors can report only reviews that they can see, and only for a known reason', async () => {
  const productId = await addProduct(shop)
  const pending = await addReview(service, shop, { productId, status: 'pending' })
  assert.equal((await report(pending)).status, 404)
  assert.equal((await report('019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01')).status, 404)
  const id = await approved()
  for (const body of [
    {},
    { reason: 'ugly' },
    { reason: 'spam', text: 'x'.repeat(1001) },
    { reason: 'spam', text: 'a\u0000' },
  ])
    assert.equal((await report(id, body)).status, 400)
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.reportCount, 0)
})

test('another store sees and resolves no reports', async () => {
  const id = await approved()
  await report(id)
  const other = await service.shop()
  assert.equal((await other.api.get(`/reviews/${id}/reports`)).status, 404)
  assert.equal((await other.api.post(`/reviews/${id}/reports/resolve`)).status, 404)
  assert.equal((await listReports(id)).data.length, 1)
})

test('reports are paged and counted, and are deleted with their review', async () => {
  const id = await approved()
  for (let n = 1; n <= 5; n++) await report(id, { reason: 'spam' }, `198.51.100.${n}`)
  const first = await listReports(id, '?limit=3&includeTotal=true')
  assert.deepEqual([first.data.length, first.pagination.total, first.pagination.hasMore], [3, 5, true])
  const second = await listReports(id, `?limit=3&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual([second.data.length, second.pagination.hasMore], [2, false])
  await shop.api.delete(`/reviews/${id}`)
  assert.equal((await shop.api.get(`/reviews/${id}/reports`)).status, 404)
})
