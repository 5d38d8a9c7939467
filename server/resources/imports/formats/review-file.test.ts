import assert from 'node:assert/strict'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { ImportedReview } from './imported-review.ts'
import { FileProblem } from './problems.ts'
import { openReviewFile, type ReviewRow } from './review-file.ts'

const now = new Date('2026-06-01T00:00:00Z')
const samples = join(import.meta.dirname, 'samples')

async function readSample(name: string): Promise<ReviewRow[]> {
  const file = await openReviewFile(createReadStream(join(samples, name)), { now })
  return Array.fromAsync(file.rows)
}

async function readBytes(bytes: Uint8Array): Promise<ReviewRow[]> {
  async function* source() {
    yield bytes
  }
  const file = await openReviewFile(source(), { now })
  return Array.fromAsync(file.rows)
}

function reviewAt(rows: ReviewRow[], index: number): ImportedReview {
  const row = rows[index]
  assert.ok(row && 'review' in row, JSON.stringify(row))
  return row.review
}

const expectations: Record<string, Partial<ImportedReview>[]> = {
  'judge-me-template.csv': [
    {
      rating: 5,
      title: 'Lovely, really',
      body: 'Soft and warm.\nMy third one already.',
      submittedAt: '2023-12-25T00:00:00.000Z',
      reply: { body: 'Thank you Maren!' },
      photoUrls: ['https://img.example.net/a.jpg', 'https://img.example.net/b.jpg'],
      product: { platformProductId: '7012345678', handle: 'wool-blanket' },
    },
    { rating: 4, submittedAt: '2024-04-03T00:00:00.000Z', status: 'pending' },
  ],
  'judge-me-extras.csv': [
    { status: 'pending', product: { url: 'https://shop.example.com/products/wool-blanket' } },
    { status: 'spam' },
  ],
  'judge-me-export.csv': [
    {
      status: 'approved',
      country: 'FR',
      claimedVerified: false,
      reply: { body: 'Merci !', repliedAt: '2025-03-03T08:00:00.000Z' },
    },
    { body: '', title: undefined, rating: 3 },
  ],
  'judge-me-export-newer.csv': [{ status: 'spam', submittedAt: '2025-09-14T07:41:09.000Z' }],
  'loox-import.csv': [
    {
      product: { platformProductId: '8123456789012', handle: 'gafas' },
      claimedVerified: true,
      incentivized: false,
      reply: { body: '¡Gracias!', repliedAt: '2024-07-19T09:00:00.000Z' },
    },
    { body: '', incentivized: true, photoUrls: ['https://img.example.net/h.jpg'] },
  ],
  'loox-import-older.csv': [{ authorName: 'Carlos Marín', authorEmail: 'carlos@example.com' }],
  'loox-import-aliexpress.csv': [{ title: 'Bright', authorName: 'J***n', authorEmail: undefined }],
  'loox-export.csv': [
    {
      externalId: '1',
      status: 'approved',
      authorName: 'Julie',
      claimedVerified: true,
      product: { platformProductId: '8123', handle: 'robe-ete' },
    },
    { externalId: '2', status: 'rejected', authorName: 'Anne Petit', body: '' },
  ],
  'yotpo-export.csv': [
    {
      externalId: '40001',
      status: 'approved',
      claimedVerified: true,
      orderReference: 'SO-1001',
      country: 'US',
      photoUrls: ['https://img.example.net/p.jpg'],
      reply: { body: 'Thanks for writing!', repliedAt: '2023-02-12T10:00:00.000Z' },
      product: {
        platformProductId: '5501',
        handle: 'rain-boots',
        sku: 'RB-GREEN-42',
        gtin: '4006381333931',
        url: 'https://shop.example.com/products/rain-boots',
      },
    },
    { status: 'pending', claimedVerified: false, reply: undefined },
  ],
  'yotpo-short.csv': [{ rating: 5, authorName: 'Lena', authorEmail: 'lena@example.com', externalId: undefined }],
  'yotpo-short-creation-date.csv': [{ rating: 4, submittedAt: '2024-01-31T10:00:00.000Z' }],
  'yotpo-semicolon.csv': [
    { rating: 5, body: 'Gefällt mir, sehr sogar', authorName: 'Jürgen Öhm', claimedVerified: true },
  ],
  'okendo-import.csv': [
    {
      product: { platformProductId: '123456', handle: 'soap-bar', sku: 'SOAP-1' },
      incentivized: true,
      claimedVerified: true,
      country: 'NZ',
      status: 'approved',
      reply: undefined,
      photoUrls: ['https://img.example.net/s.jpg'],
    },
    { status: 'pending', rating: 1 },
  ],
  'okendo-export.csv': [
    { externalId: 'rv_1', product: { platformProductId: '123456' }, claimedVerified: true, status: 'approved' },
  ],
  'okendo-export.jsonl': [
    {
      externalId: 'rv_2',
      product: { platformProductId: '123456' },
      authorName: 'Hana',
      authorEmail: 'hana@example.com',
      body: 'Cleans "well".\nReally.',
    },
    { product: { platformProductId: '70123456789012345678' }, title: undefined, rating: 4 },
  ],
  'shopify-product-reviews.csv': [
    { status: 'approved', submittedAt: '2023-06-01T14:00:00.000Z', product: { handle: 'savon-bio' } },
    { status: 'pending', country: undefined, reply: { body: 'Désolé', repliedAt: '2023-06-03T14:00:00.000Z' } },
  ],
  'shopify-product-reviews-scraped.csv': [
    {
      status: 'spam',
      authorEmail: undefined,
      photoUrls: ['https://img.example.net/l.jpg'],
      submittedAt: '2021-05-06T04:00:00.000Z',
    },
  ],
  'opinew.csv': [
    { product: { platformProductId: '771', handle: 'shelf', sku: 'SH-1', gtin: '0012345678905' }, status: 'approved' },
  ],
  'ryviu.csv': [
    {
      body: 'Pours well.',
      photoUrls: ['https://img.example.net/t1.jpg', 'https://img.example.net/t2.jpg'],
      status: 'approved',
    },
  ],
  'ryviu-aliexpress.csv': [
    { body: '', country: 'PL', photoUrls: ['https://img.example.net/u.jpg'], status: 'pending' },
  ],
  'kudobuzz.csv': [
    { rating: 1, submittedAt: '2015-08-10T14:16:38.000Z', claimedVerified: true, status: 'pending', photoUrls: [] },
  ],
  'powerreviews.csv': [
    {
      externalId: '9001',
      submittedAt: '2024-03-04T00:00:00.000Z',
      authorName: 'Anonymous',
      claimedVerified: true,
      product: { platformProductId: 'PG-17' },
    },
  ],
  'stamped.csv': [
    {
      submittedAt: '2024-08-09T10:11:12.000Z',
      product: { platformProductId: '6601', url: 'https://shop.example.com/products/candle' },
    },
    { submittedAt: '2024-08-09T00:00:00.000Z' },
  ],
  'echobrain.csv': [{ externalId: '51', orderReference: 'F-100', status: 'approved', claimedVerified: true }],
  'echobrain.jsonl': [
    {
      externalId: '52',
      orderReference: undefined,
      submittedAt: '2025-02-20T01:02:03.000Z',
      status: 'pending',
      reply: { body: 'Sorry!' },
      photoUrls: ['https://img.example.net/i.png', 'https://img.example.net/j.png'],
    },
  ],
  'generic.csv': [{ rating: 4, title: 'Warm', authorName: 'Elin', product: { sku: 'CAP-1', gtin: '4006381333931' } }],
  'generic.jsonl': [
    { body: 'Sharp knife', authorName: 'Goro', product: { url: 'https://shop.example.com/en/products/knife' } },
  ],
}

describe('samples', () => {
  for (const [name, expected] of Object.entries(expectations)) {
    test(`${name} has the expected reviews`, async () => {
      const rows = await readSample(name)
      assert.equal(rows.length, expected.length)
      for (const [index, parts] of expected.entries()) {
        const review = reviewAt(rows, index)
        const actual = Object.fromEntries(
          Object.keys(parts).map((part) => [part, review[part as keyof ImportedReview]]),
        )
        assert.deepEqual(actual, parts)
      }
    })
  }

  test('reviews of woocommerce.csv are imported, and answers to a review are refused', async () => {
    const rows = await readSample('woocommerce.csv')
    assert.equal(reviewAt(rows, 0).submittedAt, '2024-02-03T12:00:00.000Z')
    assert.deepEqual(reviewAt(rows, 0).product, { platformProductId: '87', sku: 'OIL-1' })
    assert.ok(rows[1] && 'problem' in rows[1] && rows[1].problem.code === 'not_a_review')
    assert.equal(reviewAt(rows, 2).status, 'rejected')
  })

  test('reading a file twice gives the same reviews with the same keys', async () => {
    for (const name of [...Object.keys(expectations), 'woocommerce.csv']) {
      const rows = await readSample(name)
      assert.deepEqual(await readSample(name), rows)
      const keys = rows.flatMap((row) => ('dedupeKey' in row ? [row.dedupeKey] : []))
      assert.equal(new Set(keys).size, keys.length)
    }
  })

  test('a sample gives the same reviews with a BOM, UTF-16, CRLF or tabs', async () => {
    const content = readFileSync(join(samples, 'yotpo-semicolon.csv'), 'utf8')
    const plain = await readBytes(Buffer.from(content))
    const variants = [
      Buffer.from(`\ufeff${content}`),
      Buffer.from(`\ufeff${content}`, 'utf16le'),
      Buffer.from(content.replaceAll('\n', '\r\n')),
      Buffer.from(content.replaceAll(';', '\t')),
      Buffer.from(content, 'latin1'),
    ]
    for (const variant of variants) assert.deepEqual(await readBytes(variant), plain)
  })
})

test('a file with only a header has no reviews', async () => {
  assert.deepEqual(await readBytes(Buffer.from('sku,rating,body,date\n')), [])
})

test('an unknown header is refused, the error lists its columns, and the upload is closed', async () => {
  let isClosed = false
  async function* source() {
    try {
      yield Buffer.from('colour,size\nred,5\n')
      yield Buffer.from('blue,6\n'.repeat(20_000))
      yield Buffer.from('blue,6\n')
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(openReviewFile(source(), { now }), (error) => {
    assert.ok(error instanceof FileProblem && error.code === 'unknown_format')
    assert.deepEqual(error.details, {
      missing: ['rating', 'review text', 'review date', 'product'],
      columns: ['colour', 'size'],
    })
    return true
  })
  assert.ok(isClosed)
})

describe('hostile input', () => {
  const tolerated = async (bytes: Uint8Array) => {
    try {
      for (const row of await readBytes(bytes)) assert.ok(row.line >= 1)
    } catch (error) {
      assert.ok(error instanceof FileProblem, String(error))
    }
  }

  test('arbitrary bytes give rows or a refusal', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), tolerated), { numRuns: 300 })
  })

  test('arbitrary bytes after a valid header give rows or a refusal', async () => {
    const soup = fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', '5', 'x', '\0', 'é', ';', '{', '2024-01-02'),
      maxLength: 400,
    })
    const tail = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      soup.map((text) => Buffer.from(text)),
    )
    const header = fc.constantFrom(
      'sku,rating,body,date\n',
      '\ufeffsku;rating;body;date\r\n',
      '{"sku":1,"rating":1,"body":1,"date":1}\n',
    )
    await fc.assert(
      fc.asyncProperty(header, tail, (start, bytes) => tolerated(Buffer.concat([Buffer.from(start), bytes]))),
      { numRuns: 500 },
    )
  })

  test('line numbers increase from row to row', async () => {
    const cell = fc.constantFrom('x', '"a\nb"', '"a\r\nb"', '', '"x" y', '5"')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell, cell)), async (rows) => {
        const bytes = Buffer.from(`sku,rating,body,date\n${rows.map((row) => row.join(',')).join('\n')}\n"",1,1,1\n`)
        const lines = (await readBytes(bytes)).map((row) => row.line)
        assert.deepEqual(
          lines,
          [...new Set(lines)].toSorted((a, b) => a - b),
        )
      }),
    )
  })
})
