import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loyaltyKey, type Redemption, redemptionsQuery, reverseRedemption } from '../../api/loyalty.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { pointsText } from './labels.ts'

export function RedemptionsCard({ memberId }: { memberId: string }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const list = useInfiniteQuery(redemptionsQuery(storeId, memberId))
  const [reversing, setReversing] = useState<Redemption>()
  return (
    <Card title="Spent on">
      <PagedTable
        list={list}
        caption="Redemptions"
        columns={buildColumns(isAtLeast('ADMIN') ? setReversing : undefined)}
        keyOf={({ id }) => id}
        empty={<EmptyState icon="gift" title="No rewards redeemed yet" />}
      />
      {reversing && <ReverseDialog redemption={reversing} onClose={() => setReversing(undefined)} />}
    </Card>
  )
}

function ReverseDialog({ redemption, onClose }: { redemption: Redemption; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title={`Give ${pointsText(redemption.points)} back?`}
      confirmLabel="Give them back"
      act={() => reverseRedemption(storeId, redemption.id)}
      onDone={() => {
        toast(`${pointsText(redemption.points)} given back`)
        void queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
      }}
      onClose={onClose}
    >
      <p>
        The points return to the member. Points that would expire immediately stay valid for 30 more days.
        {redemption.code &&
          ` The code ${redemption.code} is deleted in your shop if the shop created it for this reward. A code that you added stays valid, so end it in your shop first.`}
      </p>
    </ConfirmDialog>
  )
}

const buildColumns = (onReverse: ((row: Redemption) => void) | undefined): Column<Redemption>[] => [
  {
    header: 'Reward',
    cell: ({ rewardName, code, status, reason }) => (
      <span className="grid">
        <span className="font-medium wrap-anywhere">{rewardName}</span>
        {status === 'pending' && <span className="text-xs text-quiet">Waiting for the shop's code</span>}
        {reason && <span className="text-xs text-quiet wrap-anywhere">No code could be made: {reason}</span>}
        {code && <code className="font-mono text-xs text-quiet wrap-anywhere">{code}</code>}
      </span>
    ),
  },
  { header: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { header: 'Points', align: 'right', cell: ({ points }) => <Count of={points} /> },
  {
    header: 'Give back',
    isHeaderHidden: true,
    align: 'right',
    cell: (row) =>
      row.status === 'reversed' || row.status === 'failed' ? (
        <Badge>Refunded</Badge>
      ) : (
        onReverse && (
          <Button size="small" look="quiet" onClick={() => onReverse(row)}>
            Give back
          </Button>
        )
      ),
  },
]
