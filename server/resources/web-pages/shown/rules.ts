import type { Placing } from '#platform/files/markdown.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { parseReader } from '#platform/values/translations.ts'
import type { ShownFaq } from '#resources/faqs/shown/schema.ts'
import type { ShownGallery } from '#resources/galleries/shown/schema.ts'
import { hundredths } from '#resources/reviews/rules.ts'
import type { ShownReview } from '#resources/storefront/schema.ts'
import { buildAddress, type Content } from '../rules.ts'
import type { Block } from '../schema.ts'
import type { ReviewSort } from './schema.ts'

export type VersionFacts = Content & {
  id: string
  slug: string
  handle: string | null
  defaultLocale: string | null
  /**
   * True if the store answers shopping agents. Agents need the same plan as pages, so a shown page needs no further
   * check.
   */
  answersAgents: boolean
}

export type PageContext = { storeEnvId: string; media: Media; origin: string } & Placing

/** Choices of the reader for one reviews block. An empty choice shows all reviews, newest first. */
export type Choice = { rating?: number | undefined; sort?: ReviewSort | undefined; hasPhotos?: boolean | undefined }

export type Reader = Choice & {
  locale?: string | undefined
  page?: string | undefined
  /** True if the reviews get links to filter and sort them, and pictures of their products. */
  controls?: boolean | undefined
}

export type ShownProduct = {
  id: string
  platformProductId: string
  title: string | null
  url: string | null
  imageUrl: string | null
}

export type ReviewList = {
  isOfShop: boolean
  reviews: ShownReview[]
  total: number
  /** Number of reviews in the average. */
  averaged: number
  average: number | null
  page: number
  pages: number
  /** Position of the block among the review blocks of the page, from 1. */
  nth: number
  /** True if the block shows reviews of more than one product. */
  isOfSeveral: boolean
  /** Number of averaged reviews with one to five stars. */
  byStar: readonly number[]
  /** Numbers of reviews without a filter. */
  all: number
  withPhotos: number
  choice: Choice
}

export type FilledBlock =
  | { type: 'markdown'; text: string }
  | ({ type: 'reviews' } & ReviewList)
  | { type: 'faqs'; faqs: ShownFaq[] }
  | { type: 'gallery'; gallery: ShownGallery | undefined }
  | { type: 'products'; products: ShownProduct[] }
  | { type: 'button'; label: string; url: string }

export type View = {
  title: string
  description: string | null
  locale: string
  /** Language tag of the translation; undefined for the original texts. */
  translation: string | undefined
  translations: string[]
  facts: VersionFacts
  blocks: FilledBlock[]
  /** Query parameter of the requested page of this block; undefined on its first page. */
  pageParameter: string | undefined
  /** True if the reader filtered or sorted a block. Search engines do not index this variant. */
  isChosen: boolean
  hasControls: boolean
}

export function textsFor(facts: VersionFacts, locale: string | undefined) {
  const { tag, language } = parseReader(locale)
  const own = facts.locale ?? facts.defaultLocale ?? 'en'
  const isOwn = tag === '' || facts.locale === tag
  const found = isOwn
    ? undefined
    : tag in facts.translations
      ? tag
      : facts.locale !== language && language in facts.translations
        ? language
        : undefined
  const said = found === undefined ? {} : (facts.translations[found] ?? {})
  return {
    translation: found,
    locale: found ?? own,
    title: said.title ?? facts.title,
    description: said.description ?? facts.description,
    blocks: said.blocks ?? facts.blocks,
  }
}

export const defaultLimit = 20

/** Page and choices of the block `nth`. All other blocks show their first page. */
export type AskedPage = { number: number; nth: number; choice: Choice }

export function parseAsked({ page = '1', rating, sort, hasPhotos }: Reader): AskedPage {
  const [number = '1', nth = '1'] = page.split('.')
  const choice = {
    ...(rating !== undefined && { rating }),
    ...(sort !== undefined && sort !== 'newest' && { sort }),
    ...(hasPhotos === true && { hasPhotos }),
  }
  return { number: Number(number), nth: Number(nth), choice }
}

export const isChosen = (choice: Choice): boolean => Object.values(choice).some((each) => each !== undefined)

export function slicePage(block: Block, nth: number, asked: AskedPage) {
  const limit = block.limit ?? defaultLimit
  const isAsked = asked.nth === nth
  const page = isAsked ? asked.number : 1
  return { limit, page, skip: (page - 1) * limit, choice: isAsked ? asked.choice : {} }
}

export function writeQuery({ locale, page, rating, sort, hasPhotos }: Reader): string {
  const query = new URLSearchParams()
  if (locale !== undefined) query.set('locale', locale)
  if (rating !== undefined) query.set('rating', String(rating))
  if (sort !== undefined) query.set('sort', sort)
  if (hasPhotos) query.set('hasPhotos', 'true')
  if (page !== undefined) query.set('page', page)
  return query.toString()
}

export const computeAverage = (sum: number, total: number): number | null =>
  total === 0 ? null : hundredths(sum, total)

export function buildUrl({ facts, translation, pageParameter }: View, origin: string): string {
  const text = writeQuery({ locale: translation, page: pageParameter })
  return buildAddress(origin, facts.handle ?? '', facts.slug) + (text && `?${text}`)
}

export const chooseCanonicalUrl = (view: View, origin: string): string =>
  view.facts.canonicalUrl ?? buildUrl(view, origin)

/** Search engines do not index filtered and sorted variants of a page. */
export const isExcluded = ({ facts, isChosen }: View): boolean => facts.noindex || isChosen

export const collectFaqs = ({ blocks }: View): ShownFaq[] => {
  const all = blocks.flatMap((block) => (block.type === 'faqs' ? block.faqs : []))
  return [...new Map(all.map((faq) => [faq.id, faq])).values()]
}
