// biome-ignore-all lint/a11y/noRedundantRoles: in some browsers, CSS that changes a table's display removes these roles
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { PhoneLine } from './PhoneLine.tsx'

/** `onSort` is undefined where the order is fixed. */
export type ColumnSort = { direction: 'asc' | 'desc' | undefined; onSort?(): void }

export type Column<T> = {
  header: string
  /** The first column gets the line of phones, and shows it below the row's name. */
  cell(row: T, phoneLine?: ReactNode): ReactNode
  /**
   * Part of the line of phones, without a label. If any column has one, phones hide all cells except the first. Undefined
   * for a row that the line says nothing about.
   */
  phone?(row: T): ReactNode
  align?: 'right'
  isHeaderHidden?: boolean
  /** Hidden in windows of 640 to 767 px, where the other columns need its room. */
  isWide?: boolean
  /** Class of a width. If any column has one, no column of a wide window adapts to its content. */
  widthClass?: string
  /** Name under which a person hides the column. Without it, the column is always shown. */
  choice?: string
  sorted?: ColumnSort
}

type Props<T> = { caption: string; columns: Column<T>[]; rows: T[]; keyOf(row: T): string; isBusy?: boolean }

/** Narrow screens show cards. Changing `display` removes a table's own roles, so the ARIA roles are explicit. */
export function Table<T>({ caption, columns, rows, keyOf, isBusy }: Props<T>) {
  const hasPhoneLine = columns.some(({ phone }) => phone)
  return (
    <table
      {...useKeptFocus(rows)}
      role="table"
      aria-busy={isBusy || undefined}
      className={`w-full border-collapse text-left text-sm max-sm:block ${columns.some(({ widthClass }) => widthClass) ? 'md:table-fixed' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <Head columns={columns} />
      <tbody role="rowgroup" className="max-sm:block in-aria-busy:opacity-60">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line not-first:border-t hover:bg-hover max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-5 max-sm:py-3"
          >
            {columns.map((column, at) => (
              <Cell
                key={column.header}
                column={column}
                row={row}
                isHiddenOnPhones={hasPhoneLine && at > 0}
                phoneLine={hasPhoneLine && at === 0 && <PhoneLine columns={columns} row={row} />}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head<T>({ columns }: { columns: Column<T>[] }) {
  const isSortable = columns.some(({ sorted }) => sorted?.onSort)
  return (
    <thead role="rowgroup" className={isSortable ? 'max-sm:block' : 'max-sm:sr-only'}>
      <tr role="row" className="border-b border-line max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:px-5">
        {columns.map(({ header, align, isHeaderHidden, isWide, widthClass = '', sorted }) => (
          <th
            key={header}
            role="columnheader"
            scope="col"
            aria-sort={sorted?.direction && sortNames[sorted.direction]}
            className={`px-4 py-2.5 text-xs font-medium whitespace-nowrap text-quiet max-sm:px-0 sm:first:pl-5 sm:last:pr-5 ${align === 'right' ? 'text-right' : ''} ${sorted?.onSort ? '' : 'max-sm:sr-only'} ${isWide ? 'sm:max-md:hidden' : ''} ${widthClass}`}
          >
            {sorted ? (
              <SortedHeader header={header} sorted={sorted} />
            ) : (
              <span className={isHeaderHidden ? 'sr-only' : ''}>{header}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const sortNames = { asc: 'ascending', desc: 'descending' } as const

function SortedHeader({ header, sorted: { direction, onSort } }: { header: string; sorted: ColumnSort }) {
  const inside = (
    <>
      {header}
      <Icon
        name={direction ? 'chevronDown' : 'sort'}
        className={`size-4 ${direction ? 'text-text' : ''} ${direction === 'asc' ? 'rotate-180' : ''}`}
      />
    </>
  )
  const look = `inline-flex items-center gap-0.5 ${direction ? 'font-semibold text-text' : ''}`
  if (!onSort) return <span className={look}>{inside}</span>
  return (
    <button type="button" onClick={onSort} className={`-my-1.5 h-8 rounded-md max-sm:h-11 hover:text-text ${look}`}>
      {inside}
    </button>
  )
}

/**
 * Moves the focus to the content when the focused row is removed. Otherwise browsers would move it to the top of the page.
 */
function useKeptFocus(rows: unknown) {
  const isWithin = useRef(false)
  useEffect(() => {
    if (!rows || !isWithin.current || document.activeElement !== document.body) return
    isWithin.current = false
    document.getElementById('main')?.focus()
  }, [rows])
  return {
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isWithin.current = currentTarget.contains(relatedTarget)
    },
  }
}

type CellProps<T> = { column: Column<T>; row: T; isHiddenOnPhones: boolean; phoneLine: ReactNode }

function Cell<T>({ column, row, isHiddenOnPhones, phoneLine }: CellProps<T>) {
  const { header, cell, align, isHeaderHidden, isWide } = column
  return (
    <td
      role="cell"
      className={`px-4 align-middle sm:h-11 sm:py-1 sm:leading-5 sm:[&_.text-xs]:leading-4 break-words max-sm:wrap-anywhere ${isHiddenOnPhones ? 'max-sm:hidden' : 'max-sm:flex'} ${isWide ? 'sm:max-md:hidden' : ''} max-sm:items-start max-sm:gap-1.5 max-sm:p-0 sm:first:pl-5 sm:last:pr-5 max-sm:first:block max-sm:first:basis-full max-sm:first:text-base max-sm:has-[>div:empty]:hidden max-sm:has-[[data-no-value]]:hidden ${align === 'right' ? 'sm:text-right' : ''} ${isHeaderHidden ? 'max-sm:ml-auto' : ''}`}
    >
      {!isHeaderHidden && (
        <span aria-hidden="true" className="shrink-0 text-quiet sm:hidden in-[td:first-child]:hidden">
          {header}
        </span>
      )}
      <div className="min-w-0">{cell(row, phoneLine)}</div>
    </td>
  )
}
