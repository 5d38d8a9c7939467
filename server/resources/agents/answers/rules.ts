import { computeShare } from '#resources/analytics/rules.ts'
import { removeAddresses } from '#resources/products/review-feed/rules.ts'
import { computeRating, findGtinProblem } from '#resources/products/rules.ts'
import type { Incentive, Relationship, Source } from '#resources/reviews/schema.ts'
import type { AskedId, RatingsAnswer, ReviewsAnswer } from './schema.ts'

/** Maximum length of a review's excerpt, in code points. */
export const maxText = 500

// Tag characters hide text from people, bidirectional controls reorder it, and no visible text needs other controls.
const invisible = /[\u{E0000}-\u{E007F}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\u007F-\u009F]/gu

/** Removes invisible characters first, because they may split an address. */
export const cleanText = (text: string, email: string | null = null): string =>
  removeAddresses(text.replace(invisible, ''), email)

/** Cuts between two words, or within the first word if it is too long. */
export function cutText(text: string, most = maxText): { text: string; isCut: boolean } {
  const points = Array.from(text)
  if (points.length <= most) return { text, isCut: false }
  const within = points.slice(0, most).join('')
  const whole = /\s/u.test(points[most] as string) ? within : (/^[\s\S]*(?=\s)/u.exec(within)?.[0] ?? '')
  return { text: whole.trim() === '' ? within : whole.trimEnd(), isCut: true }
}

/**
 * Returns the key by which ids are compared. All spellings of a GTIN have the same key. Null for a GTIN with a wrong
 * check digit.
 */
export function keyOf({ type, value }: AskedId, gtinKey: (text: string) => string | null): string | null {
  if (type !== 'gtin') return value
  return findGtinProblem(value) === 'invalid' ? null : gtinKey(value)
}

export type StarsRow = {
  rating: number
  count: number
  verified: number
  rewarded: number
  imported: number
}

export type ProductRow = {
  /** Positions, from 1, of the requested ids that matched the product. */
  places: number[]
  platformProductId: string
  title: string | null
  url: string | null
  stars: StarsRow[]
  newestAt: string | null
  variants: { sku: string | null; gtin: string | null }[]
}

type ProductRatings = RatingsAnswer['data'][number]

export function toRatings(row: ProductRow, asked: readonly AskedId[]): ProductRatings {
  const { count, average, byStar } = computeRating(row.stars.map((each) => [each.rating, each.count] as const))
  const sum = (name: 'verified' | 'rewarded' | 'imported') => row.stars.reduce((all, each) => all + each[name], 0)
  const [verifiedCount, rewardedCount] = [sum('verified'), sum('rewarded')]
  return {
    platformProductId: row.platformProductId,
    title: row.title === null ? null : cleanText(row.title),
    url: row.url,
    gtins: distinct(row.variants.map(({ gtin }) => readGtinOf(gtin))),
    skus: distinct(row.variants.map(({ sku }) => sku)),
    inputs: toInputs(row.places, asked),
    rating: average === null ? null : { value: average, scale_min: 1, scale_max: 5, count },
    distribution: byStar,
    verifiedCount,
    verifiedShare: computeShare(verifiedCount, count),
    rewardedCount,
    rewardedShare: computeShare(rewardedCount, count),
    importedCount: sum('imported'),
    newestAt: row.newestAt,
  }
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** The digits of the GTIN, without spaces and hyphens. Null for a wrong check digit. */
function readGtinOf(gtin: string | null): string | null {
  if (gtin === null || findGtinProblem(gtin) === 'invalid') return null
  return gtin.replace(/\.0+$/, '').replace(/\D+/g, '')
}

function toInputs(places: readonly number[], asked: readonly AskedId[]): ProductRatings['inputs'] {
  const inputs = new Map<string, ProductRatings['inputs'][number]>()
  for (const place of places) {
    const { type, value } = asked[place - 1] as AskedId
    const match = type === 'platformProductId' ? 'featured' : 'exact'
    inputs.set(`${match} ${value}`, { id: value, match })
  }
  return [...inputs.values()]
}

export type ExcerptRow = {
  id: string
  rating: number
  title: string | null
  body: string
  author_name: string
  author_email: string | null
  verified: boolean
  incentive: Incentive | null
  relationship: Relationship | null
  source: Source
  locale: string | null
  submitted_at: string
  reply_body: string | null
  reply_author_name: string | null
  replied_at: string | null
}

export function toExcerpt(row: ExcerptRow, evidenceUrl: string): ReviewsAnswer['data'][number] {
  let isCleaned = false
  const clean = (text: string): string => {
    const cleaned = cleanText(text, row.author_email)
    if (cleaned !== text) isCleaned = true
    return cleaned
  }
  const title = row.title === null ? null : clean(row.title)
  const { text, isCut } = cutText(clean(row.body))
  const authorName = clean(row.author_name)
  const reply =
    row.reply_body === null || row.replied_at === null
      ? null
      : { body: clean(row.reply_body), authorName: clean(row.reply_author_name ?? ''), repliedAt: row.replied_at }
  return {
    ...{ id: row.id, rating: row.rating, title, text, isCut, isCleaned, language: row.locale, authorName },
    submittedAt: row.submitted_at,
    verified: row.verified,
    rewarded: row.incentive !== null,
    imported: row.source === 'import',
    relationship: row.relationship,
    reply,
    proofUrl: `${evidenceUrl}/reviews/${row.id}`,
  }
}
