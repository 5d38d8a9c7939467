import type { Audit } from '#platform/audit/audit.ts'
import type { CrossDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { fromMinorUnits, share, toMinorUnits } from '#platform/values/money.ts'
import { lockSubscription, recordEvents } from '../commands.ts'
import { findInvoice, lockInvoice, recordRefund } from '../invoices/commands.ts'
import { nextNumber } from '../invoices/issue.ts'
import { findKept, findRegistered, type InvoiceRow, listRegistered, type RegisteredInvoice } from '../invoices/store.ts'
import { readSeller } from '../seller-commands.ts'
import { act, listOpenByPurpose, pay, withdraw } from './invoicing.ts'

export class RefusedInvoice extends Error {}

type OperatorContext = { db: CrossDb; audit: Audit }

async function found({ db }: OperatorContext, name: string): Promise<RegisteredInvoice> {
  const [first, second] = await db.system('read', (tx) => findRegistered(tx, name))
  if (!first) throw new RefusedInvoice(`No invoice ${name} found.`)
  if (second) throw new RefusedInvoice(`Several invoices have the number ${name}. Use the id of one.`)
  return first
}

const scopeOf = ({ storeEnvId, organizationId }: RegisteredInvoice): StoreScope => ({ storeEnvId, organizationId })

/** Locks the subscription first, like all other changes, so that the second of two calls sees the first one's result. */
async function withInvoice<T>(
  acting: OperatorContext,
  name: string,
  work: (tx: StoreTx, invoice: InvoiceRow) => Promise<T>,
): Promise<T> {
  const { invoiceId, ...registered } = await found(acting, name)
  if (registered.isKept)
    throw new RefusedInvoice(`The invoice ${name} belongs to a deleted organization and cannot change.`)
  return acting.db.store(scopeOf({ invoiceId, ...registered }), 'write', async (tx) => {
    await lockSubscription(tx)
    const invoice = await lockInvoice(tx, invoiceId)
    if (!invoice) throw new RefusedInvoice(`The invoice ${name} no longer exists.`)
    if (invoice.provider !== 'manual')
      throw new RefusedInvoice(`The invoice ${name} belongs to ${invoice.provider}. Manage it there.`)
    return work(tx, invoice)
  })
}

const reread = async (tx: StoreTx, { id }: InvoiceRow) => (await findInvoice(tx, id)) as InvoiceRow

/** If the invoice is already paid, its first payment date does not change. */
export const markPaid = (acting: OperatorContext, name: string, paidAt?: Date) =>
  withInvoice(acting, name, async (tx, invoice) => {
    if (invoice.kind !== 'invoice' || invoice.state === 'void')
      throw new RefusedInvoice(
        `${invoice.number} needs no payment: it is ${invoice.kind === 'invoice' ? 'void' : 'a credit note'}.`,
      )
    if (paidAt && paidAt > tx.now) throw new RefusedInvoice('The payment date must not be in the future.')
    const isFirst = await pay({ tx, audit: acting.audit }, invoice, (paidAt ?? tx.now).toISOString())
    return { invoice: await reread(tx, invoice), isFirst }
  })

export const voidOpen = (acting: OperatorContext, name: string) =>
  withInvoice(acting, name, async (tx, invoice) => {
    if (invoice.state === 'void') return { invoice, isFirst: false }
    if (invoice.state !== 'open') throw new RefusedInvoice(`${invoice.number} is ${invoice.state}. Refund it instead.`)
    await withdraw({ tx, audit: acting.audit }, invoice)
    return { invoice: await reread(tx, invoice), isFirst: true }
  })

export type RefundOptions = {
  /** Decimal text without VAT. Default: the part of the invoice amount that is not refunded yet. */
  net?: string | undefined
  ends: boolean
  mailFrom: string
}

export const refund = (acting: OperatorContext, name: string, { net, ends, mailFrom }: RefundOptions) =>
  withInvoice(acting, name, async (tx, invoice) => {
    if (invoice.kind !== 'invoice' || invoice.state !== 'paid')
      throw new RefusedInvoice(
        `${invoice.number} cannot be refunded: it is ${invoice.kind === 'invoice' ? invoice.state : 'a credit note'}.`,
      )
    const { currency } = invoice
    const whole = toMinorUnits(invoice.net, currency)
    const left = whole - toMinorUnits(invoice.refundedNet, currency)
    const units = net === undefined ? left : parseUnits(net, currency)
    if (units <= 0n || units > left)
      throw new RefusedInvoice(
        `${invoice.number} can be refunded by at most ${fromMinorUnits(left, currency)} ${currency}.`,
      )
    const { numberPrefix } = await readSeller(tx, mailFrom)
    const number = await nextNumber(tx, numberPrefix)
    const creditNote = await recordRefund(tx, invoice, {
      ref: number,
      number,
      net: units,
      vat: share(toMinorUnits(invoice.vat, currency), units, whole),
      at: tx.now.toISOString(),
      note: `Refund of invoice ${invoice.number}`,
    })
    if (!creditNote) throw new Error(`The credit note ${number} already exists.`)
    const target = { type: 'invoice', id: invoice.id, name: invoice.number }
    await acting.audit(tx, 'invoice.refunded', target, {
      net: fromMinorUnits(units, currency),
      currency,
      creditNote: number,
    })
    if (ends) {
      for (const open of await listOpenByPurpose(tx, ['purchase', 'renewal', 'upgrade']))
        await withdraw({ tx, audit: acting.audit }, open)
      await recordEvents(tx, [act(tx, { kind: 'ended' })])
      await acting.audit(tx, 'subscription.ended', undefined, { because: `refund of ${invoice.number}` })
    }
    return creditNote
  })

function parseUnits(amount: string, currency: string): bigint {
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(amount)) throw new RefusedInvoice(`"${amount}" is no amount such as 49.00.`)
  try {
    return toMinorUnits(amount, currency)
  } catch (error) {
    throw new RefusedInvoice((error as Error).message)
  }
}

export type ListedInvoice = RegisteredInvoice & { invoice: InvoiceRow }

export async function listInvoicesOfAll(
  { db }: Pick<OperatorContext, 'db'>,
  filter: { open: boolean | null; storeEnvId: string | null },
  limit: number,
): Promise<ListedInvoice[]> {
  const registered = (await db.system('read', (tx) => listRegistered(tx, filter, { limit }))).slice(0, limit)
  const listed: ListedInvoice[] = []
  for (const each of registered) {
    const invoice = await read(db, each)
    if (invoice) listed.push({ ...each, invoice })
  }
  return listed
}

const read = (db: CrossDb, registered: RegisteredInvoice): Promise<InvoiceRow | undefined> =>
  registered.isKept
    ? db.system('read', (tx) => findKept(tx, registered.invoiceId))
    : db.store(scopeOf(registered), 'read', (tx) => findInvoice(tx, registered.invoiceId))

export async function readIssued(acting: OperatorContext, name: string): Promise<InvoiceRow> {
  const registered = await found(acting, name)
  const invoice = await read(acting.db, registered)
  if (invoice?.provider !== 'manual') throw new RefusedInvoice(`The invoice ${name} was not issued here.`)
  return invoice
}
