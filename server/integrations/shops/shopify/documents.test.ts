import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { refusedBulk } from '#test/fakes/shops/shopify/bulk.ts'
import { allDocuments, metafieldOf } from './documents.ts'

const published = new URL('../../../../test/support/fakes/shops/shopify/admin-2026-10.graphql', import.meta.url)
const schema = buildSchema(readFileSync(published, 'utf8'), { assumeValidSDL: true })
const sources = { gtin: 'meta:custom.gtin', mpn: 'meta:$app:feeds.mpn', brand: 'vendor' }

describe('every document that Shopify is sent', () => {
  for (const [name, text] of Object.entries(allDocuments(sources)))
    it(`fits the published schema: ${name}`, () => {
      assert.deepEqual(
        validate(schema, parse(text)).map(({ message }) => message),
        [],
      )
    })

  it('is refused by that schema when it asks for what is not there', () => {
    assert.equal(validate(schema, parse('{ shop { vatNumber } }')).length, 1)
  })

  it('keeps the limits of bulk operations where it is one', () => {
    const { bulkCatalogue = '', bulkOrders = '' } = allDocuments(sources)
    assert.equal(refusedBulk(bulkCatalogue), undefined)
    assert.equal(refusedBulk(bulkOrders), undefined)
  })

  it('names no metafield that could end the text it stands in', () => {
    for (const source of [
      'meta:a"b.c',
      'meta:custom',
      'meta:a.b.c',
      'meta:.x',
      'meta:custom.mpn) { id }',
      'barcode',
      null,
    ])
      assert.equal(metafieldOf(source), undefined)
    assert.deepEqual(metafieldOf('meta:$app:feeds.mpn'), { namespace: '$app:feeds', key: 'mpn' })
  })
})
