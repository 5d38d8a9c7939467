// Tests replays, races, foreign links and huge bodies.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ask, hiddenIn, order, postJson } from '#resources/storefront/form/form.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { receiptOf, received, send, words } from './receipts.testing.ts'
import { correctionDays, mostCorrections } from './rules.ts'

let shop: Shop
const service = provideService({ now: new Date('2028-02-29T10:36:12Z'), env: { BILLING: 'manual' } }, async () => {
  shop = await service.shop('The Mug Shop')
  await service.query(`update subscriptions set plan = 'scale', trial_ends_at = '2040-01-01'`)
})

const find = (id: string, by = shop) => by.api.get(`/reviews/${id}`)
const decide = async (id: string, body: object) => {
  const answer = await shop.api.put(`/reviews/${id}`, body)
  assert.equal(answer.status, 200, answer.text)
}
const typesOf = async (id: string): Promise<string[]> =>
  (await shop.api.get(`/evidence/entries?review=${id}&limit=100`)).body.data
    .map(({ type }: { type: string }) => type)
    .toReversed()
const correct = async (page: string, body: string) =>
  (await send(service, `${page}/correct`, { ...words, body })).status
const withdraw = async (page: string) => (await send(service, `${page}/withdraw`)).status

describe('repeated requests', () => {
  test('after a withdrawal the link does nothing, however often it is used', async () => {
    const { id, page } = await received(service, shop)
    assert.equal(await withdraw(page), 200)
    const before = await typesOf(id)
    for (let i = 0; i < 2; i++) {
      assert.deepEqual([await correct(page, 'Back again.'), await withdraw(page)], [404, 404])
      assert.equal((await ask(service, 'GET', page)).status, 404)
      assert.equal((await ask(service, 'GET', `${page}/proofs/0.tlog-proof`)).status, 404)
    }
    assert.deepEqual(await typesOf(id), before)
    const { rows } = await service.query('select count(*)::int as n from review_receipts where review_id = $1', [id])
    assert.deepEqual(rows, [{ n: 0 }])
  })

  test('a correction that is sent twice counts once', async () => {
    const { id, page } = await received(service, shop)
    for (let i = 0; i < 5; i++) assert.equal(await correct(page, 'The same words.'), 200)
    assert.equal((await typesOf(id)).filter((type) => type === 'edited').length, 1)
    assert.equal(await correct(page, 'Second.'), 200)
    assert.equal(await correct(page, 'Third.'), 200)
    assert.equal(await correct(page, 'Fourth.'), 409)
    assert.equal((await find(id)).body.body, 'Third.')
  })

  test('a correction is accepted in the last second of its period, and not a second later', async () => {
    const { id, page } = await received(service, shop)
    service.advance(correctionDays * day - 1_000)
    assert.equal(await correct(page, 'Just in time.'), 200)
    service.advance(2_000)
    assert.equal(await correct(page, 'Too late.'), 409)
    assert.equal((await find(id)).body.body, 'Just in time.')
  })
})

describe('concurrent requests', () => {
  test('concurrent correction and withdrawal leave no partial result', async () => {
    for (const isApproved of [false, true])
      for (let i = 0; i < 2; i++) {
        const { id, page } = await received(service, shop)
        if (isApproved) await decide(id, { status: 'approved' })
        const statuses = await Promise.all([
          correct(page, 'One.'),
          withdraw(page),
          correct(page, 'Two.'),
          withdraw(page),
        ])
        assert.deepEqual([statuses[1], statuses[3]].sort(), [200, 404])
        assert.ok(
          [statuses[0], statuses[2]].every((status) => [200, 404].includes(status ?? 0)),
          statuses.join(),
        )
        assert.equal((await find(id)).status, 404)
        const types = await typesOf(id)
        assert.equal(types.at(-1), 'deleted')
        assert.equal(types.filter((type) => type === 'deleted').length, 1)
        const made = [statuses[0], statuses[2]].filter((status) => status === 200).length
        assert.equal(types.filter((type) => type === 'edited').length, isApproved ? 0 : made)
      }
  })

  test('any order of actions respects the limits, and the ledger records those that took effect', async () => {
    const act = fc.constantFrom('correct', 'correct', 'correct', 'approve', 'reject', 'accept', 'refuse', 'withdraw')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 9 }), async (acts) => {
        const { id, page } = await received(service, shop)
        const model = { status: 'pending', waits: false, used: 0, edits: 0, isGone: false }
        for (const [i, each] of acts.entries()) {
          if (each === 'correct') {
            const status = await correct(page, `Words ${i}.`)
            const isPossible = model.status !== 'rejected' && model.used < mostCorrections
            assert.equal(status, model.isGone ? 404 : isPossible ? 200 : 409, acts.join())
            if (status !== 200) continue
            model.used += 1
            if (model.status === 'pending') model.edits += 1
            else model.waits = true
          } else if (each === 'withdraw') {
            assert.equal(await withdraw(page), model.isGone ? 404 : 200, acts.join())
            model.isGone = true
          } else if (each === 'approve' || each === 'reject') {
            const status = each === 'approve' ? 'approved' : 'rejected'
            const answer = await shop.api.put(`/reviews/${id}`, {
              status,
              ...(each === 'reject' && { reason: 'off_topic' }),
            })
            assert.equal(answer.status, model.isGone ? 404 : 200, acts.join())
            if (model.isGone) continue
            model.status = status
            if (status === 'rejected') model.waits = false
          } else {
            const decision =
              each === 'accept' ? { correction: 'accepted' } : { correction: 'rejected', reason: 'offensive' }
            const { status } = await shop.api.put(`/reviews/${id}`, decision)
            assert.equal(status, model.isGone ? 404 : model.waits ? 200 : 409, acts.join())
            if (status !== 200) continue
            if (each === 'accept') model.edits += 1
            model.waits = false
          }
        }
        const types = await typesOf(id)
        assert.equal(types.filter((type) => type === 'edited').length, model.edits, acts.join())
        assert.equal(types.includes('deleted'), model.isGone)
        const { status, body } = await find(id)
        assert.equal(status, model.isGone ? 404 : 200)
        if (!model.isGone)
          assert.deepEqual([body.status, body.correction !== null], [model.status, model.waits], acts.join())
      }),
      { numRuns: 12 },
    )
  })
})

describe('foreign links and huge bodies', () => {
  test('a link of another store changes nothing, and reveals nothing of that store', async () => {
    const other = await service.shop('Elsewhere')
    const [mine, theirs] = [
      await received(service, shop),
      await received(service, other, { body: 'A secret of theirs.' }),
    ]
    assert.equal(await correct(theirs.page, 'Changed there.'), 200)
    assert.equal((await find(mine.id)).body.body, 'Holds a pint.')
    const page = await ask(service, 'GET', mine.page)
    assert.ok(!page.text.includes('Changed there.') && !page.text.includes('Elsewhere'))
    // The review of a receipt is looked up within the store of its token.
    await service.query('update review_receipts set review_id = $1 where review_id = $2', [mine.id, theirs.id])
    for (const status of [await correct(theirs.page, 'Stolen.'), await withdraw(theirs.page)]) assert.equal(status, 404)
    assert.equal((await find(mine.id)).body.body, 'Holds a pint.')
  })

  test('huge and malformed bodies get a 4xx, and the review stays unchanged', async () => {
    const { id, page } = await received(service, shop)
    const form = 'application/x-www-form-urlencoded'
    const many = Array.from({ length: 20_000 }, (_, i) => `f${i}=1`).join('&')
    for (const [name, type, body] of [
      ['ten megabytes', form, `rating=5&authorName=J&body=${'x'.repeat(10_000_000)}`],
      ['a long name of a field', form, `${'x'.repeat(500_000)}=1`],
      ['thousands of fields', form, many],
      ['no bytes', form, ''],
      ['bytes that are no text', form, Buffer.alloc(5_000, 0xff)],
      ['broken escapes', form, 'rating=%E0%A4%A&body=%&authorName=%zz'],
      ['nested fields', form, 'rating[a]=5&body[]=x&authorName=__proto__&__proto__=1'],
      ['another type', 'application/xml', '<a/>'],
      ['deep JSON', 'application/json', '['.repeat(50_000)],
      ['objects for words', 'application/json', '{"rating":5,"body":{"a":1},"authorName":["x"]}'],
    ] as const) {
      const { status } = await ask(service, 'POST', `${page}/correct`, { headers: { 'content-type': type }, body })
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`)
    }
    const { body } = await find(id)
    assert.deepEqual([body.body, body.correctedAt], ['Holds a pint.', null])
    assert.equal(await correct(page, 'x'.repeat(5_000)), 200, 'the longest text')
  })
})

test('the event of a correction says whether the review is about a product or the shop', async () => {
  await shop.api.put('/reviews/settings', { shop: { asked: true } })
  const hook = await shop.api.post('/outbound-webhooks', {
    url: 'https://93.184.216.34/hook',
    events: ['review.correction_submitted', 'review.corrected'],
  })
  assert.equal(hook.status, 201, hook.text)
  const owner = await shop.signedIn()
  const path = `/outbound-webhooks/${hook.body.id}/deliveries`
  const sent = async (id: string) => {
    await service.runJobs()
    const { data } = (await owner.get(`${path}?limit=100`)).body
    const all = await Promise.all(
      data.map(async (each: { id: string }) => (await owner.get(`${path}/${each.id}`)).body.payload),
    )
    return all.filter(({ data: of }) => of.id === id).toReversed()
  }
  const email = 'shop.critic@mail.example'
  const { token } = await order(service, shop, { email })
  const startedAt = hiddenIn((await ask(service, 'GET', `/f/${token}`)).text, 'shop.startedAt')
  service.advance(4_000)
  const answer = await postJson(service, `/f/${token}/reviews`, {
    ...{ productId: 'shop', rating: 5, body: 'Kind people.', authorName: 'Jo', consent: true, startedAt },
  })
  assert.equal(answer.status, 201, answer.text)
  const ofShop = { id: String(answer.json().id), page: await receiptOf(service, email) }
  const ofProduct = await received(service, shop)
  for (const [{ id, page }, subject] of [
    [ofShop, 'shop'],
    [ofProduct, 'product'],
  ] as const) {
    assert.equal(await correct(page, 'First.'), 200)
    await decide(id, { status: 'approved' })
    assert.equal(await correct(page, 'Second.'), 200)
    await decide(id, { correction: 'accepted' })
    const events = await sent(id)
    assert.deepEqual(
      events.map(({ event, data }) => [event, data.subject, data.body, data.productId === null]),
      [
        ['review.corrected', subject, 'First.', subject === 'shop'],
        ['review.correction_submitted', subject, 'First.', subject === 'shop'],
        ['review.corrected', subject, 'Second.', subject === 'shop'],
      ],
    )
    assert.ok(!JSON.stringify(events).includes('@mail.example'))
  }
})
