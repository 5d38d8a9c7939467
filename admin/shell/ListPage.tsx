import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Role } from '../api/account/account.ts'
import { featuresQuery } from '../api/features.ts'
import { Button } from '../components/Button.tsx'
import { EmptyState, Loading } from '../components/EmptyState.tsx'
import { FilterSelect } from '../components/forms/Field.tsx'
import { Options } from '../components/forms/Options.tsx'
import type { IconName } from '../components/Icon.tsx'
import { type PagedList, PagedRows } from '../components/lists/PagedRows.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
import type { Column } from '../components/lists/Table.tsx'
import { Card, Page } from '../components/Page.tsx'
import { PlanNotice } from './PlanNotice.tsx'
import { parseChoice } from './search-values.ts'
import { usePlanGate } from './store/plan-gate.ts'
import { useRole, useStoreId } from './store/use-store.ts'

export type Make = { label: string; open(): void }

type Props = {
  title: string
  intro: string
  /**
   * `feature` must be in the plan, and the notice shows `name`. `meanwhile` tells the reader about rows that were created
   * before the plan lost the feature.
   */
  plan?: { feature: string; name: string; meanwhile: string; isHidden?: boolean }
  writer: Role
  makeLabel: string
  dialog(onClose: () => void): ReactNode
  children(make: Make | undefined): ReactNode
}

/** The element in the page's header that shows the filter of the list. */
const FilterPlace = createContext<HTMLElement | null>(null)

export function ListPage({ title, intro, plan, writer, makeLabel, dialog, children }: Props) {
  const { isAtLeast } = useRole()
  const gate = usePlanGate(plan?.feature ?? '')
  const { isPending } = useQuery({ ...featuresQuery(useStoreId()), enabled: plan !== undefined })
  const [isMaking, setIsMaking] = useState(false)
  const [filterPlace, setFilterPlace] = useState<HTMLElement | null>(null)
  const isOpen = gate?.enabled !== false
  const make = isAtLeast(writer) && isOpen ? { label: makeLabel, open: () => setIsMaking(true) } : undefined
  return (
    <Page
      title={title}
      intro={intro}
      actions={
        <>
          <span ref={setFilterPlace} className="contents" />
          {make && (
            <Button look="primary" icon="plus" onClick={make.open}>
              {make.label}
            </Button>
          )}
        </>
      }
    >
      {plan && isPending ? (
        <Loading />
      ) : (
        <>
          {plan && !isOpen && (
            <Card>
              <PlanNotice feature={plan.feature} name={plan.name}>
                {plan.meanwhile}
              </PlanNotice>
            </Card>
          )}
          {(isOpen || !plan?.isHidden) && <FilterPlace value={filterPlace}>{children(make)}</FilterPlace>}
        </>
      )}
      {isMaking && dialog(() => setIsMaking(false))}
    </Page>
  )
}

type Filter<Value extends string> = {
  label: string
  all: string
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange(value: Value | undefined): void
}

type ListProps<T, Value extends string> = {
  list: PagedList<T>
  filter?: Filter<Value>
  none: { icon: IconName; title: string; filtered?: string; meaning: string }
  make: Make | undefined
}

type TableProps<T, Value extends string> = ListProps<T, Value> & { caption: string; columns: Column<T>[] }

export function FilteredList<T extends { id: string }, Value extends string = never>(props: TableProps<T, Value>) {
  const { list, caption, columns } = props
  return (
    <Card>
      <HeaderFilter {...props} />
      <PagedTable
        list={list}
        caption={caption}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Nothing {...props} />}
      />
    </Card>
  )
}

type CardsProps<T, Value extends string> = ListProps<T, Value> & { children(rows: T[]): ReactNode }

export function FilteredCards<T, Value extends string = never>({ children, ...props }: CardsProps<T, Value>) {
  const { list } = props
  const rows = (
    <PagedRows list={list} empty={<Nothing {...props} />}>
      {children}
    </PagedRows>
  )
  return (
    <>
      <HeaderFilter {...props} />
      {countRows(list.data?.pages) === 0 ? <Card>{rows}</Card> : rows}
    </>
  )
}

/** A list with fewer rows is read at a glance, so it has no filter. */
const fewestFiltered = 8

const countRows = (pages: { data: unknown[] }[] = []) => pages.reduce((count, { data }) => count + data.length, 0)

/** The filter is in the page's header, so the rows do not move when it appears. */
function HeaderFilter<T, Value extends string>({ list, filter }: ListProps<T, Value>) {
  const place = use(FilterPlace)
  if (!filter || !place) return null
  const isShown = filter.value !== undefined || list.hasNextPage || countRows(list.data?.pages) >= fewestFiltered
  if (!isShown) return null
  return createPortal(
    <FilterSelect
      label={filter.label}
      className="h-10 shrink"
      value={filter.value ?? ''}
      onChange={(event) => filter.onChange(parseChoice(filter.names, event.target.value))}
    >
      <option value="">{filter.all}</option>
      <Options names={filter.names} />
    </FilterSelect>,
    place,
  )
}

function Nothing<T, Value extends string>({ filter, none, make }: ListProps<T, Value>) {
  if (filter?.value !== undefined) return <EmptyState icon="search" title={none.filtered ?? none.title} />
  return (
    <EmptyState icon={none.icon} title={none.title} action={make && <Button onClick={make.open}>{make.label}</Button>}>
      {none.meaning}
    </EmptyState>
  )
}
