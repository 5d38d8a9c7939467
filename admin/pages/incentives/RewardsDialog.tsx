import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Incentive, type ReviewReward, reviewRewardsQuery } from '../../api/reviews/incentives.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { CustomerLink } from '../../shell/PageLink.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'

const states: Record<ReviewReward['state'], [string, Tone]> = {
  pending: ['Promised', 'accent'],
  waiting: ['Waiting', 'warn'],
  given: ['Given', 'good'],
  withheld: ['Withheld', 'plain'],
}

const reasons: Readonly<Record<string, string>> = {
  spam: 'The review is spam',
  already_rewarded: 'Rewarded for this product before',
  not_bought: 'Did not buy the product',
  person_erased: 'The person was erased',
  review_removed: 'The review was deleted',
  shop_refused: 'The shop refused to create a code. We ask again every hour',
  shop_unreachable: 'The shop does not answer. We ask again every hour',
}

export function RewardsDialog({ incentive, onClose }: { incentive: Incentive; onClose(): void }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(reviewRewardsQuery(storeId, incentive.id))
  return (
    <Dialog title="Rewards" size="wide" onClose={onClose}>
      <p dir="auto" className="mb-3 text-sm text-quiet wrap-anywhere">
        {incentive.text}
      </p>
      <PagedTable
        list={list}
        caption="Rewards"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="gift" title="No rewards yet">
            Rewards appear with the first review under this offer.
          </EmptyState>
        }
      />
    </Dialog>
  )
}

const columns: Column<ReviewReward>[] = [
  { header: 'Person', cell: ({ email }) => (email ? <CustomerLink email={email}>{email}</CustomerLink> : 'Erased') },
  {
    header: 'Status',
    cell: ({ state, reason }) => {
      const [name, tone] = states[state]
      return (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tone}>{name}</Badge>
          {reason && <span className="text-xs text-quiet">{reasons[reason] ?? reason}</span>}
        </span>
      )
    },
  },
  {
    header: 'Reward',
    cell: ({ code, points }) =>
      code === null ? (
        points !== null && `${points.toLocaleString(shownLocale)} points`
      ) : (
        <code className="font-mono text-xs wrap-anywhere">{code}</code>
      ),
  },
  { header: 'Review', isHeaderHidden: true, align: 'right', cell: ({ reviewId }) => <ReviewLink id={reviewId} /> },
]

function ReviewLink({ id }: { id: string }) {
  const storeId = useStoreId()
  return (
    <Link to="/stores/$storeId/reviews/$reviewId" params={{ storeId, reviewId: id }} className="underline">
      Review
    </Link>
  )
}
