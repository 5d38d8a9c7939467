import type { SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/**
 * True if a second factor is required by an organization of which the person is a member, or in which they work by a grant.
 */
export async function requiresTwoFactor(tx: SystemTx, userId: string, isBilled: boolean): Promise<boolean> {
  const row = await tx.first<{ id: string }>(sql`
    select o.id from organizations o
     where o.two_factor_required
       and (o.id in (select m.organization_id from memberships m where m.user_id = ${userId} and m.active)
            or o.id in (select p.organization_id from app.partner_stores(${userId}, null, ${tx.now}, ${isBilled}) p))
     limit 1`)
  return row !== undefined
}
