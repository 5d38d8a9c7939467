import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { fromMinorUnits, toMinorUnits } from '#platform/values/money.ts'
import { invoicePaid, invoiceRefunded } from '../events.ts'
import type { InvoiceRow } from './store.ts'
import * as store from './store.ts'

export {
  find as findInvoice,
  findCustomer,
  keep as keepInvoices,
  listOpen as listOpenInvoices,
  lock as lockInvoice,
} from './store.ts'

const toFact = (tx: StoreTx, invoiceId: string, net: string, currency: string, at: string) => ({
  storeEnvId: tx.storeEnvId,
  organizationId: tx.organizationId,
  invoiceId,
  net,
  currency,
  at,
})

export async function settleInvoice(
  tx: StoreTx,
  invoice: InvoiceRow,
  paidAt: string,
  period?: Period,
): Promise<boolean> {
  if (invoice.state !== 'open') return false
  await store.update(tx, invoice.id, { ...invoice, ...period, state: 'paid', paidAt })
  publish(tx, invoicePaid, toFact(tx, invoice.id, invoice.net, invoice.currency, paidAt))
  return true
}

export type Period = Pick<InvoiceRow, 'periodStartsAt' | 'periodEndsAt'>

export const voidInvoice = (tx: StoreTx, invoice: InvoiceRow): Promise<void> =>
  store.update(tx, invoice.id, { ...invoice, state: 'void', voidedAt: tx.now.toISOString() })

export type MirroredInvoice = Omit<store.NewInvoice, 'id' | 'kind' | 'correctsId' | 'providerRef' | 'number'> & {
  providerRef: string
  number: string | null
  voidedAt: string | null
}

/**
 * Mirrors a provider's invoice. A paid invoice stays paid here, because older reports may arrive later. The payment is
 * published once.
 */
export async function mirrorInvoice(tx: StoreTx, { voidedAt, ...mirrored }: MirroredInvoice): Promise<InvoiceRow> {
  const known = await store.lockByProviderRef(tx, mirrored.provider, mirrored.providerRef)
  const paid = () => {
    const { net, currency } = mirrored
    if (mirrored.state === 'paid') return mirrored.paidAt && { net, currency, at: mirrored.paidAt }
    return null
  }
  if (!known) {
    const id = newId(tx.now.getTime())
    const number = mirrored.number ?? mirrored.providerRef
    await store.insert(tx, { ...mirrored, id, number, kind: 'invoice', correctsId: null })
    const fact = paid()
    if (fact) publish(tx, invoicePaid, toFact(tx, id, fact.net, fact.currency, fact.at))
  } else if (known.state === 'open' && mirrored.state !== 'open') {
    const { state, paidAt, periodStartsAt, periodEndsAt } = mirrored
    await store.update(tx, known.id, { ...known, state, paidAt, voidedAt, periodStartsAt, periodEndsAt })
    const fact = paid()
    if (fact) publish(tx, invoicePaid, toFact(tx, known.id, fact.net, fact.currency, fact.at))
  }
  const row = await store.lockByProviderRef(tx, mirrored.provider, mirrored.providerRef)
  if (!row) throw new Error(`The invoice ${mirrored.providerRef} was not stored.`)
  return row
}

export type Refund = {
  /** Identifies the refund: reporting it again adds nothing. */
  ref: string
  number: string
  net: bigint
  vat: bigint
  at: string
  note: string
}

/**
 * Adds a credit note for a refund, at most the invoice's amount, and publishes it once. Returns undefined for a refund that
 * is already recorded.
 */
export async function recordRefund(tx: StoreTx, invoice: InvoiceRow, refund: Refund): Promise<InvoiceRow | undefined> {
  if (await store.lockByProviderRef(tx, invoice.provider, refund.ref)) return undefined
  const { currency } = invoice
  const money = (units: bigint) => fromMinorUnits(units, currency)
  const refunded = toMinorUnits(invoice.refundedNet, currency) + refund.net
  if (refund.net <= 0n || refunded > toMinorUnits(invoice.net, currency))
    throw new RangeError('A refund must be above zero and at most the amount paid.')
  const id = newId(tx.now.getTime())
  await store.insert(tx, {
    ...invoice,
    id,
    kind: 'credit_note',
    correctsId: invoice.id,
    providerRef: refund.ref,
    number: refund.number,
    state: 'paid',
    purpose: 'refund',
    net: money(-refund.net),
    vat: money(-refund.vat),
    gross: money(-(refund.net + refund.vat)),
    lines: [{ description: refund.note, net: money(-refund.net) }],
    issuedAt: refund.at,
    dueAt: null,
    paidAt: refund.at,
    documentUrl: null,
  })
  const isWhole = refunded === toMinorUnits(invoice.net, currency)
  const state = isWhole ? 'refunded' : invoice.state
  await store.update(tx, invoice.id, { ...invoice, state, refundedNet: money(refunded) })
  const fact = toFact(tx, invoice.id, money(refund.net), currency, refund.at)
  publish(tx, invoiceRefunded, { ...fact, creditNoteId: id })
  return store.find(tx, id)
}
