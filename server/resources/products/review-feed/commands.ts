import { randomBytes } from 'node:crypto'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import * as store from './store.ts'

/** The address is the only protection of a feed: 192 bits cannot be guessed. */
const newToken = () => randomBytes(24).toString('base64url')

/** Returns true if there was no feed before. */
export async function createFeed(tx: StoreTx, audit: Audit): Promise<boolean> {
  const isNew = (await store.insert(tx, newToken())) > 0
  if (isNew) await audit(tx, 'review_feed.created', toTarget(tx))
  return isNew
}

export async function rotateFeed(tx: StoreTx, audit: Audit): Promise<void> {
  if ((await store.replaceToken(tx, newToken())) === 0) throw notFound('review feed; create one first')
  await audit(tx, 'review_feed.rotated', toTarget(tx))
}

export async function deleteFeed(tx: StoreTx, audit: Audit): Promise<void> {
  if ((await store.deleteFeed(tx)) > 0) await audit(tx, 'review_feed.deleted', toTarget(tx))
}

// The token is not in the audit log, since its readers need not have access to the feed.
const toTarget = (tx: StoreTx) => ({ type: 'review_feed', id: tx.storeEnvId })
