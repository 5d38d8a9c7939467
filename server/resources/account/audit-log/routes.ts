import { streamed } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import type { OrganizationDb } from '#platform/db/db.ts'
import { csvLine } from '#platform/values/csv.ts'
import { csvCells, csvHeader } from './rules.ts'
import { AuditEntry, auditFilters, ExportQuery } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'account.list_audit_log',
    http: 'GET /account/audit-log',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'List the audit log, newest first',
      description: 'Returns the recorded actions of the organization with their caller and time, one page at a time.',
    },
    input: { query: pageQuery(auditFilters) },
    output: { body: page(AuditEntry) },
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'account.export_audit_log',
    http: 'GET /account/audit-log/export',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Export the audit log as CSV',
      description: 'Newest first, streamed. Cells that a spreadsheet would run as a formula start with an apostrophe.',
    },
    input: { query: ExportQuery },
    output: { produces: ['text/csv'] },
    transaction: 'manual',
    async run({ db, caller, query, audit }) {
      const { organizationId } = caller
      const { action } = query
      await db.organization(organizationId, 'write', (tx) => audit(tx, 'audit_log.exported', undefined, { action }))
      return streamed(streamLines(db, organizationId, action), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
      })
    },
  }),
]

/** Each page of rows is read in its own transaction, so a slow client occupies no connection. */
async function* streamLines(
  db: OrganizationDb,
  organizationId: string,
  action: string | undefined,
): AsyncGenerator<string> {
  yield csvLine(csvHeader)
  let before: store.AuditPosition | undefined
  do {
    const rows = await db.organization(organizationId, 'read', (tx) => store.listBefore(tx, action, before))
    if (rows.length > 0) yield rows.map((row) => csvLine(csvCells(row))).join('')
    before = rows.length < store.exportBatch ? undefined : rows.at(-1)
  } while (before)
}
