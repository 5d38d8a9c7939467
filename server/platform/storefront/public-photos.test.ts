import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPublicPhotos } from './public-photos.ts'

function asking(options: Parameters<typeof createPublicPhotos>[0] = {}) {
  const photos = createPublicPhotos(options)
  photos.setLive(true)
  let asked = 0
  const look = (answer: boolean | Promise<boolean>) => async () => {
    asked++
    return answer
  }
  return { photos, look, asked: () => asked }
}

test('a public photo is looked up once, by the first request', async () => {
  const { photos, look, asked } = asking()
  const answers = await Promise.all([1, 2, 3].map(() => photos.isPublic('s', 'a', look(true))))
  assert.deepEqual([answers, asked()], [[true, true, true], 1])
  assert.equal(await photos.isPublic('s', 'a', look(false)), true)
  assert.equal(asked(), 1)
})

test('a photo that is not public is looked up each time and not cached', async () => {
  const { photos, look, asked } = asking()
  for (let i = 0; i < 3; i++) assert.equal(await photos.isPublic('s', 'a', look(false)), false)
  assert.deepEqual([asked(), photos.size], [3, 0])
  await assert.rejects(photos.isPublic('s', 'a', look(Promise.reject(new Error('away')))))
  assert.equal(await photos.isPublic('s', 'a', look(true)), true)
})

test("a change of a store deletes only that store's cached photos", async () => {
  const { photos, look, asked } = asking()
  for (const store of ['s', 't']) await photos.isPublic(store, 'a', look(true))
  photos.purge('s')
  assert.equal(await photos.isPublic('s', 'a', look(false)), false)
  assert.equal(await photos.isPublic('t', 'a', look(false)), true)
  assert.equal(asked(), 3)
})

test('the result of a lookup during a change reaches waiting callers, but is not cached', async () => {
  const { photos, look } = asking()
  const found = Promise.withResolvers<boolean>()
  const waiting = photos.isPublic('s', 'a', look(found.promise))
  photos.purge('s')
  // A request after the change must not get the result of a lookup that started before it.
  assert.equal(await photos.isPublic('s', 'a', look(false)), false)
  found.resolve(true)
  assert.equal(await waiting, true)
  assert.equal(await photos.isPublic('s', 'a', look(false)), false)
  assert.equal(photos.size, 0)
})

test('while the process does not listen for changes, nothing is cached', async () => {
  const { photos, look } = asking()
  await photos.isPublic('s', 'a', look(true))
  photos.setLive(false)
  assert.equal(await photos.isPublic('s', 'a', look(false)), false)
  await photos.isPublic('s', 'a', look(true))
  photos.setLive(true)
  assert.equal(await photos.isPublic('s', 'a', look(false)), false)
})

test('a cached photo expires after a minute, and the number of cached photos is limited', async () => {
  let nowMs = 0
  const { photos, look } = asking({ nowMs: () => nowMs, most: 100 })
  await photos.isPublic('s', 'a', look(true))
  nowMs = 59_999
  assert.equal(await photos.isPublic('s', 'a', look(false)), true)
  nowMs = 60_000
  assert.equal(await photos.isPublic('s', 'a', look(false)), false)
  for (let i = 0; i < 1_000; i++) await photos.isPublic(`s${i % 7}`, `p${i}`, look(true))
  assert.ok(photos.size <= 100, `${photos.size}`)
})
