// A report counts only for the message whose signed token it contains. Our own rows determine the recipient.

import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { findRecipient, markBounced, markComplained } from '#resources/email/commands.ts'
import { recordSoftBounce, suppress } from '#resources/email-suppressions/commands.ts'
import { normaliseAddress } from '#resources/email-suppressions/rules.ts'
import { findTokens, isProven, type ReturnToken } from '#resources/sending-domain/rules.ts'
import { maxMessageBytes, readMessage } from './message.ts'
import { readProviderEvents } from './providers.ts'
import { readReport } from './report.ts'
import { type Severity, verdictOn } from './rules.ts'
import * as store from './store.ts'

export type FeedbackContext = { db: CrossDb; services: Services }

/** `ignored`: needs no action, such as an automatic reply. `unmatched`: refers to no message that we still have. */
export type ReportResult = 'applied' | 'ignored' | 'unmatched'

type Finding =
  | { kind: 'complaint' }
  | { kind: 'bounce'; on(email: string): { severity: Severity; status: string | null } }

export async function receiveMessage(
  context: FeedbackContext,
  bytes: Uint8Array,
  recipient?: string,
): Promise<ReportResult> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, maxMessageBytes))
  const message = await readMessage(raw)
  const report = readReport(message)
  if (report.kind === 'none') return 'ignored'
  // Searches the envelope first, then the raw bytes, then the decoded parts.
  const tokens = findTokens(
    [recipient ?? '', raw.toString('latin1'), ...message.parts.map(({ text }) => text)].join('\n'),
  )
  const finding: Finding =
    report.kind === 'complaint' ? report : { kind: 'bounce', on: (email) => verdictOn(report.failures, isSame(email)) }
  return applyFinding(context, tokens, finding)
}

/** True if mail to this address can be about one of our messages. Checked before any mail is accepted. */
export async function isReturnAddress(context: FeedbackContext, address: string): Promise<boolean> {
  return (await find(context, findTokens(address, 1))) !== undefined
}

export async function receiveEvents(context: FeedbackContext, body: unknown): Promise<Record<ReportResult, number>> {
  const counts = { applied: 0, ignored: 0, unmatched: 0 }
  for (const event of readProviderEvents(body, context.services.log)) {
    const { severity, status } = event
    const finding: Finding =
      event.kind === 'complaint' ? { kind: 'complaint' } : { kind: 'bounce', on: () => ({ severity, status }) }
    const isNothing = event.kind === 'bounce' && severity === 'none'
    counts[isNothing ? 'ignored' : await applyFinding(context, findTokens(event.about), finding)]++
  }
  return counts
}

async function applyFinding(context: FeedbackContext, tokens: ReturnToken[], finding: Finding): Promise<ReportResult> {
  const found = await find(context, tokens)
  if (!found) return 'unmatched'
  return context.db.store(found.scope, 'write', (tx) => recordFinding(tx, context.services, found.messageId, finding))
}

async function find(
  { db, services }: FeedbackContext,
  tokens: ReturnToken[],
): Promise<{ scope: StoreScope; messageId: string } | undefined> {
  for (const token of tokens) {
    const stores = await db.system('read', (tx) => store.listStoresBetween(tx, token.storeFrom, token.storeTo))
    const scope = stores.find(({ storeEnvId }) => isProven(services.secrets, storeEnvId, token))
    if (scope) return { scope, messageId: token.messageId }
  }
  return undefined
}

async function recordFinding(
  tx: StoreTx,
  { secrets }: Services,
  messageId: string,
  finding: Finding,
): Promise<ReportResult> {
  const recipient = await findRecipient(tx, messageId)
  // The message was erased or is past its retention.
  if (!recipient) return 'unmatched'
  const { email } = recipient
  if (finding.kind === 'complaint') {
    await markComplained(tx, messageId, tx.now)
    await suppress(tx, secrets, { email, scope: 'all', reason: 'complaint', source: 'complaint' })
    return 'applied'
  }
  const { severity, status } = finding.on(email)
  if (severity === 'none') return 'ignored'
  await markBounced(tx, messageId, tx.now, severity)
  const source = status === null ? 'bounce' : `bounce ${status}`
  if (severity === 'hard') await suppress(tx, secrets, { email, scope: 'all', reason: 'hard_bounce', source })
  else await recordSoftBounce(tx, secrets, { email, messageId, source })
  return 'applied'
}

const isSame = (email: string) => {
  const own = normaliseAddress(email)
  return (address: string) => normaliseAddress(address) === own
}
