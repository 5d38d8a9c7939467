import type { Subscriber } from '#platform/areas/events.ts'
import { onPickedAsking } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { newId } from '#platform/values/ids.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { queueMessages } from '#resources/email/commands.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { findFacts } from '../store.ts'
import { alertPauseMs, findWeek, isLow, isWorthAMail, type Kind, template, toKey } from './notice-rules.ts'
import * as store from './notice-store.ts'

export const alertJob = 'analytics.alert_low_ratings'

/** Only new reviews cause notices. An import contains old ones. */
export const lowRatingSubscriber: Subscriber = onPickedAsking(
  reviewsChanged,
  ({ reviews }) =>
    reviews.flatMap(({ before, after, cause }) =>
      before === null && cause.type === 'written' && isLow(after) && after.source !== 'import' ? [after.id] : [],
    ),
  (tx) => [store.selectAnyAlert(tx)],
  async (tx, ids, [any]) => {
    if (any.length === 0) return
    tx.sendAlong(store.insertLowRatings(tx, ids))
    await wake(tx, alertJob)
  },
)

const mailLastsMs = 3 * 86_400_000

/** Sends one alert about all low ratings since the last alert, at least an hour after it. */
export async function alertLowRatings(tx: StoreTx, services: Services): Promise<void> {
  if (!(await store.hasUnnamed(tx))) return
  await store.lockAll(tx)
  const recipients = await listRecipients(tx, 'low_ratings', services)
  const earliest = Math.max(...recipients.map(({ alertedAt }) => Date.parse(alertedAt ?? '1970-01-01') + alertPauseMs))
  if (earliest > tx.now.getTime()) return scheduleWakeUp(tx, alertJob, new Date(earliest))
  const batch = newId(tx.now.getTime())
  const count = await store.startBatch(tx, batch, new Date(tx.now.getTime() - mailLastsMs))
  if (count === 0 || recipients.length === 0) return
  await queue(tx, services, recipients, 'low_ratings', batch)
  await store.updateAlerted(tx)
}

/** Returns the time of the next summary. Undefined if nobody wants one. */
export async function summarizeWeek(
  db: StoreDb,
  scope: StoreScope,
  services: Services,
  now: Date,
): Promise<Date | undefined> {
  const found = await db.store(scope, 'read', async (tx) => {
    const recipients = await store.listRecipients(tx, 'weekly_summary')
    return recipients.length > 0 ? { recipients, shop: await store.findStore(tx) } : undefined
  })
  if (!found?.shop) return undefined
  const { week, slot, next } = findWeek(found.shop.timezone, now)
  const isDue = ({ lastWeek, weeklySince }: store.Recipient) =>
    (lastWeek === null || lastWeek < week.monday) && Date.parse(weeklySince) < slot.getTime()
  if (!found.recipients.some(isDue)) return next
  await db.store(scope, 'write', async (tx) => {
    await store.lockAll(tx)
    const due = (await listRecipients(tx, 'weekly_summary', services)).filter(isDue)
    if (due.length === 0) return
    if (isWorthAMail(await store.countWeek(tx, week))) await queue(tx, services, due, 'weekly_summary', week.monday)
    await store.updateWeek(
      tx,
      due.map(({ id }) => id),
      week.monday,
    )
  })
  return next
}

/** Returns no recipients while the store's subscription has lapsed. */
async function listRecipients(tx: StoreTx, kind: Kind, { config }: Services): Promise<store.Recipient[]> {
  const facts = await findFacts(tx)
  if (!facts || decideSubscriptionState(facts.subscription, tx.now, config.billing).lapsed) return []
  return store.listRecipients(tx, kind)
}

const queue = (tx: StoreTx, { secrets }: Services, to: readonly store.Recipient[], kind: Kind, part: string) =>
  queueMessages(
    tx,
    secrets,
    to.map(({ id, email, name, language }) => ({
      ...{
        template,
        to: { email, name },
        locale: language,
        category: 'transactional',
        key: toKey(kind, part, id),
        data: {},
      },
    })),
  )
