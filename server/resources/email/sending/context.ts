import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { AppError, isTransient } from '#platform/values/errors.ts'
import { isTest, type Message, type MessageKind } from '../commands.ts'
import type { ClaimedMessage } from './store.ts'

export type SendingContext = {
  services: Services
  kinds: ReadonlyMap<string, MessageKind>
  /** Savepoints would be half of all statements, so they are only used after a transaction failed. */
  useSavepoints: boolean
}

/**
 * Runs an area's code for one message. Without savepoints an error fails the whole transaction, which is then repeated with
 * savepoints.
 */
export async function runIsolated<T>(
  tx: StoreTx,
  { services, useSavepoints }: SendingContext,
  message: ClaimedMessage,
  work: () => Promise<T>,
  failed: () => T,
): Promise<T> {
  if (!useSavepoints) return work()
  try {
    return await tx.savepoint(work)
  } catch (error) {
    // The database is unavailable or ended this transaction (such as by a deadlock), so the whole transaction is repeated.
    if (isTransient(error) || (error instanceof AppError && error.status === 503)) throw error
    const { id, template } = message
    services.log.error({ message: id, template, err: (error as Error).message }, 'an area failed at one of its mails')
    return failed()
  }
}

/** A test mail has no kind: it belongs to no request or review. */
export const findKind = ({ kinds }: SendingContext, { key, template }: ClaimedMessage): MessageKind | undefined =>
  isTest(key) ? undefined : kinds.get(template)

export const toMessage = (row: ClaimedMessage): Message => ({
  id: row.id,
  key: row.key,
  template: row.template,
  category: row.category,
  email: row.recipient,
  name: row.recipient_name,
  locale: row.locale,
  orderId: row.order_id,
  reviewId: row.review_id,
  requestId: row.request_id,
  attempt: row.attempt,
  createdAt: new Date(row.created_at),
})
