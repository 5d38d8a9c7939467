import type { ReactNode } from 'react'
import { type PagedList, PagedRows } from './PagedRows.tsx'
import { type Column, Table } from './Table.tsx'

type Props<T> = {
  list: PagedList<T>
  caption: string
  columns: Column<T>[]
  keyOf(row: T): string
  empty: ReactNode
  skeletonRows?: number
  head?: ReactNode
}

export function PagedTable<T>({ list, empty, skeletonRows, head, ...table }: Props<T>) {
  return (
    <PagedRows list={list} empty={empty} skeletonRows={skeletonRows}>
      {(rows) => (
        <>
          {head}
          <Table {...table} rows={rows} isBusy={list.isPlaceholderData} />
        </>
      )}
    </PagedRows>
  )
}
