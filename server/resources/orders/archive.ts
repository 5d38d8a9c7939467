import type { ArchivedRow, ArchivedTable } from '#platform/archive.ts'
import { folded } from './store.ts'

export const archive = [
  { table: 'orders', made: folded, addresses: ['email'], type: 'order' },
  { table: 'order_line_items' },
  { table: 'review_requests', restored: withoutRequest },
  { table: 'asked_orders' },
] satisfies readonly ArchivedTable[]

/** The store that the archive is of may be asking the same people still. */
function withoutRequest({ state }: ArchivedRow): ArchivedRow {
  const nothingDue = { queued_at: null, reminder_due_at: null, reminder_queued_at: null }
  return state === 'scheduled'
    ? { ...nothingDue, state: 'skipped', reason: 'restored', scheduled_for: null }
    : nothingDue
}
