import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { detectFormat } from './detect.ts'
import { openRecords } from './records.ts'
import { signatures } from './signatures.ts'

const samples = join(import.meta.dirname, 'samples')

async function readColumns(file: string): Promise<string[]> {
  async function* bytes() {
    yield readFileSync(join(samples, file))
  }
  const records = await openRecords(bytes())
  await records.close()
  return records.columns
}

function nameFor(columns: readonly string[]): string {
  const detection = detectFormat(columns)
  return 'code' in detection ? detection.message : detection.format.name
}

const formatOfSample: Record<string, string> = {
  'echobrain.csv': 'echobrain',
  'echobrain.jsonl': 'echobrain',
  'evident.csv': 'evident',
  'evident.jsonl': 'evident',
  'generic.csv': 'generic',
  'generic.jsonl': 'generic',
  'judge-me-export-newer.csv': 'judge_me_export',
  'judge-me-export.csv': 'judge_me_export',
  'judge-me-extras.csv': 'judge_me',
  'judge-me-template.csv': 'judge_me',
  'kudobuzz.csv': 'kudobuzz',
  'loox-export.csv': 'loox_export',
  'loox-import-aliexpress.csv': 'loox',
  'loox-import-older.csv': 'loox',
  'loox-import.csv': 'loox',
  'okendo-export.csv': 'okendo_export',
  'okendo-export.jsonl': 'okendo_export',
  'okendo-import.csv': 'okendo',
  'opinew.csv': 'opinew',
  'powerreviews.csv': 'powerreviews',
  'ryviu-aliexpress.csv': 'ryviu_aliexpress',
  'ryviu.csv': 'ryviu',
  'shopify-product-reviews-scraped.csv': 'shopify_product_reviews',
  'shopify-product-reviews.csv': 'shopify_product_reviews',
  'stamped.csv': 'stamped',
  'woocommerce.csv': 'woocommerce',
  'yotpo-export.csv': 'yotpo',
  'yotpo-semicolon.csv': 'yotpo',
  'yotpo-short-creation-date.csv': 'yotpo',
  'yotpo-short.csv': 'yotpo',
}

describe('detection', () => {
  test('every sample is listed, and every format has a sample', () => {
    assert.deepEqual(readdirSync(samples).toSorted(), Object.keys(formatOfSample).toSorted())
    const shown = new Set(Object.values(formatOfSample))
    assert.deepEqual(
      signatures.map((format) => format.name).filter((name) => !shown.has(name)),
      [],
    )
  })

  for (const [file, name] of Object.entries(formatOfSample)) {
    test(`${file} is detected as ${name}, in any order and spelling of its columns`, async () => {
      const columns = await readColumns(file)
      assert.equal(nameFor(columns), name)
      fc.assert(
        fc.property(fc.shuffledSubarray(columns, { minLength: columns.length }), (shuffled) => {
          assert.equal(nameFor(shuffled), name)
          assert.equal(nameFor(shuffled.map((column) => ` ${column.toUpperCase().replaceAll('_', ' ')}`)), name)
        }),
        { numRuns: 20 },
      )
    })
  }

  const headers: [name: string, header: string][] = [
    ['judge_me', 'body,rating,review_date,reviewer_name,reviewer_email,picture_urls,product_handle'],
    ['judge_me', 'title,body,rating,review_date,reviewer_name,reviewer_email,product_url,product_id,product_handle'],
    ['loox', 'product_handle,rating,author,email,body,created_at,photo_url,verified_purchase'],
    ['okendo', 'productId,rating,name,body,dateCreated,email,title,imageUrls'],
    ['okendo_export', 'reviewId,productId,rating,title,body,reviewer.name,reviewer.email,dateCreated'],
  ]
  for (const [name, header] of headers) {
    test(`the header ${header} is detected as ${name}`, () => assert.equal(nameFor(header.split(',')), name))
  }

  test('unused columns are reported with their spelling in the file', () => {
    const detection = detectFormat(['Review Content', 'Review Score', 'Product ID', 'Date', 'Thumbs Up', 'Colour'])
    assert.deepEqual('format' in detection && detection.unusedColumns, ['Thumbs Up', 'Colour'])
  })

  test('every required column of a format is either read or ignored on purpose', () => {
    for (const format of signatures) {
      const known = new Set([...Object.values(format.fields).flat(), ...(format.ignored ?? [])])
      const demanded = [...format.required, ...(format.anyColumn ?? [])]
      assert.deepEqual(
        demanded.filter((name) => !known.has(name)),
        [],
        format.name,
      )
    }
  })

  test('column names of formats are normalised, and no format is listed twice', () => {
    for (const format of signatures) {
      const names = [
        ...format.required,
        ...(format.anyColumn ?? []),
        ...Object.values(format.fields).flat(),
        ...(format.ignored ?? []),
      ]
      for (const name of names) assert.match(name, /^[a-z\d]+$/, format.name)
    }
    assert.equal(new Set(signatures.map((format) => format.name)).size, signatures.length)
  })
})

describe('the column comment_content of Yotpo and WooCommerce', () => {
  const detectFields = (columns: string) => {
    const detection = detectFormat(columns.split(','))
    return 'format' in detection ? detection.format.fields : {}
  }

  test('the column comment_content of Yotpo and WooCommerce is read as the answer in a Yotpo file', () => {
    const fields = detectFields(
      'Review Content,Review Score,Product ID,Review Creation Date,Comment Content,Comment Date',
    )
    assert.deepEqual([fields.body, fields.reply], [['reviewcontent'], ['commentcontent']])
  })

  test('the column comment_content of Yotpo and WooCommerce is read as the review in a WooCommerce file', () => {
    const fields = detectFields('comment_ID,comment_content,comment_author,comment_date,rating,comment_post_ID')
    assert.deepEqual([fields.body, fields.reply], [['commentcontent'], undefined])
  })

  test('the column comment_content of Yotpo and WooCommerce is read as the review in an unknown file without another candidate', () => {
    assert.deepEqual(detectFields('sku,stars,date,comment_content').body, ['commentcontent'])
    assert.deepEqual(detectFields('sku,stars,date,comment_content,review').body, ['review'])
  })
})

describe('an unknown header', () => {
  test('an unknown header is refused, and the error lists its missing and found columns', () => {
    assert.deepEqual(detectFormat(['sku', 'stars', 'color']), {
      code: 'unknown_format',
      message:
        'The columns match no known review export. Missing columns: review text, review date. Rename your columns and upload the file again.',
      missing: ['review text', 'review date'],
      columns: ['sku', 'stars', 'color'],
    })
  })

  test('an unknown header is refused if two columns could be the text', () => {
    const detection = detectFormat(['sku', 'stars', 'date', 'Review', 'Comment'])
    assert.ok('code' in detection)
    assert.match(detection.message, /“Review” and “Comment” could each be the review text/)
  })

  test('an unknown header is refused if two formats fit equally well', () => {
    const common = { source: 'x', required: ['body', 'rating'], fields: { body: ['body'], rating: ['rating'] } }
    const formats = [
      { ...common, name: 'a', label: 'A' },
      { ...common, name: 'b', label: 'B' },
    ]
    const detection = detectFormat(['body', 'rating'], formats)
    assert.ok('code' in detection)
    assert.match(detection.message, /A or B/)
  })

  test('an unknown header never shows an address in the error, even for a file without a header', () => {
    const detection = detectFormat(['5', 'Nice', 'Jane', 'jane.doe@example.com', 'JANE＠example.com'])
    assert.ok('code' in detection)
    assert.doesNotMatch(JSON.stringify(detection), /jane\.doe|example\.com/i)
  })

  test('an unknown header never throws and always has the same result', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('rating', 'body', 'date', 'sku', 'constructor', '__proto__', 'Review Score'),
    )
    fc.assert(
      fc.property(fc.array(name), (columns) => {
        assert.deepEqual(detectFormat(columns), detectFormat(columns))
      }),
    )
  })
})
