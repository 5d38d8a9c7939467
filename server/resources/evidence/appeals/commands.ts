import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { CrossDb, StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { recordActs } from '#resources/reviews/changes/commands.ts'
import { updateReview } from '#resources/reviews/moderation/commands.ts'
import { cleanText } from '#resources/reviews/rules.ts'
import { appealDecided, appealFiled } from '../events.ts'
import { decisionDueAt, isToken, tokenDigest } from './rules.ts'
import type { Appeal, AppealDecision } from './schema.ts'
import * as store from './store.ts'

export const outcomeJob = 'evidence.tell_outcome'

export async function findLink(db: CrossDb, token: string, now: Date): Promise<store.Link | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await db.ask(store.byDigest(tokenDigest(token)))
  return found && Date.parse(found.expiresAt) > now.getTime() ? found : undefined
}

export const readRejected = store.findRejected
export const findRejection = store.findRejection

export async function fileAppeal(tx: StoreTx, rejectionId: string, statement: string): Promise<void> {
  const rejected = await store.lockRejected(tx, rejectionId)
  if (!rejected) throw notFound('link')
  if (!rejected.stands) throw conflict('This review is no longer rejected.')
  const { reviewId } = rejected
  const id = newId(tx.now.getTime())
  if (!(await store.insert(tx, { id, rejectionId, reviewId, statement, dueAt: decisionDueAt(tx.now) })))
    throw conflict('This decision was already appealed.', 'already_appealed')
  publish(tx, appealFiled, { id, reviewId })
}

/** Refuses the second of two parallel decisions. Overturning approves the review in the same action. */
export async function decideAppeal(
  tx: StoreTx,
  audit: Audit,
  id: string,
  { decision, note: sent, by }: AppealDecision & { by: string },
): Promise<Appeal> {
  const review = await store.lockReview(tx, id)
  if (!review) throw notFound('appeal', id)
  const sameActor = review.moderated_by === by
  const note = cleanText(sent ?? '') || null
  if (!(await store.updateDecided(tx, id, { decision, note, sameActor })))
    throw conflict('This appeal was decided already.', 'appeal_decided')
  recordActs(tx, [{ reviewId: review.id, kind: 'changed', actor: by }])
  if (decision === 'overturned') await updateReview(tx, audit, review.id, { status: 'approved' }, { by })
  await audit(tx, 'appeal.decided', { type: 'appeal', id }, { decision, sameActor, reviewId: review.id })
  publish(tx, appealDecided, { id, reviewId: review.id, decision, sameActor })
  await tellOutcome(tx, id)
  const appeal = await store.find(tx, id, tx.now)
  if (!appeal) throw notFound('appeal', id)
  return appeal
}

export const selectAnyOpen = store.selectAnyOpen

export async function settleOfApproved(tx: StoreTx, reviews: readonly { id: string; sameActor: boolean }[]) {
  for (const { id, review_id: reviewId, same_actor: sameActor } of await store.updateOverturned(tx, reviews)) {
    publish(tx, appealDecided, { id, reviewId, decision: 'overturned', sameActor })
    await tellOutcome(tx, id)
  }
}

const tellOutcome = (tx: StoreTx, appealId: string) =>
  enqueue(tx, outcomeJob, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, appealId })

export async function eraseAuthors(tx: StoreTx, reviewIds: readonly string[]): Promise<void> {
  await store.deleteLinks(tx, reviewIds)
  await store.updateForgotten(tx, reviewIds)
}
