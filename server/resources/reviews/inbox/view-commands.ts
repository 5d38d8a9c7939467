import type { StoreTx } from '#platform/db/db.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { redactPerson } from '../erasure-rules.ts'
import { requireLine } from '../rules.ts'
import { limits, type NewReviewView, type ReviewView, type ReviewViewChanges } from './view-schema.ts'
import * as store from './view-store.ts'

export async function createView(tx: StoreTx, userId: string, { name, filter, isDefault }: NewReviewView) {
  await store.lockPerson(tx, userId)
  if ((await store.countAll(tx, userId)) >= limits.views)
    throw conflict(`You can save at most ${limits.views} views of a store. Delete one first.`, 'limit_reached')
  if (isDefault) await store.updateNoDefault(tx, userId)
  const id = newId(tx.now.getTime())
  await store.insert(tx, userId, { id, name: requireLine(name, '/name'), filter, isDefault: isDefault ?? false })
  return requireView(tx, userId, id)
}

export async function changeView(tx: StoreTx, userId: string, id: string, changes: ReviewViewChanges) {
  await store.lockPerson(tx, userId)
  const before = await requireView(tx, userId, id)
  const after = { ...before, ...changes, name: requireLine(changes.name ?? before.name, '/name') }
  if (after.isDefault && !before.isDefault) await store.updateNoDefault(tx, userId)
  await store.update(tx, userId, after)
  return requireView(tx, userId, id)
}

export async function deleteView(tx: StoreTx, userId: string, id: string): Promise<void> {
  if ((await store.deleteView(tx, userId, id)) === 0) throw notFound('view', id)
}

export async function eraseFromViews(tx: StoreTx, email: string): Promise<void> {
  for (const view of await store.lockAll(tx)) {
    const { name, filter } = view
    const left = redactPerson(name, { email, name: '' })
    const { q, ...others } = filter
    const isSought = q !== undefined && redactPerson(q, { email, name: '' }) !== q
    if (left !== name || isSought)
      await store.updateWords(tx, { ...view, name: left, filter: isSought ? others : filter })
  }
}

export async function deleteUserViews(tx: StoreTx, userIds: readonly string[]): Promise<void> {
  await store.deleteByUsers(tx, userIds)
}

const requireView = async (tx: StoreTx, userId: string, id: string): Promise<ReviewView> =>
  orNotFound(await store.lock(tx, userId, id), 'view', id)
