// Makes due messages ready to send: claims them, checks that they are still wanted, renders them. All in one transaction,
// which commits before the first byte is sent.
import { cachedReads } from '#platform/db/cached-reads.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { compose, type Email, isAddress } from '#platform/mail/compose.ts'
import type { Services } from '#platform/services.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { normaliseAddress } from '#resources/email-suppressions/rules.ts'
import { bounceAddress, readSender, reportHeaders, type Sender } from '#resources/sending-domain/commands.ts'
import { dataContext } from '../commands.ts'
import { renderMessage } from '../templates/commands.ts'
import { unsubscribeUrl } from '../unsubscribing/rules.ts'
import { kindOf, runIsolated, type SendingContext, toMessage } from './context.ts'
import { type NextState, retryOrGiveUp } from './rules.ts'
import { settle, type Transition } from './settling.ts'
import * as store from './store.ts'

export type Claim = { claimedBy: string; until: Date }
export type ReadyMessage = { message: store.Claimed; email: Email }

/** Messages that turn out not to be wanted are settled here. `claimed` counts these too. */
export async function claim(tx: StoreTx, context: SendingContext, { claimedBy, until }: Claim, limit: number) {
  const messages = await store.claim(tx, claimedBy, until, limit)
  if (messages.length === 0) return { claimed: 0, ready: [] }
  const sender = await readSender(tx, context.services)
  const suppressed = await findSuppressedMessages(tx, context, messages)
  // Asked once for all mails of a claim, sending is half as long again as fast.
  const rendering = cachedReads(tx)
  const ready: ReadyMessage[] = []
  const settled: Transition[] = []
  for (const message of messages) {
    const make = () => composeEmail(rendering, context.services, sender, message)
    const made = await prepare(tx, context, message, suppressed.get(message.id), make)
    if ('state' in made) settled.push({ message, next: made })
    else ready.push({ message, email: made })
  }
  await settle(tx, context, claimedBy, settled)
  return { claimed: messages.length, ready }
}

/** Reasons by message id. Transactional mail answers what somebody just did, so it is sent to unsubscribed people too. */
async function findSuppressedMessages(tx: StoreTx, { services }: SendingContext, messages: readonly store.Claimed[]) {
  const found = new Map<string, string>()
  for (const [category, group] of Map.groupBy(messages, (message) => message.category)) {
    const emails = group.map(({ recipient }) => recipient)
    const isTransactional = category === 'transactional'
    const held = await findSuppressed(tx, services.secrets, emails, isTransactional ? 'all' : category)
    for (const { id, recipient } of group) {
      const reason = held.get(normaliseAddress(recipient))
      if (reason && !(isTransactional && reason === 'customer_unsubscribed')) found.set(id, reason)
    }
  }
  return found
}

/** The mail to send, or the state the message goes to without one. */
function prepare(
  tx: StoreTx,
  context: SendingContext,
  message: store.Claimed,
  suppressed: string | undefined,
  make: () => Promise<Email>,
): Promise<Email | NextState> {
  const work = async (): Promise<Email | NextState> => {
    const wanted = (await kindOf(context, message)?.stillWanted?.(tx, toMessage(message), context.services)) ?? true
    if (wanted !== true && 'skip' in wanted) return { state: 'skipped', reason: wanted.skip, dueAt: null }
    if (suppressed) return { state: 'skipped', reason: suppressed, dueAt: null }
    if (wanted !== true) return { state: 'queued', reason: wanted.reason, dueAt: wanted.until, isUntried: true }
    if (!isAddress(message.recipient)) return { state: 'failed', reason: 'invalid_address', dueAt: null }
    return make()
  }
  const tried = { attempt: message.attempt, triedSince: new Date(message.tried_since) }
  return runIsolated(tx, context, message, work, () => retryOrGiveUp(tried, 'not_rendered', tx.now, Math.random()))
}

async function composeEmail(
  tx: StoreReads,
  services: Services,
  sender: Sender,
  message: store.Claimed,
): Promise<Email> {
  const { id, template, locale, category, recipient, recipient_name: name } = message
  const { storeEnvId, organizationId } = tx
  if (!message.data) throw new Error('the message has lost its data')
  const url = category === 'transactional' ? undefined : unsubscribeUrl(services, storeEnvId, id)
  const data = JSON.parse(services.secrets.open(message.data, dataContext(storeEnvId, id)))
  // The sample data of a test mail has a link of its own, so that the test shows what the link looks like.
  const filled = url === undefined ? data : { ...data, unsubscribeUrl: url }
  const content = await renderMessage(tx, { template, locale, data: filled }, services.log)
  return compose({
    ...content,
    id,
    from: sender.from,
    to: { name, address: recipient },
    replyTo: sender.replyTo,
    returnPath: bounceAddress(services, storeEnvId, id, sender.returnPathHost),
    unsubscribeUrl: url,
    headers: {
      // Complaints come back with the headers of the mail, and often without its recipient.
      ...reportHeaders(services, storeEnvId, id),
      // By these Gmail tells its senders whose mail, and which, is called spam.
      'Feedback-ID': `${template}:${storeEnvId}:${category}:evident`,
    },
    dkim: sender.dkim,
    date: tx.now,
    organizationId,
    storeEnvId,
  })
}
