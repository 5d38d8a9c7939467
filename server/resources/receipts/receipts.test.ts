import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { addCodes, listRewards, offered } from '#resources/review-incentives/review-incentives.testing.ts'
import { auditLines } from '#resources/reviews/reviews.testing.ts'
import { ask, beginForm, hiddenIn, order, postJson } from '#resources/storefront/form/form.testing.ts'
import { isBlocking } from '#test/locks.ts'
import { addByClock } from '#test/queue.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { sendReceipt } from './commands.ts'
import { mailsTo, receiptOf, received, send, submitted, words } from './receipts.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2028-02-29T10:36:12Z'), env: { BILLING: 'manual' } }, async () => {
  shop = await service.shop('The Mug Shop')
  // The tests move the clock by more than a trial.
  await service.query(`update subscriptions set plan = 'scale', trial_ends_at = '2040-01-01'`)
})

const read = async (id: string, by = shop) => (await by.api.get(`/reviews/${id}`)).body
const decide = async (id: string, body: object, by = shop) => {
  const answer = await by.api.put(`/reviews/${id}`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const get = (path: string) => ask(service, 'GET', path)
const entriesOf = async (id: string): Promise<{ type: string; by: object; data: Record<string, unknown> }[]> =>
  (await shop.api.get(`/evidence/entries?review=${id}&limit=100`)).body.data.toReversed()
const snapshot = async () =>
  JSON.stringify((await service.query('select * from review_receipts order by review_id')).rows) +
  JSON.stringify((await service.query('select * from reviews order by id')).rows)
const shownBodies = async (): Promise<string[]> =>
  (await shop.storefront.get('/storefront/reviews?platformProductId=mug&limit=50')).body.data.map(
    (each: { body: string }) => each.body,
  )
const sign = async () => {
  const { db, services } = service.service
  await ensureKey(db, services.secrets)
  const signing = { db, secrets: services.secrets, now: services.clock.now(), stopping: new AbortController().signal }
  await closeDay(signing, shop)
}

describe('receipt mail', () => {
  test("the receipt is in the language of the form, not of the review's text", async () => {
    const body = 'Keeps my tea hot for an hour and feels good in the hand.'
    const { id, email, page } = await received(service, shop, { body }, { locale: 'de-AT' })
    const { locale, language, languageSource } = await read(id)
    assert.deepEqual([locale, language, languageSource], [null, 'en', 'detected'])
    assert.match((await mailsTo(service, email))[0]?.text ?? '', /Bewertung/)
    assert.match((await get(page)).text, /lang="de"/)
    await decide(id, { status: 'approved', reply: { body: 'Thanks a lot.' } })
    service.advance(day)
    await addByClock(service.service, 'reviews.sweep_reply_mails')
    const mails = await mailsTo(service, email)
    assert.match(mails.find(({ text }) => text.includes('Thanks a lot.'))?.text ?? '', /Bewertung/)
    await decide(id, { status: 'rejected', reason: 'off_topic' })
    service.advance(day)
    await addByClock(service.service, 'evidence.sweep_rejection_mails')
    const [rejection, ...others] = await mailsTo(service, email)
    assert.equal(others.length, mails.length)
    assert.match(rejection?.text ?? '', /Bewertung/)
  })

  test('a proven author gets one receipt, and its token of 128 bits is stored hashed', async () => {
    const { id, email } = await submitted(service, shop)
    const [mail, ...more] = await mailsTo(service, email)
    assert.match(mail?.subject ?? '', /The Mug Shop/)
    assert.deepEqual(more, [])
    const token = (await receiptOf(service, email)).slice(3)
    assert.equal(Buffer.from(token, 'base64url').length, 16)
    const { rows } = await service.query(
      `select encode(digest, 'hex') as digest from review_receipts where review_id = '${id}'`,
    )
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(token))
  })

  test('an author with an unproven address gets the receipt after confirming it, and only once', async () => {
    const email = 'unproven@mail.example'
    await order(service, shop, { products: ['mug'], email })
    const sent = {
      platformProductId: 'mug',
      rating: 5,
      body: 'Fine.',
      authorName: 'Sam',
      authorEmail: email,
      consent: true,
    }
    assert.equal((await shop.storefront.post('/storefront/reviews', sent)).status, 202)
    const [confirmation, ...none] = await mailsTo(service, email)
    assert.deepEqual(none, [])
    const link = /\/c\/[\w-]{22}/.exec(confirmation?.text ?? '')?.[0] ?? ''
    for (let i = 0; i < 2; i++) assert.equal((await send(service, link)).status, 200)
    assert.equal((await mailsTo(service, email)).filter(({ text }) => text.includes('/w/')).length, 1)
  })

  test('reviews by API, spam and reviews of suppressed addresses get no receipt', async () => {
    const { id, email } = await submitted(service, shop)
    assert.ok(id && email)
    const created = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 5, body: 'By API.', authorName: 'Api', authorEmail: 'api@mail.example' },
    })
    assert.equal(created.status, 201)
    const spam = {
      platformProductId: 'mug',
      rating: 5,
      body: 'Pills',
      authorName: 'Bot',
      authorEmail: 'bot@mail.example',
    }
    await shop.storefront.post('/storefront/reviews', { ...spam, consent: true, homepage: 'https://pills.example' })
    await shop.api.post('/email-suppressions', { email: 'no@mail.example', scope: 'all', reason: 'manual' })
    await submitted(service, shop, {}, 'no@mail.example')
    for (const address of ['api@mail.example', 'bot@mail.example', 'no@mail.example'])
      assert.deepEqual(await mailsTo(service, address), [], address)
  })

  test('a store that switched receipts off sends none', async () => {
    const quiet = await service.shop('Quiet')
    assert.equal((await quiet.api.put('/reviews/settings', { receipts: false })).body.receipts, false)
    const { email } = await submitted(service, quiet)
    assert.deepEqual(await mailsTo(service, email), [])
  })
})

test('a crash between token and mail leaves neither, and a repeated job sends no second mail', async () => {
  const store = await service.shop('Crash')
  await store.api.put('/reviews/settings', { receipts: false })
  const { id: reviewId, email } = await submitted(service, store)
  await store.api.put('/reviews/settings', { receipts: true })
  const { db, services } = service.service
  const { storeEnvId, organizationId } = store
  const run = (secrets = services.secrets) =>
    sendReceipt(
      {
        db,
        services: { ...services, secrets },
        stopping: new AbortController().signal,
        now: services.clock.now(),
      } as JobContext,
      {
        storeEnvId,
        organizationId,
        reviewId,
      },
    )
  const dying = { ...services.secrets, seal: () => assert.fail('the process died here') }
  await assert.rejects(run(dying))
  const countReceipts = async () =>
    (await service.query(`select count(*)::int as n from review_receipts where review_id = '${reviewId}'`)).rows[0]?.n
  assert.equal(await countReceipts(), 0)
  await Promise.all([run(), run()])
  await run()
  assert.equal(await countReceipts(), 1)
  assert.equal((await mailsTo(service, email)).length, 1)
})

describe('receipt page', () => {
  test('the page shows text, state, reason, offer and entries, but no address', async () => {
    const { id, email, page } = await received(service, shop)
    const pending = await get(page)
    assert.equal(pending.status, 200)
    for (const shown of [
      'Holds a pint.',
      'The Mug Shop',
      'Waiting for the shop',
      'No reward offered',
      'signed next night',
    ])
      assert.ok(pending.text.includes(shown), shown)
    assert.match(pending.text, /<a href="https:[^"]+">Back to /)
    await decide(id, { status: 'rejected', reason: 'privacy' })
    const rejected = await get(page)
    assert.match(rejected.text, /Not published/)
    assert.match(rejected.text, /It gives away names/)
    for (const { text } of [pending, rejected]) {
      assert.ok(!text.includes(email))
      assert.doesNotMatch(text, /@mail\.example/)
    }
    assert.equal(pending.headers['cache-control'], 'no-store')
    assert.match(String(pending.headers['content-security-policy']), /default-src 'none'/)
  })

  test('GET and HEAD record nothing', async () => {
    const { page } = await received(service, shop)
    const before = await snapshot()
    for (const method of ['GET', 'HEAD'] as const) assert.equal((await ask(service, method, page)).status, 200)
    for (const action of ['withdraw', 'correct']) assert.equal((await get(`${page}/${action}`)).status, 404)
    assert.equal(await snapshot(), before)
  })

  test('the proof file verifies once a signed head of the ledger covers the entry', async () => {
    const { id, page } = await received(service, shop)
    const [first] = await entriesOf(id)
    const { seq } = first as unknown as { seq: number }
    assert.equal((await get(`${page}/proofs/${seq}.tlog-proof`)).status, 404)
    service.advance(day)
    await sign()
    const shown = await get(page)
    assert.match(shown.text, new RegExp(`${page}/proofs/${seq}\\.tlog-proof`))
    assert.match(shown.text, /Latest signature/)
    const file = await get(`${page}/proofs/${seq}.tlog-proof`)
    assert.equal(file.status, 200)
    assert.match(file.text, /^c2sp\.org\/tlog-proof@v1\nextra /)
    const extra = /^extra (.+)$/m.exec(file.text)?.[1] ?? ''
    assert.equal(JSON.parse(Buffer.from(extra, 'base64').toString()).review, id)
    const other = await received(service, shop)
    assert.equal((await get(`${other.page}/proofs/${seq}.tlog-proof`)).status, 404, 'an entry of another review')
  })

  test('a ledger head that is signed while a proof file is built is not in the file', async () => {
    const { id, page } = await received(service, shop)
    await decide(id, { status: 'approved' })
    const [first] = await entriesOf(id)
    const { seq } = first as unknown as { seq: number }
    service.advance(day)
    await sign()
    const rival = new Client(service.databaseUrl)
    await rival.connect()
    const [{ pid }] = (await rival.query('select pg_backend_pid() as pid')).rows
    try {
      for (const address of [
        `${page}/proofs/${seq}.tlog-proof`,
        `/evidence/${shop.storeEnvId}/reviews/${id}/${seq}.tlog-proof`,
      ]) {
        const before = await get(address)
        assert.equal(before.status, 200, before.text)
        await rival.query('begin; lock table evidence_nodes in access exclusive mode')
        const reading = get(address)
        await until(() => isBlocking(service, pid), 'the proof waits for the tree')
        await rival.query(
          `insert into evidence_heads (store_env_id, size, day, root, checkpoint, signed_at)
           select store_env_id, size + 1, day + 1, root, 'another head', signed_at from evidence_heads
            where store_env_id = $1 order by size desc limit 1`,
          [shop.storeEnvId],
        )
        await rival.query('commit')
        assert.equal((await reading).text, before.text)
        await rival.query('delete from evidence_heads where checkpoint = $1', ['another head'])
      }
    } finally {
      await rival.end()
    }
  })

  test('unknown tokens, spam, deleted and erased reviews get the same 404', async () => {
    const spam = await received(service, shop)
    await decide(spam.id, { status: 'spam' })
    const deleted = await received(service, shop)
    await shop.api.delete(`/reviews/${deleted.id}`)
    const erased = await received(service, shop)
    const erasure = await (await shop.signedIn()).post('/customers/erase', {
      email: erased.email,
      reviews: 'anonymize',
    })
    assert.ok(erasure.status < 300, erasure.text)
    const unknown = await get(`/w/${'a'.repeat(22)}`)
    assert.equal(unknown.status, 404)
    const withoutNonce = (text: string) => text.replace(/nonce="[^"]+"/g, '')
    for (const { page } of [spam, deleted, erased]) {
      const gone = await get(page)
      assert.deepEqual([gone.status, withoutNonce(gone.text)], [404, withoutNonce(unknown.text)])
      for (const action of ['withdraw', 'correct'])
        assert.equal((await send(service, `${page}/${action}`, words)).status, 404)
    }
    for (const bad of ['/w/x', `/w/${'a'.repeat(5000)}`, '/w/%00', `/w/${'ä'.repeat(22)}`])
      assert.ok([400, 404, 414].includes((await get(bad)).status), bad)
  })

  test('links of a lapsed store still work', async () => {
    const lapsed = await service.shop('Lapsed')
    const { page, id } = await received(service, lapsed)
    await service.query(
      `update subscriptions set status = 'expired', current_period_ends_at = now() - interval '1 year', trial_ends_at = now() - interval '1 year'
        where store_env_id = '${lapsed.storeEnvId}'`,
    )
    assert.equal((await get(page)).status, 200)
    assert.equal((await send(service, `${page}/correct`, words)).status, 200)
    assert.equal((await send(service, `${page}/withdraw`)).status, 200)
    assert.equal((await lapsed.api.get(`/reviews/${id}`)).status, 404)
  })
})

describe('withdrawing a review', () => {
  test('a withdrawn review is missing from the next response, and never counts as withheld', async () => {
    const { id, page, email } = await received(service, shop, { body: 'To be withdrawn.', rating: 1 })
    await decide(id, { status: 'approved' })
    assert.ok((await shownBodies()).includes('To be withdrawn.'))
    const before = (await shop.api.get('/evidence/suppression')).body
    const done = await send(service, `${page}/withdraw`)
    assert.equal(done.status, 200, done.text)
    assert.match(done.text, /Your review is deleted/)
    assert.ok(!(await shownBodies()).includes('To be withdrawn.'))
    assert.equal((await shop.api.get(`/reviews/${id}`)).status, 404)
    const last = (await entriesOf(id)).at(-1)
    assert.deepEqual(
      [last?.type, last?.by, last?.data],
      ['deleted', { role: 'REVIEWER', via: 'form' }, { cause: 'reviewer' }],
    )
    const after = (await shop.api.get('/evidence/suppression')).body
    assert.equal(after.low.withheld, before.low.withheld)
    assert.equal(after.low.received, before.low.received - 1)
    assert.equal((await get(page)).status, 404)
    assert.equal((await send(service, `${page}/withdraw`)).status, 404, 'a replay')
    assert.ok((await mailsTo(service, email)).length > 0)
  })

  test('after a withdrawal the reward stays, and a new review of the product earns none', async () => {
    const own = await service.shop('Withdrawn')
    await own.api.put('/products', [{ platformProductId: 'mug', title: 'The mug' }])
    const incentive = await offered(own.api)
    await addCodes(own.api, incentive.id, ['ONE', 'TWO'])
    const email = 'withdraws@mail.example'
    const { orderId, token, products } = await order(service, own, { products: ['mug'], email })
    const write = async (body: string) => {
      const startedAt = await beginForm(service, token)
      const said = { rating: 4, title: 'Good', body, authorName: 'Jane Doe', consent: true }
      return postJson(service, `/f/${token}/reviews`, { ...said, productId: products[0], startedAt })
    }
    const rewards = async () => {
      await service.runJobs()
      return (await listRewards(own.api, incentive.id)).map(({ state, code, reason }) => [state, code, reason])
    }
    const first = await write('The first.')
    assert.equal(first.status, 201, first.text)
    const [given = []] = await rewards()
    assert.deepEqual([given[0], given[2]], ['given', null])
    assert.equal((await write('Another.')).status, 409)
    const page = await receiptOf(service, email)
    assert.equal((await send(service, `${page}/withdraw`)).status, 200)
    assert.deepEqual(await rewards(), [given])
    const open = await get(`/f/${token}`)
    assert.notEqual(hiddenIn(open.text, 'startedAt'), '')
    const second = await write('The second.')
    assert.equal(second.status, 201, second.text)
    const review = (await own.api.get(`/reviews/${second.json().id}`)).body
    assert.deepEqual([review.body, review.orderId, review.verified], ['The second.', orderId, true])
    assert.deepEqual(await rewards(), [['withheld', null, 'already_rewarded'], given])
    const mails = (await mailsTo(service, email)).filter(({ text }) => /\b(ONE|TWO)\b/.test(text))
    assert.equal(mails.length, 1)
  })

  test('concurrent withdrawals delete the review once', async () => {
    const { id, page } = await received(service, shop)
    const statuses = (await Promise.all([1, 2, 3].map(() => send(service, `${page}/withdraw`)))).map(
      ({ status }) => status,
    )
    assert.deepEqual(statuses.sort(), [200, 404, 404])
    assert.equal((await entriesOf(id)).filter(({ type }) => type === 'deleted').length, 1)
  })

  test('a token leads to its own review only', async () => {
    const mine = await received(service, shop)
    const elsewhere = await service.shop('Elsewhere')
    const theirs = await received(service, elsewhere)
    assert.equal((await send(service, `${theirs.page}/withdraw`)).status, 200)
    assert.equal((await read(mine.id)).id, mine.id)
    assert.equal((await elsewhere.api.get(`/reviews/${mine.id}`)).status, 404)
    assert.equal((await elsewhere.api.put(`/reviews/${mine.id}`, { correction: 'accepted' })).status, 404)
  })
})

describe('correcting a review', () => {
  test("a corrected text's language is detected again, also when the correction is accepted", async () => {
    const english = 'Keeps my tea hot for an hour and feels good in the hand.'
    const german = 'Der Becher hält den Tee lange warm und liegt gut in der Hand.'
    const { id, page } = await received(service, shop, { body: english })
    const languageOf = ({ language, languageSource }: Record<string, unknown>) => [language, languageSource]
    assert.deepEqual(languageOf(await read(id)), ['en', 'detected'])
    assert.equal((await send(service, `${page}/correct`, { ...words, title: '', body: german })).status, 200)
    assert.deepEqual(languageOf(await read(id)), ['de', 'detected'])
    await decide(id, { status: 'approved' })
    assert.equal((await send(service, `${page}/correct`, { ...words, title: '', body: english })).status, 200)
    assert.deepEqual(languageOf(await read(id)), ['de', 'detected'])
    await decide(id, { correction: 'accepted' })
    assert.deepEqual(languageOf(await read(id)), ['en', 'detected'])
  })

  test("a correction of a pending review takes effect immediately, recorded as the author's", async () => {
    const { id, page } = await received(service, shop)
    const done = await send(service, `${page}/correct`, words)
    assert.deepEqual([done.status, /Your review is corrected/.test(done.text)], [200, true])
    const review = await read(id)
    assert.deepEqual(
      [review.rating, review.title, review.body, review.authorName, review.correction, review.status],
      [2, 'Leaks', 'It leaks at the handle.', 'Jane D.', null, 'pending'],
    )
    assert.equal(typeof review.correctedAt, 'string')
    const last = (await entriesOf(id)).at(-1)
    assert.deepEqual([last?.type, last?.by], ['edited', { role: 'REVIEWER', via: 'form' }])
    assert.deepEqual(last?.data.fields, ['authorName', 'body', 'rating', 'title'])
  })

  test('an approved review keeps its text until a member accepts the correction', async () => {
    const { id, page } = await received(service, shop, { body: 'First words.' })
    await decide(id, { status: 'approved' })
    const done = await send(service, `${page}/correct`, { ...words, body: 'Second words.' })
    assert.deepEqual([done.status, /Your correction was sent/.test(done.text)], [200, true])
    const waiting = await read(id)
    assert.deepEqual([waiting.body, waiting.correctedAt], ['First words.', null])
    const { submittedAt, ...correction } = waiting.correction
    assert.equal(typeof submittedAt, 'string')
    assert.deepEqual(correction, { rating: 2, title: 'Leaks', body: 'Second words.', authorName: 'Jane D.' })
    assert.ok((await shownBodies()).includes('First words.'))
    assert.match((await get(page)).text, /Your correction waits for the shop/)
    const corrected = async () =>
      (await shop.api.get('/reviews?corrected=true&limit=100')).body.data.map((each: { id: string }) => each.id)
    assert.ok((await corrected()).includes(id))

    const accepted = await decide(id, { correction: 'accepted' })
    assert.deepEqual(
      [accepted.body, accepted.rating, accepted.correction, accepted.status],
      ['Second words.', 2, null, 'approved'],
    )
    assert.equal(typeof accepted.correctedAt, 'string')
    const shown = (await shop.storefront.get('/storefront/reviews?platformProductId=mug&limit=50')).body.data
    const found = shown.find((each: { body: string }) => each.body === 'Second words.')
    assert.equal(found?.correctedAt, accepted.correctedAt)
    assert.ok((await corrected()).includes(id))
    assert.ok(
      !(await shop.api.get('/reviews?corrected=false&limit=100')).body.data.some(
        (each: { id: string }) => each.id === id,
      ),
    )
    const last = (await entriesOf(id)).at(-1)
    assert.deepEqual([last?.type, last?.by], ['edited', { role: 'REVIEWER', via: 'form' }])
    const lines = await auditLines(service, shop)
    assert.ok(lines.some(({ action }) => action === 'review.correction_accepted'))
    assert.ok(!lines.some(({ action }) => action === 'review.content_edited'))
    const versions = (await get(page)).text
    assert.match(versions, /Replaced by a correction/)
  })

  test('a rejected correction changes nothing, and its author sees the reason', async () => {
    const { id, page } = await received(service, shop, { body: 'Old.' })
    await decide(id, { status: 'approved' })
    await send(service, `${page}/correct`, words)
    const before = (await entriesOf(id)).length
    const review = await decide(id, { correction: 'rejected', reason: 'offensive' })
    assert.deepEqual(
      [review.body, review.correction, review.correctedAt, review.moderation],
      ['Old.', null, null, null],
    )
    assert.equal((await entriesOf(id)).length, before)
    const { text } = await get(page)
    assert.match(text, /Correction not accepted/)
    assert.match(text, /It insults, threatens or hurts/)
    const again = await shop.api.put(`/reviews/${id}`, { correction: 'accepted' })
    assert.deepEqual([again.status, again.body.code], [409, 'conflict'])
  })

  test('a correction is not decided together with a status, nor if its text is outdated', async () => {
    const { id, page } = await received(service, shop)
    await decide(id, { status: 'approved' })
    await send(service, `${page}/correct`, words)
    const { correction } = await read(id)
    const beside = await shop.api.put(`/reviews/${id}`, { correction: 'accepted', status: 'approved' })
    assert.deepEqual([beside.status, beside.body.code], [400, 'validation_failed'])
    for (const body of [{ correction: 'perhaps' }, { correction: 'accepted', reason: 'offensive' }])
      assert.equal((await shop.api.put(`/reviews/${id}`, body)).status, 400)
    service.advance(1000)
    await send(service, `${page}/correct`, { ...words, body: 'Other words.' })
    const stale = await shop.api.put(`/reviews/${id}`, {
      correction: 'accepted',
      seen: { correctionAt: correction.submittedAt },
    })
    assert.deepEqual([stale.status, stale.body.code], [409, 'review_changed'])
    assert.equal((await read(id)).correction.body, 'Other words.')
  })

  test('an author has three corrections in 90 days, and none for a rejected review', async () => {
    const { page } = await received(service, shop)
    for (let i = 1; i <= 3; i++)
      assert.equal((await send(service, `${page}/correct`, { ...words, body: `Try ${i}` })).status, 200)
    assert.equal((await send(service, `${page}/correct`, { ...words, body: 'Try 4' })).status, 409)
    assert.match((await get(page)).text, /You have used all corrections/)

    const rejected = await received(service, shop)
    await decide(rejected.id, { status: 'rejected' })
    assert.equal((await send(service, `${rejected.page}/correct`, words)).status, 409)

    const late = await received(service, shop)
    service.advance(90 * day + 1000)
    assert.equal((await send(service, `${late.page}/correct`, words)).status, 409)
    assert.match((await get(late.page)).text, /The time for corrections ended/)
    assert.equal((await send(service, `${late.page}/withdraw`)).status, 200, 'withdrawing has no limit')
  })

  test('concurrent corrections never exceed the limit', async () => {
    const { page } = await received(service, shop)
    const sent = Array.from({ length: 8 }, (_, i) =>
      send(service, `${page}/correct`, { ...words, body: `At once ${i}` }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 3)
    assert.ok(
      statuses.every((status) => status === 200 || status === 409),
      statuses.join(),
    )
  })

  test('concurrent acceptance and withdrawal leave no partial result', async () => {
    for (let i = 0; i < 5; i++) {
      const { id, page } = await received(service, shop)
      await decide(id, { status: 'approved' })
      await send(service, `${page}/correct`, words)
      const [accepted, withdrawn] = await Promise.all([
        shop.api.put(`/reviews/${id}`, { correction: 'accepted' }),
        send(service, `${page}/withdraw`),
      ])
      assert.equal(withdrawn.status, 200)
      assert.ok([200, 404].includes(accepted.status), accepted.text)
      assert.equal((await shop.api.get(`/reviews/${id}`)).status, 404)
      const types = (await entriesOf(id)).map(({ type }) => type)
      assert.equal(types.at(-1), 'deleted')
      assert.equal(types.includes('edited'), accepted.status === 200)
    }
  })

  test('invalid text gets 400 with the typed input, and changes nothing', async () => {
    const { id, page } = await received(service, shop)
    const before = await read(id)
    for (const bad of [
      { rating: '6' },
      { rating: '4.5' },
      { rating: '' },
      { body: ' \n ' },
      { body: 'x'.repeat(5001) },
      { title: 'x'.repeat(151) },
      { authorName: '' },
      { authorName: 'x'.repeat(81) },
      { authorName: 'jane@mail.example' },
    ]) {
      const answer = await send(service, `${page}/correct`, { ...words, title: 'Kept title', ...bad })
      assert.equal(answer.status, 400, JSON.stringify(bad).slice(0, 60))
      assert.match(answer.text, /aria-invalid="true"/)
    }
    assert.equal((await send(service, `${page}/correct`, {})).status, 400)
    assert.equal((await send(service, `${page}/correct`, { ...words, body: '<script>alert(1)</script>' })).status, 200)
    assert.doesNotMatch((await get(page)).text, /<script>alert/)
    assert.equal(before.status, 'pending')
  })

  test('a review that is rejected loses its waiting correction', async () => {
    const { id, page } = await received(service, shop)
    await decide(id, { status: 'approved' })
    await send(service, `${page}/correct`, words)
    const review = await decide(id, { status: 'rejected', reason: 'fake' })
    assert.deepEqual([review.correction, review.body], [null, 'Holds a pint.'])
  })

  test('an erasure deletes a waiting correction', async () => {
    const { id, page, email } = await received(service, shop)
    await decide(id, { status: 'approved' })
    await send(service, `${page}/correct`, { ...words, body: 'Secret words of the author.' })
    await (await shop.signedIn()).post('/customers/erase', { email, reviews: 'anonymize' })
    const { rows } = await service.query(
      `select count(*)::int as n from reviews where correction::text like '%Secret words of the author%'`,
    )
    assert.deepEqual(rows, [{ n: 0 }])
    assert.ok(id)
  })
})

test('corrections send events, which are not in the event log', async () => {
  const { data } = (await shop.api.get('/outbound-webhooks/events')).body
  const found = data.filter(({ name }: { name: string }) => /correct/.test(name))
  assert.deepEqual(found.map(({ name, logged }: { name: string; logged: boolean }) => [name, logged]).sort(), [
    ['review.corrected', false],
    ['review.correction_submitted', false],
  ])
})
