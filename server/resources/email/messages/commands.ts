import type { StoreTx } from '#platform/db/db.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { enqueueSending } from '../commands.ts'
import { announceChanged } from './changed.ts'
import type { EmailMessage } from './schema.ts'
import * as store from './store.ts'

export async function retryMessage(tx: StoreTx, id: string): Promise<EmailMessage> {
  const retried = await store.updateRetried(tx, id)
  if (retried) {
    announceChanged(tx, [retried])
    await enqueueSending(tx)
    return store.toMessage(retried)
  }
  const found = await store.find(tx, id)
  if (!found) throw notFound('message', id)
  const reason = reasonsAgainst[found.state] ?? 'This message failed too long ago, and its content was deleted.'
  throw conflict(reason, 'not_retryable')
}

const reasonsAgainst: Record<string, string> = {
  queued: 'This message is already queued.',
  sending: 'This message is being sent.',
  sent: 'This message was already sent.',
  skipped: 'This message was skipped for the reason in the log, and cannot be sent.',
  unknown: 'This message may have been sent, so it is not sent again.',
}
