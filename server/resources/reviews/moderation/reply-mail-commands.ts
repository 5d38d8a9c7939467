// The mail is sent one time, some minutes after review and reply became public, so that mistakes can be corrected. The
// review's row contains the mail's due time.
import { createHash } from 'node:crypto'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp, scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { type MessageKind, queueMessages } from '#resources/email/commands.ts'
import { computeDueAt, decideChange, type ShownReply } from './reply-mail-rules.ts'
import * as store from './reply-mail-store.ts'

export const sendJob = 'reviews.send_reply_mails'

const batchSize = 100
const minuteMs = 60_000

export type Change = { id: string; before: ShownReply; after: ShownReply }

export async function planReplyMails(tx: StoreTx, changes: readonly Change[]): Promise<void> {
  const listChangedIds = (kind: ReturnType<typeof decideChange>) =>
    changes.filter(({ before, after }) => decideChange(before, after) === kind).map(({ id }) => id)
  const [withdrawn, given] = [listChangedIds('withdrawn'), listChangedIds('given')]
  if (withdrawn.length > 0) await store.updateNotDue(tx, withdrawn)
  if (given.length > 0) await plan(tx, given)
}

async function plan(tx: StoreTx, ids: string[]): Promise<void> {
  const dueAt = computeDueAt(tx.now)
  if ((await store.updateDue(tx, ids, dueAt)) > 0) await scheduleWakeUp(tx, sendJob, dueAt)
}

/** Queues all due mails of a store. Each batch is queued and marked in one transaction. */
export async function sendDueReplyMails(ctx: JobContext, scope: StoreScope): Promise<void> {
  if (!(await ctx.db.store(scope, 'write', scheduleNextWakeUp))) return
  let taken = batchSize
  while (taken === batchSize) {
    if (ctx.stopping.aborted) throw new Error('stopped before all was sent')
    taken = await ctx.db.store(scope, 'write', (tx) => sendBatch(tx, ctx.services))
  }
}

/** If this process dies, the wake-up starts another run. */
async function scheduleNextWakeUp(tx: StoreTx): Promise<boolean> {
  const next = await store.findNextDue(tx)
  if (!next) return false
  const isDue = next <= tx.now
  await scheduleWakeUps(tx, sendJob, [isDue ? new Date(tx.now.getTime() + 5 * minuteMs) : next])
  return isDue
}

export async function sendBatch(tx: StoreTx, { secrets }: Pick<Services, 'secrets'>): Promise<number> {
  const due = await store.lockDue(tx, batchSize)
  if (due.length === 0) return 0
  const answered = await store.listAnswered(
    tx,
    due.map(({ id }) => id),
  )
  await queueMessages(
    tx,
    secrets,
    answered.map((each) => buildMessage(tx, each)),
  )
  await store.updateHandedOver(tx, due, answered)
  return due.length
}

function buildMessage(tx: StoreTx, answered: store.AnsweredReview) {
  const { id, email, name, locale, storeName, storeUrl, product, said, reply } = answered
  return {
    template: replyMail.template,
    to: { email, name },
    locale: locale ?? 'en',
    category: 'transactional' as const,
    // The key contains the time, because a reply can be withdrawn and later written again with the same text.
    key: `review_reply:${id}:${hashBody(reply.body)}:${tx.now.getTime()}`,
    reviewId: id,
    data: {
      store: { name: storeName, url: storeUrl },
      customer: { name, firstName: name.split(' ')[0] },
      product,
      review: said,
      reply,
    },
  }
}

const hashBody = (body: string) => createHash('sha256').update(body).digest('hex').slice(0, 32)

const [withdrawn, changed] = ['reply_withdrawn', 'reply_changed']

/** Checked again just before sending, because the mail may have waited for the mail server. */
export const replyMail: MessageKind = {
  template: 'review_reply',
  async stillWanted(tx, { reviewId, key }) {
    const [answered] = reviewId === null ? [] : await store.listAnswered(tx, [reviewId])
    if (!answered) return { skip: withdrawn }
    return key.split(':')[2] === hashBody(answered.reply.body) ? true : { skip: changed }
  },
  /** A mail that was skipped can be planned again. It is planned immediately if only the reply's text changed. */
  async settled(tx, { reviewId }, { state, reason }) {
    if (reviewId === null || state !== 'skipped' || (reason !== withdrawn && reason !== changed)) return
    await store.updateNotHandedOver(tx, reviewId)
    if (reason === changed) await plan(tx, [reviewId])
  },
}
