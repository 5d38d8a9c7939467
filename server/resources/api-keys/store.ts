import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type NewKey = {
  id: string
  name: string
  digest: Buffer
  last4: string
  role: 'VIEWER' | 'MEMBER' | 'ADMIN'
  scopes: readonly string[]
  expiresAt: string | null
  createdBy: string | null
}

export const insert = (tx: OrganizationTx, row: NewKey) =>
  tx.run(sql`
    insert into api_keys (id, organization_id, name, digest, last4, role, scopes, created_by, created_at, expires_at)
    values (${row.id}, ${tx.organizationId}, ${row.name}, ${row.digest}, ${row.last4}, ${row.role}, ${row.scopes}, ${row.createdBy},
            ${tx.now}, ${row.expiresAt})`)
