// What is done with invoices, by either way of collecting the money. Each fact is published with its first writing, and only then.

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

const factOf = (tx: StoreTx, invoiceId: string, net: string, currency: string, at: string) => ({
  storeEnvId: tx.storeEnvId,
  organizationId: tx.organizationId,
  invoiceId,
  net,
  currency,
  at,
})

/** Marked as paid, by the first who says so; saying so again changes nothing. Answers whether this was the first time. */
export async function settleInvoice(
  tx: StoreTx,
  invoice: InvoiceRow,
  paidAt: string,
  period?: Period,
): Promise<boolean> {
  if (invoice.state !== 'open') return false
  await store.update(tx, invoice.id, { ...invoice, ...period, state: 'paid', paidAt })
  publish(tx, invoicePaid, factOf(tx, invoice.id, invoice.net, invoice.currency, paidAt))
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
 * An invoice of a payment provider as it stands there, by its id there: inserted, or moved on. What was paid here stays paid,
 * since an older report may come later. Publishes that it was paid, once.
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
    if (fact) publish(tx, invoicePaid, factOf(tx, id, fact.net, fact.currency, fact.at))
  } else if (known.state === 'open' && mirrored.state !== 'open') {
    const { state, paidAt, periodStartsAt, periodEndsAt } = mirrored
    await store.update(tx, known.id, { ...known, state, paidAt, voidedAt, periodStartsAt, periodEndsAt })
    const fact = paid()
    if (fact) publish(tx, invoicePaid, factOf(tx, known.id, fact.net, fact.currency, fact.at))
  }
  const row = await store.lockByProviderRef(tx, mirrored.provider, mirrored.providerRef)
  if (!row) throw new Error(`The invoice ${mirrored.providerRef} was not written.`)
  return row
}

export type Refund = {
  /** Names the refund: the same one reported again adds nothing. */
  ref: string
  number: string
  net: bigint
  vat: bigint
  at: string
  note: string
}

/**
 * Money that was given back for a paid invoice: a credit note of its own, at most what the invoice came to. Publishes it, once.
 * Undefined when it is known already.
 */
export async function recordRefund(tx: StoreTx, invoice: InvoiceRow, refund: Refund): Promise<InvoiceRow | undefined> {
  if (await store.lockByProviderRef(tx, invoice.provider, refund.ref)) return undefined
  const { currency } = invoice
  const money = (units: bigint) => fromMinorUnits(units, currency)
  const refunded = toMinorUnits(invoice.refundedNet, currency) + refund.net
  if (refund.net <= 0n || refunded > toMinorUnits(invoice.net, currency))
    throw new RangeError('A refund is more than nothing, and not more than was paid.')
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
  const fact = factOf(tx, invoice.id, money(refund.net), currency, refund.at)
  publish(tx, invoiceRefunded, { ...fact, creditNoteId: id })
  return store.find(tx, id)
}
