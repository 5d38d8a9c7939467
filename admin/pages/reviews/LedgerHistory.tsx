import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '../../api/client.ts'
import { type ReviewProof, reviewProofQuery } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

type Entry = ReviewProof['entries'][number]['entry']

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
            {formatEntry(entry)}, {who(entry.by)}
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

const roles = {
  REVIEWER: 'the author',
  MEMBER: 'a member',
  ADMIN: 'an admin',
  OWNER: 'an owner',
  SYSTEM: 'the service',
}
const ways = {
  form: 'form',
  key: 'API key',
  session: 'admin application',
  token: 'connected app',
  partner: 'partner',
  support: 'support',
  system: '',
} as const

const who = ({ role, via }: Entry['by']) => `by ${roles[role]}${ways[via] && ` (${ways[via]})`}`

function formatEntry({ type, data }: Entry): string {
  switch (type) {
    case 'submitted':
      return `Submitted with ${data.rating} of 5 stars`
    case 'verified':
      return data.verified ? 'Marked as a verified purchase' : 'Not a verified purchase'
    case 'incentive':
      return `Offered ${data.kind === 'points' ? 'points' : 'a coupon'} for it`
    case 'moderated':
    case 'hidden':
      return `Moved from ${data.from} to ${data.to}`
    case 'edited':
      return `Edited: ${(data.fields ?? []).join(', ')}`
    case 'moved':
      return `Moved from the product ${data.from} to ${data.to}`
    case 'photo_removed':
      return 'A photo was removed'
    case 'appealed':
      return 'The decision was appealed'
    case 'appeal_decided':
      return `The appeal was decided: ${data.decision}`
    case 'anonymized':
      return 'Its author was erased'
    case 'deleted':
      return 'Deleted'
    default:
      return type
  }
}
