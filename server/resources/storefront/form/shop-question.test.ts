import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, provideService, type Shop } from '#test/service.ts'
import { ask, hiddenIn, order, postForm, postJson, words } from './form.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z') }, async () => {
  shop = await service.shop('Larkmoor')
  await shop.api.put('/reviews/settings', { shop: { asked: true, askAgainDays: 30 } })
})

const asks = (page: string) => /class="card product shop"/.test(page)
const read = async (token: string) => (await ask(service, 'GET', `/f/${token}`)).text
const open = (token: string) => postJson(service, `/f/${token}/open`, {})
const ofShop = async (orderId: string) =>
  (await shop.api.get(`/reviews?subject=shop&orderId=${orderId}`)).body.data as Record<string, unknown>[]

test('a form asks about the shop below the products only if the store wants it', async () => {
  const quiet = await service.shop('Quiet')
  assert.ok(!asks(await read((await order(service, quiet, { email: 'q@customer.example' })).token)))
  const { token } = await order(service, shop, { email: 'a@customer.example', products: ['mug', 'jug'] })
  const page = await read(token)
  assert.ok(page.indexOf('class="card product shop"') > page.lastIndexOf('The jug</bdi>'))
  assert.match(page, /How was shopping at .*Larkmoor/)
  await shop.api.put('/reviews/settings', { shop: { question: 'Did <we> do well?' } })
  assert.match(await read(token), /Did &lt;we&gt; do well\?/)
  await shop.api.put('/reviews/settings', { shop: { question: null } })
})

test('without scripts, reviewing the shop with its button preserves the text for the product', async () => {
  const { orderId, token, products } = await order(service, shop, { email: 'b@customer.example' })
  const [mug = ''] = products
  const page = await read(token)
  service.advance(4_000)
  const of = (id: string, more: object) =>
    Object.fromEntries(
      Object.entries({ startedAt: hiddenIn(page, `${id}.startedAt`), ...words, ...more }).map(([name, value]) => [
        `${id}.${name}`,
        String(value),
      ]),
    )
  const sent = await postForm(service, `/f/${token}`, {
    ...of('shop', { rating: 2, body: 'Slow to answer.' }),
    ...of(mug, { body: 'Half a sentence' }),
    productId: 'shop',
  })
  assert.equal(sent.status, 200)
  assert.match(sent.text, /Half a sentence/)
  const [review] = await ofShop(orderId)
  const { rating, subject, verified, source, incentive, status } = review ?? {}
  assert.deepEqual(
    [rating, subject, verified, source, incentive, status],
    [2, 'shop', true, 'email_form', null, 'pending'],
  )
  assert.equal((await shop.api.get(`/reviews?orderId=${orderId}`)).body.data.length, 0)
  assert.ok(!asks(await read(token)), 'a reviewed shop is not asked about')
  assert.match((await ask(service, 'GET', `/f/${token}?done=shop`)).text, /shop"[\s\S]*Your review has arrived/)
})

test('a script sends the review of the shop once', async () => {
  const { orderId, token } = await order(service, shop, { email: 'c@customer.example' })
  const startedAt = hiddenIn(await read(token), 'shop.startedAt')
  service.advance(4_000)
  const body = { productId: 'shop', rating: 5, body: 'Kind people.', authorName: 'Jo', consent: true, startedAt }
  const all = await Promise.all(
    [1, 2, 3].map((n) => postJson(service, `/f/${token}/reviews`, { ...body, title: `${n}` })),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal((await ofShop(orderId)).length, 1)
  assert.equal((await postJson(service, `/f/${token}/reviews`, { ...body, productId: 'shops' })).status, 400)
})

test('after a person opens one form, no other asks about the shop for `askAgainDays`', async () => {
  const email = 'd@customer.example'
  const first = await order(service, shop, { email })
  const second = await order(service, shop, { email })
  assert.ok(
    asks(await read(first.token)) && asks(await read(second.token)),
    'a page that was only fetched asked nobody',
  )
  await open(first.token)
  assert.ok(asks(await read(first.token)), 'the form that asked may ask again')
  assert.ok(!asks(await read(second.token)))
  await open(second.token)
  service.advance(31 * day)
  assert.ok(asks(await read(second.token)))
  const other = await order(service, shop, { email: 'e@customer.example' })
  assert.ok(asks(await read(other.token)))
})

test('a person who already reviewed the shop elsewhere is not asked', async () => {
  const email = 'f@customer.example'
  await shop.api.post('/reviews', {
    ...{ subject: 'shop', rating: 4, body: 'By the widget.', authorName: 'Fay', authorEmail: email },
  })
  const { token } = await order(service, shop, { email })
  assert.ok(!asks(await read(token)))
})
