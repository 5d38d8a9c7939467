import { Type } from 'typebox'
import { streamed } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import type { Services } from '#platform/calls/services.ts'
import { conflict, orNotFound } from '#platform/values/errors.ts'
import { AnyOf, byId } from '#platform/values/wire.ts'
import { writePdf } from './pdf.ts'
import { Invoice, invoiceStates } from './schema.ts'
import * as store from './store.ts'

const refuseWhereOff = ({ config }: Services): void => {
  if (config.billing === 'off')
    throw conflict('Billing is off here: every store has every feature without a time limit.', 'billing_off')
}

const owners = { tenancy: 'store', access: { role: 'OWNER' } } as const

export const invoiceOperations = [
  operation({
    id: 'billing.list_invoices',
    http: 'GET /billing/invoices',
    ...owners,
    doc: {
      summary: 'List invoices and credit notes',
      description: 'Newest first. Returns 409 `billing_off` if `GET /billing/subscription` has `"billing": "off"`.',
    },
    input: {
      query: pageQuery({
        state: Type.Optional(AnyOf(invoiceStates, { description: 'Filter: invoices in these states.' })),
      }),
    },
    output: { body: page(Invoice), errors: ['billing_off'] },
    run({ tx, query, services }) {
      refuseWhereOff(services)
      return store.list(tx, query)
    },
  }),
  operation({
    id: 'billing.get_invoice',
    http: 'GET /billing/invoices/:id',
    ...owners,
    doc: {
      summary: 'Get an invoice or credit note',
      description: 'Returns one invoice or credit note with its amounts, both parties and its lines.',
    },
    input: { params: byId },
    output: { body: Invoice },
    async run({ tx, params }) {
      return store.toInvoice(orNotFound(await store.find(tx, params.id), 'invoice', params.id))
    },
  }),
  operation({
    id: 'billing.download_invoice',
    http: 'GET /billing/invoices/:id/pdf',
    ...owners,
    doc: {
      summary: 'Get an invoice or credit note as PDF',
      description: 'Only for documents that this service issues. For others, see `documentUrl`.',
    },
    input: { params: byId },
    output: { produces: ['application/pdf'] },
    transaction: 'manual',
    async run({ db, params: { id }, storeEnvId, caller }) {
      const { organizationId } = caller
      const row = await db.store({ storeEnvId, organizationId }, 'read', (tx) => store.find(tx, id))
      const invoice = orNotFound(row?.provider === 'manual' ? row : undefined, 'invoice', id)
      const name = invoice.number.replace(/[^A-Za-z0-9-]/g, '_')
      return streamed(oneChunk(await writePdf(invoice)), {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${name}.pdf"`,
        'cache-control': 'no-store',
      })
    },
  }),
]

async function* oneChunk(pdf: Buffer): AsyncGenerator<Buffer> {
  yield pdf
}
