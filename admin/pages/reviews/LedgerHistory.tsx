import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '../../api/client.ts'
import { reviewProofQuery } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { describeActor, describeEntry } from '../../texts/ledger-entries.ts'

export function LedgerHistory({ reviewId }: { reviewId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-label="Ledger of this review" className="grid gap-3">
      <div>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide the ledger' : 'Show the ledger'}
        </Button>
      </div>
      {isOpen && (
        <div className="card p-5">
          <LedgerEntries reviewId={reviewId} />
        </div>
      )}
    </section>
  )
}

/** The service answers an unknown review and one without entries alike. */
export function LedgerEntries({ reviewId }: { reviewId: string }) {
  const query = { ...reviewProofQuery(useStoreId(), reviewId), staleTime: 0 }
  const { data, error, refetch } = useQuery(query)
  if (isMissing(error)) return <p className="text-sm text-quiet">The ledger has no entries for this review.</p>
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />
  return (
    <ol className="grid gap-3 text-sm">
      {data.entries.map(({ entry, path }) => (
        <li key={entry.seq} className="grid gap-0.5">
          <span>
            {describeEntry(entry)}, {describeActor(entry.by)}
          </span>
          <span className="text-quiet">
            {formatMoment(entry.at)} · entry {entry.seq}
            {path === null && ', not signed yet'}
          </span>
        </li>
      ))}
    </ol>
  )
}
