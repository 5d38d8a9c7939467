// Some identifiers are missing or wrong on purpose, as in every real catalogue.

import { type Gap, goods, type Item, type Subject } from './goods.ts'
import { at } from './random.ts'

export type ProductRow = {
  platformProductId: string
  title: string
  handle: string
  url: string
  imageUrl: string
  description: string
  status: 'active' | 'draft' | 'archived'
  categories: string[]
  brand?: string
  sku?: string
  gtin?: string
  mpn?: string
  variants?: VariantRow[]
}

export type VariantRow = {
  platformVariantId: string
  title: string
  sku?: string
  gtin?: string
  mpn?: string
  price: string
  currency: string
  imageUrl: string
}

export type DemoVariant = { platformVariantId: string; title: string; sku?: string; cents: number; look: string }

export type DemoProduct = {
  row: ProductRow
  subject: Subject
  variants: DemoVariant[]
  popularity: number
  /** Buyers' opinion relative to the shop's usual goods: -1 to 1. */
  quality: number
}

export const shop = {
  name: 'Larkmoor',
  origin: 'https://larkmoor.example',
  currency: 'EUR',
  brand: 'Larkmoor',
} as const

export type CatalogueOptions = {
  /** URL of a picture in `pictures/goods`. */
  imageUrl?: (name: string) => string
  pageUrl?: (product: { id: string; handle: string }) => string
}

export function catalogue(options: CatalogueOptions = {}): DemoProduct[] {
  const imageUrl = options.imageUrl ?? ((name) => `${shop.origin}/pictures/${name}.webp`)
  const pageUrl = options.pageUrl ?? (({ handle }) => `${shop.origin}/products/${handle}`)
  return goods.map((item, index) => product(item, index, { imageUrl, pageUrl }))
}

function product(item: Item, index: number, { imageUrl, pageUrl }: Required<CatalogueOptions>): DemoProduct {
  const handle = item.title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const gaps = new Set(item.gaps)
  const code = `${initials(item.brand ?? shop.brand)}-${String(100 + index * 7)}`
  const id = String(7_410_000_000 + index * 1_009)
  const variants = item.options.map(([title, look, more = 0], place) => ({
    ...{ platformVariantId: `${id}-${place + 1}`, title, look, cents: Math.round((item.euros + more) * 100) },
    ...identifiers(code, index, place, place === item.options.length - 1, gaps),
  }))
  const first = at(variants, 0)
  const { gtin, mpn, sku } = first
  const base = {
    platformProductId: id,
    title: item.title,
    handle,
    url: pageUrl({ id, handle }),
    imageUrl: imageUrl(pictureName(handle, first.look)),
    description: item.description,
    status: item.status ?? ('active' as const),
    categories: item.categories,
    ...(gaps.has('noBrand') || gaps.has('nothing') ? {} : { brand: item.brand ?? shop.brand }),
  }
  const row: ProductRow = gaps.has('noVariants')
    ? { ...base, ...defined({ sku, gtin, mpn }) }
    : {
        ...base,
        variants: variants.map(({ look, cents, ...variant }) => ({
          ...variant,
          price: (cents / 100).toFixed(2),
          currency: shop.currency,
          imageUrl: imageUrl(pictureName(handle, look)),
        })),
      }
  return {
    row,
    subject: item.subject,
    // A product without variants is its own default variant, with the product's id.
    variants: gaps.has('noVariants') ? [{ ...first, platformVariantId: id }] : variants,
    popularity: item.popularity ?? 1,
    quality: item.quality ?? 0,
  }
}

function identifiers(code: string, product: number, place: number, isLast: boolean, gaps: Set<Gap>) {
  if (gaps.has('nothing')) return {}
  const sku = `${code}-${place + 1}`
  // 952 is GS1's prefix for demonstrations: complete numbers that no real product has.
  const body = `952${String(40_000_000 + product * 1_013 + place * 7).padStart(9, '0')}`
  const check = checkDigit(body)
  const isMissing = gaps.has('noGtin') || (gaps.has('noGtinOnLast') && isLast)
  const gtin = isMissing ? undefined : body + (gaps.has('wrongGtin') ? (Number(check) + 3) % 10 : check)
  return defined({ sku, gtin, mpn: gaps.has('noMpn') ? undefined : `${code.replace('-', '')}${'ABCDEFGH'[place]}` })
}

/** Removes undefined properties, so that a missing identifier is an omitted field. */
function defined<T extends Record<string, string | undefined>>(fields: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
}

export const pictureName = (handle: string, look: string): string => `${handle}-${look}`

function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

const initials = (brand: string) =>
  brand
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
