// The file for Meta: CSV by RFC 4180 with arrays as JSON. Only a program reads it, so formulas are not escaped.
import type { Review } from '#integrations/shops/destination.ts'

export type CsvStore = { id: string; name: string; urls: readonly string[] }

const columns: readonly [
  string,
  (review: Review, store: CsvStore) => string | number | boolean | null | readonly string[],
][] = [
  ['aggregator', () => 'Evident'],
  ['store.name', (_, store) => store.name],
  ['store.id', (_, store) => store.id],
  ['store.storeUrls', (_, store) => store.urls],
  ['reviewID', ({ id }) => id],
  ['rating', ({ rating }) => rating],
  ['title', ({ title }) => title],
  ['content', ({ body }) => body],
  ['created_at', ({ submittedAt }) => submittedAt],
  ['updated_at', ({ updatedAt }) => updatedAt],
  ['review_image_urls', ({ photoUrls }) => photoUrls],
  ['incentivized', ({ incentivized }) => incentivized],
  ['has_verified_purchase', ({ verified }) => verified],
  ['reviewer.name', ({ authorName }) => authorName],
  ['reviewer.isAnonymous', ({ isAnonymous }) => isAnonymous],
  ['product.name', ({ product }) => product.title],
  ['product.url', ({ product }) => product.url],
  ['product.imageUrls', ({ product }) => (product.imageUrl === null ? [] : [product.imageUrl])],
  ['product.productIdentifiers.skus', ({ product }) => product.skus],
  ['product.productIdentifiers.gtins', ({ product }) => product.gtins],
  ['product.productIdentifiers.mpns', ({ product }) => product.mpns],
  ['product.productIdentifiers.brand', ({ product }) => product.brands[0] ?? null],
  ['country', ({ country }) => country],
]

const toCell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

export const csvHead = `${columns.map(([name]) => name).join(',')}\r\n`

export const csvRow = (review: Review, store: CsvStore): string =>
  `${columns
    .map(([, read]) => {
      const value = read(review, store)
      return toCell(value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
    })
    .join(',')}\r\n`
