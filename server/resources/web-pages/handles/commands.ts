// A handle belongs to one store: the second of two concurrent claims is refused.
import { randomBytes } from 'node:crypto'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict } from '#platform/values/errors.ts'
import { type Handles, suggestHandle } from './rules.ts'
import * as store from './store.ts'

export const handleTaken = () => conflict('This handle is taken. Choose another one.', 'handle_taken')

/** The former handle redirects to the new one, and no other store can claim it. */
export async function changeHandle(tx: StoreTx, handle: string): Promise<{ before: Handles; after: Handles }> {
  await store.lock(tx)
  const before = await store.find(tx)
  if (handle === before.handle) return { before, after: before }
  await store.retireCurrent(tx)
  if ((await store.takeUp(tx, handle)) === 0 && (await store.insert(tx, handle)) === 0) throw handleTaken()
  await store.deleteOld(tx)
  invalidateStorefront(tx)
  return { before, after: await store.find(tx) }
}

/** Ensures that a store with pages has a handle. By default it is derived from the store's name. */
export async function ensureHandle(tx: StoreTx): Promise<void> {
  if ((await store.find(tx)).handle !== null) return
  await store.lock(tx)
  if ((await store.find(tx)).handle !== null) return
  const wanted = suggestHandle(await store.findStoreName(tx))
  if ((await store.insert(tx, wanted)) === 0) await store.insert(tx, `${wanted}-${randomBytes(5).toString('hex')}`)
  invalidateStorefront(tx)
}
