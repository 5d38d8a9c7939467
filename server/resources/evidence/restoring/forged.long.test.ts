// A changed archive cannot forge a review. After each attack the review is refused, or restored as a pending import.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Archive,
  asKey,
  asOwner,
  fetchArchive,
  type Line,
  withLines,
} from '#resources/backups/archives.testing.ts'
import { importFile } from '#resources/imports/imports.testing.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { decodePrivateKey, encodePublicKey } from '../note-rules.ts'

let shop: Shop
let archive: Archive
const ids: Record<string, string> = {}
const service = provideService({}, async () => {
  shop = await service.shop()
  const mug = await addProduct(shop)
  await shop.api.put('/orders', [
    {
      platformOrderId: 'o1',
      email: 'buyer@customer.example',
      placedAt: '2026-01-01T00:00:00Z',
      lineItems: [{ platformProductId: 'mug', quantity: 1 }],
    },
  ])
  const add = async (name: string, status: string, rating: number) => {
    const { id } = await post(shop.api, mug, {
      authorEmail: `${name}@customer.example`,
      rating,
      body: `Text of ${name}`,
    })
    if (status !== 'pending') assert.equal((await shop.api.put(`/reviews/${id}`, { status })).status, 200)
    ids[name] = id
  }
  await add('buyer', 'approved', 5)
  await add('other', 'approved', 4)
  await add('angry', 'rejected', 1)
  await add('waiting', 'pending', 2)
  await add('gone', 'approved', 3)
  const file = 'product_id,rating,review,reviewer_name,email,date\nmug,4,Fine,Ann,ann@customer.example,2025-01-01\n'
  await importFile(service, shop.api, file, '?status=approved')
  ids.imported = (await shop.api.get('/reviews?imported=true')).body.data[0].id
  archive = await fetchArchive(service, await asOwner(service, shop))
})

async function send(content: Buffer) {
  const to = await service.shop()
  const sent = await service.app.inject({
    method: 'POST',
    url: '/api/v1/imports/archive',
    headers: { ...asKey(to), 'content-type': 'application/zip' },
    payload: content,
  })
  assert.equal(sent.statusCode, 202, sent.payload)
  await service.runJobs()
  return { to, done: (await to.api.get(`/imports/${sent.json().id}`)).body }
}

type Review = { id: string; rating: number; body: string; source: string; status: string; verified: boolean }

async function restore(content: Buffer) {
  const { to, done } = await send(content)
  assert.equal(done.status, 'completed', JSON.stringify(done.error))
  const { data } = (await to.api.get(`/imports/${done.id}/ids?type=review&limit=100`)).body
  const there = new Map<string, Review>()
  for (const { from, to: id } of data) there.set(from, (await to.api.get(`/reviews/${id}`)).body)
  const { unproven = 0 } = done.rowsByType.find(({ type }: { type: string }) => type === 'reviews')
  return { to, there, unproven, warnings: done.warnings.map(({ code }: { code: string }) => code) }
}

const foundAs = (review: Review | undefined) => [review?.source, review?.status, review?.verified]
const asImport = ['import', 'pending', false]

const editing =
  (id: () => string | undefined, change: Record<string, unknown>): ((line: Line) => Line) =>
  (line) =>
    line.table === 'reviews' && line.row.id === id() ? { ...line, row: { ...line.row, ...change } } : line

const changeEntries =
  (change: (entry: { seq: number; type: string; review: string | null }, row: Line['row']) => Line['row'][]) =>
  (line: Line): Line | readonly Line[] =>
    line.table === 'evidence_entries'
      ? change(JSON.parse(String(line.row.entry)), line.row).map((row) => ({ table: line.table, row }))
      : line

test('an unchanged archive restores every review in its original state', async () => {
  const { to, there, unproven, warnings } = await restore(archive.content)
  assert.deepEqual([unproven, warnings], [0, []])
  assert.deepEqual(foundAs(there.get(ids.buyer as string)), ['api', 'approved', true])
  assert.deepEqual(foundAs(there.get(ids.angry as string)), ['api', 'rejected', false])
  assert.deepEqual(foundAs(there.get(ids.imported as string)), ['import', 'approved', false])
  assert.equal((await to.api.get('/reviews?limit=100')).body.data.length, 6)
  const again = await restore((await fetchArchive(service, await asOwner(service, to))).content)
  assert.deepEqual([again.unproven, again.warnings], [0, []])
})

describe('a changed row is restored as an import that waits for approval', () => {
  const edits: Record<string, [review: string, change: Record<string, unknown>]> = {
    rating: ['other', { rating: 5 }],
    body: ['buyer', { body: 'The best shop there is' }],
    title: ['buyer', { title: 'Wonderful' }],
    'author name': ['buyer', { author_name: 'Somebody famous' }],
    verified: ['other', { verified: true }],
    source: ['other', { source: 'email_form' }],
    'source and verified': ['other', { source: 'widget_form', verified: true }],
    'status of a rejected review': ['angry', { status: 'approved', moderation_reason: null }],
    'status of a pending review': ['waiting', { status: 'approved' }],
    'a review that calls itself imported': ['angry', { source: 'import', status: 'approved', moderation_reason: null }],
    'words of an imported review': ['imported', { body: 'Superb', rating: 5 }],
    'verification of an imported review': ['imported', { verified: true }],
  }
  for (const [name, [review, change]] of Object.entries(edits))
    test(name, async () => {
      const content = await withLines(
        archive,
        editing(() => ids[review], change),
      )
      const { to, there, unproven, warnings } = await restore(content)
      const id = ids[review] as string
      assert.deepEqual(foundAs(there.get(id)), asImport)
      assert.deepEqual([unproven, warnings], [1, ['reviews_unproven']])
      const entries = (await to.api.get(`/evidence/entries?review=${there.get(id)?.id}&limit=100`)).body.data.reverse()
      assert.deepEqual(
        entries.map(({ type, data }: never) => [type, (data as { method?: string }).method]),
        [
          ['submitted', undefined],
          ['verified', 'none'],
        ],
      )
      for (const other of Object.keys(ids).filter((each) => each !== review && each !== 'gone'))
        assert.notDeepEqual(foundAs(there.get(ids[other] as string)), asImport, other)
    })
})

describe('a changed ledger proves nothing', () => {
  const swapped = (a: string, b: string) => (line: Line) => {
    if (line.table !== 'reviews') return line
    const id = line.row.id === ids[a] ? ids[b] : line.row.id === ids[b] ? ids[a] : line.row.id
    return { ...line, row: { ...line.row, id } }
  }
  const changes: Record<string, { change: (line: Line) => Line | readonly Line[]; reviews: readonly string[] }> = {
    'ids of two reviews are swapped': { change: swapped('buyer', 'other'), reviews: ['buyer', 'other'] },
    'an entry is of another review': {
      change: changeEntries((_, row) => [
        { ...row, entry: String(row.entry).replaceAll(ids.angry as string, ids.buyer as string) },
      ]),
      reviews: ['buyer', 'other'],
    },
    'an entry is there twice': {
      change: changeEntries(({ seq }, row) => (seq === 2 ? [row, row] : [row])),
      reviews: ['buyer', 'other'],
    },
    'an entry says approved': {
      change: changeEntries((_, row) => [
        { ...row, entry: String(row.entry).replace('"to":"rejected"', '"to":"approved"') },
      ]),
      reviews: ['buyer', 'angry'],
    },
    'the salt is another': {
      change: ({ table, row }) => ({
        table,
        row: table === 'evidence_salts' && row.review_id === ids.buyer ? { ...row, salt: `\\x${'0'.repeat(64)}` } : row,
      }),
      reviews: ['buyer'],
    },
    'the salts are gone': {
      change: (line) => (line.table === 'evidence_salts' ? [] : line),
      reviews: ['buyer', 'other'],
    },
    'the heads are gone': {
      change: (line) => (line.table === 'evidence_heads' ? [] : line),
      reviews: ['buyer', 'angry'],
    },
    'the ledger is gone': {
      change: (line) => (line.table.startsWith('evidence_') && line.table !== 'evidence_settings' ? [] : line),
      reviews: ['buyer', 'angry', 'waiting'],
    },
  }
  for (const [name, { change, reviews }] of Object.entries(changes))
    test(name, async () => {
      const { there, unproven } = await restore(await withLines(archive, change))
      for (const review of reviews) assert.deepEqual(foundAs(there.get(ids[review] as string)), asImport, review)
      assert.ok(unproven >= reviews.length)
    })
})

test('two rows with the same review id are refused', async () => {
  for (const id of [ids.buyer, ids.buyer?.toUpperCase()]) {
    const content = await withLines(archive, (line) =>
      line.table === 'reviews' && line.row.id === ids.buyer ? [line, { ...line, row: { ...line.row, id } }] : line,
    )
    const { done } = await send(content)
    assert.deepEqual([done.status, done.error.code], ['failed', 'archive_invalid'])
  }
})

test('an older head proves no later decisions; unproven entries only limit what rows may claim', async () => {
  const { data: heads } = (await shop.api.get('/evidence/heads')).body
  await shop.api.put(`/reviews/${ids.other}`, { status: 'rejected' })
  await shop.api.put(`/reviews/${ids.waiting}`, { status: 'approved' })
  const later = await fetchArchive(service, await asOwner(service, shop))
  const size = heads[0].size
  const replayed = (line: Line) => (line.table === 'evidence_heads' && Number(line.row.size) > size ? [] : line)
  const approvedAgain = (line: Line) =>
    line.table === 'reviews' && line.row.id === ids.other
      ? { ...line, row: { ...line.row, status: 'approved', moderation_reason: null } }
      : replayed(line)
  const { there } = await restore(await withLines(later, approvedAgain))
  assert.deepEqual(foundAs(there.get(ids.other as string)), asImport, 'a rejection behind the head counts')
  assert.deepEqual(foundAs(there.get(ids.waiting as string)), asImport, 'an approval behind the head does not')
  assert.deepEqual(foundAs(there.get(ids.buyer as string)), ['api', 'approved', true])
})

test('a review that the ledger records as deleted is not restored in its former state', async () => {
  const deleted = ids.gone
  assert.equal((await shop.api.delete(`/reviews/${deleted}`)).status, 204)
  const later = await fetchArchive(service, await asOwner(service, shop))
  const { row: former } = JSON.parse(
    archive.files
      .get('data/reviews.jsonl')
      ?.toString()
      .split('\n')
      .find((line) => line.includes(deleted as string) && line.startsWith('{"table":"reviews"')) ?? '',
  )
  let isBack = false
  const content = await withLines(later, (line) => {
    if (isBack || line.table !== 'reviews') return line
    isBack = true
    return [line, { table: 'reviews', row: former }]
  })
  const { there } = await restore(content)
  assert.deepEqual(foundAs(there.get(deleted as string)), asImport)
})

test('an archive signed by an unknown key proves nothing until the operator trusts it', async () => {
  const own = (await service.query('select id, public_key from evidence_keys')).rows
  const stranger = encodePublicKey(decodePrivateKey(Buffer.alloc(32, 9)))
  await service.query('update evidence_keys set public_key = $1', [stranger])
  try {
    const { there } = await restore(archive.content)
    assert.deepEqual(foundAs(there.get(ids.buyer as string)), asImport)
    await service.query(
      `insert into evidence_trusted_keys (public_key, name, added_at) values ($1, 'Old server', now())`,
      [own[0].public_key],
    )
    const trusted = await restore(archive.content)
    assert.deepEqual(foundAs(trusted.there.get(ids.buyer as string)), ['api', 'approved', true])
  } finally {
    await service.query('delete from evidence_trusted_keys')
    await service.query('update evidence_keys set public_key = $1 where id = $2', [own[0].public_key, own[0].id])
  }
})

test("another store's ledger proves nothing about this store", async () => {
  const elsewhere = await service.shop('Elsewhere')
  const cup = await addProduct(elsewhere)
  const { id } = await post(elsewhere.api, cup, { authorEmail: 'a@customer.example' })
  assert.equal((await elsewhere.api.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  const theirs = await fetchArchive(service, await asOwner(service, elsewhere))
  const ledger = theirs.files.get('data/evidence.jsonl')?.toString().trim().split('\n') ?? []
  let isTaken = false
  const content = await withLines(archive, (line) => {
    if (!line.table.startsWith('evidence_')) return line
    if (isTaken) return []
    isTaken = true
    return ledger.map((text) => JSON.parse(text) as Line).filter(({ table }) => table !== 'moderation_policies')
  })
  const { there } = await restore(content)
  for (const name of ['buyer', 'angry']) assert.deepEqual(foundAs(there.get(ids[name] as string)), asImport)
})
