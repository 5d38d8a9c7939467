// Skips rows and files that are already deleted, so another process can resume. Deletes the organization's own row last.

import type { BeforeRemoval } from '#platform/areas/organization-end.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { storageFolders } from './rules.ts'
import * as store from './store.ts'

const rowsAtOnce = 2000
const usersAtOnce = 100
const filesAtOnce = 500

export async function deleteClosedOrganizations(ctx: CrossJobContext, before: readonly BeforeRemoval[]): Promise<void> {
  const kept: string[] = []
  for (;;) {
    const organizationId = await ctx.db.system('write', (tx) => store.beginNext(tx, kept))
    if (organizationId === undefined) break
    // An organization whose payment provider does not answer cannot be deleted yet, and must not delay the others.
    if (!(await prepare(ctx, organizationId, before))) kept.push(organizationId)
    else if (!(await deleteOrganization(ctx, organizationId))) return
  }
  await deleteDepartedUsers(ctx)
  if (kept.length > 0)
    throw new Error(`${kept.length} organizations could not be deleted yet. The next run tries again.`)
}

async function prepare(
  ctx: CrossJobContext,
  organizationId: string,
  before: readonly BeforeRemoval[],
): Promise<boolean> {
  const stores = await ctx.db.organization(organizationId, 'read', store.listStores)
  try {
    for (const { id: storeEnvId } of stores) for (const act of before) await act(ctx, { storeEnvId, organizationId })
    return true
  } catch (error) {
    ctx.services.log.error({ organizationId, err: (error as Error).message }, 'an organization cannot be removed yet')
    return false
  }
}

async function deleteOrganization(ctx: CrossJobContext, organizationId: string): Promise<boolean> {
  const { db, stopping, services } = ctx
  const stores = await db.organization(organizationId, 'read', store.listStores)
  for (const { id: storeEnvId } of stores) {
    const scope = { storeEnvId, organizationId }
    while ((await db.store(scope, 'write', (tx) => store.deleteRows(tx, rowsAtOnce))) > 0)
      if (stopping.aborted) return false
    if (!(await removeFiles(ctx, storeEnvId))) return false
  }
  await db.system('write', (tx) => store.deleteOrganization(tx, organizationId))
  services.log.info({ organizationId }, 'a deleted organization was removed')
  return true
}

async function removeFiles({ services: { storage }, stopping }: CrossJobContext, storeEnvId: string): Promise<boolean> {
  for (const folder of storageFolders)
    for (;;) {
      if (stopping.aborted) return false
      const files = await storage.list(`${folder}/${storeEnvId}/`, { limit: filesAtOnce })
      for (const { key } of files) await storage.remove(key)
      if (files.length < filesAtOnce) break
    }
  return true
}

async function deleteDepartedUsers({ db, services, stopping }: CrossJobContext): Promise<void> {
  while (!stopping.aborted) {
    const departed = await db.system('read', (tx) => store.listDeparted(tx, usersAtOnce))
    if (departed.length === 0) return
    for (const { userId, belongs } of departed) if (!belongs) await services.users.delete(userId)
    const ids = departed.map(({ userId }) => userId)
    await db.system('write', (tx) => store.deleteDeparted(tx, ids))
  }
}
