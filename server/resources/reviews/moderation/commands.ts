import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/values/errors.ts'
import type { Sharing } from '../changes/copy-fragments.ts'
import { pairChanges, recordReviewChanges } from '../changes/record.ts'
import { detectLanguage } from '../language-rules.ts'
import { auditDecision, decideCopies, type LockedCopy, lockCopies } from './copy-commands.ts'
import { planReplyMails } from './reply-mail-commands.ts'
import {
  type Act,
  type Decision,
  decide,
  isReasonInPlace,
  isStale,
  type Refusal,
  reasonStandsBeside,
  type State,
} from './rules.ts'
import type { BulkReport, BulkUpdate, ReviewChanges } from './schema.ts'
import * as store from './store.ts'

/** `by` is the caller's id in stored rows. `isSilent` suppresses the mail, for replies in the demo shop. */
type Options = { by?: string; isSilent?: true; sharing?: Sharing | undefined }

/** Changes all fields or none: if one field is refused, the whole call is refused. */
export async function updateReview(
  tx: StoreTx,
  audit: Audit,
  id: string,
  asked: ReviewChanges,
  { by: actor, isSilent, sharing }: Options = {},
): Promise<void> {
  const [review] = await store.lock(tx, [id])
  if (!review) return updateCopy(tx, audit, id, asked, { actor, sharing })
  const { after, applied, refused } = decide(review, asked, await buildAct(tx, [asked], [review], actor))
  if (refused.length > 0) throw refusal(refused)
  if (applied.length === 0) return
  if (isStale(review, asked.seen)) throw changedByOther()
  const written = store.update(tx, [await withLanguage(review, after)])
  const { policyVersion } = review
  recordReviewChanges(tx, pairChanges([review], written, { type: 'edited', actor, audit, policyVersion, isSilent }))
  if (!isSilent) await planReplyMails(tx, [{ id: review.id, before: review, after }])
}

/** Detects the language again if the text changed. */
async function withLanguage(review: store.LockedReview, after: State): Promise<store.ReviewUpdate> {
  const { title, body } = after
  const isSame = title === review.title && body === review.body
  return { review, after, ...(!isSame && { detected: await detectLanguage({ locale: review.locale, title, body }) }) }
}

/** Changes a copy of another store's review. The author gets no mails from this store. */
async function updateCopy(
  tx: StoreTx,
  audit: Audit,
  id: string,
  asked: ReviewChanges,
  { actor, sharing }: { actor: string | undefined; sharing: Sharing | undefined },
): Promise<void> {
  const [before] = sharing ? await lockCopies(tx, sharing, [id]) : []
  if (!before) throw notFound('review', id)
  const { after, applied, refused } = decide(before, asked, await buildAct(tx, [asked], [before], actor))
  if (refused.length > 0) throw refusal(refused)
  if (applied.length === 0) return
  if (isStale(before, asked.seen)) throw changedByOther()
  decideCopies(tx, [{ before, after }])
  await auditDecision(tx, audit, { before, after })
}

const changedByOther = () =>
  conflict('This review was changed by somebody else. Read it again, then decide.', 'review_changed')

type LockedFacts = { policyVersion: number }

async function buildAct(
  tx: StoreTx,
  asked: ReviewChanges[],
  locked: readonly LockedFacts[],
  by?: string,
): Promise<Act> {
  const repliesAs = asked.some((each) => each.reply) ? await store.findStoreName(tx) : ''
  return { now: tx.now.toISOString(), repliesAs, policyVersion: locked[0]?.policyVersion ?? 1, by: by ?? null }
}

function refusal(refused: Refusal[]): AppError {
  const toDetail = ({ field, message }: Refusal) => ({ path: `/${field}`, message })
  const wrong = refused.filter((each) => each.code === 'validation_failed')
  const [first = refused[0]] = wrong
  if (wrong.length > 0) {
    return new AppError(400, 'validation_failed', `The body does not fit: /${first?.field} ${first?.message}.`, {
      details: wrong.map(toDetail),
    })
  }
  if (refused.some((each) => each.code === 'conflict'))
    return conflict('This review has no waiting correction: it was already decided, or its author withdrew it.')
  const names = refused.map((each) => each.field).join(', ')
  return new AppError(
    403,
    'review_content_locked',
    `This review's content is locked; nothing was changed (${names}).`,
    {
      details: refused.map(toDetail),
    },
  )
}

/** A reason without a decision refuses the whole call, like any invalid value. */
function requireReasonsInPlace(updates: BulkUpdate['updates']): void {
  const i = updates.findIndex((update) => !isReasonInPlace(update))
  if (i >= 0) throw invalidField(`/updates/${i}/reason`, reasonStandsBeside)
}

type Result = BulkReport['results'][number]

/** Applies the permitted part of every row, in one transaction. */
export async function updateReviews(
  tx: StoreTx,
  audit: Audit,
  { updates }: BulkUpdate,
  { by: actor, sharing }: Pick<Options, 'by' | 'sharing'> = {},
): Promise<BulkReport> {
  requireReasonsInPlace(updates)
  const ids = [...new Set(updates.map((row) => row.id.toLowerCase()))]
  const locked = await store.lock(tx, ids)
  const others = ids.filter((id) => !locked.some((review) => review.id === id))
  const copies = sharing && others.length > 0 ? await lockCopies(tx, sharing, others) : []
  const waiting = new Map<string, store.LockedReview | LockedCopy>(
    [...locked, ...copies].map((review) => [review.id, review]),
  )
  const known = new Set(waiting.keys())
  const act = await buildAct(tx, updates, [...locked, ...copies], actor)
  const decisions = new Map<string, Decision>()
  const results = updates.map((row): Result => {
    const id = row.id.toLowerCase()
    const review = waiting.get(id)
    if (!review) return failed(row.id, known.has(id) ? 'duplicate_in_request' : 'not_found')
    waiting.delete(id)
    const decision = decide(review, row, act)
    if (decision.applied.length > 0 && isStale(review, row.seen)) return failed(row.id, 'review_changed')
    decisions.set(id, decision)
    return {
      id: row.id,
      applied: decision.applied,
      refused: decision.refused.map(({ field, code }) => ({ field, code })),
    }
  })
  const changed = locked.filter(({ id }) => (decisions.get(id)?.applied.length ?? 0) > 0)
  await write(tx, changed, decisions, { audit, actor })
  const decided = copies.flatMap((before) => {
    const decision = decisions.get(before.id)
    return decision && decision.applied.length > 0 ? [{ before, after: decision.after }] : []
  })
  decideCopies(tx, decided)
  for (const each of decided) await auditDecision(tx, audit, each)
  await planReplyMails(
    tx,
    changed.map((review) => ({ id: review.id, before: review, after: decisions.get(review.id)?.after ?? review })),
  )
  return count(results)
}

const failed = (id: string, error: string): Result => ({ id, applied: [], refused: [], error })

export const analyzeJob = 'reviews.analyze'
const manyChanges = 100
const minuteMs = 60_000

/** After thousands of approvals the planner may read the whole store for one product's page until ANALYZE. */
async function analyzeSoon(tx: StoreTx, changes: number): Promise<void> {
  if (changes < manyChanges) return
  const now = tx.now.getTime()
  const minute = Math.ceil(now / minuteMs)
  const { storeEnvId, organizationId } = tx
  const options = { key: `${analyzeJob}:${minute}`, inMs: minute * minuteMs - now }
  await enqueue(tx, analyzeJob, { storeEnvId, organizationId }, options)
}

async function write(
  tx: StoreTx,
  changed: readonly store.LockedReview[],
  decisions: ReadonlyMap<string, Decision>,
  { audit, actor }: { audit: Audit; actor: string | undefined },
): Promise<void> {
  const [first] = changed
  if (!first) return
  const written = store.update(
    tx,
    await Promise.all(changed.map((review) => withLanguage(review, decisions.get(review.id)?.after ?? review))),
  )
  const { policyVersion } = first
  recordReviewChanges(tx, pairChanges(changed, written, { type: 'edited', actor, audit, policyVersion, isBulk: true }))
  await analyzeSoon(tx, changed.length)
}

function count(results: Result[]): BulkReport {
  const having = (test: (result: Result) => boolean) => results.filter(test).length
  return {
    updated: having((each) => each.applied.length > 0),
    unchanged: having((each) => !each.error && each.applied.length === 0 && each.refused.length === 0),
    locked: having((each) => each.refused.length > 0),
    failed: having((each) => each.error !== undefined),
    results,
  }
}
