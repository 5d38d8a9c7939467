import { Fragment, type ReactNode } from 'react'

/** On phones, one line below a row's name replaces the labelled cells of its other columns. */
export function PhoneLine<T>({ columns, row }: { columns: { header: string; phone?(row: T): ReactNode }[]; row: T }) {
  const parts = columns.flatMap(({ header, phone }) => {
    const part: ReactNode = phone?.(row)
    return part ? [{ header, part }] : []
  })
  return (
    <span className="flex flex-wrap items-center text-xs text-quiet sm:hidden">
      {parts.map(({ header, part }, at) => (
        <Fragment key={header}>
          {at > 0 && <span className="px-1.5">·</span>}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
