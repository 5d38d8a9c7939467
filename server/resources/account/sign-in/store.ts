import type { SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/**
 * True if every organization of the person requires its own identity provider, so that a password cannot sign in anywhere.
 */
export async function isLeftToSingleSignOn(tx: SystemTx, userId: string): Promise<boolean> {
  const row = await tx.first<{ isLeft: boolean | null }>(sql`
    select bool_and(app.requires_single_sign_on(m.organization_id, m.user_id)) as "isLeft"
      from memberships m where m.user_id = ${userId} and m.active`)
  return row?.isLeft === true
}
