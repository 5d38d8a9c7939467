import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DestinationItem, refusedItemsQuery, retryItem } from '../../../api/shops/destinations.ts'
import { Button } from '../../../components/Button.tsx'
import { ProductLink } from '../../../shell/PageLink.tsx'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { reasonText } from '../../../texts/destinations.ts'
import { useDestinationChange } from './use-destination-change.ts'

export function RefusedItems({ id }: { id: string }) {
  const query = useInfiniteQuery(refusedItemsQuery(useStoreId(), id))
  const items = query.data?.pages.flatMap(({ data }) => data) ?? []
  if (items.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">Refused</h3>
      <ul className="grid divide-y divide-line">
        {items.map((item) => (
          <RefusedItem key={item.id} item={item} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function RefusedItem({ item }: { item: DestinationItem }) {
  const { id, destinationId, reviewId, productId, operation, reason, message } = item
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const retrying = useDestinationChange((store) => retryItem(store, destinationId, id))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-sm">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium">
          {reviewId ? (
            <Link
              to="/stores/$storeId/reviews/$reviewId"
              params={{ storeId, reviewId }}
              className="underline underline-offset-4"
            >
              Open the review
            </Link>
          ) : (
            productId && <ProductLink id={productId} />
          )}
        </span>
        <span className="break-words text-quiet">
          {reason && reasonText(reason)}
          {message && ` – ${message}`}
        </span>
      </div>
      {operation === 'put' && <span className="text-quiet">Waiting to be sent again</span>}
      {operation === null && isAtLeast('ADMIN') && (
        <Button size="small" isBusy={retrying.isPending} onClick={() => retrying.mutate()}>
          Retry
        </Button>
      )}
    </li>
  )
}
