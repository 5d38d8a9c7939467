import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isRunning, moveReviews, movesQuery, type RecreatedPair, recreatedQuery } from '../../api/reviews/moves.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { StaleNotice } from '../../components/StaleNotice.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { MoveList } from './MoveList.tsx'
import { nameOf } from './name-of.ts'

/** Hidden if the shop has re-created no product, and no move is running or can be undone. */
export function RecreatedCard() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const found = useInfiniteQuery(recreatedQuery(storeId))
  const moved = useInfiniteQuery(movesQuery(storeId))
  const moves = moved.data?.pages.flatMap(({ data }) => data) ?? []
  const running = moves.filter(isRunning)
  // A pair is listed until its move has ended.
  const pairs = (found.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ from, to }) => !running.some((each) => each.from.id === from.id && each.to.id === to.id),
  )
  useOnEnd(running.length, () => void queryClient.invalidateQueries({ queryKey: [storeId] }))
  const shownMoves = moves.filter((each) => isRunning(each) || each.undoableUntil !== null)
  if (found.isError || moved.isError)
    return (
      <StaleNotice
        error={found.error ?? moved.error}
        onRetry={() => {
          void found.refetch()
          void moved.refetch()
        }}
      />
    )
  if (pairs.length + shownMoves.length === 0) return null
  return (
    <Card title={pairs.length > 0 ? 'Products that your shop created again' : 'Moved reviews'}>
      {pairs.length > 0 && (
        <>
          <p className="max-w-[44rem] px-5 pt-1 text-sm text-quiet">
            The old product is no longer sold. A product on sale has the same SKU or GTIN. Move the reviews to it, so
            shoppers see them again.
          </p>
          <PairList pairs={pairs} />
          <LoadMore {...found} />
        </>
      )}
      {shownMoves.length > 0 && (
        <div className={pairs.length > 0 ? 'border-t border-line' : ''}>
          {pairs.length > 0 && <h3 className="px-5 pt-4 text-sm font-semibold">Moved reviews</h3>}
          <MoveList moves={shownMoves} />
          <LoadMore {...moved} />
        </div>
      )}
    </Card>
  )
}

/** Calls `onEnd` when a move has ended. */
function useOnEnd(count: number, onEnd: () => void) {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) onEnd()
    before.current = count
  })
}

function PairList({ pairs }: { pairs: RecreatedPair[] }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<RecreatedPair>()
  return (
    <>
      <ul aria-label="Products that your shop created again" className="divide-y divide-line">
        {pairs.map((pair) => (
          <li
            key={`${pair.from.id}:${pair.to.id}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm"
          >
            <p className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="wrap-anywhere">{nameOf(pair.from)}</span>
              <span className="text-quiet">replaced by</span>
              <span className="font-semibold wrap-anywhere">{nameOf(pair.to)}</span>
              <Badge>{pair.by === 'sku' ? 'Same SKU' : 'Same GTIN'}</Badge>
              <span className="text-quiet">{countText(pair.reviews)}</span>
            </p>
            {isAtLeast('ADMIN') && (
              <Button size="small" onClick={() => setAsking(pair)}>
                Move reviews
                <span className="sr-only">: {nameOf(pair.from)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          title={`Move the reviews of ${nameOf(asking.from)}?`}
          confirmLabel="Move reviews"
          act={async () => {
            await moveReviews(storeId, asking)
            await queryClient.invalidateQueries({ queryKey: movesQuery(storeId).queryKey })
          }}
          onClose={() => setAsking(undefined)}
        >
          <p className="wrap-anywhere">
            {countText(asking.reviews)} will belong to {nameOf(asking.to)}, with photos, replies and verified marks. You
            can undo this for 30 days.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const countText = (count: number) => (count === 1 ? '1 review' : `${count.toLocaleString(shownLocale)} reviews`)
