import type { SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export async function onlyOrganization(tx: SystemTx, userId: string): Promise<string | undefined> {
  const rows = await tx.all<{ id: string }>(sql`
    select m.organization_id as id from memberships m where m.user_id = ${userId} and m.active limit 2`)
  return rows.length === 1 ? rows[0]?.id : undefined
}
