import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { suppress } from '#resources/email-suppressions/commands.ts'
import { findRecipient } from '../commands.ts'

/** Unsubscribes from the message's category, or from all mail of the shop. Safe to repeat. */
export async function unsubscribe(
  tx: StoreTx,
  secrets: Secrets,
  messageId: string,
  everything: boolean,
): Promise<boolean> {
  const message = await findRecipient(tx, messageId)
  if (!message || message.category === 'transactional') return false
  const scope = everything ? 'all' : message.category
  await suppress(tx, secrets, { email: message.email, scope, reason: 'unsubscribe', source: message.template })
  return true
}
