import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { eraseAuthor } from '#resources/reviews/commands.ts'
import { addProduct, addReviews, auditLines, nobody } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { signalJobs } from './jobs.ts'
import { listSignals, longText, newEmail, submit } from './signals.testing.ts'

const service = provideService({ env: { RATE_LIMITS: 'off' } })

async function opened(): Promise<Shop> {
  const shop = await service.shop()
  await addProduct(shop)
  await addProduct(shop, 'jug')
  return shop
}

/** Each review comes from its own network. */
let networks = 0
const elsewhere = () => `2001:db8:1:${(++networks).toString(16)}::1`
const write = (shop: Shop, review: object = {}) => submit(service, shop, { from: elsewhere(), ...review })

async function runWalk(): Promise<void> {
  const walk = signalJobs.find(({ operatorName }) => operatorName === 'review-signals')
  assert.ok(walk)
  const { db, services } = service.service
  await perform(walk, { db, services, stopping: new AbortController().signal }, {})
  await service.runJobs()
}

async function found(shop: Shop, kind?: string) {
  await service.runJobs()
  return listSignals(shop, kind && `&kind=${kind}`)
}

test('nearly the same words are a signal from two mailboxes, and not from one', async () => {
  const shop = await opened()
  const first = await write(shop, { body: longText })
  const copy = await write(shop, { body: longText.replace('spring', 'autumn'), platformProductId: 'jug' })
  const [signal, ...others] = await found(shop)
  assert.deepEqual([others, signal?.kind, signal?.state, signal?.note], [[], 'near_copy', 'open', null])
  assert.deepEqual(signal?.reviewIds, [first, copy])
  assert.ok(Number(signal?.facts.similarity) >= 0.6 && Number(signal?.facts.similarity) < 1)
  assert.equal(signal?.facts.words, 38)
  const third = await write(shop, { body: longText })
  const [grown] = await found(shop)
  assert.deepEqual([grown?.id, grown?.reviewIds, grown?.facts.similarity], [signal?.id, [first, copy, third], 1])

  const own = await opened()
  await write(own, { body: longText, authorEmail: 'ann@customer.example' })
  await write(own, { body: longText, authorEmail: 'Ann+2@customer.example', platformProductId: 'jug' })
  assert.deepEqual(await found(own), [])
})

test('short texts are a signal only if eight or more words are equal', async () => {
  const shop = await opened()
  const eight = 'This is a very good mug for me'
  await write(shop, { body: eight })
  await write(shop, { body: 'Works as it should' })
  await write(shop, { body: 'Works as it should' })
  await write(shop, { body: `${eight} too` })
  assert.deepEqual(await found(shop), [])
  await write(shop, { body: 'this is a VERY good mug, for me!' })
  const [signal] = await found(shop)
  assert.deepEqual([signal?.kind, signal?.facts], ['near_copy', { similarity: 1, words: 8 }])
})

test('copies that arrive together are found', async () => {
  const shop = await opened()
  await Promise.all(Array.from({ length: 6 }, () => write(shop, { body: longText })))
  const signals = await found(shop)
  assert.deepEqual([signals.length, signals[0]?.reviewIds.length], [1, 6])
})

test('ten reviews of a product in a day are a burst, unless that is usual', async () => {
  const shop = await opened()
  for (let i = 0; i < 9; i++) await write(shop)
  assert.deepEqual(await found(shop), [])
  const last = await write(shop)
  const [signal] = await found(shop)
  assert.equal(signal?.kind, 'burst')
  assert.deepEqual([signal?.reviewIds.length, signal?.reviewIds.at(-1)], [10, last])
  assert.deepEqual([signal?.facts.reviews, signal?.facts.dailyMean, signal?.facts.requestsSent], [10, 0, 0])

  const busy = await opened()
  const { id: productId } = (await busy.api.get('/products/by-platform-id/mug')).body
  const dayBefore = (days: number) =>
    new Date(service.service.services.clock.now().getTime() - days * 86_400_000).toISOString()
  // Usually 2.1 reviews a day, so ten in a day are less than five times the mean.
  const past = Array.from({ length: 189 }, (_, i) => ({ productId, submittedAt: dayBefore(1.5 + (i % 88)) }))
  await addReviews(service, busy, past)
  for (let i = 0; i < 10; i++) await write(busy)
  assert.deepEqual(await found(busy), [])
  await write(busy)
  assert.deepEqual(
    (await found(busy)).map(({ kind, facts }) => [kind, facts.dailyMean]),
    [['burst', 2.1]],
  )
})

test('four mailboxes from one network (IPv6: one /64) within seven days are a signal', async () => {
  const shop = await opened()
  const from = (n: number) => `2001:db8:9:9::${n}`
  for (let n = 1; n <= 3; n++) await write(shop, { from: from(n) })
  await write(shop, { from: from(4), authorEmail: 'one+a@customer.example' })
  const [signal] = await found(shop)
  assert.deepEqual([signal?.kind, signal?.reviewIds.length, signal?.facts.mailboxes], ['one_network', 4, 4])
  const quiet = await opened()
  for (let n = 1; n <= 5; n++) await write(quiet, { from: '203.0.113.9', authorEmail: `me+${n}@customer.example` })
  assert.deepEqual(await found(quiet, 'one_network'), [])
})

test('networks are compared for seven days, even after the key changes, and deleted after 30', async () => {
  const shop = await opened()
  const day = 86_400_000
  const from = '203.0.113.44'
  await write(shop, { from })
  for (let i = 0; i < 3; i++) {
    service.advance(2 * day)
    await write(shop, { from })
  }
  assert.deepEqual(
    (await found(shop)).map(({ kind, facts }) => [kind, facts.mailboxes]),
    [['one_network', 4]],
  )
  const late = await opened()
  for (let i = 0; i < 4; i++) {
    await write(late, { from })
    service.advance(2.5 * day)
  }
  assert.deepEqual(await found(late), [])
  const rows = async () =>
    (await service.query(`select count(*)::int as n from review_networks where store_env_id = '${shop.storeEnvId}'`))
      .rows[0]?.n
  assert.equal(await rows(), 8)
  service.advance(31 * day)
  await runWalk()
  assert.equal(await rows(), 0)
  assert.equal((await listSignals(shop)).length, 1)
})

test('three names for one mailbox are a signal, even with different tags in the address', async () => {
  const shop = await opened()
  await write(shop, { authorEmail: 'kim@customer.example', authorName: 'Kim' })
  await write(shop, { authorEmail: 'KIM+x@customer.example', authorName: 'Lee' })
  await write(shop, { authorEmail: 'kim+y@customer.example', authorName: ' lee ' })
  await write(shop, { authorEmail: 'kim+z@elsewhere.example', authorName: 'Max' })
  assert.deepEqual(await found(shop), [])
  await write(shop, { authorEmail: 'kim+z@customer.example', authorName: 'Max' })
  assert.deepEqual(
    (await found(shop)).map(({ kind, facts, reviewIds }) => [kind, facts, reviewIds.length]),
    [['one_mailbox', { names: 3 }, 4]],
  )
})

test('addresses of the shop are a signal, and public mail providers are not', async () => {
  const shop = await opened()
  const owner = await shop.signedIn()
  await owner.patch('/orgs/current', { billingEmail: 'books@paper-mill.example' })
  const member = await write(shop, { authorEmail: shop.ownerEmail.replace('@', '+test@') })
  const billing = await write(shop, { authorEmail: 'boss@paper-mill.example' })
  const origin = await write(shop, { authorEmail: 'ann@mail.example.com' })
  await write(shop, { authorEmail: 'ann@customer.example' })
  const signals = (await found(shop)).map(({ kind, facts, reviewIds }) => [kind, facts, reviewIds])
  assert.deepEqual(signals.toReversed(), [
    ['insider_address', { match: 'member', domain: null }, [member]],
    ['insider_address', { match: 'billing_address', domain: 'paper-mill.example' }, [billing]],
    ['insider_address', { match: 'origin', domain: 'example.com' }, [origin]],
  ])
  const other = await opened()
  await (await other.signedIn()).patch('/orgs/current', { billingEmail: 'books@gmail.com' })
  await write(other, { authorEmail: 'anyone@gmail.com' })
  assert.deepEqual(await found(other), [])
})

test('a stated relationship is a signal, and the answer "none" is not', async () => {
  const shop = await opened()
  await shop.api.put('/reviews/settings', { askRelationship: true })
  await write(shop, { relationship: 'none' })
  const id = await write(shop, { relationship: 'supplier' })
  assert.deepEqual(
    (await found(shop)).map(({ kind, facts, reviewIds }) => [kind, facts, reviewIds]),
    [['declared', { relationship: 'supplier' }, [id]]],
  )
})

test('members decide on signals, and can withdraw a decision', async () => {
  const shop = await opened()
  await write(shop, { body: longText })
  await write(shop, { body: longText })
  const [signal] = await found(shop)
  const path = `/reviews/signals/${signal?.id}`
  const viewer = await shop.as('VIEWER')
  const member = await shop.as('MEMBER')
  assert.equal((await viewer.get('/reviews/signals')).body.code, 'role_insufficient')
  assert.equal((await viewer.patch(path, { state: 'dismissed' })).status, 403)
  const note = ' Our own example text. '
  const dismissed = await member.patch(path, { state: 'dismissed', note })
  assert.deepEqual([dismissed.status, dismissed.body.state, dismissed.body.note], [200, 'dismissed', note.trim()])
  assert.deepEqual(await listSignals(shop, '&state=open'), [])
  assert.equal((await listSignals(shop, '&state=dismissed,confirmed')).length, 1)
  const reopened = await member.patch(path, { state: 'open' })
  assert.deepEqual([reopened.body.state, reopened.body.note], ['open', note.trim()])
  assert.equal((await member.patch(path, { note: null })).body.note, null)
  const lines = (await auditLines(service, shop)).filter(({ action }) => action === 'review_signal.changed')
  assert.equal(lines.length, 3)
  for (const body of [{ state: 'ignored' }, { note: 'x'.repeat(1001) }, { state: null }])
    assert.equal((await member.patch(path, body)).status, 400, JSON.stringify(body))
  assert.equal((await member.patch(`/reviews/signals/${nobody}`, { state: 'open' })).status, 404)
  const stranger = await service.shop()
  assert.equal((await stranger.api.patch(path, { state: 'dismissed' })).status, 404)
  assert.deepEqual(await listSignals(stranger), [])
  assert.deepEqual(await listSignals(stranger, `&reviewId=${signal?.reviewIds[0]}`), [])
})

test('a dismissed signal about one copy does not hide the next copy', async () => {
  const shop = await opened()
  await write(shop, { body: longText })
  await write(shop, { body: longText })
  const [signal] = await found(shop)
  await shop.api.patch(`/reviews/signals/${signal?.id}`, { state: 'dismissed' })
  const third = await write(shop, { body: longText })
  const [next, ...others] = await found(shop)
  assert.deepEqual([next?.state, next?.reviewIds.length, next?.reviewIds.at(-1)], ['open', 3, third])
  assert.deepEqual(
    others.map(({ id }) => id),
    [signal?.id],
  )
})

test('signals are listed newest first, page by page, and by review', async () => {
  const shop = await opened()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    ids.push(await write(shop, { authorEmail: `ann${i}@example.com` }))
    service.advance(1000)
  }
  await service.runJobs()
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await shop.api.get(`/reviews/signals?limit=2&includeTotal=true${cursor && `&cursor=${cursor}`}`)
    assert.equal(body.pagination.total, 5)
    seen.push(...body.data.flatMap((each: { reviewIds: string[] }) => each.reviewIds))
    cursor = body.pagination.nextCursor ?? ''
  } while (cursor)
  assert.equal(new Set(seen).size, 5)
  const some = await listSignals(shop, `&reviewId=${ids[1]},${ids[3]},${nobody}`)
  assert.deepEqual(some.flatMap(({ reviewIds }) => reviewIds).sort(), [ids[1], ids[3]])
  for (const query of ['kind=copies', 'state=new', 'reviewId=x', 'kinds=burst', 'cursor=x'])
    assert.equal((await shop.api.get(`/reviews/signals?${query}`)).status, 400, query)
})

test('erasing or deleting a review removes it from its signals and deletes its hashes', async () => {
  for (const erasure of ['delete', 'anonymize'] as const) {
    const shop = await opened()
    const email = newEmail()
    const first = await write(shop, { body: longText, authorEmail: email })
    const second = await write(shop, { body: longText })
    assert.equal((await found(shop)).length, 1)
    await service.service.db.store(shop, 'write', (tx) => eraseAuthor(tx, email, erasure))
    assert.deepEqual(await listSignals(shop), [], erasure)
    for (const table of ['review_texts', 'review_networks', 'review_signal_members']) {
      const { rows } = await service.query(`select review_id from ${table} where review_id = '${first}'`)
      assert.deepEqual(rows, [], `${erasure} ${table}`)
    }
    await service.runJobs()
    const { rows } = await service.query(`select id from review_signals where store_env_id = '${shop.storeEnvId}'`)
    assert.deepEqual(rows, [], erasure)
    await write(shop, { body: longText })
    assert.equal((await found(shop))[0]?.reviewIds.includes(second), true)
  }
})

test('copies of reviews from before signals existed are found', async () => {
  const shop = await opened()
  const { id: productId } = (await shop.api.get('/products/by-platform-id/mug')).body
  const [old] = await addReviews(service, shop, [{ productId, body: longText, authorEmail: newEmail() }])
  await runWalk()
  assert.deepEqual(await found(shop), [])
  const copy = await write(shop, { body: longText })
  assert.deepEqual((await found(shop))[0]?.reviewIds, [old, copy])
})

test('a decision on a review queues no job for signals', async () => {
  const shop = await opened()
  const id = await write(shop, { body: longText })
  await service.runJobs()
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  const { rows } = await service.query(
    `select task_identifier from graphile_worker.jobs where task_identifier like 'reviews.%signals'`,
  )
  assert.deepEqual(rows, [])
})
