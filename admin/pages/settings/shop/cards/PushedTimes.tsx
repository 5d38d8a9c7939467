import { useQuery } from '@tanstack/react-query'
import { lastCallQuery, pushedQuery } from '../../../../api/shops/pushed.ts'
import { formatDistance, formatExact } from '../../../../components/values/dates.ts'
import { useRole, useStoreId } from '../../../../shell/store/use-store.ts'

/** Only admins may read the keys, so others do not see the last call. */
export function PushedTimes() {
  const storeId = useStoreId()
  const { data: pushed } = useQuery(pushedQuery(storeId))
  const { data: calledAt } = useQuery({ ...lastCallQuery(storeId), enabled: useRole().isAtLeast('ADMIN') })
  if (!pushed) return null
  const receivedAt = [...pushed.products.data, ...pushed.orders.data]
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1)
  return (
    <span className="flex basis-full flex-wrap gap-x-3 text-sm">
      <span>Last received: {receivedAt ? <Moment at={receivedAt} /> : 'none yet'}</span>
      {calledAt !== undefined && <span>Last API call: {calledAt ? <Moment at={calledAt} /> : 'none yet'}</span>}
    </span>
  )
}

function Moment({ at }: { at: string }) {
  const distance = formatDistance(at)
  return (
    <time dateTime={at}>
      {formatExact(at)}
      {distance && ` (${distance})`}
    </time>
  )
}
