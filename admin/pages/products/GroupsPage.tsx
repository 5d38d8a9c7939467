import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import {
  deleteGroup,
  type GroupFilters,
  groupProductsQuery,
  groupsQuery,
  type ProductGroup,
} from '../../api/product-groups.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { RowActs } from '../../components/lists/RowActs.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useFilterChange } from '../../shell/filters.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupSettingsCard } from './GroupSettingsCard.tsx'
import { ProductTabs } from './ProductTabs.tsx'
import { groupSourceNames } from './search.ts'

export function GroupsPage() {
  const search = useSearch({ from: '/signed-in/stores/$storeId/products/groups' })
  const change = useFilterChange<GroupFilters>()
  const onSearch = useCallback((text: string) => change({ q: text || undefined }), [change])
  const { isAtLeast } = useRole()
  const [editing, setEditing] = useState<ProductGroup | 'new'>()
  return (
    <Page
      title="Products"
      actions={
        isAtLeast('ADMIN') && (
          <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
            New group
          </Button>
        )
      }
    >
      <ProductTabs />
      <p className="max-w-[44rem] text-quiet">
        Products of a group can show their reviews together, such as one mug in several colors. Each review still says
        which product it is about.
      </p>
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Search groups" value={search.q ?? ''} onSearch={onSearch} />
          <FilterSelect
            label="Source"
            value={search.source ?? ''}
            onChange={(event) => change({ source: parseChoice(groupSourceNames, event.target.value) })}
          >
            <option value="">Any source</option>
            <Options names={groupSourceNames} />
          </FilterSelect>
        </div>
        <GroupList filters={search} onEdit={setEditing} />
      </Card>
      <GroupSettingsCard />
      {editing && <GroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  )
}

function GroupList({ filters, onEdit }: { filters: GroupFilters; onEdit(group: ProductGroup): void }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(groupsQuery(storeId, filters))
  const [deleting, setDeleting] = useState<ProductGroup>()
  return (
    <>
      <PagedTable
        list={list}
        caption="Product groups"
        columns={buildColumns({ storeId, mayChange: isAtLeast('ADMIN'), onEdit, onDelete: setDeleting })}
        keyOf={({ id }) => id}
        empty={<NoGroups isFiltered={Object.values(filters).some(Boolean)} />}
      />
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.name}?`}
          confirmLabel="Delete the group"
          isDangerous
          act={async () => {
            await deleteGroup(storeId, deleting.id)
            queryClient.removeQueries({ queryKey: groupProductsQuery(storeId, deleting.id).queryKey })
            await queryClient.invalidateQueries({ queryKey: [storeId, 'products'] })
          }}
          onDone={() => toast(`${deleting.name} was deleted`)}
          onClose={() => setDeleting(undefined)}
        >
          <p>
            Its products and their reviews stay. Each product joins the group of its group key or GTIN, if there is one.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

type Acts = {
  storeId: string
  mayChange: boolean
  onEdit(group: ProductGroup): void
  onDelete(group: ProductGroup): void
}

const acts = [
  ['edit', 'Edit'],
  ['delete', 'Delete'],
] as const

const buildColumns = ({ storeId, mayChange, onEdit, onDelete }: Acts): Column<ProductGroup>[] => [
  { header: 'Group', cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span> },
  { header: 'Source', cell: ({ source }) => <Badge>{groupSourceNames[source]}</Badge> },
  {
    header: 'Products',
    align: 'right',
    cell: ({ id, name, productIds }) => (
      <Link
        to="/stores/$storeId/products"
        params={{ storeId }}
        search={{ groupId: id }}
        className="underline underline-offset-4 tabular-nums"
      >
        {productIds.length.toLocaleString(shownLocale)} {productIds.length === 1 ? 'product' : 'products'}
        <span className="sr-only">: {name}</span>
      </Link>
    ),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (group) =>
      mayChange &&
      group.source === 'manual' && (
        <RowActs acts={acts} of={group.name} onAct={(act) => (act === 'edit' ? onEdit(group) : onDelete(group))} />
      ),
  },
]

function NoGroups({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title="No matching groups">
      Try another name or source.
    </EmptyState>
  ) : (
    <EmptyState icon="box" title="No groups yet">
      Create a group, or push products with the same <code className="font-mono">groupKey</code>. A connected shop can
      send group keys too.
    </EmptyState>
  )
}
