import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhotoKey, stemOf } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { photo } from '#test/pictures.ts'
import { provideService } from '#test/service.ts'
import { decide, grantTo, listCopies, makePair, type Pair, type Side, write } from './sharing.testing.ts'

const service = provideService()

type Illustrated = {
  pair: Pair
  id: string
  grant: string
  copy: { id: string; photos: { id: string; url: string }[] }
}

async function addPhotosTo({ giver, shop }: Pair, id: string, count: number): Promise<string[]> {
  const { storage, clock } = service.service.services
  const picture = await photo(64, 48).webp().toBuffer()
  const keys = Array.from({ length: count }, () => newPhotoKey(giver.storeEnvId, clock.now(), 'webp'))
  for (const key of keys) await storage.put(key, picture)
  const photos = keys.map((storageKey) => ({ storageKey, width: 64, height: 48 }))
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, photos))
  return keys
}

async function illustrate(name: string, photos = 2): Promise<Illustrated> {
  const pair = await makePair(service, name)
  const id = await write(pair.giver, 'With photos.')
  await addPhotosTo(pair, id, photos)
  const grant = await grantTo(service, pair)
  const [copy] = await listCopies(pair.receiver)
  assert.equal(copy.photos.length, photos)
  return { pair, id, grant, copy }
}

const listFiles = async ({ storeEnvId }: Side, folder: string): Promise<string[]> =>
  (await service.service.services.storage.list(`${folder}/${storeEnvId}/`, { limit: 100 })).map(({ key }) => key)

const fetchFile = async (url: string): Promise<number> => {
  const { pathname, search } = new URL(url)
  return (await service.app.inject({ method: 'GET', url: pathname + search })).statusCode
}

/** The signed and the permanent URL of each photo. */
const addressesOf = ({ photos }: Illustrated['copy']) =>
  photos.flatMap(({ url }) => [url, new URL(url).origin + new URL(url).pathname])

async function assertGone({ pair, copy }: Illustrated): Promise<void> {
  for (const url of addressesOf(copy)) assert.equal(await fetchFile(url), 404, url)
  assert.deepEqual(await listFiles(pair.receiver, 'shared'), [])
  const { rows } = await service.query('select id from shared_review_photos where store_env_id = $1', [
    pair.receiver.storeEnvId,
  ])
  assert.deepEqual(rows, [])
}

test("a copy has its own files, and no response contains the giver's URLs", async () => {
  const { pair, copy } = await illustrate('Own files')
  const own = await listFiles(pair.giver, 'photos')
  for (const url of addressesOf(copy)) assert.ok(url.includes(`/media/shared/${pair.receiver.storeEnvId}/`), url)
  const [signed = '', plain = ''] = addressesOf(copy)
  assert.equal(await fetchFile(signed), 200)
  assert.equal(await fetchFile(plain), 404)
  await decide(pair.receiver, copy.id, { status: 'approved' })
  assert.equal(await fetchFile(plain), 200)
  const shown = await pair.receiver.storefront.get('/storefront/reviews?platformProductId=mug&pool=shared')
  assert.equal(shown.body.data[0].photos.length, 2)
  for (const key of own) assert.ok(!shown.text.includes(key), key)
  assert.ok(!shown.text.includes(pair.giver.storeEnvId))
})

test('after a revocation the links fail with the next request, and the files are deleted', async () => {
  const made = await illustrate('Revoked files')
  const { pair, grant, copy } = made
  await decide(pair.receiver, copy.id, { status: 'approved' })
  for (const url of addressesOf(copy)) assert.equal(await fetchFile(url), 200, url)
  assert.equal((await pair.giver.person.delete(`/reviews/grants/${grant}`)).status, 204)
  for (const url of addressesOf(copy)) assert.equal(await fetchFile(url), 404, url)
  await service.runJobs()
  await assertGone(made)
  assert.ok((await listFiles(pair.giver, 'photos')).length >= 2)
})

test('a withdrawal of the original deletes the files of the copy', async () => {
  const made = await illustrate('Withdrawn files')
  await decide(made.pair.giver, made.id, { status: 'rejected', reason: 'fake' })
  await service.runJobs()
  await assertGone(made)
})

test('an erasure at either store deletes the files of the copy', async () => {
  for (const side of ['giver', 'receiver'] as const) {
    const made = await illustrate(`Erased at the ${side}`)
    const { status } = await made.pair[side].api.post('/customers/erase', { email: 'jane.doe@customer.example' })
    assert.equal(status, 200)
    await service.runJobs()
    await assertGone(made)
  }
})

test('deleting a copy at the receiver deletes its files', async () => {
  const made = await illustrate('Deleted copy')
  assert.equal((await made.pair.receiver.api.delete(`/reviews/${made.copy.id}`)).status, 204)
  await service.runJobs()
  await assertGone(made)
})

test('photos that the giver adds or deletes change the copy; files of deleted photos are deleted', async () => {
  const { pair, id, copy } = await illustrate('Changed photos')
  const [first] = (await pair.giver.api.get(`/reviews/${id}`)).body.photos
  assert.equal((await pair.giver.api.delete(`/reviews/${id}/photos/${first.id}`)).status, 204)
  await service.runJobs()
  const [after] = await listCopies(pair.receiver)
  assert.deepEqual([after.id, after.photos.length], [copy.id, 1])
  for (const url of addressesOf(copy)) assert.equal(await fetchFile(url), 404, url)
  await addPhotosTo(pair, id, 1)
  await service.runJobs()
  const [last] = await listCopies(pair.receiver)
  assert.equal(last.photos.length, 2)
  const named = addressesOf(last).map((url) => stemOf(new URL(url).pathname.replace('/media/', '')))
  const files = (await listFiles(pair.receiver, 'shared')).map(stemOf)
  assert.deepEqual([...new Set(files)].sort(), [...new Set(named)].sort())
})

test('a revocation while files are copied leaves no copied file', async () => {
  const pair = await makePair(service, 'Copying files')
  await addPhotosTo(pair, await write(pair.giver, 'With photos.'), 3)
  const { storage } = service.service.services
  const put = storage.put
  let isRevoked = false
  storage.put = async (key, ...rest) => {
    if (key.startsWith(`shared/${pair.receiver.storeEnvId}`) && !isRevoked) {
      isRevoked = true
      const [grant] = (await pair.giver.api.get('/reviews/grants')).body.data
      assert.equal((await pair.giver.person.delete(`/reviews/grants/${grant.id}`)).status, 204)
    }
    return put(key, ...rest)
  }
  try {
    await grantTo(service, pair)
    await service.runJobs()
  } finally {
    storage.put = put
  }
  assert.ok(isRevoked)
  assert.deepEqual(await listFiles(pair.receiver, 'shared'), [])
  assert.deepEqual(await listCopies(pair.receiver), [])
})
