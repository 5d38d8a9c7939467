import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeFaq,
  duplicateFaq,
  type Faq,
  type FaqStatus,
  faqsKey,
  faqsQuery,
  orderFaqs,
  removeFaq,
} from '../../api/content/faqs.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { nameCopy, useDuplicate } from '../../components/DuplicateButton.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Card } from '../../components/Page.tsx'
import { StaleNotice } from '../../components/StaleNotice.tsx'
import { toast } from '../../components/toasts.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { FaqDialog } from './FaqDialog.tsx'

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
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox label="Search FAQs" value={q} onSearch={setQ} />
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={(event) => setStatus(parseChoice(statusNames, event.target.value))}
        >
          <option value="">All</option>
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
              <Row
                key={faq.id}
                faq={faq}
                {...(mayOrder && place > 0 && { onUp: () => order.move(ids, place, -1) })}
                {...(mayOrder && place < rows.length - 1 && { onDown: () => order.move(ids, place, 1) })}
              />
            ))}
          </ol>
          <LoadMore {...list} />
        </>
      )}
    </Card>
  )
}

function useOrder(storeId: string) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ ids }: { ids: string[]; before?: string[] }) => orderFaqs(storeId, ids),
    onSuccess: (_, { before }) => {
      if (before) toast('The order has changed.', { action: { label: 'Undo', run: () => mutate({ ids: before }) } })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: faqsKey(storeId) }),
  })
  const move = (before: string[], place: number, by: 1 | -1) => {
    const ids = [...before]
    const [moved] = ids.splice(place, 1)
    if (moved === undefined) return
    ids.splice(place + by, 0, moved)
    mutate({ ids, before })
  }
  return { move, isPending }
}

function Row({ faq, onUp, onDown }: { faq: Faq; onUp?(): void; onDown?(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const { isAtLeast } = useRole()
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const close = () => setDialog(undefined)
  const isPublished = faq.status === 'published'
  const duplicate = useDuplicate(faqsKey(storeId))
  const refresh = () => client.invalidateQueries({ queryKey: faqsKey(storeId) })
  const publishing = useMutation({
    mutationFn: () => changeFaq(storeId, faq.id, { status: isPublished ? 'draft' : 'published' }),
    onSuccess: () => toast(isPublished ? 'Shoppers no longer see it.' : 'Shoppers see it now.'),
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: refresh,
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-semibold break-words">
            {faq.question}
          </span>
          {isPublished ? <Badge tone="good">Published</Badge> : <Badge>Draft</Badge>}
        </p>
        <p dir="auto" className="line-clamp-1 text-sm text-quiet">
          {stripMarkup(faq.answer)}
        </p>
        <p className="text-xs text-quiet">{formatPlaces(faq)}</p>
      </div>
      {isAtLeast('MEMBER') && (
        <div className="flex flex-wrap items-center gap-1.5">
          <IconButton icon="up" label={`Move up: ${faq.question}`} className="size-8" disabled={!onUp} onClick={onUp} />
          <IconButton
            icon="down"
            label={`Move down: ${faq.question}`}
            className="size-8"
            disabled={!onDown}
            onClick={onDown}
          />
          <Button size="small" onClick={() => setDialog('edit')}>
            Edit
          </Button>
          {!isPublished && (
            <Button size="small" isBusy={publishing.isPending} onClick={() => publishing.mutate()}>
              Publish
            </Button>
          )}
          <Menu
            label={`More: ${faq.question}`}
            align="end"
            trigger={<IconButton icon="more" label={`More: ${faq.question}`} className="size-8" />}
          >
            <MenuItem onSelect={() => duplicate.mutate(() => duplicateFaq(storeId, faq, nameCopy(faq.question, 300)))}>
              Duplicate
            </MenuItem>
            {isPublished && <MenuItem onSelect={() => publishing.mutate()}>Unpublish</MenuItem>}
            <MenuItem isDangerous onSelect={() => setDialog('remove')}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      )}
      {dialog === 'edit' && <FaqDialog faq={faq} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title="Delete this FAQ?"
          confirmLabel="Delete"
          isDangerous
          act={() => removeFaq(storeId, faq.id)}
          onDone={() => void refresh()}
          onClose={close}
        >
          <p dir="auto">{faq.question}</p>
          <p>The questions of shoppers stay. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function formatPlaces({ group, appliesTo, productIds, categoryIds }: Faq): string {
  const counted = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${many}`])
  const places = [
    ...counted(productIds.length, 'product', 'products'),
    ...counted(categoryIds.length, 'category', 'categories'),
  ]
  const where =
    appliesTo === 'everything' ? 'All products' : `About ${places.join(' and ') || 'deleted products and categories'}`
  return group === null ? where : `${group} · ${where}`
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

const stripMarkup = (answer: string): string => answer.replace(/\[([^\]]*)\]\([^)]*\)|[*`#]+/g, '$1')
