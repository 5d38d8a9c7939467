// What may be changed on a review, what is refused, and what it is afterwards. Pure.
import { cleanLine, cleanText, looksLikeAddress } from '../rules.ts'
import type { Source, Status } from '../schema.ts'
import { type Field, fields, type ReviewChanges } from './schema.ts'

export type State = {
  status: Status
  rating: number
  title: string | null
  body: string
  authorName: string
  verified: boolean
  reply: { body: string; authorName: string; repliedAt: string } | null
  approvedAt: string | null
}

export type Refusal = { field: Field; code: 'review_content_locked' | 'validation_failed'; message: string }
export type Decision = { after: State; applied: Field[]; refused: Refusal[] }

/** The name that answers, and when. */
export type Act = { now: string; repliesAs: string }

/** A field that asks for what already is counts neither as applied nor as refused. */
export function decide(review: State & { source: Source }, asked: ReviewChanges, act: Act): Decision {
  const { source, ...before } = review
  const decision: Decision = { after: before, applied: [], refused: [] }
  for (const field of fields) {
    if (asked[field] === undefined) continue
    const verdict = judge[field](decision.after, asked, act)
    if (verdict === unchanged) continue
    const refusal = source !== 'import' && isLocked(field) ? locked : verdict
    if (typeof refusal === 'object' && 'code' in refusal) decision.refused.push({ field, ...refusal })
    else {
      decision.after = { ...decision.after, ...(verdict as Partial<State>) }
      decision.applied.push(field)
    }
  }
  return decision
}

const unchanged = 'unchanged'
type Verdict = typeof unchanged | Partial<State> | Omit<Refusal, 'field'>
type Judge = (before: State, asked: ReviewChanges, act: Act) => Verdict

/** What stays as the customer left it. */
const isLocked = (field: Field): boolean => field !== 'status' && field !== 'reply'

const locked: Omit<Refusal, 'field'> = {
  code: 'review_content_locked',
  message: 'stays as the customer left it; only imported reviews can be edited',
}
const wrong = (message: string): Omit<Refusal, 'field'> => ({ code: 'validation_failed', message })

const judge: Record<Field, Judge> = {
  status(before, { status }, { now }) {
    if (status === undefined || status === before.status) return unchanged
    if (status === 'pending') return wrong('must be approved, rejected or spam: a review does not become pending again')
    return status === 'approved' ? { status, approvedAt: before.approvedAt ?? now } : { status }
  },
  reply(before, { reply }, { now, repliesAs }) {
    if (reply === null || reply === undefined) return before.reply === null ? unchanged : { reply: null }
    const body = cleanText(reply.body)
    if (body === before.reply?.body || reply.body === before.reply?.body) return unchanged
    if (body === '') return wrong('is empty; send null to withdraw the reply')
    return { reply: { body, authorName: repliesAs, repliedAt: now } }
  },
  rating: ({ rating: before }, { rating }) => (rating === undefined || rating === before ? unchanged : { rating }),
  verified: ({ verified: before }, { verified }) =>
    verified === undefined || verified === before ? unchanged : { verified },
  title(before, { title: sent = null }) {
    const title = cleanLine(sent ?? '') || null
    return title === before.title || sent === before.title ? unchanged : { title }
  },
  body(before, { body: sent = '' }) {
    const body = cleanText(sent)
    if (body === before.body || sent === before.body) return unchanged
    return body === '' ? wrong('is empty') : { body }
  },
  authorName(before, { authorName: sent = '' }) {
    const authorName = cleanLine(sent)
    if (authorName === before.authorName || sent === before.authorName) return unchanged
    if (authorName === '') return wrong('is empty')
    return looksLikeAddress(authorName) ? wrong('is an e-mail address; names are shown to everybody') : { authorName }
  },
}
