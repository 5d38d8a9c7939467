import { useQuery } from '@tanstack/react-query'
import type { ListedEntry } from '../../api/reviews/evidence.ts'
import { reviewQuery } from '../../api/reviews/reviews.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reviewedName } from '../../state/reviewed-name.ts'
import { describeActor, describeEntry } from '../../texts/ledger-entries.ts'

type Props = { entry: ListedEntry; onPick(reviewId: string): void }

export function EntryRow({ entry: { seq, at, by, type, data, review, leafHash }, onPick }: Props) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 px-5 py-2.5 sm:grid-cols-[4.5rem_1fr_auto_auto]">
      {/* The ledger counts from zero, as the public log does. */}
      <span className="font-mono text-xs text-quiet">#{seq}</span>
      <span className="min-w-0 max-sm:order-3 max-sm:col-span-full">
        {review ? (
          <button
            type="button"
            onClick={() => onPick(review)}
            className="text-left underline underline-offset-4 pointer-coarse:py-1.5"
          >
            {describeEntry({ type, data })}
          </button>
        ) : (
          describeEntry({ type, data })
        )}
        <span className="text-quiet">, {describeActor(by)}</span>
        {review && type !== 'deleted' && <ReviewOfEntry id={review} />}
      </span>
      <Time at={at} className="text-quiet max-sm:order-2" />
      <code title={leafHash} className="text-xs text-quiet max-sm:order-4">
        {leafHash.slice(0, 12)}
      </code>
    </li>
  )
}

/** The ledger contains no names, so stars, author and product come from the review, unless it was deleted. */
function ReviewOfEntry({ id }: { id: string }) {
  const { data } = useQuery({ ...reviewQuery(useStoreId(), id), staleTime: 300_000, retry: false })
  return (
    <span className="flex min-h-5 flex-wrap items-center gap-x-2 text-quiet">
      {data && (
        <>
          <Stars rating={data.rating} className="h-3" />
          <span className="min-w-0 truncate">
            <bdi>{data.authorName}</bdi> · {reviewedName(data)}
          </span>
        </>
      )}
    </span>
  )
}
