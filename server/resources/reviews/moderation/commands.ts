import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { changesOf } from '../acts/rules.ts'
import { reviewActed, reviewModerated, reviewsChanged } from '../events.ts'
import { noteActs } from '../history/commands.ts'
import { kindsOf, publishReviews } from '../publishing/commands.ts'
import { planReplyMails } from '../reply-mails/commands.ts'
import {
  type Act,
  actKindOf,
  type Decision,
  decide,
  isStale,
  isWithheld,
  type Refusal,
  reasonStandsBeside,
  type State,
} from './rules.ts'
import type { BulkReport, BulkUpdate, ReviewChanges } from './schema.ts'
import * as store from './store.ts'

/**
 * `by`: who decides, as rows name them. `isSilent`: no mail is planned; the demo shop's reviews are answered without writing to
 * their authors.
 */
type Options = { by?: string; isSilent?: true }

/** Changes one review, or nothing at all: a refused field refuses the whole. */
export async function updateReview(
  tx: StoreTx,
  audit: Audit,
  id: string,
  asked: ReviewChanges,
  { by, isSilent }: Options = {},
): Promise<void> {
  const [review] = await store.lock(tx, [id])
  if (!review) throw notFound('review', id)
  const { after, applied, refused } = decide(review, asked, await actOf(tx, [asked], [review], by))
  if (refused.length > 0) throw refusal(refused)
  if (applied.length === 0) return
  if (isStale(review, asked.seen))
    throw conflict('Somebody has changed this review meanwhile: look at it again, then decide anew.', 'review_changed')
  await store.update(tx, [{ ...after, id: review.id }])
  publish(tx, reviewsChanged, { ids: [review.id] })
  if (isShown(review) || isShown(after)) invalidateStorefront(tx)
  if (isDecision(applied)) {
    const reason = after.moderation && { reason: after.moderation.reason }
    await audit(tx, decisions[after.status], targetOf(review), { was: review.status, ...reason })
  }
  const edited = applied.filter(isContent)
  if (edited.length > 0) await audit(tx, 'review.content_edited', targetOf(review), { fields: edited })
  noteActs(tx, by, [{ reviewId: review.id, kind: actKindOf(review, after) }])
  publishEdit(tx, review, after)
  publishDecision(tx, review, { after, applied }, { by, isSilent })
  await publishReviews(tx, [{ id: review.id, kinds: kindsOf(after, applied) }])
  if (!isSilent) await planReplyMails(tx, [{ id: review.id, before: review, after }])
}

/** By its product: the author's name must not outlive an erasure in the log. */
const targetOf = ({ id, productTitle }: store.Locked) => ({
  type: 'review',
  id,
  ...(productTitle !== null && { name: productTitle }),
})

const isShown = ({ status }: Pick<State, 'status'>) => status === 'approved'

/** What the audit log calls each. */
const decisions = {
  approved: 'review.approved',
  rejected: 'review.rejected',
  spam: 'review.marked_spam',
  pending: 'review.reopened',
} as const

const isContent = (field: string) => field !== 'status' && field !== 'reason' && field !== 'reply'

const isDecision = (applied: readonly string[]) => applied.includes('status') || applied.includes('reason')

function publishEdit(tx: StoreTx, before: store.Locked, after: State): void {
  const acts = changesOf(before.source, before, after)
  if (acts.length > 0) publish(tx, reviewActed, { id: before.id, acts })
}

function publishDecision(
  tx: StoreTx,
  { id, status: from, moderation, policyVersion }: store.Locked,
  { after, applied }: Pick<Decision, 'after' | 'applied'>,
  { by, isSilent = false }: { by: string | undefined; isSilent?: boolean | undefined },
): void {
  if (!isDecision(applied)) return
  publish(tx, reviewModerated, {
    ...{ id, from, to: after.status, reason: after.moderation?.reason ?? null, policyVersion, isSilent },
    sameActor: by !== undefined && by === moderation?.by,
  })
}

/** The store's name is looked up only when somebody answers. */
async function actOf(tx: StoreTx, asked: ReviewChanges[], locked: store.Locked[], by?: string): Promise<Act> {
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

/** A reason that says nothing of a decision is a mistake of the whole call, as a value that fits no field is. */
function requireReasonsInPlace(updates: BulkUpdate['updates']): void {
  const i = updates.findIndex(({ status, reason }) => reason !== undefined && !isWithheld(status))
  if (i >= 0) throw invalidField(`/updates/${i}/reason`, reasonStandsBeside)
}

type Result = BulkReport['results'][number]

/** Applies the permitted part of every row, in one transaction. */
export async function updateReviews(
  tx: StoreTx,
  audit: Audit,
  { updates }: BulkUpdate,
  { by }: Pick<Options, 'by'> = {},
): Promise<BulkReport> {
  requireReasonsInPlace(updates)
  const locked = await store.lock(tx, [...new Set(updates.map((row) => row.id.toLowerCase()))])
  const waiting = new Map(locked.map((review) => [review.id, review]))
  const known = new Set(waiting.keys())
  const act = await actOf(tx, updates, locked, by)
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
  await write(tx, audit, locked, decisions, by)
  const seen = locked.filter(({ id }) => (decisions.get(id)?.applied.length ?? 0) > 0)
  if (seen.some((review) => isShown(review) || isShown(decisions.get(review.id)?.after ?? review)))
    invalidateStorefront(tx)
  await planReplyMails(
    tx,
    seen.map((review) => ({ id: review.id, before: review, after: decisions.get(review.id)?.after ?? review })),
  )
  return count(results)
}

const failed = (id: string, error: string): Result => ({ id, applied: [], refused: [], error })

export const analyzeJob = 'reviews.analyze'
const manyChanges = 100
const minuteMs = 60_000

/**
 * A store that approves thousands makes the planner's picture of its reviews wrong: until it has looked again, a page of
 * one product may read all of the store. One look a minute serves all calls of all stores.
 */
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
  audit: Audit,
  locked: readonly store.Locked[],
  decisions: Map<string, Decision>,
  by: string | undefined,
): Promise<void> {
  const changed = [...decisions].filter(([, { applied }]) => applied.length > 0)
  if (changed.length === 0) return
  await store.update(
    tx,
    changed.map(([id, { after }]) => ({ ...after, id })),
  )
  publish(tx, reviewsChanged, { ids: changed.map(([id]) => id) })
  await audit(tx, 'reviews.bulk_updated', undefined, {
    reviews: changed.length,
    statuses: countStatuses(changed),
    ...reasons(changed),
    ...edits(changed),
  })
  for (const review of locked) {
    const decision = decisions.get(review.id)
    if (!decision) continue
    publishEdit(tx, review, decision.after)
    publishDecision(tx, review, decision, { by })
  }
  noteActs(
    tx,
    by,
    locked.flatMap((review) => {
      const { after, applied = [] } = decisions.get(review.id) ?? {}
      return after && applied.length > 0 ? [{ reviewId: review.id, kind: actKindOf(review, after) }] : []
    }),
  )
  await publishReviews(
    tx,
    changed.map(([id, { after, applied }]) => ({ id, kinds: kindsOf(after, applied) })),
  )
  await analyzeSoon(tx, changed.length)
}

function countStatuses(changed: [string, Decision][]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [, { after, applied }] of changed) {
    if (applied.includes('status')) counts[after.status] = (counts[after.status] ?? 0) + 1
  }
  return counts
}

/** By reason, how many were withheld or are now for another one. */
function reasons(changed: [string, Decision][]): { reasons?: Record<string, number> } {
  const counts: Record<string, number> = {}
  for (const [, { after, applied }] of changed) {
    const reason = isDecision(applied) ? after.moderation?.reason : undefined
    if (reason) counts[reason] = (counts[reason] ?? 0) + 1
  }
  return Object.keys(counts).length > 0 ? { reasons: counts } : {}
}

/** Reviews whose content was edited are named by id: an edit changes what a customer is said to have written. */
function edits(changed: [string, Decision][]): { contentEdited?: string[] } {
  const ids = changed.filter(([, { applied }]) => applied.some(isContent)).map(([id]) => id)
  return ids.length > 0 ? { contentEdited: ids } : {}
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
