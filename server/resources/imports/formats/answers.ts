import { limits } from '#resources/reviews/schema.ts'
import type { Format } from '../vendors/format.ts'
import { parseDate } from './dates.ts'
import type { Answer, Answers, ImportedReview, Reply, RowOptions } from './imported-review.ts'
import type { RawRecord } from './problems.ts'
import { RowCells } from './row-cells.ts'

// Exports list the shop's answers before or after the review, so the file is read twice.

export const hasAnswers = ({ fields }: Format): boolean => fields.parentId !== undefined

const mostCharacters = 32 * 1024 * 1024

export async function readAnswers(
  records: AsyncIterable<RawRecord>,
  format: Format,
  options: RowOptions,
): Promise<Answers> {
  const answers = new Map<string, Answer>()
  let characters = 0
  for await (const record of records) {
    if ('problem' in record) continue
    const cells = new RowCells(record.values, format)
    const parent = cells.text('parentId')
    const body = cells.prose('body')
    if (!isAnswer(cells) || !isOfShop(cells) || body === '' || body.length > limits.reply || answers.has(parent))
      continue
    characters += body.length
    if (characters > mostCharacters) break
    const date = parseDate(cells.text('createdAt'), { now: options.now, order: options.dateOrder ?? format.dateOrder })
    const at = 'at' in date ? { repliedAt: date.at } : {}
    answers.set(parent, { body, ...at, email: cells.text('email').toLowerCase() })
  }
  return answers
}

export function isAnswer(cells: RowCells): boolean {
  const parent = cells.text('parentId')
  return parent !== '' && parent !== '0'
}

/** True for a reply of the shop. In WordPress a visitor has user number 0, and an unapproved answer is not a reply. */
export function isOfShop(cells: RowCells): boolean {
  const { status, isStated } = cells.visibility()
  return cells.text('userId') !== '0' && (!isStated || status === 'approved')
}

/** The shop's answer to a review. A second comment by the review's author is not a reply. */
export function replyTo(
  answers: Answers | undefined,
  { externalId, authorEmail = '' }: ImportedReview,
): Reply | undefined {
  const answer = answers?.get(externalId ?? '')
  if (!answer || (answer.email !== '' && answer.email === authorEmail.toLowerCase())) return undefined
  const { email: _, ...reply } = answer
  return reply
}
