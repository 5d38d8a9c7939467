import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import type { Api, Shop } from '#test/service.ts'
import { provideService } from '#test/service.ts'
import { importFile, listImportRows, pickCounts, upload } from './imports.testing.ts'

// No name server is reachable, so no photo is requested from the network.
const service = provideService({ now: new Date('2026-06-01T00:00:00Z'), env: { DNS_SERVERS: '127.0.0.1:9' } })

const formats = ['csv', 'jsonl'] as const
const exportReviews = async (api: Api, format: string): Promise<string> =>
  (await api.get(`/reviews/export?format=${format}`)).text
// biome-ignore lint/suspicious/noExplicitAny: any answer of the API
type Answered = any
const listAllReviews = async (api: Api): Promise<Answered[]> => (await api.get('/reviews?limit=100')).body.data

async function newShop(): Promise<Shop> {
  const shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' },
    // Looks like a number shortened by a spreadsheet, but is an id.
    { platformProductId: '7.01E+12', title: 'Odd' },
  ])
  return shop
}

type Words = { title?: string | null; body: string; authorName?: string; rating?: number; locale?: string | null }

async function write(shop: Shop, words: Words): Promise<string> {
  const review = { platformProductId: 'mug', rating: 5, authorName: 'Jane D.', ...words }
  const authorEmail = `jane.${++people}@customer.example`
  const { status, body } = await shop.api.post('/reviews', { authorEmail, ...review })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}
let people = 0

async function shopWithTen(): Promise<Shop & { native: string[]; imported: string[] }> {
  const shop = await newShop()
  const native: string[] = []
  for (let i = 0; i < 8; i++) {
    const body = [
      `Review ${i}`,
      '-5 °C outside',
      '=SUM(A1)',
      "'-quoted",
      '@all, "look";\nhere',
      '🍵 很好',
      'Good',
      '+1',
    ][i]
    const platformProductId = i === 6 ? '7.01E+12' : 'mug'
    native.push(await write(shop, { body: body ?? '', title: i % 2 ? '+1 "fine"' : null, ...{ platformProductId } }))
  }
  const [first, second, third] = native
  await shop.api.put(`/reviews/${first}`, { status: 'approved', reply: { body: 'Thank you!\nCome again.' } })
  await shop.api.put(`/reviews/${second}`, { status: 'spam' })
  await shop.api.put(`/reviews/${third}`, { status: 'rejected' })
  const other = (i: number) => ({
    review_id: i,
    ...{ product_id: 'mug', rating: 4, body: `From elsewhere ${i}`, author: 'Bo', email: `bo${i}@customer.example` },
    ...{ created_at: '2025-01-01T10:00:00Z', country: 'NZ', verified: 'true', incentivized: 'true' },
  })
  await importFile(service, shop.api, [0, 1].map((i) => JSON.stringify(other(i))).join('\n'), '?status=approved')
  const imported = (await shop.api.get('/reviews?imported=true')).body.data.map((each: { id: string }) => each.id)
  await shop.api.put(`/reviews/${imported[0]}`, { body: 'Edited here', verified: true })
  return { ...shop, native, imported }
}

const skippedAll = (total: number) => ({ total, imported: 0, updated: 0, skipped: total, failed: 0 })

test('an export that is imported into its own shop adds nothing, in every format', async () => {
  const shop = await shopWithTen()
  const [owner, before] = [await shop.signedIn(), await listAllReviews(shop.api)]
  assert.equal(before.length, 10)
  for (const [format, api] of formats.flatMap((each) => [[each, shop.api] as const, [each, owner] as const])) {
    const file = await exportReviews(api, format)
    const boundary = 'x-boundary-x'
    const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="reviews.${format}"\r\n\r\n${file}\r\n--${boundary}--\r\n`
    const sendings: [content: string, type: string][] = [
      [file, format === 'csv' ? 'text/csv' : 'application/x-ndjson'],
      [file, 'application/octet-stream'],
      [form, `multipart/form-data; boundary=${boundary}`],
    ]
    for (const [content, type] of sendings) {
      const { status, body } = await upload(shop.api, content, '?status=approved', { 'content-type': type })
      assert.equal(status, 202, JSON.stringify(body))
      await service.runJobs()
      const done = (await shop.api.get(`/imports/${body.id}`)).body
      const rows = await listImportRows(shop.api, body.id)
      assert.deepEqual([done.format, pickCounts(done)], ['evident', skippedAll(10)], JSON.stringify(rows))
      const codes = rows.map((row: { code: string }) => row.code)
      assert.deepEqual(codes.sort(), [...Array(8).fill('already_here'), 'already_imported', 'already_imported'])
    }
  }
  assert.deepEqual(await listAllReviews(shop.api), before)
})

test('a changed row updates imported reviews, but never reviews written in this store', async () => {
  const shop = await shopWithTen()
  const before = await listAllReviews(shop.api)
  const lines = (await exportReviews(shop.api, 'jsonl')).trimEnd().split('\n')
  const edited = lines.map((line) => {
    const row = JSON.parse(line)
    const more = { rating: 1, body: `${row.body} (edited)`, verified: true, status: 'approved', reply: { body: 'Ha' } }
    return JSON.stringify({ ...row, ...more })
  })
  for (const dryRun of [true, false]) {
    const done = await importFile(service, shop.api, edited.join('\n'), `?status=approved&dryRun=${dryRun}`)
    assert.deepEqual(pickCounts(done), { total: 10, imported: 0, updated: 2, skipped: 8, failed: 0 })
    const rows = await listImportRows(shop.api, done.id, '&outcome=skipped')
    for (const row of rows) {
      assert.ok(shop.native.includes(row.reviewId))
      assert.equal(row.code, 'review_content_locked')
      assert.match(row.message, /other values in: rating, body, verified/)
    }
  }
  const after = await listAllReviews(shop.api)
  const writtenHere = (rows: Answered[]) => rows.filter(({ source }) => source !== 'import')
  assert.deepEqual(writtenHere(after), writtenHere(before))
  const owner = await shop.signedIn()
  for (const id of shop.imported) {
    const { body: now } = await owner.get(`/reviews/${id}`)
    const was = before.find((each) => each.id === id)
    assert.deepEqual([now.rating, now.body, now.reply.body], [1, `${was.body} (edited)`, 'Ha'])
    // The import does not change fields that exports mask or omit, nor decisions made in this store.
    assert.deepEqual([now.verified, now.status, now.importedFrom], [was.verified, was.status, 'generic'])
    assert.match(now.authorEmail, /^bo\d@customer\.example$/)
  }
  const again = await importFile(service, shop.api, edited.join('\n'))
  assert.deepEqual(pickCounts(again), skippedAll(10))
})

test('another shop imports all reviews once, as editable reviews with their original source', async () => {
  const [from, to] = [await shopWithTen(), await newShop()]
  const owner = await from.signedIn()
  const first = await importFile(service, to.api, await exportReviews(from.api, 'csv'), '?status=approved')
  assert.deepEqual(pickCounts(first), { total: 10, imported: 10, updated: 0, skipped: 0, failed: 0 })
  const there = await listAllReviews(from.api)
  const essence = (rows: Answered[]) =>
    rows
      .map((each) => [
        ...[each.rating, each.title, each.body, each.authorName, each.submittedAt, each.reply?.body ?? null],
        ...[each.reply?.repliedAt ?? null, each.incentive, each.locale, each.product.platformProductId],
      ])
      .sort()
  const here = await listAllReviews(to.api)
  assert.deepEqual(essence(here), essence(there))
  assert.deepEqual(here.map((each) => each.importedFrom).sort(), [...Array(8).fill('evident'), 'generic', 'generic'])
  assert.ok(here.every(({ source, verified }) => source === 'import' && verified === false))
  assert.deepEqual(here.map(({ status }) => status).sort(), [
    ...Array(3).fill('approved'),
    ...Array(5).fill('pending'),
    ...['rejected', 'spam'],
  ])
  for (const format of formats) {
    const again = await importFile(service, to.api, await exportReviews(from.api, format))
    assert.deepEqual(pickCounts(again), skippedAll(10), format)
  }
  const [one] = here
  assert.equal((await to.api.put(`/reviews/${one.id}`, { body: 'Ours now' })).status, 200)

  // An export by a signed-in person contains email addresses, and an export with an API key masks them. A later import
  // of the masked file loses no email address.
  const whole = await importFile(service, to.api, await exportReviews(owner, 'jsonl'))
  assert.deepEqual([whole.imported, whole.updated], [0, 10])
  const addresses = async () => (await listAllReviews(await to.signedIn())).map((each) => each.authorEmail).sort()
  const known = await addresses()
  assert.ok(
    known.every((each) => /@customer\.example$/.test(each)),
    JSON.stringify(known),
  )
  const masked = await importFile(service, to.api, await exportReviews(from.api, 'jsonl'))
  assert.equal(masked.imported, 0)
  assert.deepEqual(await addresses(), known)
})

test('reviews deleted after the export are imported again once, and erased authors are not restored', async () => {
  const shop = await newShop()
  const [gone, erased] = [await write(shop, { body: 'Gone' }), await write(shop, { body: 'Erased', authorName: 'Zoe' })]
  const owner = await shop.signedIn()
  const file = await exportReviews(owner, 'jsonl')
  await shop.api.delete(`/reviews/${gone}`)
  const { authorEmail: email } = (await owner.get(`/reviews/${erased}`)).body
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  await shop.api.post('/customers/erase', { email })
  const done = await importFile(service, shop.api, file)
  assert.deepEqual(pickCounts(done), { total: 2, imported: 1, updated: 0, skipped: 1, failed: 0 })
  const [row] = await listImportRows(shop.api, done.id, '&outcome=skipped')
  assert.deepEqual([row.code, row.reviewId], ['author_erased', erased])
  assert.deepEqual(pickCounts(await importFile(service, shop.api, file)), skippedAll(2))
  const reviews = await listAllReviews(owner)
  assert.deepEqual(reviews.map(({ body, source, authorName }) => [body, source, authorName]).sort(), [
    ['Erased', 'api', 'Anonymous'],
    ['Gone', 'import', 'Jane D.'],
  ])
})

test('photos of an existing review are not downloaded again; another shop gets them', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  const id = await write(shop, { body: 'With a photo' })
  const photo = { storageKey: newPhotoKey(shop.storeEnvId, new Date(), 'webp'), width: 1, height: 1 }
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, [photo]))
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  for (const format of formats) {
    const file = await exportReviews(shop.api, format)
    assert.deepEqual(pickCounts(await importFile(service, shop.api, file)), skippedAll(1))
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.photos.length, 1)
    const { body } = await upload(other.api, file)
    await service.runJobs()
    assert.equal((await other.api.get(`/imports/${body.id}`)).body.status, 'completed')
  }
  const { rows } = await service.service.db.store(other, 'read', async (tx) => ({
    rows: await tx.all<{ source_url: string }>(
      sql`select source_url from review_photos where store_env_id = ${tx.storeEnvId}`,
    ),
  }))
  assert.deepEqual(
    rows.map(({ source_url }) => source_url),
    (await shop.api.get(`/reviews/${id}`)).body.photos.map((each: { url: string }) => each.url),
  )
})

test('a file can neither reach another shop nor claim an impossible source', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  const id = await write(shop, { body: 'Mine' })
  const [line] = (await exportReviews(shop.api, 'jsonl')).split('\n')
  const file = [
    { importedFrom: '<script>' },
    { importedFrom: 'loox', id: 'no id' },
    { importedFrom: 'x'.repeat(300), id: '' },
  ]
    .map((more) => JSON.stringify({ ...JSON.parse(line ?? ''), body: `Theirs ${JSON.stringify(more)}`, ...more }))
    .join('\n')
  const done = await importFile(service, other.api, file)
  assert.equal(done.imported, 3)
  assert.deepEqual((await listAllReviews(other.api)).map((each) => each.importedFrom).sort(), [
    'evident',
    'evident',
    'loox',
  ])
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.body, 'Mine')
})

const text = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          "'",
          '"',
          ',',
          ';',
          '\n',
          '\r\n',
          '\t',
          ' ',
          '\u00a0',
          '<b>',
          '&amp;',
          'a@b',
        ),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.join('').slice(0, maxLength).toWellFormed())
    .filter((each) => /\S/.test(each) && !each.includes('\ufffd'))
const words = fc.record({
  title: fc.option(text(100)),
  body: text(300),
  authorName: text(40).filter((name) => !/\S@\S+\.\S/u.test(name)),
  rating: fc.integer({ min: 1, max: 5 }),
  locale: fc.option(fc.constantFrom('de', 'de_AT', 'zh-Hant-TW', 'EN-gb', 'es-419')),
  status: fc.constantFrom('pending', 'approved', 'rejected', 'spam'),
  reply: fc.option(text(100)),
})

test('any export adds nothing to its own store, and another store imports it unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 12 }), async (reviews) => {
      const [shop, other] = [await newShop(), await newShop()]
      for (const { status, reply, ...content } of reviews) {
        const authorEmail = `p${++people}@customer.example`
        const sent = await shop.api.post('/reviews', { platformProductId: 'mug', authorEmail, ...content })
        // A text that consists only of control characters is refused.
        if (sent.status === 400) continue
        assert.equal(sent.status, 201, sent.text)
        if (status !== 'pending') await shop.api.put(`/reviews/${sent.body.id}`, { status })
        if (reply !== null) await shop.api.put(`/reviews/${sent.body.id}`, { reply: { body: reply } })
      }
      const written = await listAllReviews(shop.api)
      if (written.length === 0) return
      for (const format of formats) {
        const file = await exportReviews(shop.api, format)
        const back = await importFile(service, shop.api, file)
        const rows = await listImportRows(shop.api, back.id)
        assert.deepEqual(pickCounts(back), skippedAll(written.length), JSON.stringify(rows))
        assert.ok(
          rows.every(({ code }: { code: string }) => code === 'already_here'),
          JSON.stringify(rows),
        )
        const there = await importFile(service, other.api, file)
        const isFirst = format === 'csv'
        const counts = { ...skippedAll(written.length), ...(isFirst && { imported: written.length, skipped: 0 }) }
        assert.deepEqual(pickCounts(there), counts, JSON.stringify(await listImportRows(other.api, there.id)))
      }
      assert.deepEqual(await listAllReviews(shop.api), written)
      const content = (rows: Answered[]) =>
        rows.map((each) =>
          JSON.stringify([
            each.rating,
            each.title,
            each.body,
            each.authorName,
            each.submittedAt,
            each.locale,
            each.reply?.body ?? null,
          ]),
        )
      assert.deepEqual(content(await listAllReviews(other.api)).sort(), content(written).sort())
      const own = await importFile(service, other.api, await exportReviews(other.api, 'csv'))
      assert.deepEqual(pickCounts(own), skippedAll(written.length))
    }),
    { numRuns: 12 },
  )
})
