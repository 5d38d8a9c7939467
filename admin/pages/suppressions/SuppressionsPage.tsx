import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type SuppressionFilters,
  type SuppressionReason,
  type SuppressionScope,
  suppressionsQuery,
} from '../../api/suppressions.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/Field.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Options } from '../../components/Options.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { SearchBox } from '../../components/SearchBox.tsx'
import { Table } from '../../components/Table.tsx'
import { useRole, useStoreId } from '../../shell/use-store.ts'
import { AddDialog } from './AddDialog.tsx'
import { columnsOf } from './columns.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { reasonNames, scopeNames } from './words.ts'

export function SuppressionsPage() {
  const { isAtLeast } = useRole()
  const [dialog, setDialog] = useState<'add' | 'import'>()
  const close = () => setDialog(undefined)
  return (
    <Page
      title="Suppressions"
      intro="Who gets no mail from this store, and why."
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
      <Suppressions onAdd={() => setDialog('add')} />
      {dialog === 'add' && <AddDialog onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} />}
    </Page>
  )
}

type Choice = { text: string; scope: SuppressionScope | ''; reason: SuppressionReason | '' }

function Suppressions({ onAdd }: { onAdd(): void }) {
  const [choice, setChoice] = useState<Choice>({ text: '', scope: '', reason: '' })
  const { text, scope, reason } = choice
  const change = (part: Partial<Choice>) => setChoice((before) => ({ ...before, ...part }))
  // Addresses are kept so that they can only be found whole.
  const isHalf = text !== '' && !/^[^\s@]+@[^\s@]+$/.test(text)
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <SearchBox label="Find a whole address" value={text} onSearch={(next) => change({ text: next })} />
        <FilterSelect
          label="Mail held back"
          value={scope}
          onChange={(event) => change({ scope: event.target.value as Choice['scope'] })}
        >
          <option value="">Any mail</option>
          <Options names={scopeNames} />
        </FilterSelect>
        <FilterSelect
          label="Reason"
          value={reason}
          onChange={(event) => change({ reason: event.target.value as Choice['reason'] })}
        >
          <option value="">Any reason</option>
          <Options names={reasonNames} />
        </FilterSelect>
      </div>
      {isHalf ? (
        <EmptyState icon="search" title="Type the whole address">
          Addresses are kept so that they can only be found whole, such as jane.doe@example.com.
        </EmptyState>
      ) : (
        <List
          filters={{ ...(text && { email: text }), ...(scope && { scope }), ...(reason && { reason }) }}
          onAdd={onAdd}
        />
      )}
    </Card>
  )
}

function List({ filters, onAdd }: { filters: SuppressionFilters; onAdd(): void }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const list = useInfiniteQuery(suppressionsQuery(storeId, filters))
  const [removing, setRemoving] = useState<string>()
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  const total = list.data.pages[0]?.pagination.total ?? rows.length
  const row = rows.find(({ id }) => id === removing)
  if (rows.length === 0) return <NoSuppressions filters={filters} onAdd={onAdd} />
  const mayRemove = (reason: SuppressionReason) => isAtLeast(reason === 'complaint' ? 'ADMIN' : 'MEMBER')
  return (
    <>
      <p className="border-b border-line px-5 py-2.5 text-xs text-quiet">
        {total === 1 ? 'One suppression' : `${total.toLocaleString()} suppressions`}, looked at in the moment of
        sending. An address has one for each reason and kind of mail.
      </p>
      <Table
        caption="Suppressions"
        columns={columnsOf({ mayRemove, onRemove: ({ id }) => setRemoving(id) })}
        rows={rows}
        keyOf={({ id }) => id}
      />
      <LoadMore {...list} />
      {row && <RemoveDialog row={row} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function NoSuppressions({ filters, onAdd }: { filters: SuppressionFilters; onAdd(): void }) {
  const { isAtLeast } = useRole()
  if (filters.email) {
    return (
      <EmptyState icon="check" title="Nothing holds mail to this address back">
        Neither an unsubscription nor a bounce is known here of {filters.email}.
      </EmptyState>
    )
  }
  if (Object.keys(filters).length > 0) return <EmptyState icon="search" title="No suppression of that kind" />
  return (
    <EmptyState
      icon="ban"
      title="Everybody may be written to"
      action={isAtLeast('MEMBER') && <Button onClick={onAdd}>Add an address</Button>}
    >
      Whoever unsubscribes, reports a mail as spam or has no working address appears here by itself. Bring the list of
      your last system over before your first request goes out.
    </EmptyState>
  )
}
