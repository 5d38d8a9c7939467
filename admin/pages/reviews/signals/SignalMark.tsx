import { useQueries } from '@tanstack/react-query'
import { type Signal, signalsOfReviewsQuery } from '../../../api/reviews/signals.ts'
import { Icon } from '../../../components/Icon.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { signalNames } from '../../../texts/signals.ts'
import { useInbox } from '../state/inbox.ts'

/** One request reads the signals of this many reviews. A longer list requests only those of its new rows. */
const groupSize = 30

/**
 * Marks a listed review. Dismissed signals are not marked. An icon, because a burst marks many rows alike; the open review
 * describes its signals.
 */
export function SignalMark({ reviewId }: { reviewId: string }) {
  const { storeId, rows } = useInbox()
  const { isAtLeast } = useRole()
  const at = rows.findIndex(({ id }) => id === reviewId)
  const first = Math.floor(at / groupSize) * groupSize
  const group = at < 0 ? [] : rows.slice(first, first + groupSize).map(({ id }) => id)
  const query = signalsOfReviewsQuery(storeId, group)
  const [found] = useQueries({ queries: [{ ...query, enabled: isAtLeast('MEMBER') && group.length > 0 }] })
  const marks = (found?.data ?? []).filter(isMarked).filter(({ reviewIds }) => reviewIds.includes(reviewId))
  const [mark, ...more] = marks
  if (!mark) return null
  const name = more.length === 0 ? signalNames[mark.kind] : `${marks.length} signals`
  return (
    <span
      title={name}
      className={`shrink-0 ${marks.some(({ state }) => state === 'confirmed') ? 'text-danger' : 'text-warn'}`}
    >
      <Icon name="warning" className="size-4" />
      <span className="sr-only">{name}</span>
    </span>
  )
}

const isMarked = ({ state }: Signal) => state !== 'dismissed'
