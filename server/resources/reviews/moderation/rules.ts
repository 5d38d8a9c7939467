import { cleanLine, cleanText, looksLikeAddress } from '../rules.ts'
import type { Correction, ModerationReason, RefusedCorrection, ShownSource, Status } from '../schema.ts'
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
  correction: Correction | null
  correctionRefused: RefusedCorrection | null
  correctedAt: string | null
}

export type DecisionFacts = { reason: ModerationReason; policyVersion: number; at: string; by: string | null }

export type Refusal = {
  field: Field
  code: 'review_content_locked' | 'validation_failed' | 'conflict'
  message: string
}
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

export const isStale = ({ status, reply, correction }: State, seen: ReviewChanges['seen'] = {}): boolean =>
  (seen.status !== undefined && seen.status !== status) ||
  (seen.repliedAt !== undefined && parseInstant(seen.repliedAt) !== parseInstant(reply?.repliedAt ?? null)) ||
  (seen.correctionAt !== undefined && parseInstant(seen.correctionAt) !== parseInstant(correction?.submittedAt ?? null))

const parseInstant = (at: string | null): number | null => (at === null ? null : Date.parse(at))

const unchanged = 'unchanged'
type Verdict = typeof unchanged | Partial<State> | Omit<Refusal, 'field'>
type Judge = (before: State, asked: ReviewChanges, act: Act) => Verdict

/** The content of a customer's review is locked. Only its author corrects it. */
const isLocked = (field: Field): boolean => !['status', 'reason', 'correction', 'reply'].includes(field)

const locked: Omit<Refusal, 'field'> = {
  code: 'review_content_locked',
  message: 'stays as the customer left it; only imported reviews can be edited',
}
const noCorrection: Omit<Refusal, 'field'> = {
  code: 'conflict',
  message: 'was decided already, or its author withdrew it',
}
const wrong = (message: string): Omit<Refusal, 'field'> => ({ code: 'validation_failed', message })

export const reasonStandsBeside = 'stands beside a status of rejected or spam, or a rejected correction, only'
export const correctionStandsAlone = 'cannot be decided together with the status; send one of them'

type ReasonedChange = Pick<ReviewChanges, 'status' | 'correction' | 'reason'>

/** A reason needs a decision that it explains. */
export const isReasonInPlace = ({ status, correction, reason }: ReasonedChange): boolean =>
  reason === undefined || isWithheld(status) || correction === 'rejected'

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
    return { status, moderation: decidedFor('unspecified', act), correction: null }
  },
  correction({ correction: waiting }, { status, correction: decision, reason }, { now }) {
    // A client that sends the review back includes the waiting correction or null. Neither is a decision.
    if (typeof decision !== 'string') return unchanged
    if (status !== undefined) return wrong(correctionStandsAlone)
    if (waiting === null) return noCorrection
    const { submittedAt, ...words } = waiting
    if (decision === 'rejected')
      return { correction: null, correctionRefused: { reason: reason ?? 'unspecified', submittedAt, at: now } }
    return { ...words, correction: null, correctionRefused: null, correctedAt: now }
  },
  reason(before, asked, act) {
    const { status, reason } = asked
    if (reason === undefined) return unchanged
    if (!isReasonInPlace(asked)) return wrong(reasonStandsBeside)
    if (!isWithheld(status)) return unchanged
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
