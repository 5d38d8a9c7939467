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
import { oneOf } from './search-values.ts'
import { usePlanGate } from './store/plan-gate.ts'
import { useRole, useStoreId } from './store/use-store.ts'

/** The button that makes another one: there for those who may. */
export type Make = { label: string; open(): void }

type Props = {
  title: string
  intro: string
  /** What the plan has to have, how a sentence about it begins, and what becomes of what there is without it. */
  plan?: { feature: string; name: string; meanwhile: string; isHidden?: boolean }
  /** Who may make one. */
  writer: Role
  makeLabel: string
  dialog(onClose: () => void): ReactNode
  children(make: Make | undefined): ReactNode
}

/** A page about all there is of one sort, with the way to make another. */
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
  /** What it is called when everything is shown. */
  all: string
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange(value: Value | undefined): void
}

type TableProps<T> = Omit<Parameters<typeof PagedTable<T>>[0], 'empty' | 'keyOf'>

type ListProps<T, Value extends string> = TableProps<T> & {
  filter?: Filter<Value>
  /** What stands there before the first one is made, and when the filter leaves nothing. */
  none: { icon: IconName; title: string; filtered?: string; meaning: string }
  make: Make | undefined
}

/** The rows of such a page in one card, narrowed by one filter. */
export function FilteredList<T extends { id: string }, Value extends string = never>(props: ListProps<T, Value>) {
  const { filter, none, make, ...table } = props
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
      {filter && (
        <div className="flex flex-wrap gap-2 border-b border-line p-3">
          <FilterSelect
            label={filter.label}
            value={filter.value ?? ''}
            onChange={(event) => filter.onChange(oneOf(filter.names, event.target.value))}
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
