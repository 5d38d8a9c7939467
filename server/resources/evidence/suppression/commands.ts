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
import { type CountedReason, type CountedReviews, suppressionReport } from './rules.ts'
import type { Suppression } from './schema.ts'
import * as store from './store.ts'

/**
 * Reports which share of the reviews of these days is withheld now. The default is the last thirty days. Needs a
 * snapshot. Without `copies`, only the store's own reviews count.
 */
export async function readSuppression(
  tx: StoreReads,
  { subject, ...days }: { from?: string; to?: string; subject?: SubjectFilter },
  now: Date,
  copies?: { origin: ReadOrigin; sharing: Sharing },
): Promise<Suppression> {
  const span = readSpan(days, await store.findTimezone(tx), now)
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
