import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { canonicalEmail } from '#resources/loyalty/referrals/rules.ts'
import { ask, beginForm, order, postJson } from '#resources/storefront/form/form.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addCodes, author, begin, listRewards, offered, signer } from './review-incentives.testing.ts'

const service = provideService({ now: new Date('2026-11-21T10:36:12Z') })

async function opened() {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  return { shop, write: await author(service, shop) }
}

const listStates = async (shop: Shop, id: string) =>
  (await listRewards(shop.api, id)).map(({ state, reason }) => [state, reason]).toReversed()

async function rewardMails(shop: Shop): Promise<string[]> {
  await service.runJobs()
  const rows = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ text_body: string }>(sql`
      select m.text_body from mailbox m where m.store_env_id = ${shop.storeEnvId} order by m.created_at, m.id`),
  )
  return rows.map(({ text_body: text }) => text).filter((text) => /FIVE|TEN|POOL/.test(text))
}

async function writeBy(token: string, productId: string | undefined, startedAt: string) {
  const said = { productId, rating: 2, body: 'Holds tea.', authorName: 'T', consent: true, startedAt }
  const answer = await postJson(service, `/f/${token}/reviews`, said)
  assert.equal(answer.status, 201, answer.text)
  return String(answer.json().id)
}

test('a started form keeps its text, terms and code despite later changes', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { text: 'Ten euros', terms: 'Once.', code: 'TEN' })
  const form = await begin(shop)
  const changed = await shop.api.patch(`/review-incentives/${id}`, { text: 'Five', terms: 'Twice.', code: 'FIVE' })
  assert.equal(changed.status, 200, changed.text)
  const again = await begin(shop, 'mug', `&startedAt=${form.startedAt}`)
  assert.deepEqual(again.incentive, { kind: 'coupon', text: 'Ten euros', terms: 'Once.' })
  assert.equal((await begin(shop)).incentive?.text, 'Five')
  service.advance(5000)
  await write('early@customer.example', { startedAt: again.startedAt })
  await write('late@customer.example')
  const codes = (await listRewards(shop.api, id)).map(({ code }) => code).toReversed()
  assert.deepEqual(codes, ['TEN', 'FIVE'])
  const mails = await rewardMails(shop)
  const mailWith = (code: string) => mails.find((text) => text.includes(code)) ?? ''
  assert.match(mailWith('TEN'), /Ten euros[\s\S]*Once\./)
  assert.match(mailWith('FIVE'), /Five[\s\S]*Twice\./)
})

test('a hosted form keeps its shown offer after a change of the incentive', async () => {
  const { shop } = await opened()
  const { id } = await offered(shop.api, { text: 'Ten euros', code: 'TEN' })
  const { token, products } = await order(service, shop, { email: 'buyer@customer.example' })
  const startedAt = await beginForm(service, token)
  await shop.api.patch(`/review-incentives/${id}`, { text: 'Five', code: 'FIVE' })
  await writeBy(token, products[0], startedAt)
  assert.equal((await listRewards(shop.api, id))[0]?.code, 'TEN')
})

test('a promised pool code is given even after a switch to one shared code', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api)
  await addCodes(shop.api, id, ['POOL-1'])
  const form = await begin(shop)
  await shop.api.patch(`/review-incentives/${id}`, { code: 'FIVE' })
  service.advance(5000)
  await write('first@customer.example', { startedAt: form.startedAt })
  await write('second@customer.example', { startedAt: form.startedAt })
  const codes = (await listRewards(shop.api, id)).map(({ code }) => code).toReversed()
  assert.deepEqual(codes, ['POOL-1', 'FIVE'], 'without a code in the pool the common one serves')
})

test('promised points are given even if the incentive now gives fewer', async () => {
  const { shop, write } = await opened()
  await shop.api.put('/loyalty/program', { enabled: true, pointsPerUnit: 1 })
  const { id } = await offered(shop.api, { kind: 'points', text: '50 points', terms: null, points: 50 })
  const form = await begin(shop)
  await shop.api.patch(`/review-incentives/${id}`, { text: '5 points', points: 5 })
  service.advance(5000)
  await write('early@customer.example', { startedAt: form.startedAt })
  assert.deepEqual((await listRewards(shop.api, id))[0]?.points, 50)
})

test('a mailbox gets one reward per product, in any notation of the address', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  for (const email of [
    'jane.doe@gmail.com',
    'JaneDoe+2@googlemail.com',
    'sam+a@x.example',
    'sam@x.example',
    's.am@x.example',
  ])
    await write(email)
  assert.deepEqual(await listStates(shop, id), [
    ['given', null],
    ['withheld', 'already_rewarded'],
    ['given', null],
    ['withheld', 'already_rewarded'],
    ['given', null],
  ])
})

test('the database normalises mailboxes in the same way as referrals do', async () => {
  const { shop } = await opened()
  const part = fc.string({ unit: fc.constantFrom('a', 'B', '.', '+', '1', '_', 'é'), minLength: 1, maxLength: 8 })
  const domain = fc.constantFrom('gmail.com', 'GoogleMail.com', 'x.example', 'MAIL.example')
  await fc.assert(
    fc.asyncProperty(part, domain, async (local, host) => {
      const email = `${local}@${host}`
      const row = await service.service.db.store(shop, 'read', (tx) =>
        tx.first<{ mailbox: string }>(sql`select app.canonical_email(${email}::text) as mailbox`),
      )
      assert.equal(row?.mailbox, canonicalEmail(email))
    }),
    { numRuns: 200 },
  )
})

test('buyersOnly shows offers only to proven buyers of the product', async () => {
  const { shop, write } = await opened()
  const sign = await signer(service, shop)
  const { id } = await offered(shop.api, { code: 'A', buyersOnly: true })
  assert.equal((await shop.api.get(`/review-incentives/${id}`)).body.buyersOnly, true)
  const { token, products } = await order(service, shop, { email: 'buyer@customer.example' })
  const shownTo = async (headers: Record<string, string> = {}) =>
    (await shop.storefront.get('/storefront/review-form?platformProductId=mug', headers)).body.incentive
  assert.equal(await shownTo(), null)
  assert.equal(await shownTo(sign('stranger@customer.example')), null)
  assert.notEqual(await shownTo(sign('buyer@customer.example')), null)
  await write('stranger@customer.example')
  assert.deepEqual(await listStates(shop, id), [])
  const page = (await ask(service, 'GET', `/f/${token}`)).text
  assert.match(page, /10 % off for your review/)
  await writeBy(token, products[0], await beginForm(service, token))
  assert.deepEqual(await listStates(shop, id), [['given', null]])
})

test('a form that started under a general offer is honoured after a change to buyersOnly', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  const form = await begin(shop)
  await shop.api.patch(`/review-incentives/${id}`, { buyersOnly: true })
  service.advance(5000)
  await write('early@customer.example', { startedAt: form.startedAt })
  assert.deepEqual(await listStates(shop, id), [['given', null]])
})

test('a shown buyersOnly offer gives no reward to an author who is not a buyer', async () => {
  const { shop, write } = await opened()
  const sign = await signer(service, shop)
  const { id } = await offered(shop.api, { code: 'A', buyersOnly: true })
  await order(service, shop, { email: 'buyer@customer.example' })
  const { startedAt } = (
    await shop.storefront.get('/storefront/review-form?platformProductId=mug', sign('buyer@customer.example'))
  ).body
  service.advance(5000)
  await write('friend@customer.example', { startedAt })
  assert.deepEqual(await listStates(shop, id), [['withheld', 'not_bought']])
})

test('the offer of a product with the id `shop` covers no review of the shop', async () => {
  const { shop, write } = await opened()
  await shop.api.put('/products', [{ platformProductId: 'shop', title: 'Shop' }])
  const { id } = await offered(shop.api, { code: 'TEN' })
  const { startedAt, incentive } = await begin(shop, 'shop')
  assert.ok(incentive)
  service.advance(5_000)
  const ofShop = { platformProductId: undefined, subject: 'shop' }
  const reviewId = await write('attacker@customer.example', { ...ofShop, startedAt })
  await service.runJobs()
  const review = (await shop.api.get(`/reviews/${reviewId}`)).body
  assert.deepEqual([review.subject, review.incentive], ['shop', null])
  assert.deepEqual(await listRewards(shop.api, id), [])
  // The same start is honoured for the product that it was shown for.
  const ofProduct = await write('buyer@customer.example', { platformProductId: 'shop', startedAt })
  assert.equal((await shop.api.get(`/reviews/${ofProduct}`)).body.incentive, 'coupon')
})
