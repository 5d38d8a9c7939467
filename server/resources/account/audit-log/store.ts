import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { AuditEntry } from './schema.ts'

const columns = sql`id, action, actor, target, store_env_id as "storeEnvId", address, user_agent as "userAgent", at, details`

const selectLines = (tx: OrganizationTx, action: string | undefined) =>
  sql`audit_log where organization_id = ${tx.organizationId} ${action === undefined ? sql`` : sql`and action = ${action}`}`

export async function list(tx: OrganizationTx, request: PageRequest & { action?: string }) {
  const lines = selectLines(tx, request.action)
  const rows = await tx.all<AuditEntry>(sql`
    select ${columns} from ${lines} ${after(request, 'at')}
     order by at desc, id desc limit ${fetchLimit(request)}`)
  return toPage(
    rows,
    request,
    ({ at, id }) => ({ at, id }),
    (row) => row,
    await countIfAsked(tx, request, lines),
  )
}

export const exportBatch = 500

export type AuditPosition = Pick<AuditEntry, 'at' | 'id'>

export const listBefore = (tx: OrganizationTx, action: string | undefined, before: AuditPosition | undefined) =>
  tx.all<AuditEntry>(sql`
    select ${columns} from ${selectLines(tx, action)}
           ${before ? sql`and (at, id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
     order by at desc, id desc limit ${sql.lit(exportBatch)}`)
