import { type Static, Type } from 'typebox'
import { Amount, Currency, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { plans, Subscription } from '../schema.ts'

/** Seller or buyer, as of the day of issue. */
export const Party = Type.Object(
  {
    name: Type.String(),
    address: Nullable(Type.String()),
    country: Nullable(Type.String({ description: 'ISO 3166-1, such as `DE`' })),
    vatNumber: Nullable(Type.String()),
  },
  { title: 'Party' },
)
export type Party = Static<typeof Party>

export const InvoiceLine = Type.Object(
  { description: Type.String(), net: Amount },
  { title: 'InvoiceLine', description: 'Amounts are of the invoice’s currency, without VAT.' },
)

export const invoiceStates = ['open', 'paid', 'void', 'refunded'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const invoiceKinds = ['invoice', 'credit_note'] as const
export const purposes = ['purchase', 'renewal', 'upgrade', 'refund', 'other'] as const
export type Purpose = (typeof purposes)[number]

export const Invoice = Type.Object(
  {
    id: Id,
    number: Type.String(),
    kind: OneOf(invoiceKinds, { description: 'A credit note gives money back; its amounts are below zero.' }),
    correctsId: Nullable(Type.String({ format: 'uuid', description: 'The invoice that a credit note is about.' })),
    state: OneOf(invoiceStates),
    purpose: OneOf(purposes),
    plan: Nullable(OneOf(plans)),
    currency: Currency,
    net: Amount,
    vatRate: Type.String({ description: 'Per cent' }),
    vat: Amount,
    gross: Amount,
    vatNote: Nullable(Type.String({ description: 'Why no VAT is charged, where none is.' })),
    refundedNet: Amount,
    seller: Party,
    paymentDetails: Nullable(Type.String({ description: 'How to pay it: bank, account, reference.' })),
    customer: Party,
    lines: Type.Array(InvoiceLine),
    periodStartsAt: Nullable(Instant),
    periodEndsAt: Nullable(Instant),
    issuedAt: Instant,
    dueAt: Nullable(Instant),
    paidAt: Nullable(Instant),
    voidedAt: Nullable(Instant),
    documentUrl: Type.String({ description: 'Where the PDF is: a path of this API, or the payment provider’s page.' }),
    createdAt: Instant,
  },
  { title: 'Invoice' },
)
export type Invoice = Static<typeof Invoice>

export const Checkout = Type.Object(
  {
    url: Nullable(Type.String({ description: 'Where to pay; null where the invoice says how.' })),
    invoice: Nullable(Invoice),
    subscription: Subscription,
  },
  { title: 'Checkout' },
)
