import type { StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { isUuid } from '#platform/values/ids.ts'
import { formatAmount } from '#platform/values/money.ts'
import { readSubscription } from '../commands.ts'
import { findInvoice } from '../invoices/commands.ts'
import type { InvoiceRow } from '../invoices/store.ts'
import { graceDays } from '../rules.ts'
import type { SubscriptionRecord } from '../transitions.ts'
import { type Notice, type NoticeKind, noticesAt } from './rules.ts'
import * as store from './store.ts'

type DueNotice = Notice & { storeEnvId: string; organizationId: string; userId: string }

/** Mails one recipient, unless the notice was already sent or is outdated, for example after a payment. */
export async function notifyOwner({ db, services, now }: JobContext, due: DueNotice): Promise<void> {
  const { organizationId, userId, storeEnvId } = due
  const found = await db.store(due, 'read', async (tx) => {
    const recipient = await store.findRecipient(tx, due, userId)
    if (!recipient) return undefined
    const record = await readSubscription(tx)
    return { ...recipient, record, invoice: await findNoticeInvoice(tx, due) }
  })
  if (!found) return
  const isTrue = noticesAt(found.record, now).some(({ kind, about }) => kind === due.kind && about === due.about)
  if (isTrue) {
    const link = `${services.origin}/admin/stores/${storeEnvId}/settings/billing`
    const message = messages[due.kind]({ ...found, store: found.storeName, about: due.about, link })
    await services.mail.send({ organizationId, to: found.email, ...message })
  }
  await db.store(due, 'write', (tx) => store.markSent(tx, due, userId))
}

async function findNoticeInvoice(tx: StoreTx, { about }: Notice): Promise<InvoiceRow | undefined> {
  const [id = ''] = about.split(' ')
  return isUuid(id) ? findInvoice(tx, id) : undefined
}

type Facts = { store: string; about: string; record: SubscriptionRecord; invoice: InvoiceRow | undefined; link: string }
type Message = { subject: string; text: string }

const dayOf = (instant: string | undefined) => (instant ?? '').slice(0, 10)
const named = (invoice: InvoiceRow | undefined) =>
  invoice
    ? `The invoice ${invoice.number} over ${formatAmount(invoice.gross, invoice.currency)} ${invoice.currency}`
    : 'The payment for your plan'
const dueDay = (about: string) => dayOf(about.split(' ')[1])

const messages: Record<NoticeKind, (facts: Facts) => Message> = {
  trial_ending: ({ store, about, link }) => ({
    subject: `The trial of ${store} ends on ${dayOf(about)}`,
    text: `The trial of ${store} ends on ${dayOf(about)}. Choose a plan until then and nothing changes:

${link}

Without one everything is kept and can be read and exported; changes, the review feed, the review form and the widgets are off
until you choose.
`,
  }),
  payment_due: ({ store, about, invoice, link }) => ({
    subject: `A payment for ${store} is due on ${dueDay(about)}`,
    text: `${named(invoice)} for ${store} is due on ${dueDay(about)}. How to pay it, and what it is for:

${link}
`,
  }),
  payment_overdue: ({ store, about, invoice, link }) => ({
    subject: `A payment for ${store} is overdue`,
    text: `${named(invoice)} for ${store} was due on ${dueDay(about)} and has not been paid. Everything works for ${graceDays} days
from then on; after that, changes, the review feed, the review form and the widgets are off until it is paid.

${link}
`,
  }),
  grace_ending: ({ store, about, link }) => ({
    subject: `${store} will be suspended in a few days`,
    text: `A payment for ${store} has been overdue since ${dayOf(about)}. Unless it is paid within ${graceDays} days of then, changes,
the review feed, the review form and the widgets are switched off. Nothing is deleted.

${link}
`,
  }),
  expired: ({ store, link }) => ({
    subject: `The subscription of ${store} has ended`,
    text: `The subscription of ${store} has ended. Everything is kept and can be read and exported; changes, the review feed, the review
form and the widgets are off. Choose a plan and all of it is back at once, the feed at its old address:

${link}
`,
  }),
}
