import { internalEvent } from '#platform/areas/events.ts'

export type InvoiceFact = {
  storeEnvId: string
  organizationId: string
  invoiceId: string
  /** Net amount without VAT, as decimal text of the currency. */
  net: string
  currency: string
  at: string
}

export const invoicePaid = internalEvent<InvoiceFact>('billing.invoice_paid')

/** `invoiceId` is the refunded invoice, and `net` this refund's amount, above zero. */
export const invoiceRefunded = internalEvent<InvoiceFact & { creditNoteId: string }>('billing.invoice_refunded')
