// Writes copies of other stores' reviews, for the job that copies, for moderation and for erasures. Only this file
// publishes their changes.
import { createHmac } from 'node:crypto'
import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { Sharing } from '../changes/copy-fragments.ts'
import { copiesChanged } from '../changes/events.ts'
import type { ReviewActs } from '../changes/rules.ts'
import { sharedReviewCreated, sharedReviewRemoved } from '../events.ts'
import { removeFiles } from '../photos/commands.ts'
import { findPolicyInForce } from '../store.ts'
import {
  actsOfChange,
  actsOfDecision,
  actsOfNew,
  havePhotosChanged,
  isChanged,
  type NewCopy,
  type Original,
  type StoredCopy,
  wasOf,
} from './copy-rules.ts'
import * as store from './copy-store.ts'
import type { State } from './rules.ts'

export type { NewCopy, Original, OriginPhoto } from './copy-rules.ts'
export { type CopiedPhoto, insertPhotos, listAwaiting, listKnownPhotoKeys } from './copy-store.ts'

/** The digest of an address differs in each store, so that copies cannot be compared between stores. */
export const createAuthorDigest = (secrets: Secrets, storeEnvId: string) => {
  const key = secrets.tokenFor(`authors of shared reviews at ${storeEnvId}`)
  return (email: string): Buffer => createHmac('sha256', key).update(normalizeEmail(email)).digest()
}

function announce(tx: StoreTx, acts: readonly ReviewActs[], counts: Record<string, number> = {}): void {
  if (acts.length > 0 || Object.keys(counts).length > 0) publish(tx, copiesChanged, { acts, counts })
}

type Source = { grantId: string; giverId: string }

/** Returns the number of copies that are new. */
export async function insertCopies(
  tx: StoreTx,
  { grantId, giverId }: Source,
  originals: readonly (Original & { ownProductId: string; isApproved: boolean })[],
  approver: Party | undefined,
): Promise<number> {
  if (originals.length === 0) return 0
  const copies = originals.map(({ isApproved, ...original }): NewCopy => {
    return { ...original, copyId: newId(tx.now.getTime()), status: isApproved ? 'approved' : 'pending' }
  })
  store.lockInserting(tx)
  const inserted = await store.insert(tx, grantId, copies)
  const made = copies.filter(({ id }) => inserted.has(id))
  if (made.length === 0) return 0
  for (const { copyId: id, ownProductId: productId, rating, status } of made)
    publish(tx, sharedReviewCreated, { id, grantId, productId, rating, status })
  const policy = made.some(({ status }) => status === 'approved') ? await findPolicyInForce(tx) : null
  announce(tx, actsOfNew(made, giverId, approver, policy), { [grantId]: made.length })
  invalidateStorefront(tx)
  return made.length
}

export const lockCopiesOf = store.lockByOrigin
export const lockOldestCopies = store.lockOldest

type ChangedCopy = { copy: StoredCopy; original: Original; ownProductId: string }

/** Applies changes of the originals to the copies. The store's own decisions and replies stay. */
export async function updateCopies(tx: StoreTx, all: readonly ChangedCopy[]): Promise<void> {
  const changed = all.filter(({ copy, original }) => isChanged(copy, original))
  if (changed.length === 0) return
  const rows = changed.map(({ copy, original, ownProductId }) => {
    return { id: copy.id, ownProductId, after: original, hasNewPhotos: havePhotosChanged(copy, original) }
  })
  const withNewPhotos = rows.filter(({ hasNewPhotos }) => hasNewPhotos).map(({ id }) => id)
  if (withNewPhotos.length > 0) {
    await removeFiles(tx, await store.listPhotoKeys(tx, withNewPhotos))
    await store.deletePhotos(tx, withNewPhotos)
  }
  await store.updateContent(tx, rows)
  announce(
    tx,
    changed.flatMap(({ copy, original }) => actsOfChange(copy, original)),
  )
  invalidateStorefront(tx)
}

export async function moveCopies(
  tx: StoreTx,
  grantId: string,
  originProductId: string,
  productId: string,
): Promise<void> {
  if ((await store.updateProduct(tx, grantId, originProductId, productId)) > 0) invalidateStorefront(tx)
}

type CopyDeletion = 'store' | 'erasure' | 'grant' | 'origin'

/** Deletes locked copies with their replies and files. */
export async function deleteLockedCopies(
  tx: StoreTx,
  copies: readonly StoredCopy[],
  cause: CopyDeletion,
): Promise<void> {
  if (copies.length === 0) return
  const ids = copies.map(({ id }) => id)
  const keys = await store.listPhotoKeys(tx, ids)
  await store.deleteCopies(tx, ids)
  await removeFiles(tx, keys)
  const counts: Record<string, number> = {}
  for (const { id, grantId } of copies) {
    counts[grantId] = (counts[grantId] ?? 0) - 1
    publish(tx, sharedReviewRemoved, { id, grantId, cause })
  }
  const acts = copies.map((copy) => ({ id: copy.id, acts: [{ type: 'deleted' as const, cause, was: wasOf(copy) }] }))
  announce(tx, acts, counts)
  invalidateStorefront(tx)
}

/** Deletes copies for the store, so that they are never copied again. Returns their ids. */
export async function deleteCopies(
  tx: StoreTx,
  sharing: Sharing,
  ids: readonly string[],
  audit: Audit | undefined,
): Promise<number> {
  store.lockDeleting(tx)
  const copies = await store.lockById(tx, sharing, ids)
  if (copies.length === 0) return 0
  await store.insertDeleted(tx, copies)
  await deleteLockedCopies(tx, copies, 'store')
  for (const { id, rating, status } of copies)
    await audit?.(tx, 'review.deleted', { type: 'review', id }, { rating, status, source: 'shared' })
  return copies.length
}

export const forgetDeletedCopies = store.deleteDeleted

const erasedAtOnce = 500

/** Deletes the copies of the person's reviews, so that they are never copied again. */
export async function eraseCopies(tx: StoreTx, secrets: Secrets, email: string): Promise<number> {
  const digest = createAuthorDigest(secrets, tx.storeEnvId)(email)
  let deleted = 0
  store.lockDeleting(tx)
  for (;;) {
    const copies = await store.lockByAuthor(tx, digest, erasedAtOnce)
    await deleteLockedCopies(tx, copies, 'erasure')
    deleted += copies.length
    if (copies.length < erasedAtOnce) break
  }
  // Records the erasure even without a copy, because one may be about to arrive.
  await store.insertErasure(tx, digest)
  return deleted
}

export type DecidedCopy = { before: store.LockedCopy; after: State }

/** Writes the store's decisions and replies. The content of a copy is locked. */
export function decideCopies(tx: StoreTx, decided: readonly DecidedCopy[]): void {
  if (decided.length === 0) return
  store.updateDecided(
    tx,
    decided.map(({ before: { id }, after }) => ({ id, after })),
  )
  announce(
    tx,
    decided.flatMap(({ before, after }) => actsOfDecision(before.id, before, after, before.policyVersion)),
  )
  invalidateStorefront(tx)
}

export const lockCopies = store.lock
export type { LockedCopy } from './copy-store.ts'

const actions = {
  approved: 'review.approved',
  rejected: 'review.rejected',
  spam: 'review.marked_spam',
  pending: 'review.reopened',
} as const

export async function auditDecision(tx: StoreTx, audit: Audit, { before, after }: DecidedCopy): Promise<void> {
  const reason = after.moderation?.reason ?? null
  if (before.status === after.status && reason === (before.moderation?.reason ?? null)) return
  const target = { type: 'review', id: before.id, ...(before.productTitle !== null && { name: before.productTitle }) }
  await audit(tx, actions[after.status], target, { was: before.status, ...(reason !== null && { reason }) })
}
