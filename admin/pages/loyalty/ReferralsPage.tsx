import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { decideReferral, loyaltyKey, type Referral, referralsQuery } from '../../api/loyalty.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { Time } from '../../components/values/Time.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { LoyaltyPage } from './LoyaltyPage.tsx'
import { reasonName, referralStateNames, referralStateTones } from './referral-states.ts'
import type { ReferralSearch } from './search.ts'

const choices = { ...referralStateNames, all: 'All' }

export function ReferralsPage() {
  return (
    <LoyaltyPage title="Referrals" intro="Friends that members referred. Suspicious referrals wait for your decision.">
      <Referrals />
    </LoyaltyPage>
  )
}

type Asking = { row: Referral; decision: 'approve' | 'block' }

function Referrals() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { state = 'review' } = useSearch({ from: '/signed-in/stores/$storeId/loyalty/referrals' })
  const change = useFilterChange<ReferralSearch>()
  const list = useInfiniteQuery(referralsQuery(storeId, state === 'all' ? undefined : state))
  const [asking, setAsking] = useState<Asking>()
  return (
    <Card>
      <div className="flex border-b border-line p-3">
        <FilterSelect
          label="State"
          value={state}
          onChange={(event) => {
            const chosen = parseChoice(choices, event.target.value)
            change({ state: chosen === 'review' ? undefined : chosen })
          }}
        >
          <Options names={choices} />
        </FilterSelect>
      </div>
      <PagedTable
        list={list}
        caption="Referrals"
        columns={buildColumns(storeId, isAtLeast('ADMIN') ? setAsking : undefined)}
        keyOf={({ id }) => id}
        empty={<NoReferrals state={state} />}
      />
      {asking && <DecisionDialog {...asking} onClose={() => setAsking(undefined)} />}
    </Card>
  )
}

function NoReferrals({ state }: { state: NonNullable<ReferralSearch['state']> }) {
  if (state === 'review') {
    return (
      <EmptyState icon="check" title="Nothing waits for you">
        A referral waits if the friend has the member's name, or if a member refers very many friends within a week.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="people" title={state === 'all' ? 'No referrals yet' : 'None of these'}>
      {state === 'all' && "Referrals start when your shop sends a member and a friend's email address."}
    </EmptyState>
  )
}

function DecisionDialog({ row, decision, onClose }: Asking & { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const isApproval = decision === 'approve'
  const friend = row.friendEmail ?? row.friendEmailLast4
  return (
    <ConfirmDialog
      title={isApproval ? 'Approve this referral?' : 'Reject this referral?'}
      confirmLabel={isApproval ? 'Approve' : 'Refuse'}
      isDangerous={!isApproval}
      act={() => decideReferral(storeId, row.id, decision)}
      onDone={() => {
        toast(isApproval ? 'Approved' : 'Refused')
        void queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
      }}
      onClose={onClose}
    >
      <p>
        <span className="break-all">{friend}</span>
        {isApproval
          ? ': friend and member are rewarded once the points of the order can be spent, if the order still counts.'
          : ': neither the friend nor the member is rewarded. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  )
}

const buildColumns = (storeId: string, onAsk: ((asking: Asking) => void) | undefined): Column<Referral>[] => [
  {
    header: 'Friend',
    cell: ({ friendEmail, friendEmailLast4, code }) => (
      <span className="grid">
        <span className="font-semibold break-all">{friendEmail ?? friendEmailLast4}</span>
        <code className="font-mono text-xs text-quiet">{code}</code>
      </span>
    ),
  },
  {
    header: 'Status',
    cell: ({ state, reason }) => (
      <span className="grid justify-items-start gap-0.5 max-sm:justify-items-end">
        <Badge tone={referralStateTones[state]}>{referralStateNames[state]}</Badge>
        {reason && <span className="text-xs text-quiet">{reasonName(reason)}</span>}
      </span>
    ),
  },
  { header: 'Source', cell: (row) => <CameBy row={row} storeId={storeId} /> },
  { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Decide',
    isHeaderHidden: true,
    align: 'right',
    cell: (row) =>
      onAsk &&
      row.state === 'review' && (
        <span className="flex flex-wrap justify-end gap-1">
          <Button size="small" onClick={() => onAsk({ row, decision: 'approve' })}>
            Approve
          </Button>
          <Button size="small" look="dangerQuiet" onClick={() => onAsk({ row, decision: 'block' })}>
            Refuse
          </Button>
        </span>
      ),
  },
]

const linkClass = 'underline-offset-4 hover:underline font-medium'

function CameBy({ row: { advocateMemberId, orderId }, storeId }: { row: Referral; storeId: string }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 max-sm:justify-end">
      <Link
        to="/stores/$storeId/loyalty/members/$memberId"
        params={{ storeId, memberId: advocateMemberId }}
        className={linkClass}
      >
        The member
      </Link>
      {orderId && (
        <Link to="/stores/$storeId/orders/$orderId" params={{ storeId, orderId }} className={linkClass}>
          The order
        </Link>
      )}
    </span>
  )
}
