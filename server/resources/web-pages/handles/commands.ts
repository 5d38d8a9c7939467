// Says what the addresses of a store's pages begin with. A handle is one store's: of two who take the same at once, one is told.
import { randomBytes } from 'node:crypto'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict } from '#platform/values/errors.ts'
import { type Handles, handleOf } from './rules.ts'
import * as store from './store.ts'

export const handleTaken = () => conflict('This handle is taken.', 'handle_taken')

/** The one before leads on to the new one, and no other store gets it as long as it does. */
export async function changeHandle(tx: StoreTx, handle: string): Promise<{ before: Handles; after: Handles }> {
  await store.lock(tx)
  const before = await store.find(tx)
  if (handle === before.handle) return { before, after: before }
  await store.retireCurrent(tx)
  if ((await store.takeUp(tx, handle)) === 0 && (await store.insert(tx, handle)) === 0) throw handleTaken()
  await store.removeOld(tx)
  invalidateStorefront(tx)
  return { before, after: await store.find(tx) }
}

/** A store with pages has a handle, made of its name where nobody said one. */
export async function ensureHandle(tx: StoreTx): Promise<void> {
  if ((await store.find(tx)).handle !== null) return
  await store.lock(tx)
  if ((await store.find(tx)).handle !== null) return
  const wanted = handleOf(await store.findStoreName(tx))
  if ((await store.insert(tx, wanted)) === 0) await store.insert(tx, `${wanted}-${randomBytes(5).toString('hex')}`)
  invalidateStorefront(tx)
}
