import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { refusedBulk } from '#test/fakes/shops/shopify/bulk.ts'
import { allDocuments, parseMetafield } from './documents.ts'

const published = new URL('../../../../test/support/fakes/shops/shopify/admin-2026-10.graphql', import.meta.url)
const schema = buildSchema(readFileSync(published, 'utf8'), { assumeValidSDL: true })
const sources = { gtin: 'meta:custom.gtin', mpn: 'meta:$app:feeds.mpn', brand: 'vendor' }

describe('every document for Shopify', () => {
  for (const [name, text] of Object.entries(allDocuments(sources)))
    it(`every document for Shopify matches the published schema: ${name}`, () => {
      assert.deepEqual(
        validate(schema, parse(text)).map(({ message }) => message),
        [],
      )
    })

  it('every document for Shopify is checked against a schema that refuses unknown fields', () => {
    assert.equal(validate(schema, parse('{ shop { vatNumber } }')).length, 1)
  })

  it('every document for Shopify respects the limits of bulk operations', () => {
    const { bulkCatalogue = '', bulkOrders = '' } = allDocuments(sources)
    assert.equal(refusedBulk(bulkCatalogue), undefined)
    assert.equal(refusedBulk(bulkOrders), undefined)
  })

  it("every document for Shopify contains no metafield whose name could end the query's string", () => {
    for (const source of [
      'meta:a"b.c',
      'meta:custom',
      'meta:a.b.c',
      'meta:.x',
      'meta:custom.mpn) { id }',
      'barcode',
      null,
    ])
      assert.equal(parseMetafield(source), undefined)
    assert.deepEqual(parseMetafield('meta:$app:feeds.mpn'), { namespace: '$app:feeds', key: 'mpn' })
  })
})
