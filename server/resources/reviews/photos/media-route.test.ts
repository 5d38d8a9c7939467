import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { photo } from '#test/pictures.ts'
import { provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { addProduct, addReview } from '../reviews.testing.ts'
import { addPhotos } from './commands.ts'

let shop: Shop
let mug: string
let picture: Buffer
const service = provideService({}, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
  picture = await photo(60, 60).webp().toBuffer()
})

async function illustrated(count: number) {
  const id = await addReview(service, shop, { productId: mug, status: 'approved' })
  const keys = Array.from({ length: count }, () => newPhotoKey(shop.storeEnvId, new Date()))
  for (const key of keys) await service.service.services.storage.put(key, picture)
  const photos = keys.map((storageKey) => ({ storageKey, width: 60, height: 60 }))
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, photos))
  return { id, paths: keys.map((key) => `/media/${key}`) }
}

const fetchMedia = async (path: string, of = service, remoteAddress = '127.0.0.1') =>
  of.app.inject({ method: 'GET', url: path, remoteAddress })

/** Counts transactions that are opened with `storeAs`, as `/media` opens them. */
function counting({ service: { db } }: TestService) {
  const real = db.calls.storeAs
  let count = 0
  const counted: typeof real = (...args) => {
    count++
    return real(...args)
  }
  db.calls.storeAs = counted
  return {
    get count() {
      return count
    },
    end: () => Object.assign(db.calls, { storeAs: real }),
  }
}

/** A process subscribes to changes when its first visitor arrives. */
async function listening(of: TestService): Promise<void> {
  of.service.kernel.storefronts.begin()
  await until(() => of.service.kernel.storefronts.content.isLive, 'changes are heard')
}

test('a hundred approved photos cost one query each on the first view, then none', async () => {
  const { paths } = await illustrated(100)
  await listening(service)
  const asked = counting(service)
  const visit = async () => {
    const answers = await Promise.all(paths.map((path) => fetchMedia(path)))
    assert.ok(answers.every(({ statusCode }) => statusCode === 200))
  }
  await visit()
  assert.equal(asked.count, 100)
  for (let i = 0; i < 5; i++) await visit()
  assert.equal(asked.count, 100)
  asked.end()
})

test('a cached photo disappears when it is removed, or its review is rejected or deleted', async () => {
  await listening(service)
  const refusals: Record<string, (id: string) => Promise<{ status: number }>> = {
    rejected: (id) => shop.api.put(`/reviews/${id}`, { status: 'rejected' }),
    spam: (id) => shop.api.put(`/reviews/${id}`, { status: 'spam' }),
    'rejected in bulk': (id) => shop.api.post('/reviews/bulk-update', { updates: [{ id, status: 'rejected' }] }),
    deleted: (id) => shop.api.delete(`/reviews/${id}`),
    'without it': async (id) => {
      const { body } = await shop.api.get(`/reviews/${id}`)
      return shop.api.delete(`/reviews/${id}/photos/${body.photos[0].id}`)
    },
  }
  for (const [what, refuse] of Object.entries(refusals)) {
    const { id, paths } = await illustrated(1)
    const [path = ''] = paths
    for (let i = 0; i < 3; i++) assert.equal((await fetchMedia(path)).statusCode, 200)
    // Requests that are in progress must not cache the photo again.
    const meanwhile = Array.from({ length: 20 }, () => fetchMedia(path))
    assert.ok((await refuse(id)).status < 300, what)
    assert.equal((await fetchMedia(path)).statusCode, 404, what)
    await Promise.all(meanwhile)
    assert.equal((await fetchMedia(path)).statusCode, 404, `${what}, a moment later`)
  }
})

test('a rejection also removes the photo from the cache of other processes', async () => {
  const second = await startService({ beside: service })
  try {
    await Promise.all([listening(service), listening(second)])
    const { id, paths } = await illustrated(1)
    const [path = ''] = paths
    await second.service.services.storage.put(path.replace('/media/', ''), picture)
    assert.equal((await fetchMedia(path, second)).statusCode, 200)
    await shop.api.put(`/reviews/${id}`, { status: 'rejected' })
    await until(async () => (await fetchMedia(path, second)).statusCode === 404, 'the other process has heard')
  } finally {
    await second.close()
  }
})

test('photo requests are limited per client address, at ten pages of a hundred photos', async () => {
  // The limit covers an hour, so that its window does not end during the test, even on a slow machine.
  const limited = await startService({
    beside: service,
    env: { RATE_LIMITS: '10/1s,50/10s,200/60s', MEDIA_RATE_LIMITS: '1000/1h' },
  })
  try {
    const { paths } = await illustrated(100)
    const statuses = new Map<number, number>()
    for (let i = 0; i < 11; i++) {
      for (const { statusCode, headers } of await Promise.all(paths.map((path) => fetchMedia(path, limited)))) {
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
        if (statusCode !== 429) assert.equal(headers['ratelimit-policy'], '"1h";q=1000;w=3600')
        else assert.match(String(headers['retry-after']), /^\d+$/)
      }
      if (i === 9) assert.equal(statuses.get(429), undefined, 'ten pages')
    }
    assert.equal(statuses.get(429), 100)
    const [path = ''] = paths
    assert.notEqual((await fetchMedia(path, limited, '198.51.100.7')).statusCode, 429, 'another address has its own')
    assert.equal((await limited.anonymous.get('/openapi.json')).status, 200, 'pictures spend no other budget')
  } finally {
    await limited.close()
  }
})

test('guessing photo names is rate limited too', async () => {
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '10/1s', MEDIA_RATE_LIMITS: '3/10m' } })
  try {
    const statuses = []
    for (let i = 0; i < 5; i++)
      statuses.push((await fetchMedia(`/media/${newPhotoKey(shop.storeEnvId, new Date())}`, limited)).statusCode)
    assert.deepEqual(statuses, [404, 404, 404, 429, 429])
  } finally {
    await limited.close()
  }
})
