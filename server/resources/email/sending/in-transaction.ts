// Sends what is due within the transaction that queued it, for a shop that is filled with a past: nobody beside sees the
// mails before they are sent, so each has the time of its story. What a process killed in between leaves in the mailbox is
// of a transaction that never was, so this is only for the mailbox, never for a mail server.
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { MessageKind } from '../commands.ts'
import { claim } from './claiming.ts'
import { leaseMs } from './rules.ts'
import { type Attempt, recordAttempts } from './settling.ts'

const atOnce = 20

/** `kinds` are what the areas know of their own mails. */
export async function sendInTransaction(tx: StoreTx, services: Services, kinds: readonly MessageKind[]): Promise<void> {
  if (services.mail.transport !== 'mailbox') throw new Error('only the mailbox takes mail within a transaction')
  const context = { services, kinds: new Map(kinds.map((kind) => [kind.template, kind])), useSavepoints: false }
  const claimedBy = newId()
  const { ready } = await claim(tx, context, { claimedBy, until: new Date(tx.now.getTime() + leaseMs) }, atOnce)
  const ended: Attempt[] = []
  for (const { message, email } of ready)
    ended.push({ message, email, result: await services.mail.deliver(email), at: tx.now })
  await recordAttempts(tx, context, claimedBy, ended)
}
