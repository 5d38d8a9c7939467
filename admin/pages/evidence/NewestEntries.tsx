import { useInfiniteQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { EntryRow } from './EntryRow.tsx'

/** Entries of the ledger, newest first. Those of a review lead to its record. */
export function NewestEntries({ onPick }: { onPick(reviewId: string): void }) {
  const query = useInfiniteQuery(entriesQuery(useStoreId()))
  return (
    // As high as five entries in a wide window, so that the cards below do not jump.
    <section aria-label="Newest entries" className="min-h-[14rem] border-t border-line">
      <Loaded query={query} rows={3}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data)
          return entries.length === 0 ? (
            <p className="grid min-h-[13.5rem] place-content-center px-5 text-center text-sm text-quiet">
              No entries yet. Every step of a review appears here.
            </p>
          ) : (
            <>
              <ul className="divide-y divide-line text-sm">
                {entries.map((entry) => (
                  <EntryRow key={entry.seq} entry={entry} onPick={onPick} />
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="border-t border-line p-3 text-center">
                  <Button size="small" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show older entries
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
