// Due times are columns of the rejections, and a wake-up in the schedule starts the job.
import { randomBytes } from 'node:crypto'
import { languageOf } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import { beforeCommit, onPickedAsking, type Subscriber, subjectErased } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp, scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { newId } from '#platform/values/ids.ts'
import { type MessageKind, queueMessage, queueMessages } from '#resources/email/commands.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { type Decision, decisionsIn } from '#resources/reviews/changes/rules.ts'
import { eraseAuthors, selectAnyOpen, settleOfApproved } from './commands.ts'
import * as store from './rejection-store.ts'
import { dayBefore, linkExpiresAt, mailDueAt, maxUnprovenMailsPerDay, tokenDigest } from './rules.ts'

export const sendJob = 'evidence.send_rejection_mails'

const batchSize = 100
const minuteMs = 60_000

export const rejectionSubscribers: Subscriber[] = [
  onPickedAsking(
    reviewsChanged,
    ({ reviews }) => reviews.flatMap(decisionsIn),
    (tx, decided) => [
      selectAnyOpen(
        tx,
        listApproved(decided).map(({ id }) => id),
      ),
    ],
    async (tx, decided, [open]) => {
      const left = decided.filter(({ from, to }) => from === 'rejected' && to !== 'rejected')
      const entered = decided.filter(({ from, to }) => to === 'rejected' && from !== 'rejected')
      if (left.length > 0)
        await store.updateEnded(
          tx,
          left.map(({ id }) => id),
        )
      if (open.length > 0) await settleOfApproved(tx, listApproved(decided))
      for (const isSilent of [true, false]) {
        const ids = entered.filter((each) => each.isSilent === isSilent).map(({ id }) => id)
        if (ids.length > 0) await begin(tx, ids, isSilent)
      }
    },
  ),
  beforeCommit([subjectErased], (tx: StoreTx, events) =>
    eraseAuthors(
      tx,
      events.map(({ data }) => data.id),
    ),
  ),
]

const listApproved = (decided: readonly Decision[]) =>
  decided.filter(({ from, to }) => to === 'approved' && from !== 'approved')

async function begin(tx: StoreTx, reviewIds: readonly string[], isSilent: boolean): Promise<void> {
  const dueAt = isSilent ? null : mailDueAt(tx.now)
  const rows = reviewIds.map((reviewId) => ({ id: newId(tx.now.getTime()), reviewId }))
  if ((await store.insert(tx, rows, dueAt)) > 0 && dueAt) await scheduleWakeUp(tx, sendJob, dueAt)
}

/** Mails all due rejections of a store. Each batch of mails is queued and recorded in one transaction. */
export async function sendDueRejectionMails(ctx: JobContext, scope: StoreScope): Promise<void> {
  if (!(await ctx.db.store(scope, 'write', scheduleNextWakeUp))) return
  let taken = batchSize
  while (taken === batchSize) {
    if (ctx.stopping.aborted) throw new Error('stopped before all was sent')
    taken = await ctx.db.store(scope, 'write', (tx) => sendBatch(tx, ctx.services))
  }
}

/** If this process dies, the wake-up starts the job again. Returns true if a rejection is due now. */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await scheduleWakeUps(tx, sendJob, [isDue ? new Date(tx.now.getTime() + 5 * minuteMs) : next])
  return isDue
}

async function sendBatch(tx: StoreTx, { secrets, origin }: Pick<Services, 'secrets' | 'origin'>): Promise<number> {
  const due = (await store.lockDue(tx, batchSize)).map(({ id }) => id)
  if (due.length === 0) return 0
  await store.deleteExpiredLinks(tx)
  const addressed = withinLimits(await store.listAddressed(tx, due, dayBefore(tx.now)))
  const mails = addressed.map((each) => ({ ...each, token: randomBytes(16).toString('base64url') }))
  if (mails.length > 0) {
    await store.insertLinks(
      tx,
      mails.map(({ id, token, rejectedAt }) => ({
        ...{ digest: tokenDigest(token), rejectionId: id },
        expiresAt: linkExpiresAt(new Date(rejectedAt)),
      })),
    )
    await queueMessages(
      tx,
      secrets,
      mails.map((each) => buildMessage(each, `${origin}/a/${each.token}`)),
    )
  }
  await store.updateHandedOver(
    tx,
    due,
    addressed.map(({ id }) => id),
  )
  return due.length
}

/** Limits the number of mails to unproven addresses, including the mails of this batch. */
function withinLimits(addressed: readonly store.AddressedRejection[]): store.AddressedRejection[] {
  const counts = new Map<string, number>()
  return addressed.filter(({ email, addressProven, mailsToAddress }) => {
    const before = counts.get(email) ?? mailsToAddress
    counts.set(email, before + 1)
    return addressProven || before < maxUnprovenMailsPerDay
  })
}

/**
 * Omits typed text from mails to an unproven address. Otherwise a stranger could make the store send any text to anybody.
 */
const addressee = ({
  email,
  name,
  addressProven,
}: Pick<store.AddressedRejection, 'email' | 'name' | 'addressProven'>) => ({
  to: { email, name: addressProven ? name : null },
  customer: addressProven ? { name, firstName: name.split(' ')[0] ?? '' } : { name: '', firstName: '' },
})

function buildMessage(addressed: store.AddressedRejection, appealUrl: string) {
  const { id, reviewId, locale, reason, storeName, storeUrl, product } = addressed
  const { to, customer } = addressee(addressed)
  return {
    template: rejectionMail.template,
    ...{ to, reviewId },
    locale: locale ?? 'en',
    category: 'transactional' as const,
    key: `${keyStart}${id}`,
    data: {
      ...{ customer, product, appealUrl },
      store: { name: storeName, url: storeUrl },
      decision: {
        outcome: 'rejected',
        reason: textsIn('appeals', languageOf(locale)).reasons[reason ?? 'unspecified'],
        note: '',
      },
    },
  }
}

const keyStart = 'review_rejected:'

/**
 * The rejection is checked again right before sending, because the mail server may have been down since the mail was
 * queued.
 */
export const rejectionMail: MessageKind = {
  template: 'review_rejected',
  async stillWanted(tx, { key }) {
    const [addressed] = await store.listAddressed(tx, [key.slice(keyStart.length)], tx.now)
    return addressed ? true : { skip: 'rejection_withdrawn' }
  },
}

export const outcomeMail: MessageKind = { template: 'review_appeal' }

/** An appeal is decided only once, so its id is the mail's key. */
export async function mailOutcome(
  { db, services }: JobContext,
  notice: StoreScope & { appealId: string },
): Promise<void> {
  await db.store(notice, 'write', async (tx) => {
    const decided = await store.findOutcome(tx, notice.appealId)
    if (!decided) return
    const { reviewId, locale, outcome, note, storeName, storeUrl, product } = decided
    const { to, customer } = addressee(decided)
    await queueMessage(tx, services.secrets, {
      template: outcomeMail.template,
      ...{ to, reviewId },
      locale: locale ?? 'en',
      category: 'transactional',
      key: `review_appeal:${notice.appealId}`,
      data: {
        ...{ customer, product, appealUrl: '' },
        store: { name: storeName, url: storeUrl },
        decision: { outcome, reason: '', note: note ?? '' },
      },
    })
  })
}
