import type { Identifiers, Platform } from '../../../../api/shops/shops.ts'

export type KeyedSource = { prefix: 'meta:' | 'attribute:'; name: string; placeholder: string }

type Sources = { native: Readonly<Record<string, string>>; keyed: readonly KeyedSource[] }

export const identifierNames: Record<keyof Identifiers, string> = {
  gtin: 'GTIN (barcode, EAN, UPC)',
  mpn: 'MPN (part number)',
  brand: 'Brand',
  group: 'Product group',
}

export const sources: Record<Platform, Sources> = {
  shopify: {
    native: {
      barcode: 'Barcode',
      sku: 'SKU',
      vendor: 'Vendor',
      productType: 'Product type',
      title: 'Title',
      handle: 'Handle',
    },
    keyed: [{ prefix: 'meta:', name: 'A metafield', placeholder: 'custom.mpn' }],
  },
  woocommerce: {
    native: { global_unique_id: 'GTIN, UPC, EAN or ISBN', sku: 'SKU', brands: 'Brands' },
    keyed: [
      { prefix: 'meta:', name: 'A field of the meta data', placeholder: '_wpm_mpn' },
      { prefix: 'attribute:', name: 'An attribute', placeholder: 'Brand' },
    ],
  },
  bigcommerce: {
    native: {
      gtin: 'GTIN, else UPC',
      upc: 'UPC',
      mpn: 'MPN',
      sku: 'SKU',
      brand: 'Brand',
      bin_picking_number: 'Bin picking number',
    },
    keyed: [{ prefix: 'meta:', name: 'A custom field', placeholder: 'EAN' }],
  },
  medusa: {
    native: {
      ean: 'EAN, else UPC, else barcode',
      upc: 'UPC, else barcode',
      barcode: 'Barcode',
      sku: 'SKU',
      type: 'Type',
      collection: 'Collection',
    },
    keyed: [{ prefix: 'meta:', name: 'A key of the metadata', placeholder: 'mpn' }],
  },
  vendure: {
    native: { sku: 'SKU' },
    keyed: [
      { prefix: 'meta:', name: 'A custom field', placeholder: 'gtin' },
      { prefix: 'attribute:', name: 'A facet', placeholder: 'Brand' },
    ],
  },
  custom: { native: {}, keyed: [] },
}

export function splitSource(source: string | null): { choice: string; key: string } {
  const [prefix] = /^(meta|attribute):/.exec(source ?? '') ?? []
  return prefix ? { choice: prefix, key: (source ?? '').slice(prefix.length) } : { choice: source ?? '', key: '' }
}

export const joinSource = (choice: string, key: string): string | null =>
  choice.endsWith(':') ? `${choice}${key}` : choice || null

export function sourceText(platform: Platform, source: string | null): string {
  if (source === null) return 'Nowhere'
  const { choice, key } = splitSource(source)
  const { native, keyed } = sources[platform]
  const named = keyed.find(({ prefix }) => prefix === choice)?.name
  return named ? `${named}: ${key}` : (native[source] ?? source)
}
