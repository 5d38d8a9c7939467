import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/page.ts'

type Row = {
  id: string
  action: string
  actor: { type: string; id?: string; name?: string }
  target: object | null
  storeEnvId: string | null
  at: string
  details: object | null
}

export async function list(tx: OrganizationTx, request: PageRequest & { action?: string }) {
  const ofAction = request.action === undefined ? sql`` : sql`and action = ${request.action}`
  const lines = sql`audit_log where organization_id = ${tx.organizationId} ${ofAction}`
  const rows = await tx.all<Row>(sql`
    select id, action, actor, target, store_env_id as "storeEnvId", at, details from ${lines} ${after(request, 'at')}
     order by at desc, id desc limit ${fetchLimit(request)}`)
  return toPage(
    rows,
    request,
    ({ at, id }) => ({ at, id }),
    (row) => row,
    await countIfAsked(tx, request, lines),
  )
}
