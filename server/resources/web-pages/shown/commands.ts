import type { StoreTx } from '#platform/db/db.ts'
import type { Query } from '#platform/db/query.ts'
import { idsOfPictures } from '#platform/files/markdown.ts'
import { notFound } from '#platform/values/errors.ts'
import { listShownFaqs } from '#resources/faqs/shown/commands.ts'
import { limits as galleryLimits } from '#resources/galleries/schema.ts'
import { findShownGallery } from '#resources/galleries/shown/commands.ts'
import { type ReviewRow, toShown } from '#resources/storefront/rules.ts'
import type { Block } from '../schema.ts'
import {
  type AskedPage,
  computeAverage,
  type FilledBlock,
  isChosen,
  type PageContext,
  parseAsked,
  type Reader,
  type ReviewList,
  type ShownProduct,
  slicePage,
  textsFor,
  type VersionFacts,
  type View,
} from './rules.ts'
import * as store from './store.ts'

const faqsShown = 200

export type PageContent = { view: View; own: PageContext }

export async function gather(tx: StoreTx, facts: VersionFacts, reader: Reader, own: PageContext): Promise<PageContent> {
  const { blocks, ...texts } = textsFor(facts, reader.locale)
  const asked = parseAsked(reader)
  const firsts = await ask(tx, blocks, asked)
  const filled: FilledBlock[] = []
  const more = { ...own, sizes: firsts.sizes }
  let nth = 0
  for (const [i, block] of blocks.entries()) {
    if (block.type === 'reviews')
      filled.push({ type: 'reviews', ...buildReviewList(block, ++nth, asked, firsts.of(i), own) })
    else if (block.type === 'products') filled.push({ type: 'products', products: firsts.of(i)[0] as ShownProduct[] })
    else filled.push(await fill(tx, block, reader.locale ?? texts.locale, more))
  }
  const isFurther = asked.number > 1
  const isOther = isChosen(asked.choice)
  if (asked.nth > nth && (isFurther || isOther || asked.nth > 1)) throw notFound('page of reviews')
  const view = {
    ...texts,
    translations: Object.keys(facts.translations),
    facts,
    blocks: filled,
    pageParameter: isFurther && !isOther ? reader.page : undefined,
    isChosen: isOther,
    hasControls: reader.controls === true,
  }
  return { view, own: more }
}

async function ask(tx: StoreTx, blocks: readonly Block[], asked: AskedPage) {
  const queries: Query<unknown>[] = []
  const places = new Map<number, number[]>()
  let nth = 0
  for (const [i, block] of blocks.entries()) {
    const own = buildQueries(tx, block, block.type === 'reviews' ? ++nth : 0, asked)
    places.set(
      i,
      own.map((query) => queries.push(query) - 1),
    )
  }
  const pictures = idsOfPictures(blocks.map(({ text = '' }) => text).join('\n'))
  if (pictures.length > 0) queries.push(store.listSizes(tx, pictures))
  const rows = queries.length > 0 ? await tx.several<unknown[]>(queries) : []
  const sizes = pictures.length > 0 ? (rows.at(-1) as store.PictureSize[]) : []
  return {
    of: (i: number) => (places.get(i) ?? []).map((place) => rows[place]),
    sizes: new Map(sizes.map(({ id, width, height }) => [id, { width, height }])),
  }
}

function buildQueries(tx: StoreTx, block: Block, nth: number, asked: AskedPage): Query<unknown>[] {
  if (block.type === 'products') return [store.listProducts(tx, block.productIds ?? [])]
  if (block.type !== 'reviews') return []
  const slice = { isOfShop: block.subject === 'shop', productIds: block.productIds, ...slicePage(block, nth, asked) }
  return [store.countReviews(tx, slice), store.listReviews(tx, slice)]
}

function buildReviewList(
  block: Block,
  nth: number,
  asked: AskedPage,
  [counts, rows]: unknown[],
  { media }: PageContext,
): ReviewList {
  const { limit, page, choice } = slicePage(block, nth, asked)
  const [{ total = 0, all = 0, withPhotos = 0, averaged = 0, sum = 0, byStar = [] } = {}] = counts as store.CountRow[]
  const pages = Math.max(1, Math.ceil(total / limit))
  if (page > pages) throw notFound('page of reviews')
  const reviews = (rows as ReviewRow[]).map((row) => toShown(row, media))
  const isOfShop = block.subject === 'shop'
  const isOfSeveral = !isOfShop && block.productIds?.length !== 1
  const average = computeAverage(sum, averaged)
  return {
    ...{ isOfShop, isOfSeveral, reviews, total, all, withPhotos, average, averaged, byStar },
    ...{ page, pages, nth, choice },
  }
}

async function fill(tx: StoreTx, block: Block, locale: string, own: PageContext): Promise<FilledBlock> {
  const { type, text = '', group, galleryId = '', label = '', url = '' } = block
  if (type === 'faqs') {
    const request = { group: group ?? undefined, locale, limit: faqsShown }
    return { type, faqs: await listShownFaqs(tx, request, { ...own, headings: 2 }) }
  }
  if (type === 'gallery') {
    const request = { locale, limit: galleryLimits.items }
    return { type, gallery: await findShownGallery(tx, galleryId, request, { ...own, headings: 2 }) }
  }
  return type === 'button' ? { type, label, url } : { type: 'markdown', text }
}
