import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '../../api/client.ts'
import { type ReviewProof, reviewProofQuery } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { useInbox } from './state/inbox.ts'

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
      {isOpen && <Entries reviewId={reviewId} />}
    </section>
  )
}

function Entries({ reviewId }: { reviewId: string }) {
  const { storeId } = useInbox()
  const { data, error, refetch } = useQuery({ ...reviewProofQuery(storeId, reviewId), staleTime: 0 })
  if (isMissing(error)) return <p className="text-sm text-quiet">The ledger has no entries for this review yet.</p>
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <ol className="card grid gap-3 p-5 text-sm">
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
      return `Came in with ${data.rating} of 5 stars`
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
