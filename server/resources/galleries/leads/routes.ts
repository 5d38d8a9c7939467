import { streamed } from '#platform/calls/answer.ts'
import { exportStream, openExport } from '#platform/calls/export-stream.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { requireGallery } from '../commands.ts'
import { changeLead, deleteLead, requireLead } from './commands.ts'
import { exportLines } from './export.ts'
import { toLead } from './rules.ts'
import { byLead, Lead, LeadChanges, LeadExportQuery, LeadFilters, LeadPage } from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', plan: { feature: 'galleries' } } as const

export default [
  operation({
    id: 'galleries.list_leads',
    http: 'GET /galleries/:id/leads',
    tenancy: 'store',
    doc: {
      summary: 'List leads of a gallery, newest first',
      description: 'Returns the leads that the form of a gallery collected, newest first, one page at a time.',
    },
    input: { params: byId, query: LeadFilters },
    output: { body: LeadPage },
    async run({ tx, params, query }) {
      await requireGallery(tx, params.id)
      return store.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'galleries.export_leads',
    http: 'GET /galleries/:id/leads/export',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Export leads as CSV',
      description:
        'Newest first, streamed from one snapshot. A broken connection means an incomplete file. Signed-in users get email addresses and phone numbers; others get only masked email addresses. Cells that a spreadsheet would run as a formula start with an apostrophe. A store can run two exports at a time, and an organization three. A further export gets 429.',
    },
    input: { params: byId, query: LeadExportQuery },
    output: { produces: ['text/csv'], errors: ['not_found'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, params, query, services, audit }) {
      const { format: _, ...filters } = query
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const record = async (tx: StoreTx) => {
        const { id, name } = await requireGallery(tx, params.id)
        const { email, q, ...others } = filters
        const found = { ...others, ...(email !== undefined && { email: '…' }), ...(q !== undefined && { q: '…' }) }
        await audit(tx, 'gallery_leads.exported', { type: 'gallery', id, name }, { filters: found })
      }
      const stream = await openExport(db, scope, record, { fromReplica: 'rows' })
      const wanted = { galleryId: params.id, filters, withAddress: caller.seesAddresses }
      return streamed(
        exportStream(stream, services, (tx) => exportLines(tx, wanted)),
        {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="leads.csv"',
        },
      )
    },
  }),
  operation({
    id: 'galleries.get_lead',
    http: 'GET /galleries/:id/leads/:leadId',
    tenancy: 'store',
    doc: { summary: 'Get a lead', description: 'Returns one lead with its message and consent.' },
    input: { params: byLead },
    output: { body: Lead },
    transaction: 'single-query',
    run: async ({ tx, params }) => toLead(await requireLead(tx, params.id, params.leadId)),
  }),
  operation({
    id: 'galleries.update_lead',
    http: 'PATCH /galleries/:id/leads/:leadId',
    ...written,
    doc: {
      summary: 'Update a lead',
      description:
        'Omitted fields keep their values. An unconfirmed lead can only become `spam`. Changing a lead from `spam` to another status sends no notification.',
    },
    input: { params: byLead, body: withExample(LeadChanges, { status: 'contacted', note: 'Called on Monday.' }) },
    output: { body: Lead, errors: ['conflict'] },
    run: async ({ tx, params, body }) => toLead(await changeLead(tx, params.id, params.leadId, body)),
  }),
  operation({
    id: 'galleries.delete_lead',
    http: 'DELETE /galleries/:id/leads/:leadId',
    ...written,
    doc: { summary: 'Delete a lead', description: 'Deletes a lead with its personal data.' },
    input: { params: byLead },
    async run({ tx, params, audit }) {
      await deleteLead(tx, params.id, params.leadId)
      await audit(tx, 'gallery_lead.deleted', { type: 'gallery_lead', id: params.leadId })
      return undefined
    },
  }),
]
