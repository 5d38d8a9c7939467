import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { categoryQuery, someCategoriesQuery } from '../../api/categories.ts'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { ProductFilter } from './ProductFilter.tsx'
import { useInbox } from './state/inbox.ts'
import type { InboxSearch } from './state/search.ts'

export function InboxFilters() {
  const { storeId, search } = useInbox()
  const navigate = useNavigate()
  const set = useCallback(
    (change: InboxSearch) =>
      navigate({
        to: '/stores/$storeId/reviews',
        params: { storeId },
        search: { ...search, ...change },
        replace: true,
      }),
    [navigate, storeId, search],
  )
  const onSearch = useCallback((q: string) => void set({ q: q || undefined }), [set])
  return (
    <div className="grid gap-2">
      <SearchBox label="Search reviews" value={search.q ?? ''} onSearch={onSearch} />
      <div className="flex flex-wrap gap-2 *:grow">
        <FilterSelect
          label="Rating"
          value={search.rating ?? ''}
          onChange={(event) => set({ rating: Number(event.target.value) || undefined })}
        >
          <option value="">Any rating</option>
          {[5, 4, 3, 2, 1].map((rating) => (
            <option key={rating} value={rating}>
              {rating} {rating === 1 ? 'star' : 'stars'}
            </option>
          ))}
        </FilterSelect>
        <ProductFilter storeId={storeId} chosen={search.productId} onChoose={(productId) => set({ productId })} />
        <CategorySelect storeId={storeId} chosen={search.categoryId} onChoose={(categoryId) => set({ categoryId })} />
        <FilterSelect
          label="Origin"
          value={String(search.imported ?? '')}
          onChange={(event) => set({ imported: { true: true, false: false }[event.target.value] })}
        >
          <option value="">Any origin</option>
          <option value="false">Collected here</option>
          <option value="true">Imported</option>
        </FilterSelect>
        <FilterSelect
          label="Reply"
          value={String(search.answered ?? '')}
          // A merchant decides on pending reviews before answering them, so "unanswered" defaults to approved reviews.
          onChange={(event) =>
            set(
              event.target.value === 'false'
                ? { answered: false, status: search.status ?? 'approved' }
                : { answered: event.target.value === 'true' || undefined },
            )
          }
        >
          <option value="">With or without reply</option>
          <option value="false">Unanswered</option>
          <option value="true">Answered</option>
        </FilterSelect>
        <span className="inline-flex gap-3">
          <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
            <input
              type="checkbox"
              checked={search.photos ?? false}
              onChange={(event) => set({ photos: event.target.checked || undefined })}
            />
            With photos
          </label>
          <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
            <input
              type="checkbox"
              checked={search.reported ?? false}
              // Only published reviews can be reported, but the inbox starts with pending ones.
              onChange={(event) =>
                set(event.target.checked ? { reported: true, status: 'all' } : { reported: undefined })
              }
            />
            Reported
          </label>
        </span>
      </div>
    </div>
  )
}

type CategoryChoice = { storeId: string; chosen: string | undefined; onChoose(id: string | undefined): void }

function CategorySelect({ storeId, chosen, onChoose }: CategoryChoice) {
  const { data } = useQuery(someCategoriesQuery(storeId))
  const offered = data?.data ?? []
  const isOffered = !chosen || offered.some(({ id }) => id === chosen)
  const other = useQuery({ ...categoryQuery(storeId, chosen ?? ''), enabled: data !== undefined && !isOffered })
  if (offered.length === 0 && !chosen) return null
  return (
    <FilterSelect label="Category" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value || undefined)}>
      <option value="">Any category</option>
      {chosen && !isOffered && <option value={chosen}>{other.data?.name ?? 'One category'}</option>}
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FilterSelect>
  )
}
