import { cleanLine, cleanText, looksLikeAddress } from '../rules.ts'
import type { ModerationReason, ShownSource, Status } from '../schema.ts'
import { type Field, fields, type ReviewChanges } from './schema.ts'

export type State = {
  status: Status
  moderation: DecisionFacts | null
  rating: number
  title: string | null
  body: string
  authorName: string
  verified: boolean
  reply: { body: string; authorName: string; repliedAt: string } | null
  approvedAt: string | null
}

export type DecisionFacts = { reason: ModerationReason; policyVersion: number; at: string; by: string | null }

export type Refusal = { field: Field; code: 'review_content_locked' | 'validation_failed'; message: string }
export type Decision = { after: State; applied: Field[]; refused: Refusal[] }

/** `repliesAs`: the name under a reply. `policyVersion`: the policy in force. */
export type Act = { now: string; repliesAs: string; policyVersion: number; by: string | null }

/** A field that already has the sent value is neither applied nor refused. */
export function decide(review: State & { source: ShownSource }, asked: ReviewChanges, act: Act): Decision {
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

export const isStale = ({ status, reply }: State, seen: ReviewChanges['seen'] = {}): boolean =>
  (seen.status !== undefined && seen.status !== status) ||
  (seen.repliedAt !== undefined && parseInstant(seen.repliedAt) !== parseInstant(reply?.repliedAt ?? null))

const parseInstant = (at: string | null): number | null => (at === null ? null : Date.parse(at))

const unchanged = 'unchanged'
type Verdict = typeof unchanged | Partial<State> | Omit<Refusal, 'field'>
type Judge = (before: State, asked: ReviewChanges, act: Act) => Verdict

/** Only status, reason and reply of a customer's review can be changed. */
const isLocked = (field: Field): boolean => field !== 'status' && field !== 'reason' && field !== 'reply'

const locked: Omit<Refusal, 'field'> = {
  code: 'review_content_locked',
  message: 'stays as the customer left it; only imported reviews can be edited',
}
const wrong = (message: string): Omit<Refusal, 'field'> => ({ code: 'validation_failed', message })

export const reasonStandsBeside = 'stands beside a status of rejected or spam only'

export const isWithheld = (status: Status | undefined): status is 'rejected' | 'spam' =>
  status === 'rejected' || status === 'spam'

const decidedFor = (reason: ModerationReason, { now, policyVersion, by }: Act): DecisionFacts => {
  return { reason, policyVersion, at: now, by }
}

const judge: Record<Field, Judge> = {
  status(before, { status }, act) {
    if (status === undefined || status === before.status) return unchanged
    if (status === 'pending') return wrong('must be approved, rejected or spam: a review does not become pending again')
    if (status === 'approved') return { status, moderation: null, approvedAt: before.approvedAt ?? act.now }
    return { status, moderation: decidedFor('unspecified', act) }
  },
  reason(before, { status, reason }, act) {
    if (reason === undefined) return unchanged
    if (!isWithheld(status)) return wrong(reasonStandsBeside)
    return reason === before.moderation?.reason ? unchanged : { moderation: decidedFor(reason, act) }
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
