import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pushedQuery } from '../../../../api/shops/pushed.ts'
import { buttonClass } from '../../../../components/Button.tsx'
import { Fact } from '../../../../components/Fact.tsx'
import { Loaded } from '../../../../components/Loaded.tsx'
import { shownLocale } from '../../../../components/locale.ts'
import { Card } from '../../../../components/Page.tsx'
import { Time } from '../../../../components/values/Time.tsx'
import { useStoreId } from '../../../../shell/store/use-store.ts'

/** A custom shop pushes its data and has no syncs, so the page shows what arrived. */
export function PushedCard() {
  const storeId = useStoreId()
  const query = useQuery(pushedQuery(storeId))
  return (
    <Card title="Received from your shop">
      <Loaded query={query} rows={2}>
        {({ products, orders, newest }) => (
          <div className="grid gap-5 px-5 pt-3 pb-5">
            <dl className="grid gap-4 text-sm sm:grid-cols-3">
              <Fact name="Products">{products.toLocaleString(shownLocale)}</Fact>
              <Fact name="Orders">{orders.toLocaleString(shownLocale)}</Fact>
              <Fact name="Newest order">{newest ? <Time at={newest.placedAt} /> : 'None yet'}</Fact>
            </dl>
            <p className="flex flex-wrap gap-2">
              <Link to="/stores/$storeId/products" params={{ storeId }} className={buttonClass('secondary', 'small')}>
                View products
              </Link>
              <Link to="/stores/$storeId/orders" params={{ storeId }} className={buttonClass('secondary', 'small')}>
                View orders
              </Link>
            </p>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
