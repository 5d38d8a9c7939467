import { fill, formFor } from '#locales/fill.ts'
import { textsIn } from '#locales/texts.ts'
import { defaultLook, withDerivedColors } from '#resources/email-branding/rules.ts'
import type { Definition } from '../template-definitions/definition.ts'
import { buildBrand } from './brand.ts'
import { Html, safeUrl } from './html.ts'
import type { Scope } from './liquid.ts'
import type { Choice } from './locales.ts'

/** Mail programs would truncate a mail with more products. */
const shownProducts = 5

// The filler is invisible text after the preheader. It keeps the mail's first words out of a mailbox's preview.
const filler = new Html('&#847;&zwnj;&nbsp;'.repeat(60))

export function buildScope(
  definition: Definition,
  data: unknown,
  branding = withDerivedColors(defaultLook, null),
  choice: Choice,
): Scope {
  const safe = safeData(data) as Scope
  const products = Array.isArray(safe.products) ? safe.products.filter(isRecord) : undefined
  const withStars = products?.map((product) => ({ ...titled(product, choice), stars: buildStars(product, choice) }))
  return {
    // Every layout reads these variables, but not every mail has them.
    unsubscribeUrl: null,
    preferencesUrl: null,
    ...safe,
    ...(isRecord(safe.product) && { product: titled(safe.product, choice) }),
    ...(withStars && { products: withStars, items: withStars.slice(0, shownProducts) }),
    brand: buildBrand(branding),
    words: wordsFor(definition, safe, countProducts(safe, products) - shownProducts, choice),
    filler,
    lang: choice.lang,
    dir: choice.dir,
    start: choice.dir === 'rtl' ? 'right' : 'left',
    end: choice.dir === 'rtl' ? 'left' : 'right',
  }
}

/** A large order's data contains only some of its products, and `productCount` counts all. */
const countProducts = ({ productCount }: Scope, products: Fields[] = []): number =>
  typeof productCount === 'number' ? Math.max(productCount, products.length) : products.length

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const titled = (product: Fields, { language }: Choice): Fields => ({
  ...product,
  title: product.title || textsIn('mails', language).words.purchase,
})

function buildStars({ ratingUrls, formUrl }: Fields, { language }: Choice) {
  const urls = isRecord(ratingUrls) ? ratingUrls : {}
  return [1, 2, 3, 4, 5].map((rating) => ({
    rating,
    url: urls[rating] || formUrl,
    label: fill(textsIn('mails', language).words.rate, { n: rating }),
    signs: '★'.repeat(rating),
  }))
}

function wordsFor(definition: Definition, data: Scope, left: number, { language }: Choice) {
  const { words } = textsIn('mails', language)
  const form = formFor(words.more, new Intl.PluralRules(language).select(left))
  const store = isRecord(data.store) ? String(data.store.name ?? '') : ''
  const rating = isRecord(data.review) ? Math.min(5, Math.max(0, Number(data.review.rating) || 0)) : 0
  return {
    reason: fill(words[definition.reason], { store }),
    unsubscribe: words.unsubscribe,
    preferences: words.preferences,
    decisionReason: words.decisionReason,
    hint: words.hint,
    more: left > 0 ? fill(form, { n: left }) : null,
    fallback: words.fallback,
    yourReview: words.yourReview,
    yourQuestion: words.yourQuestion,
    rated: fill(words.rated, { n: rating }),
    stars: '★'.repeat(rating) + '☆'.repeat(5 - rating),
  }
}

const limits = { text: 10_000, items: 100, depth: 6 }
const linkNames = /urls?(\.\d)?$/i

/** Drops control characters, excess text and invalid addresses, because names and titles are untrusted. */
export function safeData(value: unknown, name = '', depth = 0): unknown {
  // Empty texts become null, because Liquid treats them as true, and authors write `{% if customer.firstName %}`.
  if (typeof value === 'string')
    return (linkNames.test(name) ? safeUrl(value) : cleanText(value, name === 'body')) || null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth > limits.depth) return null
  if (Array.isArray(value)) return value.slice(0, limits.items).map((each) => safeData(each, name, depth + 1))
  const entries = Object.entries(value).slice(0, limits.items)
  return Object.fromEntries(
    entries.map(([key, each]) => [key, safeData(each, /^\d$/.test(key) ? `${name}.${key}` : key, depth + 1)]),
  )
}

// Removes marks that reverse the reading order, and preserves the marks that right-to-left scripts need.
const unwanted = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

function cleanText(text: string, hasLines: boolean): string {
  const clean = text.slice(0, limits.text).toWellFormed().replaceAll(unwanted, '')
  return hasLines ? clean.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').trim() : clean.replaceAll(/\s+/g, ' ').trim()
}
