// Sends mails to the local mailbox in the caller's transaction. The demo store's mails are due in the past, so a worker
// would send them as soon as it sees them queued.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { leaseUntil } from '#platform/jobs/resumable.ts'
import { newId } from '#platform/values/ids.ts'
import type { MessageKind } from '../commands.ts'
import { claim } from './claiming.ts'
import { type Attempt, recordAttempts } from './settling.ts'

const atOnce = 20

export async function sendInTransaction(tx: StoreTx, services: Services, kinds: readonly MessageKind[]): Promise<void> {
  if (services.mail.transport !== 'mailbox') throw new Error('only the mailbox takes mail within a transaction')
  const context = { services, kinds: new Map(kinds.map((kind) => [kind.template, kind])), useSavepoints: false }
  const claimedBy = newId()
  const { ready } = await claim(tx, context, { claimedBy, until: leaseUntil(tx.now) }, atOnce)
  const ended: Attempt[] = []
  for (const { message, email } of ready)
    ended.push({ message, email, result: await services.mail.deliver(email), at: tx.now })
  await recordAttempts(tx, context, claimedBy, ended)
}
