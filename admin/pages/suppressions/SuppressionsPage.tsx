import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type SuppressionFilters, type SuppressionReason, suppressionsQuery } from '../../api/mail/suppressions.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FullAddressHint } from '../../components/FullAddressHint.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { SearchBox } from '../../components/forms/SearchBox.tsx'
import { PagedTable } from '../../components/lists/PagedTable.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card, Page } from '../../components/Page.tsx'
import { useFilterChange, useSearchAddress } from '../../shell/filters.ts'
import { parseChoice } from '../../shell/search-values.ts'
import { useSorted } from '../../shell/sorting.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { MailTabs } from '../messages/MailTabs.tsx'
import { AddDialog } from './AddDialog.tsx'
import { buildColumns } from './columns.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { reasonNames, scopeNames } from './labels.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { type SuppressionSearch, sorting } from './search.ts'

export function SuppressionsPage() {
  const { isAtLeast } = useRole()
  const [dialog, setDialog] = useState<'add' | 'import'>()
  const close = () => setDialog(undefined)
  return (
    <Page
      title="Suppressions"
      intro="Addresses that get no email from this store, with the reason."
      actions={
        isAtLeast('MEMBER') && (
          <>
            <Button icon="upload" onClick={() => setDialog('import')}>
              Import a list
            </Button>
            <Button look="primary" icon="plus" onClick={() => setDialog('add')}>
              Add an address
            </Button>
          </>
        )
      }
    >
      <MailTabs isInPage />
      <Suppressions onAdd={() => setDialog('add')} />
      {dialog === 'add' && <AddDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
    </Page>
  )
}

function Suppressions({ onAdd }: { onAdd(): void }) {
  const { scope, reason } = useSearch({ from: '/signed-in/stores/$storeId/email/suppressions' })
  const change = useFilterChange<SuppressionSearch>()
  const { text, setText, email, isHalf } = useSearchAddress()
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox label="Find by full email address" value={text} onSearch={setText} />
        <FilterSelect
          label="Blocked email"
          value={scope ?? ''}
          onChange={(event) => change({ scope: parseChoice(scopeNames, event.target.value) })}
        >
          <option value="">Any email</option>
          <Options names={scopeNames} />
        </FilterSelect>
        <FilterSelect
          label="Reason"
          value={reason ?? ''}
          onChange={(event) => change({ reason: parseChoice(reasonNames, event.target.value) })}
        >
          <option value="">Any reason</option>
          <Options names={reasonNames} />
        </FilterSelect>
      </div>
      {isHalf ? (
        <FullAddressHint />
      ) : (
        <List filters={{ ...(email && { email }), ...(scope && { scope }), ...(reason && { reason }) }} onAdd={onAdd} />
      )}
    </Card>
  )
}

function List({ filters, onAdd }: { filters: SuppressionFilters; onAdd(): void }) {
  const search = useSearch({ from: '/signed-in/stores/$storeId/email/suppressions' })
  const sorted = useSorted(sorting, search)
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const list = useInfiniteQuery(suppressionsQuery(storeId, { ...filters, direction: search.direction }))
  const [removing, setRemoving] = useState<string>()
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.pagination.total ?? rows.length
  const row = rows.find(({ id }) => id === removing)
  const mayRemove = (reason: SuppressionReason) => isAtLeast(reason === 'complaint' ? 'ADMIN' : 'MEMBER')
  return (
    <>
      <PagedTable
        list={list}
        caption="Suppressions"
        columns={buildColumns({ sorted: sorted('createdAt'), mayRemove, onRemove: ({ id }) => setRemoving(id) })}
        keyOf={({ id }) => id}
        empty={<NoSuppressions filters={filters} onAdd={onAdd} />}
        head={
          <p className="border-b border-line px-5 py-2.5 text-xs text-quiet">
            {total === 1 ? 'One suppression' : `${total.toLocaleString(shownLocale)} suppressions`}, checked when an
            email is sent. An address can have one suppression for each reason and kind of email.
          </p>
        }
      />
      {row && <RemoveDialog row={row} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function NoSuppressions({ filters, onAdd }: { filters: SuppressionFilters; onAdd(): void }) {
  const { isAtLeast } = useRole()
  if (filters.email) {
    return (
      <EmptyState icon="check" title="No suppression for this address">
        {filters.email} has neither unsubscribed nor bounced here.
      </EmptyState>
    )
  }
  if (Object.keys(filters).length > 0) return <EmptyState icon="search" title="No suppressions of that kind" />
  return (
    <EmptyState
      icon="ban"
      title="No suppressions yet"
      action={isAtLeast('MEMBER') && <Button onClick={onAdd}>Add an address</Button>}
    >
      Addresses that unsubscribe, report spam or do not work appear here automatically. Import the suppression list of
      your previous system before your first request is sent.
    </EmptyState>
  )
}
