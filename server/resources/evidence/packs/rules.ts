import type { Words } from '#resources/reviews/changes/rules.ts'
import { hashContent } from '../rules.ts'
import type { LedgerEntry } from '../schema.ts'

export const keptDays = 30
export const linkMinutes = 15

export type Fold = {
  rating: number | null
  status: string
  reason: string | null
  verified: boolean
  method: string
  source: string
  recordedAt: string
  content: string | null
}

export function foldReview(entries: readonly LedgerEntry[]): Fold {
  const fold: Fold = {
    ...{ rating: null, status: 'pending', reason: null, verified: false, method: 'none', source: '', recordedAt: '' },
    content: null,
  }
  for (const { type, data, at } of entries) {
    const said = data as Record<string, never>
    if (type === 'submitted')
      Object.assign(fold, { rating: said.rating, source: said.source, content: said.content, recordedAt: at })
    if (type === 'verified') Object.assign(fold, { verified: said.verified, method: said.method })
    if (type === 'moderated' || type === 'hidden') Object.assign(fold, { status: said.to, reason: said.reason })
    if (type === 'edited') fold.content = said.after ?? null
    if (type === 'deleted') fold.status = 'deleted'
  }
  return fold
}

export type PackedReview = Omit<Fold, 'content'> & {
  review: string
  words: Words | null
  salt: string | null
}

/** Includes the review's text only if it is exactly the text whose hash the ledger recorded last. */
export function packedReview(
  review: string,
  { content, ...fold }: Fold,
  present: { words: Words; salt: Buffer } | undefined,
): PackedReview {
  const isBound = present !== undefined && hashContent(present.salt, present.words) === content
  return {
    review,
    ...fold,
    rating: isBound ? present.words.rating : fold.rating,
    words: isBound ? present.words : null,
    salt: isBound ? present.salt.toString('hex') : null,
  }
}

export const csvColumns = [
  'review',
  'rating',
  'status',
  'reason',
  'verified',
  'method',
  'source',
  'recordedAt',
] as const

export const csvCells = (row: PackedReview): string[] =>
  csvColumns.map((name) => {
    const value = row[name]
    return value === null ? '' : String(value)
  })

export const appealColumns = ['review', 'appealedAt', 'decidedAt', 'decision', 'sameActor'] as const
type Appeal = { review: string; appealedAt: string; decidedAt: string; decision: string; sameActor: string }

export function collectAppeals(entries: readonly LedgerEntry[]): Appeal[] {
  const appeals: Appeal[] = []
  for (const { type, review, at, data } of entries) {
    if (review === null) continue
    const said = data as { decision?: string; sameActor?: boolean }
    if (type === 'appealed') appeals.push({ review, appealedAt: at, decidedAt: '', decision: '', sameActor: '' })
    const open = type === 'appeal_decided' ? appeals.findLast((appeal) => appeal.decision === '') : undefined
    if (open)
      Object.assign(open, { decidedAt: at, decision: said.decision ?? '', sameActor: String(said.sameActor ?? '') })
  }
  return appeals
}

export const appealCells = (appeal: Appeal): string[] => appealColumns.map((name) => appeal[name])
