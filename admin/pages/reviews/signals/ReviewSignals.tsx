import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findSignalsOfReview, signalsOfReviewsQuery } from '../../../api/reviews/signals.ts'
import { Button } from '../../../components/Button.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { useInbox } from '../state/inbox.ts'
import { SignalCard } from './SignalCard.tsx'

/** Shows the signals of a review, with the decisions about them. */
export function ReviewSignals({ reviewId }: { reviewId: string }) {
  const { storeId } = useInbox()
  const { isAtLeast } = useRole()
  const client = useQueryClient()
  const query = signalsOfReviewsQuery(storeId, [reviewId])
  const { data, error, refetch } = useQuery({
    ...query,
    enabled: isAtLeast('MEMBER'),
    // The list has read them already, so a step through the list moves nothing below them.
    placeholderData: () => findSignalsOfReview(client, storeId, reviewId),
  })
  if (error)
    return (
      <Notice tone="danger">
        The signals could not be loaded: {error.message}{' '}
        <Button size="small" look="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="signals" className="grid gap-3">
      <div className="grid gap-0.5">
        <h3 id="signals" className="text-sm font-semibold">
          Signals
        </h3>
        <p className="text-sm text-quiet">
          Facts to look at, not a verdict. They change neither the review nor what shoppers see.
        </p>
      </div>
      <ul className="grid gap-3">
        {data.map((signal) => (
          <SignalCard key={signal.id} signal={signal} beside={reviewId} />
        ))}
      </ul>
    </section>
  )
}
