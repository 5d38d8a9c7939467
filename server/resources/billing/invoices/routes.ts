import { Type } from 'typebox'
import { conflict, orNotFound } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { page, pageQuery } from '#platform/page.ts'
import type { Services } from '#platform/services.ts'
import { AnyOf, byId } from '#platform/wire.ts'
import { Invoice, invoiceStates } from './schema.ts'
import * as store from './store.ts'

const refuseWhereOff = ({ config }: Services): void => {
  if (config.billing === 'off')
    throw conflict('Nothing is sold here: every store has every feature, without an end.', 'billing_off')
}

const owners = { tenancy: 'store', role: 'OWNER' } as const

export const invoiceOperations = [
  operation({
    ...owners,
    id: 'billing.list_invoices',
    http: 'GET /billing/invoices',
    summary: "List the store's invoices and credit notes.",
    description:
      'Newest first. Where `GET /billing/subscription` says `"billing": "off"`, nothing is sold: 409 `billing_off`.',
    query: pageQuery({ state: Type.Optional(AnyOf(invoiceStates)) }),
    returns: page(Invoice),
    errors: ['billing_off'],
    run({ tx, query, services }) {
      refuseWhereOff(services)
      return store.list(tx, query)
    },
  }),
  operation({
    ...owners,
    id: 'billing.get_invoice',
    http: 'GET /billing/invoices/:id',
    summary: 'Get one invoice or credit note.',
    params: byId,
    returns: Invoice,
    async run({ tx, params }) {
      return store.toInvoice(orNotFound(await store.find(tx, params.id), 'invoice', params.id))
    },
  }),
]
