// biome-ignore-all lint/a11y/noRedundantRoles: CSS that lays a table out otherwise takes these roles away in some browsers
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'

export type Column<T> = {
  header: string
  cell(row: T): ReactNode
  align?: 'right'
  /** The header is said, not shown: for a column of buttons. */
  isHeaderHidden?: boolean
}

type Props<T> = { caption: string; columns: Column<T>[]; rows: T[]; keyOf(row: T): string }

/**
 * A table that becomes a list of cards on a narrow screen. The roles are written out, because CSS that changes how a
 * table is laid out may also take away what it is to a screen reader.
 */
export function Table<T>({ caption, columns, rows, keyOf }: Props<T>) {
  return (
    <table {...useKeptFocus(rows)} role="table" className="w-full border-collapse text-left text-sm max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b border-line">
          {columns.map(({ header, align, isHeaderHidden }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={`px-4 py-2.5 text-xs font-medium whitespace-nowrap text-quiet first:pl-5 last:pr-5 ${align === 'right' ? 'text-right' : ''}`}
            >
              <span className={isHeaderHidden ? 'sr-only' : ''}>{header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line not-first:border-t hover:bg-hover max-sm:grid max-sm:gap-1.5 max-sm:px-4 max-sm:py-3.5"
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The keyboard goes on from the content when the row that it was in is gone; by itself it would begin anew. */
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

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  const { header, cell, align, isHeaderHidden } = column
  return (
    <td
      role="cell"
      className={`px-4 py-3 align-middle break-words max-sm:wrap-anywhere max-sm:flex max-sm:items-start max-sm:justify-between max-sm:gap-4 max-sm:p-0 sm:first:pl-5 sm:last:pr-5 max-sm:first:block max-sm:first:pb-0.5 max-sm:first:text-base ${align === 'right' ? 'sm:text-right' : ''} ${isHeaderHidden ? 'max-sm:justify-end' : ''}`}
    >
      {!isHeaderHidden && (
        <span aria-hidden="true" className="shrink-0 text-quiet sm:hidden in-[td:first-child]:hidden">
          {header}
        </span>
      )}
      <div className="min-w-0 max-sm:not-in-[td:first-child]:text-right">{cell(row)}</div>
    </td>
  )
}
