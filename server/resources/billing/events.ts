// What other areas hear of money. Published in the transaction of the fact; each fact once. For other areas only: webhooks
// carry twelve kinds and these are none of them.
import { internalEvent } from '#platform/areas/events.ts'

export type InvoiceFact = {
  storeEnvId: string
  organizationId: string
  invoiceId: string
  /** Without VAT, as decimal text of the currency. */
  net: string
  currency: string
  at: string
}

export const invoicePaid = internalEvent<InvoiceFact>('billing.invoice_paid')

/** `invoiceId` is the invoice that was given back, and `net` how much of it this time: more than zero. */
export const invoiceRefunded = internalEvent<InvoiceFact & { creditNoteId: string }>('billing.invoice_refunded')
