// Claims and renders messages in one transaction, which commits before the first byte is sent.
import { cachedReads } from '#platform/db/cached-reads.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { compose, type Email, isAddress } from '#platform/mail/compose.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { normaliseAddress } from '#resources/email-suppressions/rules.ts'
import { bounceAddress, readSender, reportHeaders, type Sender } from '#resources/sending-domain/commands.ts'
import { dataContext, type FilledMail } from '../commands.ts'
import { renderMessage } from '../templates/commands.ts'
import type { MailContent } from '../templates/compose.ts'
import { renderWords } from '../templates/worded.ts'
import { unsubscribeUrl } from '../unsubscribing/rules.ts'
import { findKind, runIsolated, type SendingContext, toMessage } from './context.ts'
import { type NextState, retryOrGiveUp } from './rules.ts'
import { settle, type Transition } from './settling.ts'
import * as store from './store.ts'

export type Claim = { claimedBy: string; until: Date }
export type ReadyMessage = { message: store.ClaimedMessage; email: Email }

export async function claim(tx: StoreTx, context: SendingContext, { claimedBy, until }: Claim, limit: number) {
  const messages = await store.claim(tx, claimedBy, until, limit)
  if (messages.length === 0) return { claimed: 0, ready: [] }
  const sender = await readSender(tx, context.services)
  const suppressed = await findSuppressedMessages(tx, context, messages)
  // Reads are cached for all mails of a claim, which makes sending 50% faster.
  const rendering = cachedReads(tx)
  const ready: ReadyMessage[] = []
  const settled: Transition[] = []
  for (const message of messages) {
    const make = () => composeEmail(rendering, context, sender, message)
    const made = await prepare(tx, context, message, suppressed.get(message.id), make)
    if ('state' in made) settled.push({ message, next: made })
    else ready.push({ message, email: made })
  }
  await settle(tx, context, claimedBy, settled)
  return { claimed: messages.length, ready }
}

/**
 * Returns the reasons for skipping messages, by id. Transactional mail responds to a person's action, so unsubscribed
 * people get it too.
 */
async function findSuppressedMessages(
  tx: StoreTx,
  { services }: SendingContext,
  messages: readonly store.ClaimedMessage[],
) {
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

function prepare(
  tx: StoreTx,
  context: SendingContext,
  message: store.ClaimedMessage,
  suppressed: string | undefined,
  make: () => Promise<Email | NextState>,
): Promise<Email | NextState> {
  const work = async (): Promise<Email | NextState> => {
    const wanted = (await findKind(context, message)?.stillWanted?.(tx, toMessage(message), context.services)) ?? true
    if (wanted !== true && 'skip' in wanted) return { state: 'skipped', reason: wanted.skip, dueAt: null }
    if (suppressed) return { state: 'skipped', reason: suppressed, dueAt: null }
    if (wanted !== true) return { state: 'queued', reason: wanted.reason, dueAt: wanted.until, isUntried: true }
    if (!isAddress(message.recipient)) return { state: 'failed', reason: 'invalid_address', dueAt: null }
    return make()
  }
  const tried = { attempt: message.attempt, triedSince: new Date(message.tried_since) }
  return runIsolated(tx, context, message, work, () => retryOrGiveUp(tried, 'not_rendered', tx.now, Math.random()))
}

type StoredContent = Pick<FilledMail, 'data' | 'words'> & { replyTo?: string | null }

async function composeEmail(
  tx: StoreReads,
  context: SendingContext,
  sender: Sender,
  message: store.ClaimedMessage,
): Promise<Email | NextState> {
  const { id, template, category, recipient, recipient_name: name } = message
  const { storeEnvId, organizationId } = tx
  const { services } = context
  if (!message.data) throw new Error('the message has lost its data')
  const kept: StoredContent = { data: JSON.parse(services.secrets.open(message.data, dataContext(storeEnvId, id))) }
  const filledNow = await findKind(context, message)?.fill?.(tx, toMessage(message), services)
  const { data, words, replyTo = sender.replyTo }: StoredContent = filledNow ?? kept
  const ofCategory = category === 'transactional' ? undefined : unsubscribeUrl(services, storeEnvId, id)
  const url = filledNow?.unsubscribeUrl ?? ofCategory
  // The sample data of a test mail contains its own unsubscribe link, so that the test mail shows a link.
  const filled = url === undefined ? data : { ...data, unsubscribeUrl: url }
  const content = await render(tx, context, message, { data: filled, words })
  if (!content) return { state: 'failed', reason: 'not_rendered', dueAt: null }
  return compose({
    ...content,
    id,
    from: sender.from,
    to: { name, address: recipient },
    replyTo,
    returnPath: bounceAddress(services, storeEnvId, id, sender.returnPathHost),
    unsubscribeUrl: url,
    headers: {
      // These headers identify the message in complaints, which return them but often leave out the recipient.
      ...reportHeaders(services, storeEnvId, id),
      // Gmail reports spam rates to senders by the parts of this header.
      'Feedback-ID': `${template}:${storeEnvId}:${category}:evident`,
    },
    dkim: sender.dkim,
    date: tx.now,
    organizationId,
    storeEnvId,
  })
}

/** Undefined if an area's own texts no longer exist or fail with real data. No built-in texts can replace them. */
async function render(
  tx: StoreReads,
  { services: { log } }: SendingContext,
  { id, template, locale }: store.ClaimedMessage,
  { data, words }: { data: StoredContent['data']; words: StoredContent['words'] },
): Promise<MailContent | undefined> {
  if (words === undefined) return renderMessage(tx, { template, locale, data }, log)
  const rendering = words ? await renderWords(tx, words, data, template) : { problem: 'its words are gone' }
  if ('answer' in rendering) return rendering.answer
  log.warn({ store: tx.storeEnvId, message: id, problem: rendering.problem }, 'the words of a mail failed')
  return undefined
}
