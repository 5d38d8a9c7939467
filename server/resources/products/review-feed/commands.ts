import { randomBytes } from 'node:crypto'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import * as store from './store.ts'

/** Only the token in its URL protects a feed: 192 random bits cannot be guessed. */
const newToken = () => randomBytes(24).toString('base64url')

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

// The audit log does not contain the token, because some readers of the log are not allowed to read the feed.
const toTarget = (tx: StoreTx) => ({ type: 'review_feed', id: tx.storeEnvId })
