import { lazy, type ReactNode, Suspense } from 'react'
import { Icon } from '../Icon.tsx'
import { type Column, Table } from '../lists/Table.tsx'
import { type Drawing, formatValue, type Place, type Values } from './drawing.ts'
import { useWidth } from './use-width.ts'

const Columns = lazy(() => import('./Columns.tsx'))
const Bars = lazy(() => import('./Bars.tsx'))

type Props = Omit<Drawing, 'width' | 'height'> & {
  label: string
  look?: 'columns' | 'line' | 'bars'
  placesName?: string
  /**
   * Replaces the table of numbers below the chart, for pages whose own table has more columns. Null if the page shows the
   * numbers elsewhere.
   */
  numbers?: ReactNode
  isLow?: boolean
}

export function Chart({ label, look = 'columns', placesName = 'From', numbers, isLow = false, ...drawing }: Props) {
  const [element, width] = useWidth<HTMLDivElement>()
  const height = look === 'bars' ? drawing.places.length * barStep : columnsHeight[isLow ? 'low' : 'usual']
  const empty = <div aria-busy="true" style={{ height }} />
  const Drawn = look === 'bars' ? Bars : Columns
  return (
    <>
      <figure className="grid min-w-0 gap-3 p-5" aria-label={label}>
        {drawing.before && <Legend look={look} {...drawing} before={drawing.before} />}
        <div ref={element} style={{ height }} className="min-w-0 overflow-hidden">
          {width > 0 && (
            <Suspense fallback={empty}>
              <Drawn {...drawing} width={width} height={height} isLine={look === 'line'} />
            </Suspense>
          )}
        </div>
      </figure>
      {numbers !== null && (
        <details className="group border-t border-line">
          <summary className="flex cursor-pointer items-center gap-1.5 px-5 py-2.5 text-sm text-quiet -outline-offset-2 hover:bg-hover hover:text-text">
            <Icon name="chevronRight" className="size-4 group-open:rotate-90" />
            Show as table
          </summary>
          {numbers ?? <Numbers label={label} placesName={placesName} {...drawing} />}
        </details>
      )}
    </>
  )
}

/** Equal to the drawings' heights, so the layout does not jump when they load. */
const columnsHeight = { usual: 232, low: 180 }
const barStep = 50

function Numbers({ label, placesName, places, main, before }: Omit<Drawing, 'width' | 'height'> & NumbersProps) {
  const column = (values: Values): Column<Place> => ({
    header: values.name,
    align: 'right',
    cell: (place) => <span className="tabular-nums">{formatValue(values, places.indexOf(place))}</span>,
  })
  const columns: Column<Place>[] = [
    { header: placesName, cell: ({ longName }) => <span className="font-medium">{longName}</span> },
    column(main),
    ...(before ? [column(before)] : []),
  ]
  return <Table caption={label} columns={columns} rows={[...places]} keyOf={({ key }) => key} />
}

type NumbersProps = { label: string; placesName: string }

/** Each looks like the drawing of the previous period. */
const beforeLooks = {
  columns: 'size-3 rounded-sm border border-quiet/70 bg-line-strong/12',
  line: 'w-5 border-t-2 border-dashed border-line-strong',
  bars: 'w-5 border-t-2 border-line-strong',
} as const

type LegendProps = Pick<Drawing, 'places' | 'main'> & { look: 'columns' | 'line' | 'bars'; before: Values }

function Legend({ look, places, main, before }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-quiet" aria-hidden="true">
      <li className="flex items-center gap-2">
        <span className={look === 'line' ? 'w-5 border-t-2 border-accent' : 'size-3 rounded-sm bg-accent'} />
        {main.name}
      </li>
      <li className="flex items-center gap-2">
        <span className={beforeLooks[look]} />
        {before.name}
      </li>
      {look === 'columns' && places.some(({ isOpen }, at) => isOpen && Number(main.values[at]) > 0) && (
        <li className="flex items-center gap-2">
          <span className="size-3 rounded-sm border border-accent bg-[repeating-linear-gradient(135deg,var(--accent)_0_1.5px,transparent_1.5px_4px)]" />
          Not over yet
        </li>
      )}
    </ul>
  )
}
