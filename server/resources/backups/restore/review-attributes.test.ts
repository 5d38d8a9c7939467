import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { provideService } from '#test/service.ts'
import { asKey, asOwner, fetchArchive } from '../archives.testing.ts'

const service = provideService()

test('a restored review has its former answers and votes', async () => {
  const shop = await service.shop()
  const asked = await shop.api.put('/reviews/attributes', {
    attributes: [
      { kind: 'scale', label: 'Size', lowLabel: 'Too small', highLabel: 'Too large' },
      { kind: 'choice', label: 'Bought for', choices: ['Home', 'Work'] },
    ],
  })
  const [size, use] = asked.body.attributes
  const review = await post(shop.api, await addProduct(shop), {
    attributes: [
      { id: size.id, value: 4 },
      { id: use.id, value: 1 },
    ],
  })
  await shop.api.put(`/reviews/${review.id}`, { status: 'approved' })
  const voted = await shop.storefront.post(`/storefront/reviews/${review.id}/vote`, {
    voteId: 'a-word-of-a-browser-1234',
    helpful: true,
  })
  assert.equal(voted.status, 202)
  service.advance(120_000)
  await service.tick()
  // Answers to attributes that were removed are restored too.
  await shop.api.put('/reviews/attributes', { attributes: [{ ...use, categoryId: undefined }] })
  const archive = await fetchArchive(service, await asOwner(service, shop))
  const target = await service.shop('Empty')
  const sent = await service.app.inject({
    method: 'POST',
    url: '/api/v1/imports/archive',
    headers: { ...asKey(target), 'content-type': 'application/zip' },
    payload: archive.content,
  })
  assert.equal(sent.statusCode, 202, sent.body)
  await service.runJobs()
  const { data } = (await target.api.get('/reviews')).body
  assert.equal(data.length, 1)
  assert.equal(data[0].helpfulCount, 1)
  type Said = { id: string; label: string; value: number; choice: string | null }
  const said = (data[0].attributes as Said[]).map(({ label, value, choice }) => [label, value, choice].join()).sort()
  assert.deepEqual(said, ['Bought for,1,Work', 'Size,4,'])
  for (const { id } of data[0].attributes) assert.ok(id !== size.id && id !== use.id)
  const { attributes } = (await target.api.get('/reviews/attributes')).body
  assert.deepEqual(
    attributes.map(({ label, choices }: { label: string; choices: string[] }) => [label, choices]),
    [['Bought for', ['Home', 'Work']]],
  )
})
