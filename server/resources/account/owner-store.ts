import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export const list = (tx: Pick<OrganizationTx, 'organizationId' | 'all'>) =>
  tx.all<{ email: string }>(sql`
    select m.email from memberships m
     where m.organization_id = ${tx.organizationId} and m.role = 'OWNER' and m.active order by m.email`)

export const findStore = (tx: StoreTx) =>
  tx.first<{ name: string }>(sql`
    select s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
