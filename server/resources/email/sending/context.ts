// What sending stands on: the service, and what the areas know of their own mails.
import type { StoreTx } from '#platform/db/db.ts'
import { AppError, isTransient } from '#platform/errors.ts'
import type { Services } from '#platform/services.ts'
import { isTest, type Message, type MessageKind } from '../commands.ts'
import type { Claimed } from './store.ts'

export type SendingContext = {
  services: Services
  kinds: ReadonlyMap<string, MessageKind>
  /**
   * Each message then has a savepoint of its own, so that one which fails takes no other with it. That is half of all
   * statements, so it is only done where something has failed just now.
   */
  useSavepoints: boolean
}

/** Runs what belongs to one message. What fails carelessly fails all, to be done again with care. */
export async function runIsolated<T>(
  tx: StoreTx,
  { services, useSavepoints }: SendingContext,
  message: Claimed,
  work: () => Promise<T>,
  failed: () => T,
): Promise<T> {
  if (!useSavepoints) return work()
  try {
    return await tx.savepoint(work)
  } catch (error) {
    // The database is away, or chose this transaction to die: everything is undone, and done again.
    if (isTransient(error) || (error instanceof AppError && error.status === 503)) throw error
    const { id, template } = message
    services.log.error({ message: id, template, err: (error as Error).message }, 'an area failed at one of its mails')
    return failed()
  }
}

/** A test is about nothing that a kind knows. */
export const kindOf = ({ kinds }: SendingContext, { key, template }: Claimed): MessageKind | undefined =>
  isTest(key) ? undefined : kinds.get(template)

export const toMessage = (row: Claimed): Message => ({
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
