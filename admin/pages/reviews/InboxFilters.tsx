import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { FilterChips } from './filters/FilterChips.tsx'
import { FilterPopover } from './filters/FilterPopover.tsx'
import { useInbox } from './state/inbox.ts'
import { type InboxSearch, toFilters } from './state/search.ts'

export function InboxFilters() {
  const { storeId, search } = useInbox()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const show = useCallback(
    (next: InboxSearch) =>
      void navigate({ to: '/stores/$storeId/reviews', params: { storeId }, search: next, replace: true }),
    [navigate, storeId],
  )
  const set = useCallback((change: InboxSearch) => show({ ...search, ...change }), [show, search])
  const onSearch = useCallback((q: string) => set({ q: q || undefined }), [set])
  const { q, ...filters } = toFilters(search)
  return (
    <>
      {/* The search field is narrower than elsewhere, so that the button stays beside it on phones. */}
      <div className="relative flex items-center gap-2 *:min-w-0">
        <SearchBox label="Search reviews" value={search.q ?? ''} onSearch={onSearch} />
        <FilterPopover
          button={button}
          count={Object.keys(filters).length}
          set={set}
          clear={() => show({ status: search.status, q: search.q, order: search.order })}
        />
      </div>
      <FilterChips
        onRemove={(change) => {
          set(change)
          // The focus would be lost with the chip.
          button.current?.focus()
        }}
      />
    </>
  )
}
