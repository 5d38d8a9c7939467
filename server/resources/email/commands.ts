// Other areas call these functions in the transaction of the change that the mail reports.

import { contributionPoint } from '#platform/areas/contributions.ts'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { wake, wakeForNext } from '#platform/jobs/delivery/store-queue.ts'
import { deleteMail } from '#platform/mail/mailbox.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { announceChanged } from './messages/changed.ts'
import type { Category, State } from './messages/schema.ts'
import * as store from './messages/store.ts'
import { checkDeliverability } from './sending/deliverability.ts'
import * as sending from './sending/store.ts'
import type { OwnWords } from './templates/schema.ts'

export type NewMessage = {
  template: string
  to: { email: string; name?: string | null }
  locale: string
  /**
   * Category to unsubscribe from. `transactional` mail responds to what the person just did, and has no unsubscribe link.
   */
  category: Category
  /** Unique in the store: a second message with the same key is not queued. */
  key: string
  /** The template's variables, as JSON. Stored sealed, and deleted when the message is settled. */
  data: Record<string, unknown>
  orderId?: string | null
  reviewId?: string | null
  requestId?: string | null
}

export type Message = {
  id: string
  key: string
  template: string
  category: Category
  email: string
  name: string | null
  locale: string
  orderId: string | null
  reviewId: string | null
  requestId: string | null
  attempt: number
  createdAt: Date
}

export type MessageOutcome = {
  state: Extract<State, 'sent' | 'failed' | 'skipped' | 'unknown'>
  reason: string | null
  at: Date
}

/** `until` is the time at which to decide again. */
export type SendDecision = true | { skip: string } | { until: Date; reason: string }

/** `words`: texts of a mail without a template. Null if they no longer exist. `unsubscribeUrl` replaces the link of the category. */
export type FilledMail = {
  data: Record<string, unknown>
  replyTo?: string
  words?: OwnWords | null
  unsubscribeUrl?: string
}

export type RewardWords = { text: string; terms: string }
/** Rewards for a review of each product of a mail, in its order. `common` is set if they are all the same. */
export type MailRewards = { common: RewardWords; each: readonly RewardWords[] }

export type MessageKind = {
  template: string
  /** Returns what a mail about these products would promise now. Previews and test mails show it. */
  findRewards?(
    tx: StoreReads,
    services: Pick<Services, 'config'>,
    mail: { productIds: readonly string[]; locale: string },
  ): Promise<MailRewards>
  /** Called right before sending, in the transaction that claims the message. */
  stillWanted?(tx: StoreTx, message: Message, services: Services): Promise<SendDecision>
  /** Reads the mail's content when it is sent, so that no mail contains erased data. Also sets a reply address. */
  fill?(tx: StoreReads, message: Message, services: Services): Promise<FilledMail>
  /** Called once, in the transaction that records the outcome. */
  settled?(tx: StoreTx, message: Message, outcome: MessageOutcome): Promise<void>
}

export const mailKinds = contributionPoint<MessageKind>('mails')

export type QueuedMessage = { id: string; isNew: boolean }

export const sendJob = 'email.send'

/** Queues a mail. The mail is sent after the transaction has committed, and never twice. */
export async function queueMessage(tx: StoreTx, secrets: Secrets, message: NewMessage): Promise<QueuedMessage> {
  const [queued] = await queueMessages(tx, secrets, [message])
  return queued as QueuedMessage
}

/** Queues many mails in one statement. Queues only the first of two mails with the same key. */
export async function queueMessages(
  tx: StoreTx,
  secrets: Secrets,
  messages: readonly NewMessage[],
): Promise<QueuedMessage[]> {
  const rows = [...new Map(messages.toReversed().map((message) => [message.key, toRow(tx, secrets, message)])).values()]
  const made = await store.insert(tx, rows)
  if (made.size > 0) await enqueueSending(tx)
  const existing = await store.listIds(
    tx,
    rows.filter((row) => !made.has(row.key)).map((row) => row.key),
  )
  return messages.map(({ key }) => {
    const id = made.get(key) ?? existing.get(key)
    if (id === undefined) throw new Error('a message is neither new nor there')
    return { id, isNew: made.has(key) }
  })
}

export const enqueueSending = (tx: StoreTx): Promise<void> => wake(tx, sendJob)

export async function sweepStore(tx: StoreTx): Promise<Date | undefined> {
  const next = await sending.findNextDue(tx)
  await wakeForNext(tx, sendJob, next)
  return next ?? undefined
}

const testKey = 'test:'

/** Queues a test mail. The callbacks of its message kind are not called. */
export const sendTest = (tx: StoreTx, secrets: Secrets, message: Omit<NewMessage, 'key'>): Promise<QueuedMessage> =>
  queueMessage(tx, secrets, { ...message, key: `${testKey}${newId()}` })

export const isTest = (key: string): boolean => key.startsWith(testKey)

/**
 * Records a report that the mail did not arrive. Preserves the time of the first report, and never replaces `hard` by
 * `soft`.
 */
export async function markBounced(tx: StoreTx, messageId: string, at: Date, bounce: 'hard' | 'soft'): Promise<void> {
  const changed = await store.updateBounced(tx, messageId, at, bounce)
  announceChanged(tx, changed)
  if (changed.length > 0) await checkDeliverability(tx)
}

export async function markComplained(tx: StoreTx, messageId: string, at: Date): Promise<void> {
  const changed = await store.updateComplained(tx, messageId, at)
  announceChanged(tx, changed)
  if (changed.length > 0) await checkDeliverability(tx)
}

export const findRecipient = store.findRecipient

export async function eraseMessages(tx: StoreTx, email: string): Promise<number> {
  await deleteMail(tx, email)
  const gone = await store.deleteByEmail(tx, email)
  announceChanged(tx, gone)
  return gone.length
}

export const dataContext = (storeEnvId: string, id: string) => `email message ${storeEnvId} ${id}`
export const sealedMailData: SealedColumn = { table: 'email_messages', column: 'data', contextOf: dataContext }

function toRow(tx: StoreTx, secrets: Secrets, message: NewMessage): store.NewRow {
  const id = newId(tx.now.getTime())
  return {
    id,
    key: message.key,
    template: message.template,
    category: message.category,
    recipient: message.to.email.trim(),
    email: normalizeEmail(message.to.email),
    recipient_name: message.to.name ?? null,
    locale: message.locale,
    order_id: message.orderId ?? null,
    review_id: message.reviewId ?? null,
    request_id: message.requestId ?? null,
    data: secrets.seal(JSON.stringify(message.data), dataContext(tx.storeEnvId, id)).toString('base64'),
    priority: message.category === 'transactional' ? 0 : 1,
  }
}
