import { isCountry } from '#platform/values/countries.ts'
import { limits } from '#resources/reviews/schema.ts'
import type { ClaimedStatus, Format } from '../vendors/format.ts'
import { isAnswer, isOfShop, replyTo } from './answers.ts'
import { readAuthor } from './author.ts'
import { parseDate } from './dates.ts'
import type { ImportedReview, RowOptions } from './imported-review.ts'
import { readPhotos } from './photos.ts'
import { quoted, type RawValues, type RowProblem } from './problems.ts'
import { readSubject } from './product-columns.ts'
import { readRating } from './rating.ts'
import { RowCells } from './row-cells.ts'
import { readSaidAttributes } from './said-attributes.ts'
import { isNo, isNothing, isYes } from './words.ts'

/** `skipped` means that the row is part of another row's review. */
export type ParsedRow =
  | { review: ImportedReview; warnings: RowProblem[] }
  | { problem: RowProblem }
  | { skipped: RowProblem }

const longestReference = 255

export function readReview(values: RawValues, format: Format, options: RowOptions): ParsedRow {
  const cells = new RowCells(values, format)
  if (options.answers && isAnswer(cells) && isOfShop(cells)) return { skipped: buildAnswerProblem(cells) }
  refuseAnswers(cells)
  const review: ImportedReview = {
    rating: readRating(cells),
    ...readText(cells),
    ...readAuthor(cells),
    ...readSubject(cells, options),
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
  if (cells.problem) return { problem: cells.problem }
  const reply = review.reply ?? replyTo(options.answers, review)
  return { review: { ...review, ...(reply && { reply }) }, warnings: cells.warnings }
}

const buildAnswerProblem = (cells: RowCells): RowProblem => ({
  code: 'answer',
  message: `This row answers the comment ${quoted(cells.text('parentId'))}. The first answer of the shop becomes the reply.`,
  column: 'parentId',
})

function readIncentive(cells: RowCells): Pick<ImportedReview, 'incentivized' | 'incentive' | 'importedFrom'> {
  const incentive = cells.text('incentive')
  const importedFrom = cells.text('importedFrom')
  const incentivized = cells.text('incentivized')
  return {
    // "Coupon" or "10 % off" counts as yes, so an incentive is never lost.
    incentivized: !isNothing(incentivized) && !isNo(incentivized),
    ...((incentive === 'coupon' || incentive === 'points') && { incentive }),
    ...(importedFrom && { importedFrom }),
  }
}

// In comment exports, an answer to a review is a separate row, which is not a review.
function refuseAnswers(cells: RowCells): void {
  if (!isAnswer(cells)) return
  const message = `This row answers the comment ${quoted(cells.text('parentId'))} and is not a review.`
  cells.fail('not_a_review', message, 'parentId')
}

// An overlong text fails its row. Truncating the text would attribute to the customer a half sentence that they never
// wrote.
function readText(cells: RowCells): Pick<ImportedReview, 'title' | 'body'> {
  const title = within(cells, 'title', cells.prose('title').replace(/\s+/g, ' '), limits.title)
  const body = within(cells, 'body', cells.prose('body'), limits.body)
  // A rating without text is a review only if the platform collects such reviews. Elsewhere it indicates a broken export.
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
  const { status, unknown } = cells.visibility()
  if (unknown !== undefined)
    cells.warn('unknown_status', `The status ${quoted(unknown)} is unknown. The review was not published.`, 'status')
  return status
}

function readReply(cells: RowCells, options: RowOptions): Pick<ImportedReview, 'reply'> {
  const body = within(cells, 'reply', cells.prose('reply'), limits.reply)
  if (body === '') return {}
  if (isPrivate(cells)) {
    cells.warn('private_reply_left_out', 'The answer was private on the old platform and was not imported.', 'reply')
    return {}
  }
  const written = cells.text('repliedAt')
  if (written === '') return { reply: { body } }
  const date = parseDate(written, dateOptions(cells, options))
  if ('at' in date) return { reply: { body, repliedAt: date.at } }
  cells.warn('reply_date_left_out', `The answer was imported without its date. ${date.problem.message}`, 'repliedAt')
  return { reply: { body } }
}

/** Reads "public" and "private" in many spellings. An answer counts as public unless a column says otherwise. */
function isPrivate(cells: RowCells): boolean {
  const isPublic = cells.text('replyIsPublic')
  const said = cells.text('replyIsPrivate')
  const isWithheld = !isNothing(isPublic) && !isYes(isPublic) && !/^(?:public|published|visible|shown)$/i.test(isPublic)
  return isWithheld || !(isNothing(said) || isNo(said) || /^public$/i.test(said))
}

function readReferences(cells: RowCells): Pick<ImportedReview, 'externalId' | 'orderReference'> {
  const externalId = within(cells, 'externalId', cells.line('externalId'), longestReference)
  const orderReference = within(cells, 'orderReference', cells.line('orderReference'), longestReference)
  return { ...(externalId && { externalId }), ...(orderReference && { orderReference }) }
}

const languageTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,4}$/i

/** A place may be a code, a name or a whole address. Only codes are imported. */
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

// Counts code points as the database does, not UTF-16 units: an emoji counts as one.
function within(cells: RowCells, field: keyof typeof labels, text: string, limit: number): string {
  if (text.length <= limit) return text
  const length = [...text].length
  if (length > limit) {
    const message = `The ${labels[field]} has ${length} characters; the maximum is ${limit}: ${quoted(text)}.`
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
