// Visitors' reports about published reviews. A report changes nothing in the review: the store decides.
import { createHash } from 'node:crypto'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { parseNetwork } from '#platform/limits/spend.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { recordActs } from '../changes/commands.ts'
import { cleanText } from '../rules.ts'
import type { NewReport } from './report-schema.ts'
import * as store from './report-store.ts'

/** Stores one report per visitor and review, and ignores repeats. Throws 404 for an unpublished review. */
export async function reportReview(
  tx: StoreTx,
  secrets: Secrets,
  reviewId: string,
  { reason, text, address }: NewReport & { address: string },
): Promise<void> {
  if (!(await store.lockPublished(tx, reviewId))) throw notFound('review', reviewId)
  const said = cleanText(text ?? '') || null
  const row = { id: newId(tx.now.getTime()), reviewId, reason, text: said, visitor: hashVisitor(tx, secrets, address) }
  if (await store.insert(tx, row)) await store.updateCount(tx, reviewId)
}

/**
 * Hash of the visitor's network. It differs in every store, and reveals no IP address without the deployment's key.
 */
const hashVisitor = (tx: StoreTx, secrets: Secrets, address: string): Buffer =>
  createHash('sha256')
    .update(secrets.tokenFor(`visitor ${tx.storeEnvId} ${parseNetwork(address)}`))
    .digest()
    .subarray(0, 16)

export async function resolveReports(tx: StoreTx, audit: Audit, reviewId: string, by: string): Promise<number> {
  if (!(await store.lock(tx, reviewId))) throw notFound('review', reviewId)
  const resolved = await store.updateResolved(tx, reviewId)
  if (resolved === 0) return 0
  await store.updateCount(tx, reviewId)
  recordActs(tx, [{ reviewId, kind: 'reports_resolved', actor: by, count: resolved }])
  await audit(tx, 'review.reports_resolved', { type: 'review', id: reviewId }, { reports: resolved })
  return resolved
}
