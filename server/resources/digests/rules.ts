import { type ReviewChange, type ReviewState, unknownState } from '#resources/reviews/changes/events.ts'
import { beforeOf } from '#resources/reviews/changes/rules.ts'

/** A product with fewer reviews has no digest, because people can read the reviews themselves. */
export const fewestReviews = 10
export const mostSentences = 6
/** Number of newest reviews that are read for each number of stars. */
export const readPerStar = 40

export const bands = ['high', 'middle', 'low'] as const
export type Band = (typeof bands)[number]

export const bandOf = (rating: number): Band => (rating >= 4 ? 'high' : rating === 3 ? 'middle' : 'low')

export type StarCount = { rating: number; count: number }
export type Candidate = { reviewId: string; rating: number; body: string; language: string | null }
export type ChosenSentence = { reviewId: string; sentence: string }
/** Spare sentences are shown only to readers of their language. */
export type StoredSentence = ChosenSentence & { isSpare?: true }

/** Number of sentences by band: in proportion to the stars, but at least one for each band with a review. */
export function apportion(counts: readonly StarCount[]): Record<Band, number> {
  const inBand = (band: Band) => counts.reduce((sum, row) => sum + (bandOf(row.rating) === band ? row.count : 0), 0)
  const sizes = { high: inBand('high'), middle: inBand('middle'), low: inBand('low') }
  const total = sizes.high + sizes.middle + sizes.low
  const seats = { high: Math.min(1, sizes.high), middle: Math.min(1, sizes.middle), low: Math.min(1, sizes.low) }
  const most = Math.min(mostSentences, total)
  const missing = (band: Band) => (seats[band] < sizes[band] ? (sizes[band] * most) / total - seats[band] : -most)
  for (let left = most - seats.high - seats.middle - seats.low; left > 0; left--) {
    const next = bands.reduce((best, band) => (missing(band) > missing(best) ? band : best))
    seats[next]++
  }
  return seats
}

/** Returns unchanged sentences, one from each chosen review: positive first, then neutral, then critical. */
export function chooseSentences(counts: readonly StarCount[], candidates: readonly Candidate[]): ChosenSentence[] {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total < fewestReviews) return []
  const seats = apportion(counts)
  return bands.flatMap((band) => {
    const ofBand = candidates.filter(({ rating }) => bandOf(rating) === band)
    return chooseOfBand(ofBand, seats[band])
  })
}

/** Languages with spare sentences, those with the most reviews first. */
const mostLanguages = 10

/** The choice for all readers, then spare sentences for the readers of each language. */
export function chooseWithSpares(counts: readonly StarCount[], candidates: readonly Candidate[]): StoredSentence[] {
  const chosen = chooseSentences(counts, candidates)
  if (chosen.length === 0) return []
  const seats = apportion(counts)
  const taken = new Set(chosen.map(({ reviewId }) => reviewId))
  const byLanguage = [...Map.groupBy(candidates, ({ language }) => language)]
    .filter(([language]) => language !== null)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, mostLanguages)
  const spares = byLanguage.flatMap(([, ofLanguage]) =>
    bands.flatMap((band) =>
      chooseOfBand(
        ofLanguage.filter(({ rating }) => bandOf(rating) === band),
        seats[band],
        taken,
      ),
    ),
  )
  return [
    ...chosen,
    ...spares.filter(({ reviewId }) => !taken.has(reviewId)).map((each) => ({ ...each, isSpare: true as const })),
  ]
}

type ShownSentence = { rating: number; language: string | null; isSpare: boolean }

/** Each kind of review keeps its number of sentences. Within a kind, sentences in the language come first. */
export function preferLanguage<Row extends ShownSentence>(rows: readonly Row[], language: string | undefined): Row[] {
  const forAll = rows.filter(({ isSpare }) => !isSpare)
  if (language === undefined) return forAll
  return bands.flatMap((band) => {
    const ofBand = (list: readonly Row[]) => list.filter(({ rating }) => bandOf(rating) === band)
    const own = ofBand(rows).filter((row) => row.language === language)
    const others = ofBand(forAll).filter((row) => row.language !== language)
    return [...own, ...others].slice(0, ofBand(forAll).length)
  })
}

/** Takes sentences only from this many first characters of a review, because few people read further. */
const readChars = 600
const goodLength = { least: 25, most: 180 }
/** The second of two sentences is a repetition if more than this share of their words is equal. */
const mostAlike = 0.5
const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(language: string): Intl.Segmenter {
  const found = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, found)
  return found
}

/** Sentences exactly as in the text, without the spaces around them. */
export function splitSentences(text: string, language: string | null): string[] {
  const part = text.slice(0, readChars)
  const found = [...segmenterFor(language ?? 'und').segment(part)].map(({ segment }) => segment)
  // The last sentence of a truncated text may be incomplete.
  if (part.length < text.length) found.pop()
  const sentences = found.map((sentence) => sentence.trim()).filter((sentence) => /\p{L}/u.test(sentence))
  return sentences.length > 0 || part.length < text.length ? sentences : [text.trim()]
}

type Sentence = { reviewId: string; sentence: string; words: ReadonlySet<string>; score: number }

/** Reviews in `taken` have seats already. */
function chooseOfBand(
  candidates: readonly Candidate[],
  seats: number,
  taken: ReadonlySet<string> = new Set(),
): ChosenSentence[] {
  const reviews = candidates.map(({ reviewId, body, language }) => ({
    reviewId,
    sentences: splitSentences(body, language).map((sentence) => ({ sentence, words: wordsOf(sentence) })),
  }))
  const frequency = countWords(reviews.map(({ sentences }) => sentences.flatMap(({ words }) => [...words])))
  const best = reviews.flatMap(({ reviewId, sentences }): Sentence[] => {
    const scored = sentences.map((each) => ({
      ...{ reviewId, ...each },
      score: scoreOf(each.sentence, each.words, frequency, reviews.length),
    }))
    const [first, ...others] = scored
    return first ? [others.reduce((top, each) => (each.score > top.score ? each : top), first)] : []
  })
  const ranked = best.sort((a, b) => b.score - a.score)
  const chosen = ranked.filter(({ reviewId }) => taken.has(reviewId))
  const take = (isFit: (each: Sentence) => boolean) => {
    for (const each of ranked) {
      if (chosen.length >= seats) return
      if (!chosen.includes(each) && isFit(each)) chosen.push(each)
    }
  }
  take((each) => chosen.every((other) => similarity(each.words, other.words) <= mostAlike))
  take(() => true)
  return chosen.map(({ reviewId, sentence }) => ({ reviewId, sentence }))
}

const wordsOf = (sentence: string): ReadonlySet<string> =>
  new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Counts, for each word, the reviews that contain it. */
function countWords(reviews: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of reviews) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * Words that several reviews share describe the product. Words that most reviews contain, such as "the", count little.
 */
function scoreOf(
  sentence: string,
  words: ReadonlySet<string>,
  frequency: ReadonlyMap<string, number>,
  reviews: number,
): number {
  const weights = [...words].map((word) => {
    const count = frequency.get(word) ?? 0
    return count < 2 || word.length < 3 ? 0 : count * Math.log((reviews + 1) / count)
  })
  const meaning = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(4, words.size)
  return meaning + 1 - faultOf(sentence) * 1_000
}

/**
 * Ranks sentences with links or addresses last, because they are advertising. Very short and very long sentences rank
 * before those, and after all others.
 */
function faultOf(sentence: string): number {
  if (/https?:|www\.|\S@\S/i.test(sentence)) return 4
  if (sentence.length > 2 * goodLength.most) return 3
  if (sentence.length < goodLength.least) return 2
  return sentence.length > goodLength.most ? 1 : 0
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}

/**
 * Finds products whose digest may change, because an approved review was added, removed, or changed in text or stars.
 */
export function productsOf(changes: readonly ReviewChange[]): string[] {
  const isShown = (state: ReviewState | null) => state?.status === 'approved'
  const found = changes.flatMap((change) => {
    const { after } = change
    if (change.before === unknownState) return isShown(after) ? (after?.productId ?? []) : []
    const before = beforeOf(change)
    const states = [before, after].filter((state) => state !== null && isShown(state))
    const isSame =
      states.length === 2 &&
      before?.body === after?.body &&
      before?.rating === after?.rating &&
      before?.productId === after?.productId
    return isSame ? [] : states.flatMap((state) => state?.productId ?? [])
  })
  return [...new Set(found)].sort()
}
