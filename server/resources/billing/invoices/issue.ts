// Draws the number last, in the same transaction as the invoice. A rollback undoes both, so no number is missing.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { fromMinorUnits } from '#platform/values/money.ts'
import { planCurrency } from '../proration.ts'
import type { Plan } from '../schema.ts'
import { readSeller } from '../seller-commands.ts'
import { computeVat, vatAmount } from '../vat.ts'
import type { Purpose } from './schema.ts'
import type { InvoiceRow } from './store.ts'
import * as store from './store.ts'

export type InvoiceOrder = {
  purpose: Purpose
  plan: Plan
  lines: { description: string; net: bigint }[]
  dueAt: Date
  period?: { startsAt: string; endsAt: string }
}

export async function issueInvoice(
  tx: StoreTx,
  { config }: Pick<Services, 'config'>,
  order: InvoiceOrder,
): Promise<InvoiceRow> {
  const { vatRate, noVatNote, numberPrefix, ...seller } = await readSeller(tx, config.mailFrom)
  const customer = await store.findCustomer(tx)
  const { rate, note } = computeVat({ ...seller, vatRate, noVatNote }, customer)
  const money = (units: bigint) => fromMinorUnits(units, planCurrency)
  const net = order.lines.reduce((sum, line) => sum + line.net, 0n)
  const vat = vatAmount(net, rate)
  const id = newId(tx.now.getTime())
  const number = await nextNumber(tx, numberPrefix)
  await store.insert(tx, {
    id,
    provider: 'manual',
    providerRef: null,
    kind: 'invoice',
    correctsId: null,
    number,
    state: 'open',
    purpose: order.purpose,
    plan: order.plan,
    currency: planCurrency,
    net: money(net),
    vat: money(vat),
    gross: money(net + vat),
    vatRate: rate,
    vatNote: note,
    seller,
    customer: { name: customer.name, address: null, country: customer.country, vatNumber: customer.vatNumber },
    lines: order.lines.map((line) => ({ description: line.description, net: money(line.net) })),
    periodStartsAt: order.period?.startsAt ?? null,
    periodEndsAt: order.period?.endsAt ?? null,
    issuedAt: tx.now.toISOString(),
    dueAt: order.dueAt.toISOString(),
    paidAt: null,
    documentUrl: null,
  })
  const issued = await store.find(tx, id)
  if (!issued) throw new Error(`The invoice ${number} was not stored.`)
  return issued
}

/** Credit notes share the invoices' series, so that all the operator's documents are numbered in one series. */
export const nextNumber = async (tx: StoreTx, prefix: string): Promise<string> =>
  `${prefix}${String(await store.drawNumber(tx, prefix)).padStart(6, '0')}`
