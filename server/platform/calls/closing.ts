// An organization whose deletion was asked for is closing: everything can be read by those who run it, and nothing changed, and
// its storefront is shut. What begins with a key, a session or a page's origin learns it with its own row; this is for the rest.
import type { CrossDb } from '../db/db.ts'
import { type Query, sql } from '../db/query.ts'
import { forbidden } from '../values/errors.ts'
import { isUuid } from '../values/ids.ts'

export const organizationClosing = () =>
  forbidden(
    'organization_closing',
    'This organization is about to be deleted: everything can still be read. An owner can undo it (DELETE /orgs/deletion).',
  )

/** For pages that are found by a link, and for people who join by one. */
export async function requireOpenOrganization(db: Pick<CrossDb, 'ask'>, organizationId: string): Promise<void> {
  if (await isClosing(db, organizationId)) throw organizationClosing()
}

export async function isClosing(db: Pick<CrossDb, 'ask'>, organizationId: string): Promise<boolean> {
  const [row] = await db.ask<{ closing: boolean }>(closingOf(organizationId))
  return row?.closing === true
}

export const closingOf = (organizationId: string): Query<{ closing: boolean }> =>
  sql`select app.is_closing(${organizationId}) as closing`

/** Whether it is gone, with all that it had. */
export async function isRemoved(db: Pick<CrossDb, 'system'>, organizationId: string): Promise<boolean> {
  if (!isUuid(organizationId)) return false
  const found = await db.system('read', (tx) =>
    tx.first<{ id: string }>(sql`select id from organizations where id = ${organizationId}`),
  )
  return found === undefined
}
