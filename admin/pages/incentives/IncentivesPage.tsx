import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addIncentiveCodes,
  changeIncentive,
  duplicateIncentive,
  type Incentive,
  type IncentiveStatus,
  incentivesKey,
  incentivesQuery,
  removeIncentive,
} from '../../api/reviews/incentives.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { nameCopy, useDuplicate } from '../../components/DuplicateButton.tsx'
import { CodesDialog } from '../../components/dialogs/CodesDialog.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { RowActs } from '../../components/lists/RowActs.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { toast } from '../../components/toasts.ts'
import { Money } from '../../components/values/Money.tsx'
import { FilteredList, ListPage, type Make } from '../../shell/ListPage.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { IncentiveDialog } from './IncentiveDialog.tsx'
import { RewardsDialog } from './RewardsDialog.tsx'

type Act = 'duplicate' | 'edit' | 'codes' | 'rewards' | 'activate' | 'pause' | 'end' | 'delete'
type Open = { as: Exclude<Act, 'duplicate'>; id: string }

export function IncentivesPage() {
  return (
    <ListPage
      title="Incentives"
      intro="Rewards for reviews. They are the same for praise and criticism, and each review shows that it was rewarded."
      plan={{
        feature: 'review_incentives',
        name: 'Incentives',
        meanwhile: 'Promised rewards and the labels on reviews stay.',
        isHidden: true,
      }}
      writer="ADMIN"
      makeLabel="Create incentive"
      dialog={(onClose) => <IncentiveDialog onClose={onClose} />}
    >
      {(make) => <Incentives make={make} />}
    </ListPage>
  )
}

function Incentives({ make }: { make: Make | undefined }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(incentivesQuery(storeId))
  const [open, setOpen] = useState<Open>()
  const duplicate = useDuplicate(incentivesKey(storeId))
  const act = (as: Act, row: Incentive) =>
    as === 'duplicate'
      ? duplicate.mutate(() => duplicateIncentive(storeId, row, nameCopy(row.text, 120)))
      : setOpen({ as, id: row.id })
  const row = open && list.data?.pages.flatMap((page) => page.data).find(({ id }) => id === open.id)
  return (
    <>
      <FilteredList
        list={list}
        caption="Incentives"
        columns={buildColumns(make !== undefined, act)}
        none={{
          icon: 'gift',
          title: 'No incentives yet',
          meaning: 'Offer a coupon or points for a review. Shoppers see the offer before they choose a rating.',
        }}
        make={make}
      />
      {open && row && <Dialogs as={open.as} row={row} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Dialogs({ as, row, onClose }: { as: Open['as']; row: Incentive; onClose(): void }) {
  if (as === 'edit') return <IncentiveDialog incentive={row} onClose={onClose} />
  if (as === 'codes') return <AddCodes row={row} onClose={onClose} />
  if (as === 'rewards') return <RewardsDialog incentive={row} onClose={onClose} />
  return <Confirm as={as} row={row} onClose={onClose} />
}

function AddCodes({ row: { id, pool, waiting }, onClose }: { row: Incentive; onClose(): void }) {
  const storeId = useStoreId()
  const left = `${pool.free.toLocaleString(shownLocale)} left, ${pool.given.toLocaleString(shownLocale)} given.`
  return (
    <CodesDialog
      title="Add codes"
      pool={
        waiting > 0
          ? `${left} Rewards waiting: ${waiting.toLocaleString(shownLocale)}. They get the new codes first.`
          : left
      }
      queryKey={incentivesKey(storeId)}
      add={(codes) => addIncentiveCodes(storeId, id, codes)}
      onClose={onClose}
    />
  )
}

const asked = {
  activate: [
    'Offer it now?',
    'Offer it',
    'From now on, shoppers see the offer above the stars, in request emails and in forms.',
  ],
  pause: [
    'Pause this incentive?',
    'Pause',
    'New shoppers no longer see the offer. People who have seen it still get what was promised.',
  ],
  end: [
    'End this incentive?',
    'End it',
    'It cannot be offered again. People who have seen it still get what was promised.',
  ],
  delete: [
    'Delete this incentive?',
    'Delete',
    'Unused codes are deleted too. Reviews still show that they were rewarded. This cannot be undone.',
  ],
} as const
const statusAfter = { activate: 'active', pause: 'paused', end: 'ended' } as const

function Confirm({ as, row, onClose }: { as: keyof typeof asked; row: Incentive; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [title, label, text] = asked[as]
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      isDangerous={as === 'end' || as === 'delete'}
      act={() =>
        as === 'delete'
          ? removeIncentive(storeId, row.id)
          : changeIncentive(storeId, row.id, { status: statusAfter[as] })
      }
      onDone={() => {
        toast(as === 'delete' ? 'Deleted' : 'Saved')
        void client.invalidateQueries({ queryKey: incentivesKey(storeId) })
      }}
      onClose={onClose}
    >
      <p dir="auto" className="font-medium wrap-anywhere">
        {row.text}
      </p>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

const statusNames: Record<IncentiveStatus, [string, Tone]> = {
  draft: ['Draft', 'plain'],
  active: ['Offered', 'good'],
  paused: ['Paused', 'warn'],
  ended: ['Ended', 'plain'],
}

const buildColumns = (mayWrite: boolean, onAct: (as: Act, row: Incentive) => void): Column<Incentive>[] => [
  {
    header: 'Offer',
    cell: ({ text, ...row }) => (
      <span className="grid">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {text}
        </span>
        <span className="text-xs text-quiet">{formatPlaces(row)}</span>
      </span>
    ),
  },
  { header: 'Gives', cell: (row) => <Gives row={row} /> },
  {
    header: 'Status',
    cell: ({ status }) => {
      const [name, tone] = statusNames[status]
      return <Badge tone={tone}>{name}</Badge>
    },
  },
  {
    header: 'Change',
    isHeaderHidden: true,
    align: 'right',
    cell: (row) => <RowActs acts={listActs(row, mayWrite)} of={row.text} onAct={(as) => onAct(as, row)} />,
  },
]

function listActs({ kind, code, codes, status }: Incentive, mayWrite: boolean): [Act, string][] {
  if (!mayWrite) return [['rewards', 'Rewards']]
  const hasPool = kind === 'coupon' && code === null && codes === 'own'
  return [
    ...(status === 'ended' ? [] : ([['edit', 'Edit']] as const)),
    ...(status === 'draft' || status === 'paused' ? ([['activate', 'Offer it']] as const) : []),
    ...(status === 'active' ? ([['pause', 'Pause']] as const) : []),
    ...(hasPool ? ([['codes', 'Add codes']] as const) : []),
    ['rewards', 'Rewards'],
    ['duplicate', 'Duplicate'],
    ...(status === 'active' || status === 'paused' ? ([['end', 'End']] as const) : ([['delete', 'Delete']] as const)),
  ] as [Act, string][]
}

function Gives({ row: { kind, code, points, value, pool, lowAt, waiting } }: { row: Incentive }) {
  if (kind === 'points')
    return <span>{points === null ? 'Loyalty points' : `${points.toLocaleString(shownLocale)} points`}</span>
  if (code !== null) return <code className="font-mono text-xs wrap-anywhere">{code}</code>
  if (value !== null)
    return (
      <span className="grid justify-items-start gap-1">
        <ShopCode value={value} />
        <Counts pool={pool} waiting={waiting} />
      </span>
    )
  const isLow = lowAt !== null && pool.free <= lowAt
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={pool.free === 0 ? 'danger' : isLow ? 'warn' : 'plain'}>
        {pool.free === 0 ? 'No code left' : `${pool.free.toLocaleString(shownLocale)} left`}
      </Badge>
      <Counts pool={pool} waiting={waiting} />
    </span>
  )
}

const Counts = ({ pool, waiting }: Pick<Incentive, 'pool' | 'waiting'>) => (
  <span className="text-xs text-quiet">
    {pool.given.toLocaleString(shownLocale)} given
    {waiting > 0 && `, ${waiting.toLocaleString(shownLocale)} waiting`}
  </span>
)

function ShopCode({ value: { type, amount, currency, minimumTotal } }: { value: NonNullable<Incentive['value']> }) {
  return (
    <>
      <span>
        {type === 'free_shipping' ? (
          'Free shipping'
        ) : type === 'percent' ? (
          `${Number(amount).toLocaleString(shownLocale)} % off`
        ) : (
          <>
            <Money amount={amount} currency={currency} /> off
          </>
        )}
      </span>
      {minimumTotal !== null && (
        <span className="text-xs text-quiet">
          from <Money amount={minimumTotal} currency={currency} />
        </span>
      )}
    </>
  )
}

function formatPlaces({
  appliesTo,
  productIds,
  categoryIds,
}: Pick<Incentive, 'appliesTo' | 'productIds' | 'categoryIds'>) {
  if (appliesTo === 'everything') return 'On everything'
  const counted = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${many}`])
  const places = [
    ...counted(productIds.length, 'product', 'products'),
    ...counted(categoryIds.length, 'category', 'categories'),
  ]
  return `On ${places.join(' and ') || 'deleted products and categories'}`
}
