import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, onPicked, type Subscriber } from '#platform/areas/events.ts'
import { onReviewChanges } from '#resources/reviews/changes/events.ts'
import { languagesDetected } from '#resources/reviews/events.ts'
import { reviewSettingsChanged } from '#resources/reviews/submissions/events.ts'
import { fillRestored, followChanges, queueReviews, refill } from './commands.ts'

export const translationSubscribers: readonly Subscriber[] = [
  onReviewChanges((change) => [change], followChanges),
  onPicked(
    reviewSettingsChanged,
    ({ before, after }) => (before.translate.join() === after.translate.join() ? [] : [after.translate]),
    refill,
  ),
  onPicked(
    languagesDetected,
    ({ ids }) => ids,
    (tx, ids) => queueReviews(tx, ids),
  ),
  beforeCommit([archiveRestored], fillRestored),
]
