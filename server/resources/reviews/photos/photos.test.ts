import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { listKeys, newPhotoKey, photoKey, readPhotoKey, variantKey } from '#platform/files/images/keys.ts'
import { type Job, perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { photo } from '#test/pictures.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { deleteReviews } from '../commands.ts'
import { addProduct, addReview, auditLines, nobody } from '../reviews.testing.ts'
import type { Status } from '../schema.ts'
import { addPhotos } from './commands.ts'

let service: TestService
let shop: Shop
let mug: string
before(async () => {
  // Starts at noon, because signed URLs change at midnight. Starts today, because file times come from the machine.
  service = await startService({ now: new Date(new Date().setUTCHours(12, 0, 0, 0)) })
  shop = await service.shop()
  mug = await addProduct(shop)
})
after(() => service.close())

let picture: Buffer
before(async () => {
  picture = await photo(900, 600).blur(4).webp().toBuffer()
})

async function illustrated(
  count: number,
  { extension = 'webp', status = 'approved' }: { extension?: 'webp' | 'jpg' | 'png'; status?: Status } = {},
) {
  const id = await addReview(service, shop, { productId: mug, status })
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

const fetchMedia = (path: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url: path, headers })
const pathOf = (url: string) => url.slice(new URL(url).origin.length)
const storedKeys = async (keys: string[]) => {
  const present = await Promise.all(keys.map((key) => service.service.services.storage.exists(key)))
  return keys.filter((_, i) => present[i])
}

test('photos are listed in order, and anyone with the URL gets the file', async () => {
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

test('a file is served with the content type of its file name', async () => {
  for (const [extension, type] of [
    ['jpg', 'image/jpeg'],
    ['png', 'image/png'],
  ] as const) {
    const { keys } = await illustrated(1, { extension })
    assert.equal((await fetchMedia(`/media/${keys[0]}`)).headers['content-type'], type)
  }
})

test('a path that is not a photo key is 404 in the usual error format', async () => {
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

test('photo keys differ and have 128 random bits besides the id', () => {
  const [storeEnvId, photoId] = [newId(), newId()]
  const key = photoKey(storeEnvId, photoId)
  const stem = key.replace('.webp', '')
  const known = { folder: 'photos', storeEnvId, photoId, contentType: 'image/webp', stem }
  assert.deepEqual(readPhotoKey(key), known)
  assert.deepEqual(readPhotoKey(variantKey(key, 'full.avif')), { ...known, contentType: 'image/avif' })
  assert.match(key, /-[0-9a-f]{32}\.webp$/)
  const now = new Date()
  assert.equal(new Set(Array.from({ length: 1000 }, () => newPhotoKey(storeEnvId, now))).size, 1000)
  const earlier = `photos/${storeEnvId}/${photoId}-0123456789abcdef.webp`
  assert.equal(readPhotoKey(earlier)?.photoId, photoId)
})

test('a removed photo disappears from review, storage and URL; the others stay', async () => {
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

test('a signed URL of a removed photo stops working immediately, before any job runs', async () => {
  for (const gone of ['the photo', 'the review']) {
    const { id } = await illustrated(1, { status: 'pending' })
    const [{ id: photoId, url }] = (await shop.api.get(`/reviews/${id}`)).body.photos
    assert.equal((await fetchMedia(pathOf(url))).statusCode, 200, gone)
    const path = gone === 'the photo' ? `/reviews/${id}/photos/${photoId}` : `/reviews/${id}`
    assert.equal((await shop.api.delete(path)).status, 204)
    assert.equal((await fetchMedia(pathOf(url))).statusCode, 404, gone)
  }
})

test('a review without its last photo is no longer counted among reviews with photos', async () => {
  const { id } = await illustrated(1)
  const { body } = await shop.api.get(`/reviews/${id}`)
  const count = async () => (await shop.api.get('/reviews?hasPhotos=true&includeTotal=true')).body.pagination.total
  const before = await count()
  await shop.api.delete(`/reviews/${id}/photos/${body.photos[0].id}`)
  assert.equal(await count(), before - 1)
  assert.deepEqual((await shop.api.get(`/reviews/${id}`)).body.photos, [])
})

test('a photo can be removed only through its own review', async () => {
  const [one, two] = [await illustrated(1), await illustrated(1)]
  const { body } = await shop.api.get(`/reviews/${one.id}`)
  assert.equal((await shop.api.delete(`/reviews/${two.id}/photos/${body.photos[0].id}`)).status, 404)
  const other = await service.shop()
  assert.equal((await other.api.delete(`/reviews/${one.id}/photos/${body.photos[0].id}`)).status, 404)
  assert.deepEqual((await shop.api.get(`/reviews/${one.id}`)).body.photos, body.photos)
})

test('deleting a review deletes its files', async () => {
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

test('photos added concurrently are all counted', async () => {
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

test('the plain URL of a photo works only while its review is approved', async () => {
  const { id, keys } = await illustrated(1, { status: 'pending' })
  const plain = `/media/${keys[0]}`
  assert.equal((await fetchMedia(plain)).statusCode, 404)
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  assert.equal((await fetchMedia(plain)).statusCode, 200)
  await shop.api.put(`/reviews/${id}`, { status: 'rejected' })
  assert.equal((await fetchMedia(plain)).statusCode, 404)
  await shop.api.put(`/reviews/${id}`, { status: 'spam' })
  assert.equal((await fetchMedia(plain)).statusCode, 404)
})

test('photos of an unapproved review have signed URLs that expire after a day or two', async () => {
  const { id } = await illustrated(1, { status: 'pending' })
  await service.runJobs()
  const [seen] = (await shop.api.get(`/reviews/${id}`)).body.photos
  const addresses = [seen.url, seen.thumbUrl, seen.cardUrl, seen.cardAvifUrl, seen.avifUrl].map(pathOf)
  for (const address of addresses) {
    const { statusCode, headers } = await fetchMedia(address)
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'private, max-age=86400'], address)
    for (const forged of [
      address.replace(/e=\d+/, 'e=999999'),
      address.replace(/s=.{4}/, 's=AAAA'),
      address.replace(/&s=.*/, ''),
      address.replace(/\?e=\d+&/, '?'),
      `${address}&s=again`,
    ]) {
      assert.equal((await fetchMedia(forged)).statusCode, 404, forged)
    }
  }
  const other = await illustrated(1, { status: 'pending' })
  const [, query] = addresses[0]?.split('?') ?? []
  assert.equal((await fetchMedia(`/media/${other.keys[0]}?${query}`)).statusCode, 404, 'one proof is for one photo')
  assert.deepEqual(
    (await shop.api.get(`/reviews/${id}`)).body.photos[0],
    seen,
    'the same all day, so that browsers keep it',
  )
  const from = service.service.clock.nowMs()
  service.advance(day)
  assert.equal((await fetchMedia(addresses[0] ?? '')).statusCode, 200)
  service.advance(day)
  assert.equal((await fetchMedia(addresses[0] ?? '')).statusCode, 404)
  service.advance(from - service.service.clock.nowMs())
})

test('files have an ETag, a known ETag gets no body, and HEAD returns the size', async () => {
  const { keys } = await illustrated(1)
  const path = `/media/${keys[0]}`
  const { headers } = await fetchMedia(path)
  assert.match(String(headers.etag), /^"[\w.-]+"$/)
  assert.equal(headers['content-length'], String(picture.length))
  assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
  for (const match of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
    const again = await fetchMedia(path, { 'if-none-match': match })
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0], String(match))
    assert.equal(again.headers['cache-control'], 'public, max-age=31536000, immutable')
  }
  assert.equal((await fetchMedia(path, { 'if-none-match': '"other"' })).statusCode, 200)
  const head = await fetchMedia(path, {}, 'HEAD')
  assert.deepEqual(
    [head.statusCode, head.headers['content-length'], head.rawPayload.length],
    [200, String(picture.length), 0],
  )
})

test("variants are created after the photo, once each, smaller and in their name's format", async () => {
  const { id } = await illustrated(2)
  const before = (await shop.api.get(`/reviews/${id}`)).body.photos
  assert.deepEqual(
    before.map(({ thumbUrl, cardUrl, cardAvifUrl, avifUrl }: Record<string, unknown>) => [
      thumbUrl,
      cardUrl,
      cardAvifUrl,
      avifUrl,
    ]),
    [Array(4).fill(null), Array(4).fill(null)],
  )
  await service.runJobs()
  const after = (await shop.api.get(`/reviews/${id}`)).body.photos
  for (const photo of after) {
    for (const [name, format, width, height] of [
      ['url', 'webp', 900, 600],
      ['thumbUrl', 'webp', 160, 160],
      ['cardUrl', 'webp', 640, 427],
      ['cardAvifUrl', 'heif', 640, 427],
      ['avifUrl', 'heif', 900, 600],
    ] as const) {
      const { statusCode, rawPayload, headers } = await fetchMedia(pathOf(photo[name]))
      assert.equal(statusCode, 200, name)
      const found = await sharp(rawPayload).metadata()
      assert.deepEqual([found.format, found.width, found.height], [format, width, height], name)
      assert.equal(headers['content-type'], format === 'heif' ? 'image/avif' : 'image/webp')
    }
  }
})

test('a removed photo leaves no variant, no matter when its variants were created', async () => {
  const { storage } = service.service.services
  for (const when of ['before', 'after', 'meanwhile']) {
    const { id, keys } = await illustrated(1)
    const all = keys.flatMap(listKeys)
    if (when === 'before') {
      await service.runJobs()
      assert.deepEqual(await storedKeys(all), all)
    }
    const { open } = storage
    if (when === 'meanwhile') {
      // The row is deleted while the job processes the file.
      storage.open = async (key) => {
        storage.open = open
        const file = await open(key)
        await shop.api.delete(`/reviews/${id}`)
        return file
      }
      await service.runJobs()
    } else await shop.api.delete(`/reviews/${id}`)
    await service.runJobs()
    assert.deepEqual(await storedKeys(all), [], when)
  }
})

test('an unreadable photo is unchanged, and is not tried again every night', async () => {
  const id = await addReview(service, shop, { productId: mug, status: 'approved' })
  const { storage, clock } = service.service.services
  const storageKey = newPhotoKey(shop.storeEnvId, clock.now())
  await storage.put(storageKey, Buffer.from('RIFF....WEBP'))
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, [{ storageKey, width: 1, height: 1 }]))
  await service.runJobs()
  const [shown] = (await shop.api.get(`/reviews/${id}`)).body.photos
  assert.equal(shown.thumbUrl, null)
  assert.equal(await nightly('reviews.find_unvaried_photos'), 0)
})

test('photos stored before variants existed get their variants at night', async () => {
  const { id, keys } = await illustrated(1)
  await service.runJobs()
  await service.query('update review_photos set variants = null where storage_key = $1', [keys[0]])
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.photos[0].thumbUrl, null)
  assert.equal(await nightly('reviews.find_unvaried_photos'), 1)
  assert.ok((await shop.api.get(`/reviews/${id}`)).body.photos[0].avifUrl)
})

test('the nightly job deletes only old files without an owner', async () => {
  const { storage, clock } = service.service.services
  const { keys } = await illustrated(1)
  await service.runJobs()
  const mine = keys.flatMap(listKeys)
  const orphan = newPhotoKey(shop.storeEnvId, clock.now())
  const replaced = photoKey(shop.storeEnvId, readPhotoKey(keys[0] ?? '')?.photoId ?? '')
  const orphans = [...listKeys(orphan), replaced]
  for (const key of orphans) await storage.put(key, picture)
  const catalogue = newPhotoKey(shop.storeEnvId, clock.now(), 'webp', 'catalogue')
  await storage.put(catalogue, picture)
  const waiting = await upload()
  await nightly('reviews.remove_orphaned_photos')
  assert.deepEqual(await storedKeys(orphans), orphans, 'not while a transaction may still be about to claim them')
  service.advance(3 * day)
  await nightly('reviews.remove_orphaned_photos')
  assert.deepEqual(await storedKeys(orphans), [])
  assert.deepEqual(await storedKeys([...mine, catalogue]), [...mine, catalogue])
  assert.equal((await fetchMedia(`/media/${catalogue}`)).statusCode, 200)
  assert.equal((await shop.api.get(`/uploads/${waiting}`)).status, 200, 'an upload is not an orphan')
  service.advance(-3 * day)
})

async function upload(): Promise<string> {
  const { body, text } = await shop.api.call('POST', '/uploads', picture, { 'content-type': 'image/webp' })
  assert.ok(body?.id, text)
  return body.id
}

async function nightly(id: string): Promise<number> {
  const { db, services } = service.service
  await perform(jobs.find((job) => job.id === id) as Job, { db, services, stopping: new AbortController().signal }, {})
  return service.runJobs()
}
