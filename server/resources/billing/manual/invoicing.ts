// Issues, pays, voids and refunds the invoices that change a subscription. The caller must have locked the subscription.
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { renewalDays } from '../clock/rules.ts'
import { recordEvents } from '../commands.ts'
import { listOpenInvoices, settleInvoice, voidInvoice } from '../invoices/commands.ts'
import { type InvoiceOrder, issueInvoice } from '../invoices/issue.ts'
import type { InvoiceRow } from '../invoices/store.ts'
import { nextPeriodEnd } from '../periods.ts'
import { monthlyPrice } from '../proration.ts'
import { planNames, planOf } from '../rules.ts'
import type { Plan } from '../schema.ts'
import type { Happening, SubscriptionEvent, SubscriptionRecord } from '../transitions.ts'

const dayMs = 86_400_000
export const paymentDays = 14
const leastNoticeDays = 7

export const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)

export const act = (tx: StoreTx, happening: Happening): SubscriptionEvent => {
  const id = newId(tx.now.getTime())
  return { ...happening, key: `${happening.kind}:${id}`, at: tx.now.toISOString() }
}

const ofInvoice = (kind: 'owed' | 'voided' | 'paid', invoiceId: string) => `${kind}:${invoiceId}`

const auditTarget = ({ id, number }: InvoiceRow) => ({ type: 'invoice', id, name: number })
const auditDetails = ({ purpose, plan, net, gross, currency }: InvoiceRow) => ({ purpose, plan, net, gross, currency })

type IssueContext = { tx: StoreTx; services: Pick<Services, 'config'>; audit: Audit }

/** A first purchase is not owed: until it is paid, nothing has been bought. */
export async function issue({ tx, services, audit }: IssueContext, order: InvoiceOrder): Promise<InvoiceRow> {
  const invoice = await issueInvoice(tx, services, order)
  if (order.purpose !== 'purchase')
    await recordEvents(tx, [
      {
        kind: 'owed',
        invoiceId: invoice.id,
        dueAt: order.dueAt.toISOString(),
        key: ofInvoice('owed', invoice.id),
        at: tx.now.toISOString(),
      },
    ])
  await audit(tx, 'invoice.issued', auditTarget(invoice), auditDetails(invoice))
  return invoice
}

export const buildPurchase = (plan: Plan, dueAt: Date): InvoiceOrder => ({
  purpose: 'purchase',
  plan,
  lines: [{ description: `${planNames[plan]} plan, one month from the day of payment`, net: monthlyPrice(plan) }],
  dueAt,
})

export async function withdraw({ tx, audit }: Omit<IssueContext, 'services'>, invoice: InvoiceRow): Promise<void> {
  await voidInvoice(tx, invoice)
  const key = ofInvoice('voided', invoice.id)
  await recordEvents(tx, [{ kind: 'voided', invoiceId: invoice.id, key, at: tx.now.toISOString() }])
  await audit(tx, 'invoice.voided', auditTarget(invoice), auditDetails(invoice))
}

/**
 * Returns open invoices with these purposes. These invoices would extend the subscription, so they are withdrawn when the
 * subscription is replaced or ends.
 */
export const listOpenByPurpose = async (tx: StoreTx, purposes: readonly string[]) =>
  (await listOpenInvoices(tx)).filter(({ purpose }) => purposes.includes(purpose))

/** An invoice that replaces a renewal invoice gets the same due date, so that a change of plan postpones no payment. */
export async function issueRenewal(
  issuing: IssueContext,
  record: SubscriptionRecord,
  replaced?: InvoiceRow,
): Promise<InvoiceRow | undefined> {
  const { tx } = issuing
  const { currentPeriodEndsAt, anchorAt } = record
  if (record.status !== 'active' || currentPeriodEndsAt === null || anchorAt === null) return undefined
  const endsAt = new Date(currentPeriodEndsAt)
  if (endsAt > inDays(tx.now, renewalDays)) return undefined
  if ((await listOpenByPurpose(tx, ['renewal'])).length > 0) return undefined
  const plan = record.nextPlan ?? record.plan
  const dueAt = replaced?.dueAt
    ? new Date(replaced.dueAt)
    : new Date(Math.max(endsAt.getTime(), inDays(tx.now, leastNoticeDays).getTime()))
  const until = nextPeriodEnd(new Date(anchorAt), endsAt)
  return issue(issuing, {
    purpose: 'renewal',
    plan,
    lines: [{ description: `${planNames[plan]} plan, ${dateOf(endsAt)} to ${dateOf(until)}`, net: monthlyPrice(plan) }],
    dueAt,
    period: { startsAt: endsAt.toISOString(), endsAt: until.toISOString() },
  })
}

export const dateOf = (at: Date) => at.toISOString().slice(0, 10)

export async function pay(
  { tx, audit }: Omit<IssueContext, 'services'>,
  invoice: InvoiceRow,
  paidAt: string,
): Promise<boolean> {
  const { purpose } = invoice
  if (invoice.state !== 'open') return false
  const isOfSubscription = purpose === 'purchase' || purpose === 'renewal' || purpose === 'upgrade'
  const key = ofInvoice('paid', invoice.id)
  const record = isOfSubscription
    ? await recordEvents(tx, [
        { kind: 'paid', invoiceId: invoice.id, plan: planOf(invoice.plan ?? ''), purpose, key, at: paidAt },
      ])
    : undefined
  const buysTime = record && purpose !== 'upgrade'
  const period = buysTime && { periodStartsAt: record.periodStartsAt, periodEndsAt: record.currentPeriodEndsAt }
  await settleInvoice(tx, invoice, paidAt, period || undefined)
  await audit(tx, 'invoice.paid', auditTarget(invoice), { ...auditDetails(invoice), paidAt })
  return true
}
