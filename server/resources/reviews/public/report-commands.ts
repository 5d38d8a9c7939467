// What visitors say is wrong with a published review. A report changes nothing about the review: somebody has to look.
import { createHash } from 'node:crypto'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { networkOf } from '#platform/limits/spend.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { recordActs } from '../changes/commands.ts'
import { cleanText } from '../rules.ts'
import type { NewReport } from './report-schema.ts'
import * as store from './report-store.ts'

/** One report per visitor and review; a second one is taken for the first. Throws 404 for a review nobody can see. */
export async function reportReview(
  tx: StoreTx,
  secrets: Secrets,
  reviewId: string,
  { reason, text, address }: NewReport & { address: string },
): Promise<void> {
  if (!(await store.lockPublished(tx, reviewId))) throw notFound('review', reviewId)
  const said = cleanText(text ?? '') || null
  const row = { id: newId(tx.now.getTime()), reviewId, reason, text: said, visitor: visitorOf(tx, secrets, address) }
  if (await store.insert(tx, row)) await store.updateCount(tx, reviewId)
}

/** Of no use without the deployment's key, in another store, or to find the address again. */
const visitorOf = (tx: StoreTx, secrets: Secrets, address: string): Buffer =>
  createHash('sha256')
    .update(secrets.tokenFor(`visitor ${tx.storeEnvId} ${networkOf(address)}`))
    .digest()
    .subarray(0, 16)

/** Answers how many were still open. */
export async function resolveReports(tx: StoreTx, audit: Audit, reviewId: string, by: string): Promise<number> {
  if (!(await store.lock(tx, reviewId))) throw notFound('review', reviewId)
  const resolved = await store.updateResolved(tx, reviewId)
  if (resolved === 0) return 0
  await store.updateCount(tx, reviewId)
  recordActs(tx, [{ reviewId, kind: 'reports_resolved', actor: by, count: resolved }])
  await audit(tx, 'review.reports_resolved', { type: 'review', id: reviewId }, { reports: resolved })
  return resolved
}
