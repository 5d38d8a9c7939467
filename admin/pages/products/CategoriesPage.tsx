import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import {
  type Category,
  type CategoryFilters,
  categoriesKey,
  categoriesQuery,
  excludeCategory,
  removeCategory,
} from '../../api/categories.ts'
import { Badge } from '../../components/Badge.tsx'
import { IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useFilterChange } from '../../shell/filters.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { ProductTabs } from './ProductTabs.tsx'
import { sourceNames } from './search.ts'

export function CategoriesPage() {
  const search = useSearch({ from: '/signed-in/stores/$storeId/products/categories' })
  const change = useFilterChange<CategoryFilters>()
  const onSearch = useCallback((text: string) => change({ q: text || undefined }), [change])
  return (
    <Page title="Products">
      <ProductTabs />
      <Card>
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <SearchBox label="Search categories" value={search.q ?? ''} onSearch={onSearch} />
          <FilterSelect
            label="Source"
            value={search.source ?? ''}
            onChange={(event) => change({ source: parseChoice(sourceNames, event.target.value) })}
          >
            <option value="">Any source</option>
            <Options names={sourceNames} />
          </FilterSelect>
        </div>
        <CategoryList filters={search} />
      </Card>
    </Page>
  )
}

function CategoryList({ filters }: { filters: CategoryFilters }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(categoriesQuery(storeId, filters))
  const [removing, setRemoving] = useState<Category>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: categoriesKey(storeId) })
  const excluding = useMutation({
    mutationFn: ({ id, excluded }: { id: string; excluded: boolean }) => excludeCategory(storeId, id, excluded),
    async onSuccess({ id, name, requestsExcluded }) {
      const undo = () => excluding.mutate({ id, excluded: !requestsExcluded })
      const text = requestsExcluded
        ? `Customers are not asked about ${name}`
        : `Customers are asked about ${name} again`
      toast(text, { action: { label: 'Undo', run: undo } })
      await refresh()
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <>
      <PagedTable
        list={list}
        caption="Categories"
        columns={buildColumns({
          storeId,
          mayChange: isAtLeast('MEMBER') && !excluding.isPending,
          mayRemove: isAtLeast('ADMIN'),
          onExclude: (id, excluded) => excluding.mutate({ id, excluded }),
          onRemove: setRemoving,
        })}
        keyOf={({ id }) => id}
        empty={<NoCategories isFiltered={Object.values(filters).some(Boolean)} />}
      />
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove the category"
          isDangerous
          act={async () => {
            await removeCategory(storeId, removing.id)
            await refresh()
          }}
          onDone={() => toast(`${removing.name} is removed`)}
          onClose={() => setRemoving(undefined)}
        >
          <p>Its products and their reviews stay. Lists that are filtered by it become empty.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type Acts = {
  storeId: string
  mayChange: boolean
  mayRemove: boolean
  onExclude(id: string, excluded: boolean): void
  onRemove(category: Category): void
}

const buildColumns = ({ storeId, mayChange, mayRemove, onExclude, onRemove }: Acts): Column<Category>[] => [
  {
    header: 'Category',
    cell: ({ name, platformCategoryId }) => (
      <div className="grid">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {platformCategoryId !== name && <span className="text-xs break-all text-quiet">{platformCategoryId}</span>}
      </div>
    ),
  },
  { header: 'Source', cell: ({ source }) => <Badge>{sourceNames[source]}</Badge> },
  {
    header: 'Products',
    align: 'right',
    cell: ({ id, productCount }) => (
      <Link
        to="/stores/$storeId/products"
        params={{ storeId }}
        search={{ categoryId: id }}
        className="underline underline-offset-4 tabular-nums"
      >
        {productCount.toLocaleString(shownLocale)} {productCount === 1 ? 'product' : 'products'}
      </Link>
    ),
  },
  {
    header: 'Reviews',
    cell: ({ id, name }) => (
      <Link
        to="/stores/$storeId/reviews"
        params={{ storeId }}
        search={{ categoryId: id, status: 'all' }}
        aria-label={`Reviews of ${name}`}
        className="underline underline-offset-4"
      >
        Reviews
      </Link>
    ),
  },
  {
    header: 'Review requests',
    cell: ({ id, name, requestsExcluded }) => (
      <label className="inline-flex items-center gap-2">
        <input
          type="checkbox"
          aria-label={`Ask about products of ${name}`}
          checked={!requestsExcluded}
          disabled={!mayChange}
          onChange={(event) => onExclude(id, !event.target.checked)}
        />
        {requestsExcluded ? 'Not asked about' : 'Asked about'}
      </label>
    ),
  },
  {
    header: 'Remove',
    isHeaderHidden: true,
    align: 'right',
    cell: (category) =>
      mayRemove &&
      category.source === 'pushed' && (
        <IconButton
          icon="trash"
          label={`Remove ${category.name}`}
          onClick={() => onRemove(category)}
          className="-my-1.5"
        />
      ),
  },
]

function NoCategories({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title="No matching categories">
      Names, handles and platform ids are searched.
    </EmptyState>
  ) : (
    <EmptyState icon="box" title="No categories yet">
      They come with the catalogue of a connected shop, from the <code className="font-mono">categories</code> of pushed
      products, or by <code className="font-mono">PUT /categories</code>.
    </EmptyState>
  )
}
