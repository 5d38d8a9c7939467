import { hash } from 'node:crypto'
import { invalidField } from '#platform/values/errors.ts'
import type { LedgerEntry } from '#resources/evidence/schema.ts'
import { cleanLine, cleanText, looksLikeAddress } from '#resources/reviews/rules.ts'
import {
  type Correction,
  limits,
  type ModerationReason,
  type RefusedCorrection,
  type Status,
} from '#resources/reviews/schema.ts'

const dayMs = 86_400_000
export const mostCorrections = 3
export const correctionDays = 90

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const isToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

export const isInTime = (createdAt: string, now: Date): boolean =>
  now.getTime() <= Date.parse(createdAt) + correctionDays * dayMs

export type SentWords = Partial<Record<'rating' | 'title' | 'body' | 'authorName', unknown>>

/** The limits are those of the review form. */
export function readWords(sent: SentWords): Omit<Correction, 'submittedAt'> {
  const rating = Number(sent.rating)
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) throw invalidField('/rating', 'must be from 1 to 5')
  const title = cleanLine(textOf(sent.title, '/title', limits.title)) || null
  const body = cleanText(textOf(sent.body, '/body', limits.body))
  if (body === '') throw invalidField('/body', 'is empty')
  const authorName = cleanLine(textOf(sent.authorName, '/authorName', limits.authorName))
  if (authorName === '') throw invalidField('/authorName', 'is empty')
  if (looksLikeAddress(authorName))
    throw invalidField('/authorName', 'is an e-mail address; names are shown to everybody')
  return { rating, title, body, authorName }
}

/** Browsers send a line break as two characters, but count it as one for `maxlength`. */
function textOf(sent: unknown, path: string, most: number): string {
  if (typeof sent !== 'string') return ''
  const text = sent.replace(/\r\n?/g, '\n').toWellFormed()
  if (text.length > most) throw invalidField(path, `has more than ${most} characters`)
  return text
}

export type Version = {
  at: string
  /** Null for a refused correction, and for an edit whose ledger entry has no stars. */
  rating: number | null
  state: Status | 'replaced' | 'waiting' | 'refused'
  reason: ModerationReason | null
  offer: string | null
}

export type PresentReview = {
  status: Status
  reason: ModerationReason | null
  correction: Correction | null
  correctionRefused: RefusedCorrection | null
}

/** Each submission or edit begins a version. All versions have the newest incentive in the ledger as their offer. */
export function listVersions(entries: readonly LedgerEntry[], present: PresentReview): Version[] {
  const { status, reason, correction, correctionRefused: refused } = present
  const [first, ...edits] = entries.filter(({ type }) => type === 'submitted' || type === 'edited')
  const offer = entries.findLast(({ type }) => type === 'incentive')?.data.kind ?? null
  const applied = [first, ...edits].flatMap((entry): Version[] =>
    entry ? [{ at: entry.at, rating: entry.data.rating ?? null, state: 'replaced', reason: null, offer }] : [],
  )
  const sent: Version[] = [
    ...(correction
      ? [{ at: correction.submittedAt, rating: correction.rating, state: 'waiting' as const, reason: null, offer }]
      : []),
    ...(refused
      ? [{ at: refused.submittedAt, rating: null, state: 'refused' as const, reason: refused.reason, offer }]
      : []),
  ]
  const shown = applied.map((version, i) =>
    i === applied.length - 1 ? { ...version, state: status, reason } : version,
  )
  return [...shown, ...sent].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
