import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import { canonicalTag } from '#platform/values/translations.ts'
import type { NewQuestion, Question, QuestionStatus } from './schema.ts'

export type AskedQuestion = {
  question: string
  email: string
  name: string | null
  locale: string | null
  platformProductId: string | null
  notify: boolean
}

export const readAsked = (said: NewQuestion): AskedQuestion => ({
  question: said.question.trim(),
  email: normalizeEmail(said.email),
  name: said.name?.trim() || null,
  locale: (said.locale && canonicalTag(said.locale)) || null,
  platformProductId: said.platformProductId ?? null,
  notify: said.notify ?? false,
})

/**
 * Identifies a repeated question, which is stored once. It is an HMAC, so database readers cannot confirm a guessed
 * e-mail address. It includes the client's IP address, so repeating the question from another IP address confirms
 * nothing either. Spam gets another hash, so it never takes the place of a real question.
 */
export const hashQuestion = (
  secrets: Secrets,
  { question, email, platformProductId }: AskedQuestion,
  { address, isSpam }: { address: string; isSpam: boolean },
): Buffer => {
  const parts = [question, email, platformProductId, address, ...(isSpam ? ['spam'] : [])]
  return createHash('sha256')
    .update(secrets.tokenFor(`faq question ${JSON.stringify(parts)}`))
    .digest()
}

export type QuestionRow = {
  id: string
  question: string
  status: QuestionStatus
  email: string
  name: string | null
  locale: string | null
  product: Question['product']
  faqId: string | null
  notify: boolean
  notifiedAt: string | null
  answeredAt: string | null
  createdAt: string
  updatedAt: string
}

export const toQuestion = (row: QuestionRow): Question => ({ ...row, emailLast4: last4(row.email) ?? '' })
