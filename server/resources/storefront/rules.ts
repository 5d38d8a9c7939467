import type { CursorPosition } from '#platform/calls/paging/page.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { invalidField } from '#platform/values/errors.ts'
import { type AnsweredRow, toAnswered } from '#resources/reviews/attributes/rules.ts'
import { toLanguage } from '#resources/reviews/language-rules.ts'
import { type PhotoRow, toPhotos } from '#resources/reviews/photos/rules.ts'
import { isDeclared, requireSubject, type StarCount, summarize } from '#resources/reviews/rules.ts'
import type { Incentive, Relationship, Subject, SubjectFilter } from '#resources/reviews/schema.ts'
import type { Translation } from '#resources/translations/schema.ts'
import type { ShownReview, Sort, Summary } from './schema.ts'

/**
 * A list combines runs, each in the order of an index. Runs of higher rank come first; runs of equal rank are merged by
 * date. In a run with `voted`, the rank of a review is its number of votes.
 */
export type Run = {
  rank: number
  rating?: number
  photos?: boolean
  voted?: boolean
  /** True for reviews in the reader's language, false for all others. Undefined if all languages are mixed. */
  isOwnLanguage?: boolean
}

/** Added to the rank of reviews in the reader's language. It exceeds any number of votes. */
export const ownLanguageRank = 500_000_000

const stars = [5, 4, 3, 2, 1] as const

export type Choice = { sort?: Sort; rating?: number; hasPhotos?: boolean; firstLocale?: string }

export function planRuns(choice: Choice): Run[] {
  const runs = planMixed(choice)
  if (choice.firstLocale === undefined) return runs
  return [
    ...runs.map((run) => ({ ...run, rank: run.rank + ownLanguageRank, isOwnLanguage: true })),
    ...runs.map((run) => ({ ...run, isOwnLanguage: false })),
  ]
}

function planMixed({ sort = 'newest', rating, hasPhotos }: Choice): Run[] {
  if (sort === 'helpful') {
    const photos = hasPhotos === undefined ? {} : { photos: hasPhotos }
    const voted: Run = { rank: 1, voted: true, ...(rating !== undefined && { rating }), ...photos }
    const others = planMixed({
      sort: 'newest',
      ...(rating !== undefined && { rating }),
      ...(hasPhotos !== undefined && { hasPhotos }),
    })
    return [voted, ...others.map((run) => ({ ...run, voted: false }))]
  }
  const ratings = rating === undefined ? stars : [rating]
  const withPhotos: Run = { rank: 0, photos: true, ...(rating !== undefined && { rating }) }
  // One run is enough: few reviews have photos, and one index sorts all of these by date.
  if (hasPhotos && (sort === 'newest' || sort === 'photos')) return [withPhotos]
  // The most common request reads one run by its own index, because five runs cost more than twice as much.
  if (sort === 'newest' && rating === undefined && hasPhotos === undefined) return [{ rank: 0 }]
  const photos = hasPhotos === undefined ? {} : { photos: hasPhotos }
  if (sort === 'highest') return ratings.map((each) => ({ rank: each, rating: each, ...photos }))
  if (sort === 'lowest') return ratings.map((each) => ({ rank: 6 - each, rating: each, ...photos }))
  if (sort === 'photos' && hasPhotos === undefined)
    return [{ ...withPhotos, rank: 1 }, ...ratings.map((each) => ({ rank: 0, rating: each, photos: false }))]
  return ratings.map((each) => ({ rank: 0, rating: each, ...photos }))
}

export function behindRanked(position: CursorPosition | undefined): Required<CursorPosition> | undefined {
  if (!position) return undefined
  if (position.rank === undefined || !position.at.includes('T'))
    throw invalidField('/cursor', 'is not a cursor of this list')
  return { ...position, rank: position.rank }
}

/** Values by attribute, from answers such as `0190…:4`. */
export function groupAnswers(answers: readonly string[]): { id: string; values: string[] }[] {
  const pairs = answers.map((answer) => answer.toLowerCase().split(':') as [string, string])
  return [...Map.groupBy(pairs, ([id]) => id)].map(([id, found]) => ({ id, values: found.map(([, value]) => value) }))
}

/** Language of a tag without script and country. */
export const primarySubtag = (tag: string): string => (/^[a-z]+/i.exec(tag)?.[0] ?? 'und').toLowerCase()

const mostWords = 8

export const wordsIn = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/u).filter(Boolean))].slice(0, mostWords)

export const isRanked = (choice: Choice): boolean => planRuns(choice).some(({ rank }) => rank > 0)

/** Returns the runs that are not finished at the start of a page. Refuses the cursor of a list with another order. */
export function runsAfter(choice: Choice, position: CursorPosition | undefined): (Run & { after?: CursorPosition })[] {
  const runs = planRuns(choice)
  if (!position) return runs
  if ((position.rank !== undefined) !== isRanked(choice) || !position.at.includes('T'))
    throw invalidField('/cursor', 'is not a cursor of this list')
  const rank = position.rank ?? 0
  const left = runs.filter((run) => run.rank <= rank)
  if (left.length === 0) throw invalidField('/cursor', 'is not a cursor of this list')
  // Ranks of reviews in the reader's language are above all others, so a cursor belongs to exactly one of the two
  // groups.
  const isOwn = rank >= ownLanguageRank
  return left.map((run) =>
    run.rank === rank || (run.voted && isOwn === Boolean(run.isOwnLanguage)) ? { ...run, after: position } : run,
  )
}

export type ReviewRow = {
  id: string
  rank: number
  rating: number
  title: string | null
  body: string
  author_name: string
  verified: boolean
  incentive: Incentive | null
  relationship: Relationship | null
  photos: PhotoRow[] | null
  helpful_count: number
  attributes: AnsweredRow[] | null
  reply_body: string | null
  reply_author_name: string | null
  replied_at: string | null
  locale: string | null
  detected_language: string | null
  submitted_at: string
  /** Null if there is no translation yet. Absent if the request names no language. */
  translation?: Translation | null
  corrected_at: string | null
  /** Empty for reviews of the shop. Then `subject` is `shop`. */
  platform_product_id?: string
  subject?: Subject
  product_title?: string | null
  product_url?: string | null
  product_image_url?: string | null
  /** The reviewed product, if it is not the requested one. */
  origin?: { platformProductId: string; title: string | null; url: string | null } | null
  /** The reviewed product at the store that shares the review. */
  copied_from?: CopiedFrom | null
}

type CopiedFrom = { platformProductId: string; title: string | null; url: string | null; storeName: string | null }

export function toShown(row: ReviewRow, media: Media): ShownReview {
  return {
    id: row.id,
    rating: row.rating,
    title: row.title,
    body: row.body,
    authorName: row.author_name,
    verified: row.verified,
    incentive: row.incentive,
    relationship: isDeclared(row.relationship) ? row.relationship : null,
    photos: row.photos === null ? [] : toPhotos(row.photos, media, true),
    reply: toReply(row),
    attributes: (row.attributes ?? []).map(toAnswered),
    helpfulCount: row.helpful_count,
    locale: row.locale,
    ...toLanguage(row.locale, row.detected_language),
    submittedAt: row.submitted_at,
    ...(row.translation !== undefined && { translation: row.translation }),
    correctedAt: row.corrected_at,
    ...toShownProduct(row),
    ...(row.subject && { subject: row.subject }),
    ...toOrigin(row),
  }
}

function toOrigin({ origin, copied_from: copiedFrom }: ReviewRow): Pick<ShownReview, 'origin'> {
  if (copiedFrom) return { origin: { kind: 'store', ...copiedFrom } }
  return origin ? { origin: { kind: 'group', ...origin, storeName: null } } : {}
}

function toReply({ reply_body, reply_author_name, replied_at }: ReviewRow): ShownReview['reply'] {
  if (reply_body === null || replied_at === null) return null
  return { body: reply_body, authorName: reply_author_name ?? '', repliedAt: replied_at }
}

const toShownProduct = (row: ReviewRow): Pick<ShownReview, 'product'> =>
  row.subject === 'shop'
    ? { product: null }
    : row.platform_product_id === undefined
      ? {}
      : {
          product: {
            platformProductId: row.platform_product_id,
            title: row.product_title ?? null,
            url: row.product_url ?? null,
            imageUrl: row.product_image_url ?? null,
          },
        }

type SubjectRequest = { subject?: SubjectFilter; platformProductId?: string; categoryId?: string; pool?: unknown }

/** Throws 400 if a request combines reviews of the shop with products in a list that cannot distinguish them. */
export function requireSubjectOfList(request: SubjectRequest): void {
  requireSubject(request)
  if (request.subject === 'all' && request.platformProductId !== undefined)
    throw invalidField('/subject', 'is `all` beside a product. Leave out one of them')
}

/** Throws 400 unless the request names either a product or the shop. */
export function requireOneSubject(request: { subject?: Subject; platformProductId?: string }): string | undefined {
  requireSubject(request)
  if (request.subject !== 'shop' && request.platformProductId === undefined)
    throw invalidField('/platformProductId', 'is required')
  return request.platformProductId
}

export type RatingCount = { rating: number; count: number }

export function toSummary(platformProductId: string, counted: readonly RatingCount[]): Summary {
  const counts = counted.map((each): StarCount => ({ ...each, verified: 0, with_photos: 0 }))
  const { count, average, byStar } = summarize(counts)
  return { platformProductId, count, average, byStar }
}

export function toSummaries(
  asked: readonly string[],
  rows: readonly (RatingCount & { platform_product_id: string })[],
): Summary[] {
  const byProduct = Map.groupBy(rows, (row) => row.platform_product_id)
  return asked.map((id) => toSummary(id, byProduct.get(id) ?? []))
}

/** `own` and `pooled` are the numbers of reviews with one to five stars. Null without reviews. */
export type PooledStars = {
  platform_product_id: string
  own: number[] | null
  pooled: number[] | null
  products: number | null
  stores: number | null
}

export function toPooledSummaries(asked: readonly string[], rows: readonly PooledStars[]): Summary[] {
  const bySent = new Map(rows.map((row) => [row.platform_product_id, row]))
  return asked.map((id) => {
    const row = bySent.get(id)
    const { platformProductId: _, ...pooled } = toSummary(id, toRatingCounts(row?.pooled))
    return {
      ...toSummary(id, toRatingCounts(row?.own)),
      pooled: { ...pooled, products: row?.products ?? 0, stores: row?.stores ?? 0 },
    }
  })
}

const toRatingCounts = (stars: readonly number[] | null | undefined): RatingCount[] =>
  (stars ?? []).map((count, i) => ({ rating: i + 1, count }))
