// Sends what is due within the transaction that queued it, for a shop that is filled with a past: nobody beside sees the
// mails before they are sent, so each has the time of its story. What a process killed in between leaves in the mailbox is
// of a transaction that never was, so this is only for the mailbox, never for a mail server.
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { MessageKind } from '../commands.ts'
import { claim } from './claiming.ts'
import { leaseMs } from './rules.ts'
import { type Ended, record } from './settling.ts'

const atOnce = 20

/** `kinds` are what the areas know of their own mails. */
export async function sendWithin(tx: StoreTx, services: Services, kinds: readonly MessageKind[]): Promise<void> {
  if (services.mail.carrier !== 'mailbox') throw new Error('only the mailbox takes mail within a transaction')
  const ground = { services, kinds: new Map(kinds.map((kind) => [kind.template, kind])), isCareful: false }
  const claimedBy = newId()
  const { ready } = await claim(tx, ground, { claimedBy, until: new Date(tx.now.getTime() + leaseMs) }, atOnce)
  const ended: Ended[] = []
  for (const { message, letter } of ready)
    ended.push({ message, letter, handover: await services.mail.handOver(letter), at: tx.now })
  await record(tx, ground, claimedBy, ended)
}
