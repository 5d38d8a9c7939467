import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newId } from '#platform/ids.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { deleteReviews } from '../commands.ts'
import { addProduct, addReview, auditLines, nobody } from '../reviews.testing.ts'
import { addPhotos, newPhotoKey } from './commands.ts'
import { photoKey, readPhotoKey } from './rules.ts'

let service: TestService
let shop: Shop
let mug: string
before(async () => {
  service = await startService()
  shop = await service.shop()
  mug = await addProduct(shop)
})
after(() => service.close())

const picture = Buffer.from('RIFF....WEBP')

/** A review with so many stored photos; answers their keys. */
async function illustrated(count: number, extension: 'webp' | 'jpg' | 'png' = 'webp') {
  const id = await addReview(service, shop, { productId: mug })
  const { storage, clock } = service.service.services
  const photos = Array.from({ length: count }, () => ({
    storageKey: newPhotoKey(shop.storeEnvId, clock.now(), extension),
    width: 640,
    height: 480,
  }))
  for (const { storageKey } of photos) await storage.put(storageKey, picture)
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, photos))
  return { id, keys: photos.map((photo) => photo.storageKey) }
}

const fetchMedia = (path: string) => service.app.inject({ method: 'GET', url: path })
const storedKeys = async (keys: string[]) => {
  const present = await Promise.all(keys.map((key) => service.service.services.storage.exists(key)))
  return keys.filter((_, i) => present[i])
}

test('photos appear in their order, and anybody with the address gets the file', async () => {
  const { id, keys } = await illustrated(3)
  const { body } = await shop.api.get(`/reviews/${id}`)
  assert.deepEqual(
    body.photos.map((photo: { url: string }) => new URL(photo.url).pathname),
    keys.map((key) => `/media/${key}`),
  )
  const url = new URL(body.photos[0].url)
  const file = await fetchMedia(url.pathname)
  assert.equal(file.statusCode, 200)
  assert.deepEqual(file.rawPayload, picture)
  const { headers } = file
  assert.deepEqual(
    [headers['content-type'], headers['cache-control'], headers['x-content-type-options']],
    ['image/webp', 'public, max-age=31536000, immutable', 'nosniff'],
  )
})

test('a file is served as what its name says', async () => {
  for (const [extension, type] of [
    ['jpg', 'image/jpeg'],
    ['png', 'image/png'],
  ] as const) {
    const { keys } = await illustrated(1, extension)
    assert.equal((await fetchMedia(`/media/${keys[0]}`)).headers['content-type'], type)
  }
})

test('what is not the key of a photo is 404 in the shape of every error, wherever it points', async () => {
  const { storage } = service.service.services
  await storage.put('imports/secret.csv', Buffer.from('secret'))
  await storage.put(`imports/${shop.storeEnvId}/${nobody}-0123456789abcdef.png`, Buffer.from('secret'))
  const known = (await illustrated(1)).keys[0] as string
  const paths = [
    'imports/secret.csv',
    `imports/${shop.storeEnvId}/${nobody}-0123456789abcdef.png`,
    'photos/../imports/secret.csv',
    'photos/%2e%2e/imports/secret.csv',
    '..%2f..%2fetc%2fpasswd',
    '../../../etc/passwd',
    `${known}/..`,
    known.replace('.webp', '.svg'),
    known.replace('.webp', ''),
    known.toUpperCase(),
    `${known}%00.png`,
    `photos/${shop.storeEnvId}/${nobody}-0123456789abcdef.webp`,
    '',
  ]
  for (const path of paths) {
    const response = await fetchMedia(`/media/${path}`)
    assert.equal(response.statusCode, 404, path)
    assert.deepEqual([response.json().code, typeof response.json().requestId], ['not_found', 'string'], path)
    assert.doesNotMatch(response.body, /secret/)
  }
})

test('keys are told apart and hold 64 random bits beside the id', () => {
  const [store, photo] = [newId(), newId()]
  const key = photoKey(store, photo, randomBytes(8), 'webp')
  assert.deepEqual(readPhotoKey(key), { photoId: photo, contentType: 'image/webp' })
  assert.match(key, /-[0-9a-f]{16}\.webp$/)
  const now = new Date()
  assert.equal(new Set(Array.from({ length: 1000 }, () => newPhotoKey(store, now, 'webp'))).size, 1000)
})

test('a removed photo is gone from the review, from the store of files and from its address; the others stay', async () => {
  const { id, keys } = await illustrated(3)
  const { body } = await shop.api.get(`/reviews/${id}`)
  const photoId = body.photos[1].id
  service.advance(1000)
  assert.equal((await shop.api.delete(`/reviews/${id}/photos/${photoId}`)).status, 204)
  const left = (await shop.api.get(`/reviews/${id}`)).body
  assert.deepEqual(
    left.photos.map((photo: { id: string }) => photo.id),
    [body.photos[0].id, body.photos[2].id],
  )
  assert.ok(left.updatedAt > body.updatedAt)
  await service.runJobs()
  assert.deepEqual(await storedKeys(keys), [keys[0], keys[2]])
  assert.equal((await fetchMedia(`/media/${keys[1]}`)).statusCode, 404)
  const line = (await auditLines(service, shop)).findLast((each) => each.action === 'review.photo_removed')
  assert.deepEqual([line?.target?.id, line?.details], [id, { photoId }])
  assert.equal((await shop.api.delete(`/reviews/${id}/photos/${photoId}`)).status, 404)
})

test('the last photo removed, a review is no longer one with photos', async () => {
  const { id } = await illustrated(1)
  const { body } = await shop.api.get(`/reviews/${id}`)
  const count = async () => (await shop.api.get('/reviews?hasPhotos=true&includeTotal=true')).body.pagination.total
  const before = await count()
  await shop.api.delete(`/reviews/${id}/photos/${body.photos[0].id}`)
  assert.equal(await count(), before - 1)
  assert.deepEqual((await shop.api.get(`/reviews/${id}`)).body.photos, [])
})

test("a photo is removed by the review it belongs to, not by another's", async () => {
  const [one, two] = [await illustrated(1), await illustrated(1)]
  const { body } = await shop.api.get(`/reviews/${one.id}`)
  assert.equal((await shop.api.delete(`/reviews/${two.id}/photos/${body.photos[0].id}`)).status, 404)
  const other = await service.shop()
  assert.equal((await other.api.delete(`/reviews/${one.id}/photos/${body.photos[0].id}`)).status, 404)
  assert.deepEqual((await shop.api.get(`/reviews/${one.id}`)).body.photos, body.photos)
})

test("a deleted review's files go with it", async () => {
  const { id, keys } = await illustrated(2)
  assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
  assert.equal((await storedKeys(keys)).length, 2, 'not before the rows are gone for good')
  await service.runJobs()
  assert.deepEqual(await storedKeys(keys), [])
})

test('a deletion that is rolled back loses neither the review nor a file', async () => {
  const { id, keys } = await illustrated(2)
  const undone = service.service.db.store(shop, 'write', async (tx) => {
    await deleteReviews(tx, [id])
    throw new Error('the process dies here')
  })
  await assert.rejects(undone, /dies here/)
  await service.runJobs()
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.photos.length, 2)
  assert.equal((await storedKeys(keys)).length, 2)
})

test('photos added at the same time all count', async () => {
  const id = await addReview(service, shop, { productId: mug })
  const now = service.service.clock.now()
  await Promise.all(
    Array.from({ length: 5 }, () => {
      const photo = { storageKey: newPhotoKey(shop.storeEnvId, now, 'webp'), width: 1, height: 1 }
      return service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, [photo]))
    }),
  )
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.photos.length, 5)
})
