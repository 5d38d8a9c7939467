import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { openReviewFile } from '#resources/imports/formats/review-file.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addPhotos } from '../photos/commands.ts'
import { addProduct, addReview, addReviews, auditLines } from '../reviews.testing.ts'

let shop: Shop
let mug: string
const total = 5000
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') }, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
  const statuses = ['pending', 'approved', 'rejected', 'spam'] as const
  await addReviews(
    service,
    shop,
    Array.from({ length: total }, (_, i) => ({
      productId: mug,
      body: `Body ${i}, with "quotes",\nlines; and 🎉 שלום`,
      title: i % 3 ? `Title ${i}` : null,
      rating: 1 + (i % 5),
      status: statuses[i % 4],
      authorEmail: `customer${i}@private.example`,
      source: i % 7 ? ('email_form' as const) : ('import' as const),
      reply: i % 10 ? null : 'Thanks, "friend"',
      submittedAt: new Date(Date.UTC(2026, 9, 1) + (i % 4500) * 60_000).toISOString(),
    })),
  )
})

type Line = Record<string, string>
const csv = (text: string): Line[] => parse(text, { columns: true, record_delimiter: '\r\n' })
const jsonl = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('5,000 reviews are exported as CSV, newest first, and every cell is parsed back unchanged', async () => {
  const { status, headers, text } = await shop.api.get('/reviews/export?format=csv')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="reviews.csv"')
  const rows = csv(text)
  assert.equal(rows.length, total)
  assert.equal(new Set(rows.map((row) => row.id)).size, total)
  const dates = rows.map((row) => row.submittedAt)
  assert.deepEqual(dates, dates.toSorted().reverse())
  const seventh = rows.find((row) => row.body?.startsWith('Body 7,'))
  assert.deepEqual(
    { ...seventh, id: '', updatedAt: '', submittedAt: '' },
    {
      id: '',
      status: 'spam',
      moderationReason: '',
      moderationPolicyVersion: '',
      moderationAt: '',
      rating: '3',
      title: 'Title 7',
      body: 'Body 7, with "quotes",\nlines; and 🎉 שלום',
      authorName: 'Jane D.',
      authorEmailLast4: 'mer7',
      verified: 'false',
      submittedAt: '',
      approvedAt: '',
      platformProductId: 'mug',
      productTitle: 'The mug',
      productUrl: 'https://shop.example.com/mug',
      order: '',
      photos: '',
      reply: '',
      repliedAt: '',
      relationship: '',
      incentivized: 'false',
      incentive: '',
      locale: '',
      language: '',
      languageSource: '',
      source: 'import',
      importedFrom: 'loox',
      updatedAt: '',
      helpfulCount: '0',
      attributes: '',
    },
  )
})

test('a JSON Lines export has each review as the API returns it', async () => {
  const { status, headers, text } = await shop.api.get('/reviews/export?format=jsonl')
  assert.deepEqual([status, headers['content-type']], [200, 'application/x-ndjson; charset=utf-8'])
  const rows = jsonl(text)
  assert.equal(rows.length, total)
  const { body } = await shop.api.get('/reviews?limit=100')
  assert.deepEqual(rows.slice(0, 100), body.data)
})

test('addresses are masked for API keys and whole for signed-in users, in both formats', async () => {
  const owner = await shop.signedIn()
  for (const format of ['csv', 'jsonl']) {
    const masked = await shop.api.get(`/reviews/export?format=${format}`)
    assert.doesNotMatch(masked.text, /private\.example/)
    const whole = await owner.get(`/reviews/export?format=${format}`)
    assert.match(whole.text, /customer7@private\.example/)
    const rows = format === 'csv' ? csv(whole.text) : jsonl(whole.text)
    assert.equal(rows.filter((row) => /^customer\d+@private\.example$/.test(row.authorEmail ?? '')).length, total)
  }
})

test('an export accepts the filters of the list', async () => {
  const rows = csv((await shop.api.get('/reviews/export?format=csv&status=approved&imported=true')).text)
  assert.equal(rows.length, Array.from({ length: total }, (_, i) => i).filter((i) => i % 4 === 1 && i % 7 === 0).length)
  assert.ok(rows.every((row) => row.status === 'approved' && row.source === 'import'))
  const period = 'submittedAfter=2026-10-01T01:00:00Z&submittedBefore=2026-10-01T01:10:00Z'
  const within = jsonl((await shop.api.get(`/reviews/export?format=jsonl&${period}`)).text)
  assert.equal(within.length, 18)
  const empty = await shop.api.get('/reviews/export?platformProductId=none')
  assert.deepEqual([empty.status, csv(empty.text).length, empty.text.startsWith('id,status,rating')], [200, 0, true])
})

test('invalid parameters are refused before the stream begins', async () => {
  for (const query of ['format=xml', 'status=open', 'submittedAfter=0000-01-01T00:00:00Z']) {
    const { status, body } = await shop.api.get(`/reviews/export?${query}`)
    assert.deepEqual([status, body.code], [400, 'validation_failed'], query)
  }
})

test('every export is in the audit log', async () => {
  const before = (await auditLines(service, shop)).length
  // Audit entries with the same millisecond have no defined order.
  service.advance(1)
  await shop.api.get('/reviews/export?format=jsonl&status=spam')
  const [line] = (await auditLines(service, shop)).slice(before)
  assert.deepEqual(
    [line?.action, line?.details],
    ['reviews.exported', { format: 'jsonl', filters: { status: ['spam'] } }],
  )
})

test('the import reads an exported CSV back, with texts, photos and reply', async () => {
  const source = await service.shop()
  const productId = await addProduct(source, 'pan')
  const texts = { title: '=1+1', body: '@Home: "fine", \n-really', authorName: '+Zoë 🎉' }
  const id = await addReview(service, source, {
    productId,
    ...texts,
    rating: 4,
    verified: true,
    reply: '-Thanks',
    incentive: 'coupon',
  })
  const photo = { storageKey: newPhotoKey(source.storeEnvId, new Date(), 'webp'), width: 1, height: 1 }
  await service.service.db.store(source, 'write', (tx) => addPhotos(tx, id, [photo]))
  const owner = await source.signedIn()
  for (const [api, authorEmail] of [
    [source.api, undefined],
    [owner, 'jane.doe@customer.example'],
  ] as const) {
    const { text } = await api.get('/reviews/export?format=csv')
    assert.equal(csv(text)[0]?.title, "'=1+1", "no spreadsheet runs a customer's text")
    const file = await openReviewFile([Buffer.from(text)] as unknown as AsyncIterable<Uint8Array>, {
      now: new Date('2026-11-21'),
    })
    assert.equal(file.format.name, 'evident')
    const rows = await Array.fromAsync(file.rows)
    const [row] = rows
    assert.ok(row && 'review' in row, JSON.stringify(rows))
    const { review } = row
    assert.equal(review.rating, 4)
    assert.deepEqual(review.product.platformProductId, 'pan')
    assert.deepEqual(
      [review.submittedAt, review.claimedVerified, review.incentive],
      ['2026-11-01T00:00:00.000Z', true, 'coupon'],
    )
    assert.deepEqual(
      [review.status, review.authorEmail, review.reply?.repliedAt],
      ['approved', authorEmail, '2026-11-01T00:00:00.000Z'],
    )
    assert.equal(review.photoUrls.length, 1)
    for (const field of ['title', 'body', 'authorName'] as const) assert.equal(review[field], texts[field])
    assert.equal(review.reply?.body, '-Thanks')
  }
})

test("an export never has another shop's reviews", async () => {
  const other = await service.shop()
  assert.equal(csv((await other.api.get('/reviews/export')).text).length, 0)
})

test('an export is one snapshot, without reviews that arrive while it is read', async () => {
  const { address, port } = await listening()
  const busy = await service.shop()
  const productId = await addProduct(busy)
  await addReviews(
    service,
    busy,
    Array.from({ length: 3000 }, () => ({ productId, body: 'x'.repeat(2000) })),
  )
  const request = get({
    host: address,
    port,
    path: '/api/v1/reviews/export?format=jsonl',
    headers: { authorization: `Bearer ${busy.adminKey}`, 'x-store-env-id': busy.storeEnvId },
  })
  const [response] = await once(request, 'response')
  // The client has read nothing yet, so the export waits for the client.
  await addReview(service, busy, { productId, submittedAt: '2001-01-01T00:00:00.000Z' })
  const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>)
  assert.equal(jsonl(Buffer.concat(chunks).toString()).length, 3000)
})

test('a failing export closes the response and releases its database connection', async () => {
  const { address, port } = await listening()
  const failing = await service.shop()
  const productId = await addProduct(failing)
  await addReviews(
    service,
    failing,
    // The export must have more batches than are read ahead. Two batches are completely in memory before the client reads a
    // byte.
    Array.from({ length: 6000 }, () => ({ productId, body: 'x'.repeat(7_000) })),
  )
  const request = get({
    host: address,
    port,
    path: '/api/v1/reviews/export?format=jsonl',
    headers: { authorization: `Bearer ${failing.adminKey}`, 'x-store-env-id': failing.storeEnvId },
  })
  const [response] = await once(request, 'response')
  assert.equal(response.statusCode, 200)
  await endOpenTransactions()
  await assert.rejects(Array.fromAsync(response as AsyncIterable<Buffer>), { code: 'ECONNRESET' })
  assert.equal((await failing.api.get('/reviews?limit=1')).status, 200)
})

test('a client that disconnects ends its export', async () => {
  const { address, port } = await listening()
  const request = get({
    host: address,
    port,
    path: '/api/v1/reviews/export?format=csv',
    headers: { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId },
  })
  const [response] = await once(request, 'response')
  response.destroy()
  await untilNoneIsOpen()
})

let server: Promise<AddressInfo> | undefined
const listening = () =>
  (server ??= service.app
    .listen({ host: '127.0.0.1', port: 0 })
    .then(() => service.app.server.address() as AddressInfo))

const openSnapshots = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%' and query like '%from reviews r%'`

const asSuperuser = async <T>(work: (query: (text: string) => Promise<{ rows: T[] }>) => Promise<unknown>) => {
  const { Client } = await import('pg')
  const { database } = (await service.service.db.authPool.query('select current_database() as database')).rows[0]
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${database}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work((text) => client.query(text) as unknown as Promise<{ rows: T[] }>)
  } finally {
    await client.end()
  }
}

/** Simulates a database restart. */
const endOpenTransactions = () =>
  asSuperuser(async (query) => {
    while ((await query(`select pg_terminate_backend(pid) from (${openSnapshots}) open`)).rows.length === 0);
  })

const untilNoneIsOpen = () =>
  asSuperuser(async (query) => {
    while ((await query(openSnapshots)).rows.length > 0);
  })
