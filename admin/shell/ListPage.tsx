import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Role } from '../api/account/account.ts'
import { featuresQuery } from '../api/features.ts'
import { Button } from '../components/Button.tsx'
import { EmptyState, Loading } from '../components/EmptyState.tsx'
import { FilterSelect } from '../components/forms/Field.tsx'
import { Options } from '../components/forms/Options.tsx'
import type { IconName } from '../components/Icon.tsx'
import { PagedTable } from '../components/lists/PagedTable.tsx'
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

export function ListPage({ title, intro, plan, writer, makeLabel, dialog, children }: Props) {
  const { isAtLeast } = useRole()
  const gate = usePlanGate(plan?.feature ?? '')
  const { isPending } = useQuery({ ...featuresQuery(useStoreId()), enabled: plan !== undefined })
  const [isMaking, setIsMaking] = useState(false)
  const isOpen = gate?.enabled !== false
  const make = isAtLeast(writer) && isOpen ? { label: makeLabel, open: () => setIsMaking(true) } : undefined
  return (
    <Page
      title={title}
      intro={intro}
      actions={
        make && (
          <Button look="primary" icon="plus" onClick={make.open}>
            {make.label}
          </Button>
        )
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
          {(isOpen || !plan?.isHidden) && children(make)}
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

type TableProps<T> = Omit<Parameters<typeof PagedTable<T>>[0], 'empty' | 'keyOf'>

type ListProps<T, Value extends string> = TableProps<T> & {
  filter?: Filter<Value>
  none: { icon: IconName; title: string; filtered?: string; meaning: string }
  make: Make | undefined
}

/** A list with fewer rows is read at a glance, so it has no filter. */
const fewestFiltered = 8

const countRows = (pages: { data: unknown[] }[] = []) => pages.reduce((count, { data }) => count + data.length, 0)

export function FilteredList<T extends { id: string }, Value extends string = never>(props: ListProps<T, Value>) {
  const { filter, none, make, ...table } = props
  const isFilterShown =
    filter?.value !== undefined || props.list.hasNextPage || countRows(props.list.data?.pages) >= fewestFiltered
  const empty =
    filter?.value !== undefined ? (
      <EmptyState icon="search" title={none.filtered ?? none.title} />
    ) : (
      <EmptyState
        icon={none.icon}
        title={none.title}
        action={make && <Button onClick={make.open}>{make.label}</Button>}
      >
        {none.meaning}
      </EmptyState>
    )
  return (
    <Card>
      {filter && isFilterShown && (
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <FilterSelect
            label={filter.label}
            value={filter.value ?? ''}
            onChange={(event) => filter.onChange(parseChoice(filter.names, event.target.value))}
          >
            <option value="">{filter.all}</option>
            <Options names={filter.names} />
          </FilterSelect>
        </div>
      )}
      <PagedTable {...table} keyOf={({ id }) => id} empty={empty} />
    </Card>
  )
}
