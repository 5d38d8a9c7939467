import { useQuery } from '@tanstack/react-query'
import type { Review } from '../../api/reviews/reviews.ts'
import { type ReviewDestination, reviewDestinationsQuery } from '../../api/shops/destinations.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { kindNames, reasonText } from '../../texts/destinations.ts'

/**
 * Shows the destinations that display the review, and why others do not. No destination should display an unapproved
 * review, so this appears for such a review only while a destination still has it.
 */
export function LiveOn({ review: { id, status } }: { review: Review }) {
  const { data = [] } = useQuery(reviewDestinationsQuery(useStoreId(), id))
  const isShown = status === 'approved' ? data.length > 0 : data.some(isThere)
  if (!isShown) return null
  const live = data.filter(({ state, operation }) => state === 'live' && operation !== 'remove')
  const explained = data.flatMap((each) => {
    const text = live.includes(each) ? each.reason && reasonText(each.reason) : explain(each)
    return text ? [{ ...each, text }] : []
  })
  return (
    <section className="card grid gap-1 p-5 text-sm">
      <h3 className="text-xs text-quiet">Destinations</h3>
      <p className="font-medium">
        {live.length === 0 ? 'Not live anywhere' : `Live on ${live.map(({ kind }) => kindNames[kind]).join(', ')}`}
      </p>
      {explained.map(({ destinationId, kind, text }) => (
        <p key={destinationId} className="text-quiet wrap-anywhere">
          {kindNames[kind]}: {text}
        </p>
      ))}
    </section>
  )
}

/** A rating's state is that of its product, so it says nothing about one review. */
const isThere = ({ kind, state, operation }: ReviewDestination) =>
  !kind.endsWith('_rating') && (operation === 'remove' || state === 'live' || state === 'accepted')

function explain({ kind, reasons, state, operation, reason }: ReviewDestination): string {
  if (operation === 'remove') return 'being removed'
  if (state === 'refused') return reason ? `refused (${reasonText(reason)})` : 'refused'
  if (reasons.length > 0) return `not shown, because: ${reasons.map(reasonText).join(', ')}`
  if (state === 'accepted') return kind === 'meta_csv' ? 'in the file that was fetched' : 'sent, not shown there yet'
  if (state === 'queued' && kind === 'meta_csv') return 'in the file at its next fetch'
  if (state === 'queued') return reason ? `waiting (${reasonText(reason)})` : 'waiting'
  return state === 'removed' ? 'removed' : 'not sent yet'
}
