import { useQueries } from '@tanstack/react-query'
import { type Signal, signalsOfReviewsQuery } from '../../../api/reviews/signals.ts'
import { Badge } from '../../../components/Badge.tsx'
import { useRole } from '../../../shell/store/use-store.ts'
import { signalNames } from '../../../texts/signals.ts'
import { useInbox } from '../state/inbox.ts'

/** One request reads the signals of this many reviews. A longer list requests only those of its new rows. */
const groupSize = 30

/** Marks of the listed reviews. Dismissed signals are not marked. */
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
  return (
    <Badge tone={marks.some(({ state }) => state === 'confirmed') ? 'danger' : 'warn'} icon="warning">
      {more.length === 0 ? signalNames[mark.kind] : `${marks.length} signals`}
    </Badge>
  )
}

const isMarked = ({ state }: Signal) => state !== 'dismissed'
