import type { Order } from '../../api/orders.ts'
import { Icon } from '../../components/Icon.tsx'

export function FormOpenings({ order: { reviewFormViewCount: views, clickedRating } }: { order: Order }) {
  if (views === 0 && clickedRating === null) return <span className="text-quiet">–</span>
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
      <span>
        {views} {views === 1 ? 'visit' : 'visits'}
      </span>
      {clickedRating !== null && (
        <span className="inline-flex items-center gap-0.5 text-quiet">
          <span className="sr-only">star clicked: </span>
          {clickedRating}
          <Icon name="star" className="size-4" />
        </span>
      )}
    </span>
  )
}
