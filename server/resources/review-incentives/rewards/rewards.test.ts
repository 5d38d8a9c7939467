import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitConcurrency } from '#platform/process/concurrency-limit.ts'
import { ask, beginForm, hiddenIn, order, postForm, postJson, words } from '#resources/storefront/form/form.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addCodes, author, begin, listRewards, offered } from '../review-incentives.testing.ts'

const service = provideService({ now: new Date('2026-11-21T10:36:12Z') })

async function opened() {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  return { shop, write: await author(service, shop) }
}
const review = async (shop: Shop, id: string) => (await shop.api.get(`/reviews/${id}`)).body
const moderate = async (shop: Shop, id: string, status: string) => {
  const answer = await shop.api.put(`/reviews/${id}`, { status })
  assert.equal(answer.status, 200, answer.text)
}
const listStates = async (shop: Shop, id: string) =>
  (await listRewards(shop.api, id)).map(({ state }) => state).toReversed()
type Mail = { template: string; state: string; to?: string; email?: string; reviewId: string | null }
const listMails = async (shop: Shop): Promise<Mail[]> => {
  await service.runJobs()
  const { data } = (await (await shop.signedIn()).get('/email/messages?limit=100')).body
  return data.filter(({ template }: Mail) => template === 'review_reward')
}
const findPool = async (shop: Shop, id: string) => (await shop.api.get(`/review-incentives/${id}`)).body.pool

test('bad and good reviews get the same reward, one mail each, and a permanent mark', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api)
  await addCodes(shop.api, id, ['ONE', 'TWO', 'THREE'])
  const ids = [await write('one@customer.example', { rating: 1 }), await write('two@customer.example', { rating: 5 })]
  const rewards = await listRewards(shop.api, id)
  assert.deepEqual(
    rewards.map(({ state, email, emailLast4 }) => [state, email, emailLast4]),
    [
      ['given', undefined, 'o'],
      ['given', undefined, 'e'],
    ],
  )
  assert.deepEqual(new Set(rewards.map(({ code }) => code)), new Set(['ONE', 'TWO']))
  const seen = await listRewards(await shop.signedIn(), id)
  assert.equal(seen[0]?.email, 'two@customer.example')
  assert.equal((await listMails(shop)).length, 2)
  assert.equal((await listMails(shop)).length, 2)
  for (const reviewId of ids) assert.equal((await review(shop, reviewId)).incentive, 'coupon')
  assert.equal((await shop.api.put(`/reviews/${ids[0]}`, { incentive: null })).body.incentive, 'coupon')
  await moderate(shop, ids[0] as string, 'approved')
  const [shown] = (await shop.storefront.get('/storefront/reviews?platformProductId=mug')).body.data
  assert.equal(shown.incentive, 'coupon')
  const feed = (await (await shop.signedIn()).post('/products/review-feed')).body
  const { body } = await service.app.inject({ url: new URL(feed.url).pathname })
  assert.match(body, /<is_incentivized_review>true<\/is_incentivized_review>/)
})

test('reviews from the API and from files get no reward', async () => {
  const { shop } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  const sent = await shop.api.post('/reviews', {
    platformProductId: 'mug',
    rating: 5,
    body: 'Good.',
    authorName: 'Sam',
    authorEmail: 'sam@customer.example',
  })
  assert.deepEqual([sent.status, sent.body.incentive], [201, null])
  assert.deepEqual(await listRewards(shop.api, id), [])
})

test('a form whose bot trap is filled in gets no reward', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  await write('bot@customer.example', { homepage: 'https://spam.example' })
  assert.deepEqual(await listRewards(shop.api, id), [])
})

test('an author with an unconfirmed address is promised a reward, and gets it on confirmation', async () => {
  const { shop } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  const email = 'stranger@customer.example'
  const body = {
    platformProductId: 'mug',
    rating: 3,
    body: 'Fine.',
    authorName: 'S',
    authorEmail: email,
    consent: true,
  }
  assert.equal((await shop.storefront.post('/storefront/reviews', body)).body.verification, 'confirmation_sent')
  assert.deepEqual(await listStates(shop, id), ['pending'])
  assert.equal((await listMails(shop)).length, 0)
  const [reward] = await listRewards(shop.api, id)
  await service.service.db.store(shop, 'write', async (tx) => {
    const { confirm } = await import('#resources/reviews/submissions/confirmation-commands.ts')
    assert.equal(await confirm(tx, reward?.reviewId as string), true)
  })
  assert.deepEqual(await listStates(shop, id), ['given'])
  assert.equal((await listMails(shop)).length, 1)
})

test('a person gets one reward per product for any number of reviews', async () => {
  const { shop } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  for (let i = 0; i < 2; i++) {
    const { token, products } = await order(service, shop, { email: 'twice@customer.example' })
    const sent = await postJson(service, `/f/${token}/reviews`, {
      productId: products[0],
      rating: 2,
      body: `Number ${i}.`,
      authorName: 'T',
      consent: true,
      startedAt: await beginForm(service, token),
    })
    assert.equal(sent.status, 201, sent.text)
    assert.equal((await review(shop, String(sent.json().id))).incentive, 'coupon')
  }
  assert.deepEqual(await listStates(shop, id), ['given', 'withheld'])
  assert.equal((await listMails(shop)).length, 1)
})

test('approved and rejected reviews are rewarded alike, and a later rejection takes nothing back', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { code: 'A', fulfil: 'decision' })
  const [one, two, three] = [
    await write('a@customer.example'),
    await write('b@customer.example'),
    await write('c@customer.example'),
  ]
  assert.deepEqual(await listStates(shop, id), ['pending', 'pending', 'pending'])
  await moderate(shop, one, 'approved')
  await moderate(shop, two, 'rejected')
  await moderate(shop, three, 'spam')
  assert.deepEqual(await listStates(shop, id), ['given', 'given', 'withheld'])
  await moderate(shop, one, 'rejected')
  assert.deepEqual(await listStates(shop, id), ['given', 'given', 'withheld'])
})

test("points follow the review's status: spam takes them back, and a later approval returns them", async () => {
  const { shop, write } = await opened()
  await shop.api.put('/loyalty/program', {
    enabled: true,
    pointsPerUnit: 1,
    startsAt: '2026-01-01T00:00:00Z',
    timezone: 'UTC',
    reviewPoints: 50,
  })
  const { id } = await offered(shop.api, { kind: 'points', text: '50 points for your review' })
  const email = 'points@customer.example'
  const reviewId = await write(email)
  assert.equal((await review(shop, reviewId)).incentive, 'points')
  const member = async () => (await shop.api.get(`/loyalty/members/by-email/${email}`)).body
  const journal = async () =>
    (await shop.api.get(`/loyalty/members/${(await member()).id}/journal`)).body.data
      .map(({ kind, delta }: { kind: string; delta: number }) => [kind, delta])
      .toReversed()
  assert.equal((await member()).balance, 50)
  assert.deepEqual(await journal(), [['review', 50]])
  await moderate(shop, reviewId, 'rejected')
  assert.equal((await member()).balance, 50)
  await moderate(shop, reviewId, 'spam')
  assert.equal((await member()).balance, 0)
  assert.deepEqual(await listStates(shop, id), ['withheld'])
  await moderate(shop, reviewId, 'approved')
  assert.equal((await member()).balance, 50)
  assert.deepEqual(await journal(), [
    ['review', 50],
    ['review', -50],
    ['review', 50],
  ])
  assert.equal((await listMails(shop)).length, 0)
})

test('points are offered only if the store has a loyalty programme', async () => {
  const { shop } = await opened()
  await offered(shop.api, { kind: 'points', points: 5 })
  assert.equal((await begin(shop)).incentive, null)
  await shop.api.put('/loyalty/program', {
    enabled: true,
    pointsPerUnit: 1,
    startsAt: '2026-01-01T00:00:00Z',
    timezone: 'UTC',
  })
  assert.equal((await begin(shop)).incentive?.kind, 'points')
})

test('an offer shown before its end is honoured; an offer never shown is not', async () => {
  const { shop, write } = await opened()
  const unseen = await begin(shop)
  const { id } = await offered(shop.api, { code: 'A' })
  const seen = await begin(shop)
  assert.deepEqual(seen.incentive?.text, '10 % off for your review')
  service.advance(5_000)
  const late = await write('late@customer.example', { startedAt: unseen.startedAt })
  assert.equal((await review(shop, late)).incentive, null)
  await shop.api.patch(`/review-incentives/${id}`, { status: 'ended' })
  const kept = await write('kept@customer.example', { startedAt: seen.startedAt })
  assert.equal((await review(shop, kept)).incentive, 'coupon')
  assert.deepEqual(await listStates(shop, id), ['given'])
  const again = await begin(shop, 'mug', `&startedAt=${seen.startedAt}`)
  assert.equal(again.incentive?.text, '10 % off for your review', 'a form that goes on keeps what it showed')
})

test("a form's start is bound to its product and cannot be forged", async () => {
  const { shop, write } = await opened()
  await shop.api.put('/products', [{ platformProductId: 'jug', title: 'Jug' }])
  const { id } = await offered(shop.api, {
    code: 'A',
    productIds: [(await shop.api.get('/products/by-platform-id/mug')).body.id],
  })
  const { startedAt } = await begin(shop)
  service.advance(5_000)
  const other = await write('other@customer.example', { startedAt, platformProductId: 'jug' })
  assert.equal((await review(shop, other)).incentive, null)
  const plain = (await begin(shop, 'jug')).startedAt
  service.advance(5_000)
  const made = await write('made@customer.example', {
    startedAt: `${plain}.${id}.-.${'A'.repeat(22)}`,
    platformProductId: 'jug',
  })
  assert.equal((await review(shop, made)).incentive, null)
})

test('the hosted form shows the offer first, and honours it days later and after errors', async () => {
  const { shop } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  const { token, products } = await order(service, shop, { email: 'hosted@customer.example' })
  const page = (await ask(service, 'GET', `/f/${token}?rating=1`)).text
  assert.ok(page.indexOf('10 % off for your review') > 0)
  assert.ok(page.indexOf('10 % off for your review') < page.indexOf('name="rating"'))
  await shop.api.patch(`/review-incentives/${id}`, { status: 'ended' })
  service.advance(3 * 86_400_000)
  const productId = products[0] as string
  const startedAt = hiddenIn(page, 'startedAt')
  const wrong = await postForm(service, `/f/${token}`, { productId, startedAt, ...words, body: '' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /10 % off for your review/)
  const sent = await postForm(service, `/f/${token}`, {
    productId,
    ...words,
    startedAt: hiddenIn(wrong.text, 'startedAt'),
  })
  assert.equal(sent.status, 303)
  assert.deepEqual(await listStates(shop, id), ['given'])
})

test('an empty pool stops the offer, and waiting people get new codes first', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api)
  await addCodes(shop.api, id, ['ONE'])
  const { startedAt } = await begin(shop)
  service.advance(5_000)
  const emails = ['first@customer.example', 'second@customer.example', 'third@customer.example']
  for (const email of emails) {
    await write(email, { startedAt })
    service.advance(1_000)
  }
  assert.deepEqual(await listStates(shop, id), ['given', 'waiting', 'waiting'])
  assert.equal((await begin(shop)).incentive, null)
  await addCodes(shop.api, id, ['TWO'])
  assert.deepEqual(await listStates(shop, id), ['given', 'given', 'waiting'])
  await addCodes(shop.api, id, ['THREE', 'FOUR'])
  assert.deepEqual(await listStates(shop, id), ['given', 'given', 'given'])
  assert.deepEqual(await findPool(shop, id), { free: 1, given: 3 })
  assert.equal((await listMails(shop)).length, 3)
})

test('fifty concurrent rewards get the 45 codes, each once, and five wait', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api)
  const codes = Array.from({ length: 45 }, (_, i) => `CODE-${i}`)
  await addCodes(shop.api, id, codes)
  const { startedAt } = await begin(shop)
  service.advance(5_000)
  const starts = Array.from({ length: 50 }, (_, i) => i)
  service.service.services.actionLimits.spend = async () => {}
  // Sends eight requests concurrently, one per pool connection, because waiting for a connection fails after five seconds.
  const atOnce = limitConcurrency(8)
  await Promise.all(starts.map((i) => atOnce(() => write(`p${i}@customer.example`, { startedAt }))))
  const rewards = await listRewards(shop.api, id)
  const given = rewards.flatMap(({ code }) => code ?? [])
  assert.deepEqual([rewards.length, given.length, new Set(given).size], [50, 45, 45])
  assert.equal(rewards.filter(({ state }) => state === 'waiting').length, 5)
})

test('owners get one mail at their chosen level and one when no code is left', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { lowAt: 2 })
  await addCodes(shop.api, id, ['A', 'B', 'C', 'D'])
  const { startedAt } = await begin(shop)
  service.advance(5_000)
  const subjects = async () => {
    await service.runJobs()
    const { data } = (await (await shop.signedIn()).get('/email/mailbox?limit=100')).body ?? {}
    return ((data ?? []) as { subject: string }[])
      .map(({ subject }) => subject)
      .filter((text) => /codes left/.test(text))
  }
  const after: number[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    await write(`${name}${name}@owners.example`, { startedAt })
    after.push((await subjects()).length)
  }
  assert.deepEqual(after, [0, 1, 1, 2])
  await addCodes(shop.api, id, ['E', 'F', 'G', 'H'])
  await write('late@owners.example', { startedAt })
  await write('later@owners.example', { startedAt })
  assert.equal((await subjects()).length, 3, 'the level was crossed once more')
})

test('an erased person is removed from rewards; an export before the erasure lists the rewards', async () => {
  const { shop, write } = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  const email = 'gone@customer.example'
  await write(email)
  const exported = await shop.api.get(`/customers/by-email/${email}/export`)
  assert.equal(exported.status, 200, exported.text)
  assert.equal(exported.body.reviewRewards.length, 1)
  const erased = await shop.api.post('/customers/erase', { email })
  assert.equal(erased.status, 200, erased.text)
  const [reward] = await listRewards(await shop.signedIn(), id)
  assert.deepEqual([reward?.email, reward?.emailLast4, reward?.state], [null, null, 'given'])
})
