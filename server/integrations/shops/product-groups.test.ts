import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toProduct as fromBigCommerce } from './bigcommerce/products.ts'
import { toProduct as fromMedusa } from './medusa/products.ts'
import { allDocuments } from './shopify/documents.ts'
import { toProduct as fromShopify } from './shopify/products.ts'
import { toProduct as fromVendure } from './vendure/products.ts'
import { toProduct as fromWooCommerce } from './woocommerce/products.ts'

const none = { gtin: null, mpn: null, brand: null }
const by = (group: string | null) => ({ ...none, group })

/** Each reads a product with the group `own`, whose second variant has the group `second`. `group` names the source. */
const readers: Record<
  string,
  { source: string; read(own: string | null, second: string | null, group: string | null): string | null | undefined }
> = {
  shopify: {
    source: 'meta:custom.group',
    read: (own, second, group) =>
      fromShopify(
        { id: 'gid://shopify/Product/1', vendor: 'Acme', group: { value: own } },
        [{ id: 'gid://shopify/ProductVariant/1' }, { id: 'gid://shopify/ProductVariant/2', group: { value: second } }],
        [],
        by(group),
        null,
      )?.groupKey,
  },
  woocommerce: {
    source: 'meta:group',
    read: (own, second, group) =>
      fromWooCommerce(
        { id: 1, variations: [2, 3], meta_data: [{ key: 'group', value: own }] },
        [{ id: 2 }, { id: 3, meta_data: [{ key: 'group', value: second }] }],
        by(group),
        null,
      )?.groupKey,
  },
  bigcommerce: {
    source: 'meta:group',
    read: (own, second, group) =>
      fromBigCommerce(
        {
          id: 1,
          custom_fields: [{ name: 'group', value: own }],
          variants: [{ id: 2 }, { id: 3, custom_fields: [{ name: 'group', value: second }] }],
        },
        { identifiers: by(group), brands: new Map(), currency: null, origin: null },
      )?.groupKey,
  },
  medusa: {
    source: 'meta:group',
    read: (own, second, group) =>
      fromMedusa(
        { id: 'p', metadata: { group: own }, variants: [{ id: 'a' }, { id: 'b', metadata: { group: second } }] },
        by(group),
        'eur',
      )?.groupKey,
  },
  vendure: {
    source: 'meta:group',
    read: (own, second, group) =>
      fromVendure(
        { id: '1', customFields: { group: own } },
        [{ id: '2' }, { id: '3', customFields: { group: second } }],
        by(group),
        { address: 'https://shop.example', precision: 2 },
      )?.groupKey,
  },
}

for (const [platform, { source, read }] of Object.entries(readers))
  test(`the group of a product of ${platform} is its own value, or else that of a variant`, () => {
    assert.equal(read('mugs', 'cups', source), 'mugs')
    assert.equal(read(null, 'cups', source), 'cups')
    assert.equal(read(null, null, source), null)
    assert.equal(read('mugs', 'cups', null), null)
  })

test('queries to Shopify request the metafield of the group', () => {
  const { bulkCatalogue } = allDocuments(by('meta:custom.group'))
  assert.match(String(bulkCatalogue), /group: metafield\(namespace: "custom", key: "group"\)/)
  assert.doesNotMatch(String(allDocuments(none).bulkCatalogue), /metafield/)
})
