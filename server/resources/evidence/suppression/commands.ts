import type { Subscriber } from '#platform/areas/events.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { readWithheld } from '#resources/analytics/reviews/commands.ts'
import { readSpan } from '#resources/analytics/rules.ts'
import type { Sharing } from '#resources/reviews/changes/copy-fragments.ts'
import { onReviewChanges } from '#resources/reviews/changes/events.ts'
import { subjectOf } from '#resources/reviews/changes/rules.ts'
import type { ModerationReason, ReadOrigin, SubjectFilter } from '#resources/reviews/schema.ts'
import * as settings from '../settings-store.ts'
import { type CountedReason, type CountedReviews, findFirstDay, isComparable, suppressionReport } from './rules.ts'
import { type MeterPeriod, meterPeriods, type Suppression } from './schema.ts'
import * as store from './store.ts'

type Copies = { origin: ReadOrigin; sharing: Sharing }

/**
 * Reports which share of the reviews of these days is withheld now. The default is the last thirty days. Needs a
 * snapshot. Without `copies`, only the store's own reviews count.
 */
export async function readSuppression(
  tx: StoreReads,
  { subject, period, ...days }: { from?: string; to?: string; period?: MeterPeriod; subject?: SubjectFilter },
  now: Date,
  copies?: Copies,
): Promise<Suppression> {
  const timezone = await store.findTimezone(tx)
  const span = readSpan(period ? { from: findFirstDay(period, timezone, now) } : days, timezone, now)
  const { alertGap } = await settings.find(tx)
  const withheld = copies?.origin === 'shared' ? [] : await readWithheld(tx, span, subject)
  const shared =
    copies && copies.origin !== 'own' && subject !== 'shop' ? await store.countCopies(tx, copies.sharing, span) : []
  const reasons = [
    ...reasonsIn(withheld),
    ...shared.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : [])),
  ]
  return suppressionReport(span, [...countedIn(withheld), ...shared], { reasons, alertGap })
}

export type ShownSuppression = Suppression & { period: MeterPeriod }

/**
 * Reads the shortest period in which low and high ratings can be compared. If there is none, the shortest of all says
 * how many reviews are missing. Needs a snapshot.
 */
export async function readShortestComparable(
  tx: StoreReads,
  { subject }: { subject?: SubjectFilter },
  now: Date,
  copies?: Copies,
): Promise<ShownSuppression> {
  const read = async (period: MeterPeriod) => ({
    ...(await readSuppression(tx, { period, ...(subject && { subject }) }, now, copies)),
    period,
  })
  const [shortest, ...longer] = meterPeriods
  const first = await read(shortest)
  if (isComparable(first)) return first
  for (const period of longer) {
    const next = await read(period)
    if (isComparable(next)) return next
  }
  return first
}

type Withheld = Awaited<ReturnType<typeof readWithheld>>

const countedIn = (rows: Withheld): CountedReviews[] =>
  rows.flatMap(({ rating, became, count }) =>
    rating === null ? [] : [{ rating, became: became as CountedReviews['became'], count }],
  )

const reasonsIn = (rows: Withheld): CountedReason[] =>
  rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason: reason as ModerationReason, count }]))

/**
 * A deleted review still counts as withheld. Otherwise a store could hide a review by deleting it. An erased review
 * does not count.
 */
export const deletionSubscribers: Subscriber[] = [
  onReviewChanges(
    ({ after, before, cause }) =>
      after === null && cause.type === 'deleted' && cause.cause === 'store' ? [before] : [],
    async (tx, deleted) => {
      await store.insertDeleted(
        tx,
        deleted.map(({ rating, submittedAt, moderation, ...state }) => ({
          ...{ id: newId(tx.now.getTime()), subject: subjectOf(state), rating, submittedAt },
          reason: moderation?.reason ?? 'unspecified',
        })),
      )
    },
  ),
]
