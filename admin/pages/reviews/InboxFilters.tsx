import { useNavigate } from '@tanstack/react-router'
import { useCallback, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { FilterFields } from './filters/FilterFields.tsx'
import { useInbox } from './state/inbox.ts'
import { type InboxSearch, toFilters } from './state/search.ts'

export function InboxFilters() {
  const { storeId, search } = useInbox()
  const navigate = useNavigate()
  const fieldsId = useId()
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
  const { q, ...filters } = toFilters(search)
  const count = Object.keys(filters).length
  // Without a filter the fields start closed, because they would cover the first reviews. Phones have no room for them.
  const [isOpen, setIsOpen] = useState(() => count > 0 && matchMedia('(min-width: 64rem)').matches)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox label="Search reviews" value={search.q ?? ''} onSearch={onSearch} />
        <Button
          size="small"
          icon="sliders"
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          className="h-9"
          onClick={() => setIsOpen(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      </div>
      <div id={fieldsId} hidden={!isOpen}>
        {isOpen && <FilterFields set={(change) => void set(change)} />}
      </div>
    </div>
  )
}
