import { isCountry } from '#platform/countries.ts'
import { readAuthor } from './author.ts'
import { parseDate } from './dates.ts'
import { readPhotos } from './photos.ts'
import { quoted, type RowProblem } from './problems.ts'
import { readProduct } from './product-columns.ts'
import type { ProductReference } from './products.ts'
import { readRating } from './rating.ts'
import type { RawValues } from './records.ts'
import { RowCells } from './row-cells.ts'
import { readSaidAttributes, type SaidAttribute } from './said-attributes.ts'
import type { ClaimedStatus, DateOrder, Format } from './vendors/format.ts'
import { claimedStatus, isNo, isYes } from './words.ts'

// One raw record to one review, or to the reason why not. Deterministic: the clock is passed in.

export type ImportedReview = {
  externalId?: string
  /** Whole, 1 to 5. */
  rating: number
  title?: string
  body: string
  authorName: string
  authorEmail?: string
  product: ProductReference
  submittedAt: string
  /** What the file claims. Whether a review is published is decided by the caller of the import. */
  status: ClaimedStatus
  /** Claimed too: only an order proves a purchase. */
  claimedVerified: boolean
  incentivized: boolean
  /** What was given, where the format says so. */
  incentive?: 'coupon' | 'points'
  /** Of our own export: what had brought the review there. */
  importedFrom?: string
  photoUrls: string[]
  reply?: { body: string; repliedAt?: string }
  orderReference?: string
  locale?: string
  country?: string
  /** Of our own export: what the author said about what the store asks. */
  attributes?: readonly SaidAttribute[]
}

export type RowOptions = { now: Date; dateOrder?: DateOrder }
export type ParsedRow = { review: ImportedReview; warnings: RowProblem[] } | { problem: RowProblem }

const limits = { title: 150, body: 5000, externalId: 255, orderReference: 255 }

export function readReview(values: RawValues, format: Format, options: RowOptions): ParsedRow {
  const cells = new RowCells(values, format)
  refuseAnswers(cells)
  const review: ImportedReview = {
    rating: readRating(cells),
    ...readText(cells),
    ...readAuthor(cells),
    product: readProduct(cells),
    submittedAt: readDate(cells, options),
    status: readStatus(cells),
    claimedVerified: isYes(cells.text('verified')),
    ...readIncentive(cells),
    photoUrls: readPhotos(cells),
    ...readReply(cells, options),
    ...readReferences(cells),
    ...readLocale(cells),
    ...readSaidAttributes(cells),
  }
  return cells.problem ? { problem: cells.problem } : { review, warnings: cells.warnings }
}

function readIncentive(cells: RowCells): Pick<ImportedReview, 'incentivized' | 'incentive' | 'importedFrom'> {
  const incentive = cells.text('incentive')
  const importedFrom = cells.text('importedFrom')
  return {
    incentivized: isYes(cells.text('incentivized')),
    ...((incentive === 'coupon' || incentive === 'points') && { incentive }),
    ...(importedFrom && { importedFrom }),
  }
}

// Comment exports carry the shop's answers and the customers' follow-ups as rows of their own.
function refuseAnswers(cells: RowCells): void {
  const parent = cells.text('parentId')
  if (parent === '' || parent === '0') return
  cells.fail('not_a_review', `This row answers the comment ${quoted(parent)}; it is not a review itself.`, 'parentId')
}

// A text that is too long fails its row and is not cut: after the import it stands under the customer's name,
// and half a sentence is something the customer never wrote. The merchant learns of it and decides.
function readText(cells: RowCells): Pick<ImportedReview, 'title' | 'body'> {
  const title = within(cells, 'title', cells.line('title'), limits.title)
  const body = within(cells, 'body', cells.text('body'), limits.body)
  // A title is words too, so it can stand alone. A rating without any words is a review only where the old
  // platform collects such ratings; elsewhere an empty text means the wrong column or a broken export.
  if (title === '' && body === '' && !cells.format.allowsEmptyBody) {
    cells.fail('body_missing', 'The review has neither a title nor a text.', 'body')
  }
  return title === '' ? { body } : { title, body }
}

function readDate(cells: RowCells, options: RowOptions): string {
  const date = parseDate(cells.text('createdAt'), dateOptions(cells, options))
  if ('at' in date) return date.at
  cells.fail(date.problem.code, date.problem.message, 'createdAt')
  return ''
}

function readStatus(cells: RowCells): ClaimedStatus {
  const word = cells.text('status')
  if (word === '') return 'pending'
  const status = claimedStatus(word, cells.format.statusWords)
  if (status) return status
  cells.warn('unknown_status', `The status ${quoted(word)} is not known; the review counts as pending.`, 'status')
  return 'pending'
}

function readReply(cells: RowCells, options: RowOptions): Pick<ImportedReview, 'reply'> {
  const body = within(cells, 'reply', cells.text('reply'), limits.body)
  if (body === '') return {}
  if (isNo(cells.text('replyIsPublic'))) {
    cells.warn('private_reply_left_out', 'The answer was private on the old platform and was left out.', 'reply')
    return {}
  }
  const written = cells.text('repliedAt')
  if (written === '') return { reply: { body } }
  const date = parseDate(written, dateOptions(cells, options))
  if ('at' in date) return { reply: { body, repliedAt: date.at } }
  cells.warn('reply_date_left_out', `The answer was kept without its date. ${date.problem.message}`, 'repliedAt')
  return { reply: { body } }
}

function readReferences(cells: RowCells): Pick<ImportedReview, 'externalId' | 'orderReference'> {
  const externalId = within(cells, 'externalId', cells.line('externalId'), limits.externalId)
  const orderReference = within(cells, 'orderReference', cells.line('orderReference'), limits.orderReference)
  return { ...(externalId && { externalId }), ...(orderReference && { orderReference }) }
}

const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i

/** Places come as codes, names or whole addresses; only what is a code is kept. */
function readLocale(cells: RowCells): Pick<ImportedReview, 'locale' | 'country'> {
  const country = /^[a-z]{2}$/i.exec(cells.text('country'))?.[0].toUpperCase()
  if (cells.format.isOwn) {
    const tag = cells.text('locale')
    return languageTag.test(tag) ? { locale: tag } : {}
  }
  const [, language, region] = /^([a-z]{2,3})(?:[-_]([a-z]{2}))?$/i.exec(cells.text('locale')) ?? []
  const locale = language && (region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase())
  return { ...(locale && { locale }), ...(country && isCountry(country) && { country }) }
}

const dateOptions = (cells: RowCells, options: RowOptions) => ({
  now: options.now,
  order: options.dateOrder ?? cells.format.dateOrder,
})

const labels = { title: 'title', body: 'text', reply: 'answer', externalId: 'id', orderReference: 'order number' }

// Counted in characters as the database counts them, not in UTF-16 units: an emoji is one.
function within(cells: RowCells, field: keyof typeof labels, text: string, limit: number): string {
  if (text.length <= limit) return text
  const length = [...text].length
  if (length > limit) {
    const message = `The ${labels[field]} has ${length} characters, at most ${limit} are allowed: ${quoted(text)}.`
    cells.fail(`${codes[field]}_too_long`, message, field)
  }
  return text
}

const codes = {
  title: 'title',
  body: 'body',
  reply: 'reply',
  externalId: 'external_id',
  orderReference: 'order_reference',
}
