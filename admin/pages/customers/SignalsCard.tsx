import { useQuery } from '@tanstack/react-query'
import { signalsOfReviewsQuery } from '../../api/reviews/signals.ts'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { SignalCard } from '../reviews/signals/SignalCard.tsx'

/** Signals of the customer's newest reviews. Most customers have none. */
export function SignalsCard({ reviewIds }: { reviewIds: readonly string[] }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { data, error } = useQuery({
    ...signalsOfReviewsQuery(storeId, reviewIds),
    enabled: isAtLeast('MEMBER') && reviewIds.length > 0,
  })
  if (!error && (!data || data.length === 0)) return null
  return (
    <Card title="Signals">
      <div className="grid gap-3 p-5 pt-3">
        {error && <Notice tone="danger">The signals could not be loaded: {error.message}</Notice>}
        <ul className="grid gap-3">
          {data?.map((signal) => (
            <SignalCard key={signal.id} signal={signal} />
          ))}
        </ul>
      </div>
    </Card>
  )
}
