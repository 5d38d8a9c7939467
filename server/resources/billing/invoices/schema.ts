import { type Static, Type } from 'typebox'
import { Amount, Currency, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { plans, Subscription } from '../schema.ts'

export const Party = Type.Object(
  {
    name: Type.String({ description: 'Name of the party.', examples: ['Acme'] }),
    address: Nullable(
      Type.String({
        description: 'Postal address of the party. Null if unknown.',
        examples: ['12 Mill Lane, Bristol BS1 4QD'],
      }),
    ),
    country: Nullable(
      Type.String({
        description: 'Country of the party, as an ISO 3166-1 alpha-2 code such as `DE`. Null if unknown.',
        examples: ['GB'],
      }),
    ),
    vatNumber: Nullable(
      Type.String({ description: 'VAT number of the party. Null if unknown.', examples: ['GB123456789'] }),
    ),
  },
  { title: 'Party' },
)
export type Party = Static<typeof Party>

export const InvoiceLine = Type.Object(
  {
    description: Type.String({
      description: 'Text of the invoice line.',
      examples: ['Growth plan, one month from the day of payment'],
    }),
    net: described(Amount, 'Amount without VAT, as a decimal string.', '99.00'),
  },
  { title: 'InvoiceLine', description: 'Line of an invoice. Amounts are in the currency of the invoice, without VAT.' },
)

export const invoiceStates = ['open', 'paid', 'void', 'refunded'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export const invoiceKinds = ['invoice', 'credit_note'] as const
export const purposes = ['purchase', 'renewal', 'upgrade', 'refund', 'other'] as const
export type Purpose = (typeof purposes)[number]

export const Invoice = Type.Object(
  {
    id: described(Id, 'Id of the invoice, a UUIDv7.'),
    number: Type.String({ description: 'Number of the invoice, consecutive without gaps.', examples: ['EV-000042'] }),
    kind: OneOf(invoiceKinds, {
      description: 'Kind of document. A credit note returns money and has negative amounts.',
    }),
    correctsId: Nullable(
      Type.String({ format: 'uuid', description: 'Id of the invoice that a credit note corrects. Null for invoices.' }),
    ),
    state: OneOf(invoiceStates, { description: 'State of the invoice.' }),
    purpose: OneOf(purposes, { description: 'Reason for the invoice.' }),
    plan: Nullable(OneOf(plans, { description: 'Id of the plan that was bought. Null for other purposes.' })),
    currency: described(Currency, 'Currency of the amounts, as an ISO 4217 code.', 'USD'),
    net: described(Amount, 'Amount without VAT, as a decimal string.', '99.00'),
    vatRate: Type.String({ description: 'VAT rate, in percent.', examples: ['19'] }),
    vat: described(Amount, 'VAT amount, as a decimal string.', '18.81'),
    gross: described(Amount, 'Amount with VAT, as a decimal string.', '117.81'),
    vatNote: Nullable(
      Type.String({
        description: 'Reason no VAT is charged. Null if VAT is charged.',
        examples: [
          'Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).',
        ],
      }),
    ),
    refundedNet: described(Amount, 'Refunded amount without VAT, as a decimal string.', '0.00'),
    seller: Party,
    paymentDetails: Nullable(
      Type.String({
        description: 'Payment instructions: bank, account and reference. Null if paid online.',
        examples: ['IBAN DE02 1203 0000 0000 2020 51'],
      }),
    ),
    customer: Party,
    lines: Type.Array(InvoiceLine, { description: 'Lines of the invoice.' }),
    periodStartsAt: Nullable(described(Instant, 'Time the paid period starts. Null for documents without a period.')),
    periodEndsAt: Nullable(described(Instant, 'Time the paid period ends. Null for documents without a period.')),
    issuedAt: described(Instant, 'Time the invoice was issued.'),
    dueAt: Nullable(described(Instant, 'Time the payment is due. Null if none is due.')),
    paidAt: Nullable(described(Instant, 'Time the invoice was paid. Null until then.')),
    voidedAt: Nullable(described(Instant, 'Time the invoice was voided. Null if it was not.')),
    documentUrl: Type.String({
      description: "Address of the PDF: a path of this API, or the payment provider's page.",
      examples: ['/billing/invoices/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01/pdf'],
    }),
    createdAt: described(Instant, 'Time the invoice was created.'),
  },
  { title: 'Invoice' },
)
export type Invoice = Static<typeof Invoice>

export const Checkout = Type.Object(
  {
    url: Nullable(
      Type.String({
        description: 'Address of the payment page. Null if the invoice says how to pay.',
        examples: ['https://checkout.payments.example/pay/cs_4f8Jk2Lm9Qx7Rz1T'],
      }),
    ),
    invoice: Nullable(
      described(Invoice, 'Invoice to pay. Null if nothing is due, or if the invoice is issued after the payment.'),
    ),
    subscription: Subscription,
  },
  { title: 'Checkout' },
)
