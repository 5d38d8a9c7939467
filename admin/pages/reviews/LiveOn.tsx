import { useQuery } from '@tanstack/react-query'
import { type ReviewDestination, reviewDestinationsQuery } from '../../api/shops/destinations.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { kindNames, reasonText } from '../../texts/destinations.ts'

/** Where the review is shown outside, and why it is not. Nothing for stores without destinations. */
export function LiveOn({ reviewId }: { reviewId: string }) {
  const { data } = useQuery(reviewDestinationsQuery(useStoreId(), reviewId))
  if (!data || data.length === 0) return null
  const live = data.filter(
    ({ state, operation }) => (state === 'live' || state === 'accepted') && operation !== 'remove',
  )
  const others = data.filter((each) => !live.includes(each))
  return (
    <section className="card grid gap-1 p-5 text-sm">
      <h3 className="text-xs text-quiet">Outside</h3>
      <p className="font-medium">
        {live.length === 0 ? 'Live nowhere' : `Live on ${live.map(({ kind }) => kindNames[kind]).join(', ')}`}
      </p>
      {others.map((each) => (
        <p key={each.destinationId} className="text-quiet">
          {kindNames[each.kind]}: {explain(each)}
        </p>
      ))}
    </section>
  )
}

function explain({ reasons, state, operation, reason }: ReviewDestination): string {
  if (operation === 'remove') return 'being removed'
  if (state === 'refused') return reason ? `refused (${reasonText(reason)})` : 'refused'
  if (reasons.length > 0) return reasons.map(reasonText).join(', ')
  if (state === 'queued') return reason ? `waiting (${reasonText(reason)})` : 'waiting'
  return state === 'removed' ? 'removed' : 'not sent yet'
}
