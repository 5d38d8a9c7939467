import { useQuery } from '@tanstack/react-query'
import { lastCallQuery, pushedQuery } from '../../../../api/shops/pushed.ts'
import { Time } from '../../../../components/values/Time.tsx'
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
      <span>Last received: {receivedAt ? <Time at={receivedAt} /> : 'none yet'}</span>
      {calledAt !== undefined && <span>Last API call: {calledAt ? <Time at={calledAt} /> : 'none yet'}</span>}
    </span>
  )
}
