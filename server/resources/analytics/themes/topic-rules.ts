// Finds topics that many reviews mention: two neighbouring words that often occur together, or one meaningful word.
import { computeAverage, computeShare } from '../rules.ts'
import { languageOf, type Text } from './rules.ts'
import type { StopWordLists } from './stop-words.ts'
import { type TopicCounts, topicLimits } from './topic-schema.ts'
import { findTopicWords, type TopicWords, toStem } from './topic-words.ts'

export type TopicText = Text & { id: string; productTitle: string | null }

type Word = { text: string; stem: string; isWeak: boolean }
export type Term = { key: string; form: string; isPair: boolean; halves: readonly string[] }

/** Languages that are written without spaces. */
const unspaced: ReadonlySet<string> = new Set(['ja', 'zh', 'th', 'km', 'lo', 'my'])
const segmenters = new Map<string, Intl.Segmenter>()

const isWord = /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*$/u
const hasDigit = /\p{N}/u

function wordsOf(clause: string, language: string): string[] {
  const text = clause.toLowerCase().normalize('NFC').replaceAll('’', "'")
  if (!unspaced.has(language)) return text.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' })
  segmenters.set(language, segmenter)
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
}

/** Shortens "l'anse" to "anse" and "the strap's" to "strap". */
function withoutArticle(word: string, language: string): string {
  const at = word.indexOf("'")
  if (at < 0) return word
  if (language === 'fr' || language === 'it') return word.slice(at + 1)
  return word.endsWith("'s") ? word.slice(0, -2) : word
}

type Reading = {
  language: string
  stops: ReadonlySet<string>
  lists: TopicWords | undefined
  ofProduct: ReadonlySet<string>
}

function readWord(raw: string, { language, stops, lists, ofProduct }: Reading): Word | 'skipped' | 'refused' {
  if (lists?.skipped.has(raw)) return 'skipped'
  const text = withoutArticle(raw, language)
  const isShort = unspaced.has(language) ? text.length < 2 : text.length < 3
  if (isShort || hasDigit.test(text) || !isWord.test(text)) return 'refused'
  if (lists?.refused.has(raw) || lists?.refused.has(text)) return 'refused'
  const stem = toStem(text, language)
  const isWeak = lists?.weak.has(text) === true || ofProduct.has(stem)
  // The package lists words such as "klein" as stop words, but our lists use them as half a topic.
  return stops.has(text) && !lists?.weak.has(text) ? 'refused' : { text, stem, isWeak }
}

/** Sentences of the title and body, unchanged. */
export const sentencesIn = ({ title, body }: Pick<Text, 'title' | 'body'>): string[] =>
  [title ?? '', ...body.split(/(?<=[.!?…。！？])\s+|(?<=[。！？])|\s*[\r\n]+\s*/u)]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** Returns each term once, without words of the product's title, which are not a topic. */
export function termsIn(text: TopicText, stopWords: StopWordLists): Term[] {
  const language = languageOf(text.locale)
  const reading = buildReading(text, language, stopWords)
  const found = new Map<string, Term>()
  for (const sentence of sentencesIn(text))
    for (const term of termsOfSentence(sentence, reading)) if (!found.has(term.key)) found.set(term.key, term)
  return [...found.values()]
}

function buildReading({ productTitle }: TopicText, language: string, stopWords: StopWordLists): Reading {
  const ofProduct = new Set(wordsOf(productTitle ?? '', language).map((word) => toStem(word, language)))
  return { language, stops: stopWords(language), lists: findTopicWords(language), ofProduct }
}

function* termsOfSentence(sentence: string, reading: Reading): Generator<Term> {
  const { language, lists } = reading
  // A punctuation mark between two words separates them. A hyphen does not.
  for (const clause of sentence.split(/[^\p{L}\p{M}\p{N}'’\s-]+/u)) {
    let previous: Word | undefined
    for (const raw of wordsOf(clause, language)) {
      const word = readWord(raw, reading)
      if (word === 'skipped') continue
      if (word === 'refused') {
        previous = undefined
        continue
      }
      if (lists && !word.isWeak) yield { key: `${language} ${word.stem}`, form: word.text, isPair: false, halves: [] }
      if (previous && !(previous.isWeak && word.isWeak) && previous.stem !== word.stem)
        yield {
          key: `${language} ${previous.stem} ${word.stem}`,
          form: `${previous.text} ${word.text}`,
          isPair: true,
          halves: [`${language} ${previous.stem}`, `${language} ${word.stem}`],
        }
      previous = word
    }
  }
}

type TermCounts = {
  forms: Map<string, number>
  isPair: boolean
  halves: readonly string[]
  reviews: number
  stars: number
  low: number
  high: number
  lowIds: string[]
  otherIds: string[]
}

/**
 * A pair is a topic if at least this share of the reviews with its rarer word has both words. Otherwise the words occur
 * together by chance.
 */
const leastTogether = 0.25
/** A word that mostly occurs as part of a pair is not listed beside that pair. */
const mostInPair = 0.5

export type FoundTopic = TopicCounts & { key: string; reviewIds: readonly string[] }

export function createTopics(stopWords: StopWordLists, mostTerms: number = topicLimits.terms) {
  const terms = new Map<string, TermCounts>()
  const words = new Map<string, number>()
  let reviews = 0
  return {
    reviews: () => reviews,
    /** Expects the newest text first. */
    add(text: TopicText): void {
      reviews++
      const found = termsIn(text, stopWords)
      const halves = new Set(found.flatMap((term) => (term.isPair ? term.halves : [term.key])))
      for (const half of halves)
        if (words.has(half) || words.size < mostTerms) words.set(half, (words.get(half) ?? 0) + 1)
      for (const term of found) {
        const counted = terms.get(term.key) ?? (terms.size < mostTerms ? newTerm(term) : undefined)
        if (!counted) continue
        terms.set(term.key, counted)
        countReview(counted, term.form, text)
      }
    },
    list(minReviews: number): FoundTopic[] {
      const often = [...terms].filter(([, { reviews }]) => reviews >= minReviews)
      const pairs = often.filter(([, term]) => term.isPair && togetherOf(term, words) >= leastTogether)
      const covered = new Map<string, number>()
      for (const [, { halves, reviews }] of pairs)
        for (const half of halves) covered.set(half, Math.max(covered.get(half) ?? 0, reviews))
      const single = often.filter(
        ([key, { isPair, reviews }]) => !isPair && (covered.get(key) ?? 0) < reviews * mostInPair,
      )
      return [...pairs, ...single]
        .sort(([a, x], [b, y]) => y.reviews - x.reviews || Number(y.isPair) - Number(x.isPair) || (a < b ? -1 : 1))
        .slice(0, topicLimits.answered)
        .map(([key, term]) => toTopic(key, term))
    },
  }
}

const newTerm = ({ isPair, halves }: Term): TermCounts => ({
  ...{ forms: new Map<string, number>(), isPair, halves, reviews: 0, stars: 0, low: 0, high: 0 },
  ...{ lowIds: [], otherIds: [] },
})

function countReview(counted: TermCounts, form: string, { rating, id }: TopicText): void {
  counted.reviews++
  counted.stars += rating
  if (rating <= 2) counted.low++
  if (rating >= 4) counted.high++
  counted.forms.set(form, (counted.forms.get(form) ?? 0) + 1)
  const ids = rating <= 2 ? counted.lowIds : counted.otherIds
  if (ids.length < topicLimits.quotes) ids.push(id)
}

const togetherOf = ({ halves, reviews }: TermCounts, words: ReadonlyMap<string, number>): number =>
  Math.max(...halves.map((half) => reviews / (words.get(half) ?? reviews)))

function toTopic(key: string, { forms, reviews, stars, low, high, lowIds, otherIds }: TermCounts): FoundTopic {
  const [topic = ''] = [...forms].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? []
  const half = topicLimits.quotes / 2
  const ofLow = lowIds.slice(0, Math.max(half, topicLimits.quotes - otherIds.length))
  return {
    ...{ key, topic, language: key.slice(0, key.indexOf(' ')), reviews, low, high },
    averageRating: computeAverage(stars, reviews),
    lowShare: computeShare(low, reviews),
    reviewIds: [...ofLow, ...otherIds.slice(0, topicLimits.quotes - ofLow.length)],
  }
}

/** Returns the first sentence that mentions the topic. Undefined if the text was changed and no longer mentions it. */
export function findSentence(text: TopicText, key: string, stopWords: StopWordLists): string | undefined {
  const language = languageOf(text.locale)
  const reading = buildReading(text, language, stopWords)
  for (const sentence of sentencesIn(text))
    for (const term of termsOfSentence(sentence, reading))
      if (term.key === key) return shorten(sentence, term.form.split(' ')[0] ?? '')
  return undefined
}

/** Cuts a long sentence to the part around `word`, at spaces. Returns a short sentence whole. */
function shorten(sentence: string, word: string): string {
  const most = topicLimits.sentence
  if (sentence.length <= most) return sentence
  const at = Math.max(0, sentence.toLowerCase().indexOf(word))
  const start = Math.max(0, Math.min(at - most / 3, sentence.length - most))
  const part = sentence.slice(start, start + most)
  const whole = part.slice(start > 0 ? part.search(/\s/) + 1 : 0)
  const end = start + most < sentence.length ? whole.lastIndexOf(' ') : -1
  return (end > 0 ? whole.slice(0, end) : whole).toWellFormed().trim()
}

/** An empty topic, which names the columns of the file. */
export const noTopic: TopicCounts = {
  ...{ topic: '', language: '', reviews: 0, averageRating: null, low: 0, high: 0, lowShare: null },
}
