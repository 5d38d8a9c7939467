// Changes the status of a destination, and mails owners about it.
import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Billing } from '#platform/identity/subscription.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { findSubscription } from '#resources/billing/commands.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { destinationStatusChanged } from './events.ts'
import * as items from './item-store.ts'
import { takesNew } from './rules.ts'
import type { Status } from './schema.ts'
import * as store from './store.ts'

export const noticeJob = 'destinations.tell_owners'
export type NoticeKind = 'status' | 'removals'

export async function findTaking(
  tx: StoreTx,
  { kind, status }: Pick<store.Row, 'kind' | 'status'>,
  billing: Billing,
): Promise<{ takes: boolean }> {
  const subscription = await findSubscription(tx)
  if (!subscription) return { takes: false }
  const { lapsed, plan } = decideSubscriptionState(subscription, tx.now, billing)
  return { takes: takesNew(kind, { status, lapsed, plan }) }
}

const broken: readonly Status[] = ['needs_reauth', 'blocked']

/** Publishes the change once. Mails owners if the destination needs their help. */
export async function changeStatus(tx: StoreTx, id: string, to: Status, reason: string | null): Promise<void> {
  const row = await store.lock(tx, id)
  // A `removing` destination stays so, because removals are sent in every status. A paused one ignores failures.
  if (!row || row.status === 'removing' || (row.status === 'paused' && broken.includes(to))) return
  if (row.status === to && row.statusReason === reason) return
  await store.updateStatus(tx, id, to, reason)
  publish(tx, destinationStatusChanged, { id, kind: row.kind, from: row.status, to, reason })
  if (to === 'active') await items.updateDueNow(tx, id)
  if (broken.includes(to)) await enqueueNotice(tx, id, 'status')
}

export const enqueueNotice = (tx: StoreTx, destinationId: string, about: NoticeKind): Promise<void> =>
  enqueue(tx, noticeJob, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, destinationId, about })
