import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { importFile } from '#resources/imports/imports.testing.ts'
import { addOrder, addProduct, addReview, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { appendEntries } from './commands.ts'
import { hashContent, hashLeaf } from './rules.ts'
import type { LedgerEntry } from './schema.ts'

let shop: Shop
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
})

const inShop = <T>(work: (tx: StoreTx) => Promise<T>, where = shop) => service.service.db.store(where, 'write', work)

type Row = { entry: string; leaf: Buffer }

async function loadLedger(where = shop): Promise<(LedgerEntry & { leaf: string })[]> {
  const rows = await inShop(
    (tx) =>
      tx.all<Row>(sql`select entry, leaf from evidence_entries where store_env_id = ${tx.storeEnvId} order by seq`),
    where,
  )
  return rows.map(({ entry, leaf }) => {
    assert.deepEqual(hashLeaf(entry), leaf)
    return { ...(JSON.parse(entry) as LedgerEntry), leaf: leaf.toString('hex') }
  })
}

async function listEntries(review: string, where = shop) {
  const ledger = await loadLedger(where)
  let prev = '0'.repeat(64)
  for (const [i, entry] of ledger.entries()) {
    assert.equal(entry.seq, i)
    assert.equal(entry.prev, prev)
    assert.equal(entry.store, where.storeEnvId)
    assert.ok(i === 0 || (ledger[i - 1]?.at ?? '') <= entry.at)
    prev = entry.leaf
  }
  return ledger
    .filter((entry) => entry.review === review)
    .map(({ type, by, data }) => [type, `${by.role}/${by.via}`, data])
}

const findSalt = async (review: string, where = shop) =>
  (
    await inShop(
      (tx) =>
        tx.first<{ salt: Buffer }>(
          sql`select salt from evidence_salts where store_env_id = ${tx.storeEnvId} and review_id = ${review}`,
        ),
      where,
    )
  )?.salt

test('changes by a key are recorded in order, and requests that change nothing are not', async () => {
  await addOrder(service, shop, { productId: mug, email: 'jane.doe@customer.example' })
  const { id } = await post(shop.api, mug, {
    authorEmail: 'jane.doe@customer.example',
    authorName: 'Zoë',
    title: 'A mug',
    body: '"5 €"',
    rating: 2,
  })
  const salt = await findSalt(id)
  assert.equal(salt?.length, 32)
  const content = hashContent(salt as Buffer, { authorName: 'Zoë', title: 'A mug', body: '"5 €"', rating: 2 })
  const member = await shop.as('MEMBER')
  assert.equal((await member.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  assert.equal((await member.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  assert.equal((await member.put(`/reviews/${id}`, { rating: 5 })).status, 403)
  assert.equal(
    (await (await shop.signedIn()).put(`/reviews/${id}`, { status: 'rejected', reason: 'off_topic' })).status,
    200,
  )
  const bulk = await shop.api.post('/reviews/bulk-update', {
    updates: [
      { id, status: 'spam', rating: 5 },
      { id, status: 'approved' },
    ],
  })
  assert.equal(bulk.status, 200)
  assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
  assert.deepEqual(await listEntries(id), [
    ['submitted', 'ADMIN/key', { source: 'api', importedFrom: null, rating: 2, content }],
    ['verified', 'ADMIN/key', { verified: true, method: 'api' }],
    ['moderated', 'MEMBER/key', { from: 'pending', to: 'approved', reason: null, policy: 1 }],
    ['hidden', 'OWNER/session', { from: 'approved', to: 'rejected', reason: 'off_topic', policy: 1 }],
    ['moderated', 'ADMIN/key', { from: 'rejected', to: 'spam', reason: 'unspecified', policy: 1 }],
    ['deleted', 'ADMIN/key', { cause: 'store' }],
  ])
  assert.equal(await findSalt(id), undefined)
})

test('imports are recorded with sender, edits with fields and hashes; repeated imports are not recorded', async () => {
  const file = (body: string) =>
    `product_id,rating,title,review,reviewer_name,email,date\nmug,4,Fine,${body},Ann,ann@customer.example,2025-01-01\n`
  await importFile(service, shop.api, file('Good'), '?status=approved')
  const [review] = (await shop.api.get('/reviews?imported=true')).body.data
  await importFile(service, shop.api, file('Good'), '?status=approved')
  const put = await shop.api.put(`/reviews/${review.id}`, { verified: true, rating: 3 })
  assert.equal(put.status, 200, put.text)
  const salt = (await findSalt(review.id)) as Buffer
  const words = { authorName: 'Ann', title: 'Fine', body: 'Good', rating: 4 }
  const [first, second] = [hashContent(salt, words), hashContent(salt, { ...words, rating: 3 })]
  const { importedFrom } = review
  assert.deepEqual(await listEntries(review.id), [
    ['submitted', 'ADMIN/key', { source: 'import', importedFrom, rating: 4, content: first }],
    ['verified', 'ADMIN/key', { verified: false, method: 'import' }],
    ['moderated', 'ADMIN/key', { from: 'pending', to: 'approved', reason: null, policy: null }],
    ['edited', 'ADMIN/key', { fields: ['rating'], before: first, after: second }],
    ['verified', 'ADMIN/key', { verified: true, method: 'import' }],
  ])
})

test('an erased review retains its entries, but its text cannot be recovered', async () => {
  const email = 'gone@customer.example'
  const { id } = await post(shop.api, mug, { authorEmail: email, authorName: 'Gone Girl' })
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  assert.equal((await shop.api.post('/customers/erase', { email })).status, 200)
  assert.equal(await findSalt(id), undefined)
  assert.deepEqual((await listEntries(id)).at(-1), ['anonymized', 'ADMIN/key', {}])
  const { id: other } = await post(shop.api, mug, { authorEmail: email })
  await shop.api.put('/customers/erasure-settings', { mode: 'delete' })
  await shop.api.post('/customers/erase', { email })
  assert.equal(await findSalt(other), undefined)
  assert.deepEqual((await listEntries(other)).at(-1), ['deleted', 'ADMIN/key', { cause: 'erasure' }])
  const ledger = JSON.stringify(await loadLedger())
  assert.doesNotMatch(ledger, /gone|girl|customer\.example/i)
})

test('older reviews are added to the ledger once, in order, even while they change', async () => {
  const old = await service.shop('Old')
  const productId = await addProduct(old)
  const ids: string[] = []
  for (const day of [3, 1, 2])
    ids.push(
      await addReview(service, old, { productId, status: 'approved', submittedAt: `2024-01-0${day}T00:00:00.000Z` }),
    )
  await inShop(
    (tx) =>
      tx.run(sql`insert into evidence_ledgers (store_env_id, size, is_entering) values (${tx.storeEnvId}, 0, true)`),
    old,
  )
  const [third, first, second] = ids as [string, string, string]
  assert.equal((await old.api.put(`/reviews/${second}`, { status: 'rejected' })).status, 200)
  assert.equal((await old.api.delete(`/reviews/${third}`)).status, 204)
  const { enterNext } = await import('./commands.ts')
  while (await inShop(enterNext, old));
  assert.equal(await inShop(enterNext, old), false)
  const entry = ['moderated', 'SYSTEM/system', { from: 'pending', to: 'approved', reason: null, policy: null }]
  const listTypes = async (id: string) => (await listEntries(id, old)).map(([type, by]) => `${type} ${by}`)
  const before = ['submitted SYSTEM/system', 'verified SYSTEM/system', 'moderated SYSTEM/system']
  assert.deepEqual((await listEntries(first, old)).at(-1), entry)
  assert.deepEqual(await listTypes(first), before)
  assert.deepEqual(await listTypes(second), [...before, 'hidden ADMIN/key'])
  assert.deepEqual(await listTypes(third), [...before, 'deleted ADMIN/key'])
  const submitted = (await loadLedger(old)).filter(({ type }) => type === 'submitted').map(({ review }) => review)
  assert.deepEqual(submitted, [second, third, first])
})

test('parallel entries each get their own position', async () => {
  const busy = await service.shop('Busy')
  const productId = await addProduct(busy)
  const posted = await Promise.all(
    Array.from({ length: 8 }, (_, i) => post(busy.api, productId, { authorEmail: `a${i}@customer.example` })),
  )
  await listEntries(posted[0]?.id, busy)
  assert.equal((await loadLedger(busy)).length, 16)
})

test('the service itself cannot change or delete entries', async () => {
  const attempts = [
    sql`update evidence_entries set type = 'x' where store_env_id = ${shop.storeEnvId}`,
    sql`delete from evidence_entries where store_env_id = ${shop.storeEnvId}`,
    sql`delete from evidence_ledgers where store_env_id = ${shop.storeEnvId}`,
  ]
  for (const attempt of attempts)
    await assert.rejects(
      inShop((tx) => tx.run(attempt)),
      /permission denied/,
    )
  const removed = await inShop((tx) =>
    tx.first<{ count: number }>(sql`select app.remove_ledger_rows(${tx.storeEnvId}, 1000) as count`),
  )
  assert.equal(removed?.count, 0)
})

test('a failed action writes no entry', async () => {
  const count = (await loadLedger()).length
  await assert.rejects(
    inShop(async (tx) => {
      appendEntries(tx, [{ type: 'policy', review: null, data: { version: 1, sha256: '0' } }])
      await tx.run(sql`select from evidence_entries where store_env_id = ${tx.storeEnvId}`)
      throw new Error('undone')
    }),
    /undone/,
  )
  assert.equal((await loadLedger()).length, count)
})
