// An organization that will be deleted is read-only for its people. The `CallerRow` of a key, session or page origin
// already contains `closing`. These checks are for all other callers.
import type { CrossDb } from '../db/db.ts'
import { type Query, sql } from '../db/query.ts'
import { forbidden } from '../values/errors.ts'
import { isUuid } from '../values/ids.ts'

export const organizationClosing = () =>
  forbidden(
    'organization_closing',
    'This organization will be deleted, so it is read-only. An owner can undo the deletion (DELETE /orgs/deletion).',
  )

/** Checks the organization for pages opened by a link, and for people who join by a link. */
export async function requireOpenOrganization(db: Pick<CrossDb, 'ask'>, organizationId: string): Promise<void> {
  if (await isClosing(db, organizationId)) throw organizationClosing()
}

export async function isClosing(db: Pick<CrossDb, 'ask'>, organizationId: string): Promise<boolean> {
  const [row] = await db.ask<{ closing: boolean }>(selectClosing(organizationId))
  return row?.closing === true
}

export const selectClosing = (organizationId: string): Query<{ closing: boolean }> =>
  sql`select app.is_closing(${organizationId}) as closing`

export async function isRemoved(db: Pick<CrossDb, 'system'>, organizationId: string): Promise<boolean> {
  if (!isUuid(organizationId)) return false
  const found = await db.system('read', (tx) =>
    tx.first<{ id: string }>(sql`select id from organizations where id = ${organizationId}`),
  )
  return found === undefined
}
