import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addCodes, loyaltyKey, type Reward, rewardsQuery } from '../../api/loyalty.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CodesDialog } from '../../components/dialogs/CodesDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Money } from '../../components/values/Money.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { LoyaltyPage } from './LoyaltyPage.tsx'
import { rewardKindNames } from './labels.ts'
import { RewardDialog } from './RewardDialog.tsx'

type Open = { as: 'new' } | { as: 'edit' | 'codes'; id: string }

export function RewardsPage() {
  const { isAtLeast } = useRole()
  const [open, setOpen] = useState<Open>()
  return (
    <LoyaltyPage
      title="Rewards"
      intro="Rewards that points can buy."
      actions={
        isAtLeast('ADMIN') && (
          <Button look="primary" icon="plus" onClick={() => setOpen({ as: 'new' })}>
            Add reward
          </Button>
        )
      }
    >
      <Rewards open={open} onOpen={setOpen} />
    </LoyaltyPage>
  )
}

function Rewards({ open, onOpen }: { open: Open | undefined; onOpen(open: Open | undefined): void }) {
  const { isAtLeast } = useRole()
  const storeId = useStoreId()
  const list = useInfiniteQuery(rewardsQuery(storeId))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const close = () => onOpen(undefined)
  const row = open && open.as !== 'new' ? rows.find(({ id }) => id === open.id) : undefined
  return (
    <Card>
      <PagedTable
        list={list}
        caption="Rewards"
        columns={buildColumns(isAtLeast('ADMIN') ? onOpen : undefined)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            icon="gift"
            title="No rewards yet"
            action={isAtLeast('ADMIN') && <Button onClick={() => onOpen({ as: 'new' })}>Add reward</Button>}
          >
            Without a reward, members can earn points but not spend them.
          </EmptyState>
        }
      />
      {open?.as === 'new' && <RewardDialog onClose={close} />}
      {open?.as === 'edit' && row && <RewardDialog reward={row} onClose={close} />}
      {open?.as === 'codes' && row && (
        <CodesDialog
          title={`Add codes for ${row.name}`}
          pool={`Codes left: ${(row.codesFree ?? 0).toLocaleString(shownLocale)}.`}
          queryKey={loyaltyKey(storeId)}
          add={(codes) => addCodes(storeId, row.id, codes)}
          onClose={close}
        />
      )}
    </Card>
  )
}

const buildColumns = (onOpen: ((open: Open) => void) | undefined): Column<Reward>[] => [
  {
    header: 'Reward',
    cell: ({ name, description }) => (
      <span className="grid">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {description && <span className="text-xs text-quiet wrap-anywhere">{description}</span>}
      </span>
    ),
  },
  { header: 'Type', cell: (row) => <What row={row} /> },
  { header: 'Points', align: 'right', cell: ({ cost }) => <Count of={cost} /> },
  { header: 'Codes', cell: (row) => <Codes row={row} /> },
  { header: 'Offered', cell: ({ active }) => (active ? <Badge tone="good">Offered</Badge> : <Badge>Ended</Badge>) },
  {
    header: 'Change',
    isHeaderHidden: true,
    align: 'right',
    cell: (row) =>
      onOpen && (
        <span className="flex flex-wrap justify-end gap-1">
          {row.codes === 'pool' && (
            <Button size="small" look="quiet" onClick={() => onOpen({ as: 'codes', id: row.id })}>
              Add codes<span className="sr-only"> for {row.name}</span>
            </Button>
          )}
          <Button size="small" look="quiet" onClick={() => onOpen({ as: 'edit', id: row.id })}>
            Edit<span className="sr-only"> {row.name}</span>
          </Button>
        </span>
      ),
  },
]

function What({ row: { kind, value, currency, platformProductId } }: { row: Reward }) {
  if (kind === 'fixed_amount')
    return (
      <span>
        <Money amount={value} currency={currency} /> off
      </span>
    )
  if (kind === 'percent') return <span className="tabular-nums">{Number(value)} % off</span>
  if (kind === 'product') return <span className="wrap-anywhere">Product {platformProductId}</span>
  return rewardKindNames[kind]
}

const fewCodes = 10

function Codes({ row: { codes, code, codesFree } }: { row: Reward }) {
  if (codes === 'none') return <span className="text-quiet">None</span>
  if (codes === 'platform') return <span className="text-quiet">Created in the shop</span>
  if (codes === 'shared') return <code className="font-mono text-xs wrap-anywhere">{code}</code>
  const free = codesFree ?? 0
  if (free === 0) return <Badge tone="danger">No code left</Badge>
  return <Badge tone={free <= fewCodes ? 'warn' : 'plain'}>{free.toLocaleString(shownLocale)} left</Badge>
}
