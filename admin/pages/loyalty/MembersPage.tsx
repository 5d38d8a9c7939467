import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { downloadJournal, type Member, type MemberFilters, membersQuery, programQuery } from '../../api/loyalty.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button, buttonClass } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullAddressHint } from '../../components/FullAddressHint.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { saveFile } from '../../components/forms/save-file.ts'
import { Count } from '../../components/lists/Count.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { formatDay } from '../../components/values/dates.ts'
import { Time } from '../../components/values/Time.tsx'
import { ColumnsMenu } from '../../shell/columns/ColumnsMenu.tsx'
import { useShownColumns } from '../../shell/columns/use-shown-columns.ts'
import { useFilterChange, useSearchAddress } from '../../shell/filters.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { LoyaltyPage } from './LoyaltyPage.tsx'
import { pointsText } from './labels.ts'
import type { MemberSearch } from './search.ts'

export function MembersPage() {
  return (
    <LoyaltyPage
      title="Members"
      intro="Customers who ordered since the program started, or whom you added."
      actions={<ExportButton />}
    >
      <Members />
    </LoyaltyPage>
  )
}

function ExportButton() {
  const storeId = useStoreId()
  const exporting = useMutation({
    mutationFn: () => downloadJournal(storeId),
    onSuccess: (file) => saveFile(file, 'loyalty-journal.csv'),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Button icon="download" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export all journals
    </Button>
  )
}

function Members() {
  const storeId = useStoreId()
  const { tier } = useSearch({ from: '/signed-in/stores/$storeId/loyalty/members' })
  const change = useFilterChange<MemberSearch>()
  const { text, setText, email, isHalf } = useSearchAddress()
  const { data: program } = useQuery(programQuery(storeId))
  const tiers = program?.tiers ?? []
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox label="Find by full email address" value={text} onSearch={setText} />
        {(tiers.length > 0 || tier) && (
          <FilterSelect
            label="Tier"
            value={tier ?? ''}
            onChange={(event) => change({ tier: event.target.value || undefined })}
          >
            <option value="">Any tier</option>
            {tier && !tiers.some(({ name }) => name === tier) && <option>{tier}</option>}
            {tiers.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </FilterSelect>
        )}
        <ColumnsMenu list="members" names={columnNames} />
      </div>
      {isHalf ? <FullAddressHint /> : <List filters={email ? { email } : { ...(tier && { tier }) }} />}
    </Card>
  )
}

function List({ filters }: { filters: MemberFilters }) {
  const storeId = useStoreId()
  const list = useInfiniteQuery(membersQuery(storeId, filters))
  const columns = useShownColumns('members', buildColumns(storeId))
  return (
    <PagedTable
      list={list}
      caption="Members"
      columns={columns}
      keyOf={({ id }) => id}
      empty={<NoMembers filters={filters} />}
    />
  )
}

function NoMembers({ filters: { email, tier } }: { filters: MemberFilters }) {
  const storeId = useStoreId()
  if (email) {
    return (
      <EmptyState icon="search" title="No member has this address">
        A customer becomes a member with the first order that counts.
      </EmptyState>
    )
  }
  if (tier) return <EmptyState icon="search" title={`No ${tier} members`} />
  return (
    <EmptyState
      icon="people"
      title="No members yet"
      action={
        <Link to="/stores/$storeId/loyalty" params={{ storeId }} className={buttonClass()}>
          Open the program
        </Link>
      }
    >
      Once the program is on, every customer who orders becomes a member.
    </EmptyState>
  )
}

const columnNames = {
  tier: 'Tier',
  balance: 'Balance',
  pending: 'Pending',
  expiry: 'Next to expire',
  since: 'Member since',
} as const

const buildColumns = (storeId: string): Column<Member>[] => [
  {
    header: 'Member',
    cell: ({ id, email, emailLast4 }) => (
      <Link
        to="/stores/$storeId/loyalty/members/$memberId"
        params={{ storeId, memberId: id }}
        className="font-semibold break-all underline-offset-4 hover:underline"
      >
        {email ?? emailLast4}
      </Link>
    ),
  },
  { header: columnNames.tier, choice: 'tier', cell: ({ tier }) => tier && <Badge tone="accent">{tier}</Badge> },
  {
    header: columnNames.balance,
    choice: 'balance',
    align: 'right',
    cell: ({ balance }) => (
      <span className={balance < 0 ? 'font-medium text-danger' : ''}>
        <Count of={balance} />
      </span>
    ),
  },
  { header: columnNames.pending, choice: 'pending', align: 'right', cell: ({ pending }) => <Count of={pending} /> },
  {
    header: columnNames.expiry,
    choice: 'expiry',
    align: 'right',
    cell: ({ nextExpiry }) =>
      nextExpiry && (
        <span className="grid max-sm:justify-items-end">
          <span className="tabular-nums">{pointsText(nextExpiry.points)}</span>
          <span className="text-xs whitespace-nowrap text-quiet">{formatDay(nextExpiry.at)}</span>
        </span>
      ),
  },
  { header: columnNames.since, choice: 'since', align: 'right', cell: ({ createdAt }) => <Time at={createdAt} /> },
]
