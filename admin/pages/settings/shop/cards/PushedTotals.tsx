import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lastCallQuery, pushedQuery } from '../../../../api/shops/pushed.ts'
import { shownLocale } from '../../../../components/locale.ts'
import { Time } from '../../../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../../../shell/store/use-store.ts'

/** Numbers and times of the pushed data. Only admins may read the keys, so others do not see the last call. */
export function PushedTotals() {
  const storeId = useStoreId()
  const { data: pushed } = useQuery(pushedQuery(storeId))
  const { data: calledAt } = useQuery({ ...lastCallQuery(storeId), enabled: useRole().isAtLeast('ADMIN') })
  if (!pushed) return null
  const { products, orders } = pushed
  const productCount = products.pagination.total ?? 0
  const orderCount = orders.pagination.total ?? 0
  const receivedAt = [...products.data, ...orders.data]
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1)
  return (
    <span className="flex basis-full flex-wrap gap-x-4 gap-y-1 text-sm">
      <Link to="/stores/$storeId/products" params={{ storeId }} className={linkLook}>
        {productCount.toLocaleString(shownLocale)} {productCount === 1 ? 'product' : 'products'}
      </Link>
      <Link to="/stores/$storeId/orders" params={{ storeId }} className={linkLook}>
        {orderCount.toLocaleString(shownLocale)} {orderCount === 1 ? 'order' : 'orders'}
      </Link>
      <span>Last received: {receivedAt ? <Time at={receivedAt} /> : 'none yet'}</span>
      {calledAt !== undefined && <span>Last API call: {calledAt ? <Time at={calledAt} /> : 'none yet'}</span>}
    </span>
  )
}

const linkLook =
  'font-medium text-text tabular-nums underline decoration-line-strong underline-offset-4 hover:decoration-text'
