import type { Placing } from '#platform/files/markdown.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { parseReader } from '#platform/values/translations.ts'
import type { ShownFaq } from '#resources/faqs/shown/schema.ts'
import type { ShownGallery } from '#resources/galleries/shown/schema.ts'
import { hundredths } from '#resources/reviews/rules.ts'
import type { ShownReview } from '#resources/storefront/schema.ts'
import { buildAddress, type Content } from '../rules.ts'
import type { Block } from '../schema.ts'

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

export type Reader = { locale?: string | undefined; page?: string | undefined }

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

export function pageAsked(page: string | undefined): { number: number; nth: number } {
  const [number = '1', nth = '1'] = (page ?? '1').split('.')
  return { number: Number(number), nth: Number(nth) }
}

export function slicePage(block: Block, nth: number, asked: { number: number; nth: number }) {
  const limit = block.limit ?? defaultLimit
  const page = asked.nth === nth ? asked.number : 1
  return { limit, page, skip: (page - 1) * limit }
}

export const computeAverage = (sum: number, total: number): number | null =>
  total === 0 ? null : hundredths(sum, total)

export function buildUrl({ facts, translation, pageParameter }: View, origin: string): string {
  const query = new URLSearchParams()
  if (translation !== undefined) query.set('locale', translation)
  if (pageParameter !== undefined) query.set('page', pageParameter)
  const text = query.toString()
  return buildAddress(origin, facts.handle ?? '', facts.slug) + (text && `?${text}`)
}

export const chooseCanonicalUrl = (view: View, origin: string): string =>
  view.facts.canonicalUrl ?? buildUrl(view, origin)

export const collectFaqs = ({ blocks }: View): ShownFaq[] => {
  const all = blocks.flatMap((block) => (block.type === 'faqs' ? block.faqs : []))
  return [...new Map(all.map((faq) => [faq.id, faq])).values()]
}
