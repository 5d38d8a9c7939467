import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { provideService, type Shop } from '#test/service.ts'
import { eraseAuthor, unlinkOrders } from './commands.ts'
import { addPhotos } from './photos/commands.ts'
import { addOrder, addProduct, addReview, post } from './reviews.testing.ts'

let shop: Shop
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
})

const inShop = <T>(work: (tx: StoreTx) => Promise<T>, where = shop) => service.service.db.store(where, 'write', work)
const email = 'jane.doe@customer.example'

test('an anonymized review stays without any trace of its author', async () => {
  const id = await addReview(service, shop, {
    productId: mug,
    authorName: 'Jane Doe',
    authorEmail: email,
    title: "Jane's favourite",
    body: 'Mail me: jane.doe@customer.example. It holds coffee.',
    reply: 'Thank you, Jane!',
    rating: 4,
  })
  const others = await addReview(service, shop, {
    productId: mug,
    authorName: 'Jane Roe',
    authorEmail: 'roe@customer.example',
  })
  const before = (await shop.api.get(`/reviews/${others}`)).body
  assert.deepEqual(await inShop((tx) => eraseAuthor(tx, 'Jane.Doe@Customer.Example', 'anonymize')), {
    deleted: 0,
    anonymized: 1,
  })
  const owner = await shop.signedIn()
  const { body, text } = await owner.get(`/reviews/${id}`)
  assert.doesNotMatch(text, /jane|doe/i)
  assert.deepEqual(
    [body.authorName, body.authorEmail, body.authorEmailLast4, body.rating, body.title, body.body, body.reply.body],
    ['Anonymous', null, null, 4, "[…]'s favourite", 'Mail me: […]. It holds coffee.', 'Thank you, […]!'],
  )
  assert.deepEqual((await shop.api.get(`/reviews/${others}`)).body, before)
  assert.deepEqual(await inShop((tx) => eraseAuthor(tx, email, 'anonymize')), { deleted: 0, anonymized: 0 })
})

test('erasure deletes reviews and files of an address in one shop only', async () => {
  const elsewhere = await service.shop()
  const theirs = await addReview(service, elsewhere, { productId: await addProduct(elsewhere), authorEmail: email })
  const { storage, clock } = service.service.services
  const storageKey = newPhotoKey(shop.storeEnvId, clock.now(), 'png')
  await storage.put(storageKey, Buffer.from('png'))
  const [one, two] = [
    await post(shop.api, mug, { authorEmail: email }),
    await post(shop.api, mug, { authorEmail: email }),
  ]
  await inShop((tx) => addPhotos(tx, one.id, [{ storageKey, width: 1, height: 1 }]))
  assert.deepEqual(await inShop((tx) => eraseAuthor(tx, email, 'delete')), { deleted: 2, anonymized: 0 })
  for (const { id } of [one, two]) assert.equal((await shop.api.get(`/reviews/${id}`)).status, 404)
  await service.runJobs()
  assert.equal(await storage.exists(storageKey), false)
  assert.equal((await elsewhere.api.get(`/reviews/${theirs}`)).status, 200)
})

test("reviews remain when their shop's orders are deleted", async () => {
  const elsewhere = await service.shop()
  const theirMug = await addProduct(elsewhere)
  const theirOrder = await addOrder(service, elsewhere, { productId: theirMug })
  const theirs = await addReview(service, elsewhere, { productId: theirMug, orderId: theirOrder })
  const orderId = await addOrder(service, shop, { productId: mug })
  const { id } = await post(shop.api, mug, { orderId })
  const before = await post(shop.api, mug)
  const unlinked = await inShop(async (tx) => {
    const count = await unlinkOrders(tx, [orderId])
    await tx.run(sql`delete from orders where store_env_id = ${tx.storeEnvId}`)
    return count
  })
  assert.equal(unlinked, 1)
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.orderId, null)
  assert.deepEqual((await shop.api.get(`/reviews/${before.id}`)).body, before)
  assert.equal((await elsewhere.api.get(`/reviews/${theirs}`)).body.orderId, theirOrder)
})
