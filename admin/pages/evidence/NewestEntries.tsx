import { useQuery } from '@tanstack/react-query'
import { newestEntriesQuery } from '../../api/reviews/evidence.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { describeActor, describeEntry } from '../../texts/ledger-entries.ts'

/** Newest entries of the ledger. Those of a review lead to its record. */
export function NewestEntries({ onPick }: { onPick(reviewId: string): void }) {
  const query = useQuery(newestEntriesQuery(useStoreId()))
  return (
    // As high as five entries in a wide window, so that the cards below do not jump.
    <section aria-label="Newest entries" className="min-h-[14rem] border-t border-line">
      <Loaded query={query} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="grid min-h-[13.5rem] place-content-center px-5 text-center text-sm text-quiet">
              No entries yet. Every step of a review appears here.
            </p>
          ) : (
            <ul className="divide-y divide-line text-sm">
              {data.map(({ seq, at, by, type, data: details, review, leafHash }) => (
                <li
                  key={seq}
                  className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 px-5 py-2.5 sm:grid-cols-[8rem_1fr_auto]"
                >
                  <Time at={at} className="text-quiet max-sm:order-2" />
                  <span className="min-w-0 max-sm:col-span-full">
                    {review ? (
                      <button
                        type="button"
                        onClick={() => onPick(review)}
                        className="text-left underline underline-offset-4 pointer-coarse:py-1.5"
                      >
                        {describeEntry({ type, data: details })}
                      </button>
                    ) : (
                      describeEntry({ type, data: details })
                    )}
                    <span className="text-quiet">, {describeActor(by)}</span>
                  </span>
                  <code title={leafHash} className="text-xs text-quiet max-sm:order-3">
                    {leafHash.slice(0, 12)}
                  </code>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
