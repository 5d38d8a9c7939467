import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FaqStatus, faqsQuery } from '../../api/content/faqs.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { StaleNotice } from '../../components/StaleNotice.tsx'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { FaqRow } from './FaqRow.tsx'
import { useDrag } from './use-drag.ts'
import { useOrder } from './use-order.ts'

const statusNames: Record<FaqStatus, string> = { draft: 'Drafts', published: 'Published' }

export function FaqList({ onWrite }: { onWrite(): void }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [q, setQ] = useState('')
  const [status, setStatus] = useState<FaqStatus>()
  const list = useInfiniteQuery(faqsQuery(storeId, { ...(q && { q }), ...(status && { status }) }))
  const order = useOrder(storeId)
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const isFiltered = q !== '' || status !== undefined
  // A call that reorders FAQs must name every FAQ of the store, so all pages have to be loaded.
  const mayOrder = isAtLeast('MEMBER') && !isFiltered && !list.hasNextPage && !order.isPending
  const ids = rows.map(({ id }) => id)
  const drag = useDrag((from, to) => order.move(ids, from, to))
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox label="Search FAQs" value={q} onSearch={setQ} />
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={(event) => setStatus(parseChoice(statusNames, event.target.value))}
        >
          <option value="">All statuses</option>
          <option value="draft">Drafts</option>
          <option value="published">Published</option>
        </FilterSelect>
      </div>
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <NoFaqs isFiltered={isFiltered} onWrite={onWrite} />
      ) : (
        <>
          {list.isRefetchError && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
          <ol className="grid divide-y divide-line">
            {rows.map((faq, place) => (
              <FaqRow
                key={faq.id}
                faq={faq}
                {...(mayOrder && place > 0 && { onUp: () => order.move(ids, place, place - 1) })}
                {...(mayOrder && place < rows.length - 1 && { onDown: () => order.move(ids, place, place + 1) })}
                {...(mayOrder && rows.length > 1 && { drag: drag.of(place) })}
              />
            ))}
          </ol>
          <LoadMore {...list} />
        </>
      )}
    </Card>
  )
}

function NoFaqs({ isFiltered, onWrite }: { isFiltered: boolean; onWrite(): void }) {
  const { isAtLeast } = useRole()
  if (isFiltered) return <EmptyState icon="search" title="No such FAQ" />
  return (
    <EmptyState
      icon="reply"
      title="No FAQs yet"
      action={isAtLeast('MEMBER') && <Button onClick={onWrite}>Write an FAQ</Button>}
    >
      Answer frequent questions on product pages or on a page of their own.
    </EmptyState>
  )
}
