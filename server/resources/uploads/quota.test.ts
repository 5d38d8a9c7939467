import assert from 'node:assert/strict'
import { test } from 'node:test'
import { photo } from '#test/pictures.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { maxUnclaimed, type UploadSource } from './rules.ts'

const jpeg = { 'content-type': 'image/jpeg' }
let tiny: Buffer
const service = provideService({ now: new Date(new Date().setUTCHours(12, 0, 0, 0)) }, async () => {
  tiny = await photo(40, 30).jpeg().toBuffer()
})

const open = async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  return shop
}

/** All uploads are half a day old, so the hourly limit does not apply. */
const wait = ({ storeEnvId }: Shop, source: UploadSource, count: number) =>
  service.query(
    `insert into uploads (store_env_id, id, state, source, storage_key, width, height, created_at)
       select $1, gen_random_uuid(), 'ready', $2, 'photos/x' || n, 1, 1, $3 from generate_series(1, $4::int) n`,
    [storeEnvId, source, new Date(service.service.clock.nowMs() - day / 2), count],
  )

test("a store's unclaimed photos are limited, and a claimed photo no longer counts", async () => {
  const [shop, other] = [await open(), await open()]
  await wait(shop, 'api', maxUnclaimed.api - 1)
  const send = (to = shop) => to.api.call('POST', '/uploads', tiny, jpeg)
  const answers = await Promise.all([send(), send(), send()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  assert.deepEqual([refused?.body.code, refused?.headers['retry-after']], ['rate_limited', '3600'])
  assert.match(refused?.body.message, /5000 uploaded photos are unused/)
  assert.equal((await send(other)).status, 201)
  const taken = answers.find(({ status }) => status === 201)?.body.id
  const review = {
    platformProductId: 'mug',
    rating: 5,
    body: 'Good',
    authorName: 'Ada',
    authorEmail: 'ada@example.com',
  }
  assert.equal((await shop.api.post('/reviews', { ...review, photoIds: [taken] })).status, 201)
  assert.equal((await send()).status, 201)
  assert.equal((await send()).status, 429)
})

test("visitors can use up only their own share of a store's limit", async () => {
  const shop = await open()
  await wait(shop, 'storefront', maxUnclaimed.storefront)
  const headers = { 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com', ...jpeg }
  const refused = await service.with(headers).call('POST', '/storefront/uploads', tiny, jpeg)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal((await shop.api.call('POST', '/uploads', tiny, jpeg)).status, 201)
})
