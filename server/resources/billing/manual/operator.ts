// What an operator does with invoices at the command line. Each is one transaction of the invoice's store, and safe to repeat.
import type { Audit } from '#platform/audit/audit.ts'
import type { CrossDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { fromMinorUnits, share, toMinorUnits } from '#platform/values/money.ts'
import { lockSubscription, recordEvents } from '../commands.ts'
import { findInvoice, lockInvoice, recordRefund } from '../invoices/commands.ts'
import { nextNumber } from '../invoices/issue.ts'
import { findKept, findRegistered, type InvoiceRow, listRegistered, type Registered } from '../invoices/store.ts'
import { readSeller } from '../seller/commands.ts'
import { act, listOpenOf, pay, withdraw } from './invoicing.ts'

/** What is wrong with what was asked, for the one who asked. */
export class RefusedInvoice extends Error {}

type Acting = { db: CrossDb; audit: Audit }

/** `name`: its number, or its id. */
async function found({ db }: Acting, name: string): Promise<Registered> {
  const [first, second] = await db.system('read', (tx) => findRegistered(tx, name))
  if (!first) throw new RefusedInvoice(`There is no invoice ${name}.`)
  if (second) throw new RefusedInvoice(`Several invoices have the number ${name}: name one by its id.`)
  return first
}

const scopeOf = ({ storeEnvId, organizationId }: Registered): StoreScope => ({ storeEnvId, organizationId })

/** With the subscription locked first, as everybody locks: of two at once the second finds what the first has done. */
async function withInvoice<T>(
  acting: Acting,
  name: string,
  work: (tx: StoreTx, invoice: InvoiceRow) => Promise<T>,
): Promise<T> {
  const { invoiceId, ...registered } = await found(acting, name)
  if (registered.isKept)
    throw new RefusedInvoice(`The invoice ${name} is of a deleted organization: it is kept as it was that day.`)
  return acting.db.store(scopeOf({ invoiceId, ...registered }), 'write', async (tx) => {
    await lockSubscription(tx)
    const invoice = await lockInvoice(tx, invoiceId)
    if (!invoice) throw new RefusedInvoice(`The invoice ${name} is no more.`)
    if (invoice.provider !== 'manual')
      throw new RefusedInvoice(`The invoice ${name} is of ${invoice.provider}: it is looked after there.`)
    return work(tx, invoice)
  })
}

const reread = async (tx: StoreTx, { id }: InvoiceRow) => (await findInvoice(tx, id)) as InvoiceRow

/** Paid before, it stays paid as it was. */
export const markPaid = (acting: Acting, name: string, paidAt?: Date) =>
  withInvoice(acting, name, async (tx, invoice) => {
    if (invoice.kind !== 'invoice' || invoice.state === 'void')
      throw new RefusedInvoice(
        `${invoice.number} is not to be paid: it is ${invoice.kind === 'invoice' ? 'void' : 'a credit note'}.`,
      )
    if (paidAt && paidAt > tx.now) throw new RefusedInvoice('An invoice is not paid in the future.')
    const isFirst = await pay({ tx, audit: acting.audit }, invoice, (paidAt ?? tx.now).toISOString())
    return { invoice: await reread(tx, invoice), isFirst }
  })

export const voidOpen = (acting: Acting, name: string) =>
  withInvoice(acting, name, async (tx, invoice) => {
    if (invoice.state === 'void') return { invoice, isFirst: false }
    if (invoice.state !== 'open') throw new RefusedInvoice(`${invoice.number} is ${invoice.state}: refund it instead.`)
    await withdraw({ tx, audit: acting.audit }, invoice)
    return { invoice: await reread(tx, invoice), isFirst: true }
  })

export type Refunding = {
  /** Decimal text, without VAT; what is left of the invoice when absent. */
  net?: string | undefined
  /** Also ends the subscription now. */
  ends: boolean
  mailFrom: string
}

/** Gives back what is left of a paid invoice, or a part of it, with a credit note. */
export const refund = (acting: Acting, name: string, { net, ends, mailFrom }: Refunding) =>
  withInvoice(acting, name, async (tx, invoice) => {
    if (invoice.kind !== 'invoice' || invoice.state !== 'paid')
      throw new RefusedInvoice(
        `${invoice.number} cannot be refunded: it is ${invoice.kind === 'invoice' ? invoice.state : 'a credit note'}.`,
      )
    const { currency } = invoice
    const whole = toMinorUnits(invoice.net, currency)
    const left = whole - toMinorUnits(invoice.refundedNet, currency)
    const units = net === undefined ? left : unitsOf(net, currency)
    if (units <= 0n || units > left)
      throw new RefusedInvoice(
        `Of ${invoice.number} at most ${fromMinorUnits(left, currency)} ${currency} can be given back.`,
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
    if (!creditNote) throw new Error(`The credit note ${number} was there before.`)
    const target = { type: 'invoice', id: invoice.id, name: invoice.number }
    await acting.audit(tx, 'invoice.refunded', target, {
      net: fromMinorUnits(units, currency),
      currency,
      creditNote: number,
    })
    if (ends) {
      for (const open of await listOpenOf(tx, ['purchase', 'renewal', 'upgrade']))
        await withdraw({ tx, audit: acting.audit }, open)
      await recordEvents(tx, [act(tx, { kind: 'ended' })])
      await acting.audit(tx, 'subscription.ended', undefined, { because: `refund of ${invoice.number}` })
    }
    return creditNote
  })

function unitsOf(amount: string, currency: string): bigint {
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(amount)) throw new RefusedInvoice(`"${amount}" is no amount such as 49.00.`)
  try {
    return toMinorUnits(amount, currency)
  } catch (error) {
    throw new RefusedInvoice((error as Error).message)
  }
}

export type Listed = Registered & { invoice: InvoiceRow }

/** Newest first, at most so many: each is read in a transaction of its own store. */
export async function listInvoicesOfAll(
  { db }: Pick<Acting, 'db'>,
  filter: { open: boolean | null; storeEnvId: string | null },
  limit: number,
): Promise<Listed[]> {
  const registered = (await db.system('read', (tx) => listRegistered(tx, filter, { limit }))).slice(0, limit)
  const listed: Listed[] = []
  for (const each of registered) {
    const invoice = await read(db, each)
    if (invoice) listed.push({ ...each, invoice })
  }
  return listed
}

/** Where the organization was deleted, as it stood that day. */
const read = (db: CrossDb, registered: Registered): Promise<InvoiceRow | undefined> =>
  registered.isKept
    ? db.system('read', (tx) => findKept(tx, registered.invoiceId))
    : db.store(scopeOf(registered), 'read', (tx) => findInvoice(tx, registered.invoiceId))

/** One of our own, as the customer has it too. */
export async function readIssued(acting: Acting, name: string): Promise<InvoiceRow> {
  const registered = await found(acting, name)
  const invoice = await read(acting.db, registered)
  if (invoice?.provider !== 'manual') throw new RefusedInvoice(`The invoice ${name} was not issued here.`)
  return invoice
}
