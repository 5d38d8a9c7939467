import type { LiabilityMonth } from '../../api/loyalty.ts'
import { monthName } from './days.ts'
import { roundUp, type Series, seriesNames } from './liability.ts'

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 })

/** Bars by month, the oldest first. The table below says the same in numbers, so the picture is one picture to a screen reader. */
export function LiabilityChart({ months, series }: { months: readonly LiabilityMonth[]; series: Series }) {
  const values = months.map((month) => month[series])
  const top = roundUp(Math.max(0, ...values))
  const bottom = -roundUp(-Math.min(0, ...values))
  const span = top - bottom || 1
  const shareOf = (value: number) => `${(Math.abs(value) / span) * 100}%`
  const marks = [...new Set([top, bottom < 0 ? 0 : top / 2, bottom])]
  // Names of months that would run into each other are left out.
  const every = Math.ceil(months.length / 4)
  return (
    <figure
      className="grid gap-2 p-5"
      aria-label={`${seriesNames[series]} by month: the numbers are in the table below`}
    >
      <div className="grid h-52 grid-cols-[auto_minmax(0,1fr)] gap-3" aria-hidden="true">
        <div className="relative w-12 text-right text-xs text-quiet tabular-nums">
          {marks.map((mark) => (
            <span key={mark} className="absolute right-0 -translate-y-1/2" style={{ top: shareOf(top - mark) }}>
              {compact.format(mark)}
            </span>
          ))}
        </div>
        <div className="relative">
          {marks.map((mark) => (
            <div
              key={mark}
              className={`absolute inset-x-0 border-t ${mark === 0 ? 'border-line-strong' : 'border-line'}`}
              style={{ top: shareOf(top - mark) }}
            />
          ))}
          <div className="absolute inset-0 flex">
            {months.map((month) => (
              <Bar key={month.month} month={month} series={series} top={top} shareOf={shareOf} />
            ))}
          </div>
        </div>
      </div>
      <div className="ml-15 flex text-xs text-quiet" aria-hidden="true">
        {months.map(({ month }, at) => (
          <span key={month} className="relative h-4 flex-1">
            {(months.length - 1 - at) % every === 0 && (
              <span
                className={`absolute whitespace-nowrap ${months.length <= 4 ? 'left-1/2 -translate-x-1/2' : 'right-0'}`}
              >
                {monthName(month)}
              </span>
            )}
          </span>
        ))}
      </div>
    </figure>
  )
}

type BarProps = { month: LiabilityMonth; series: Series; top: number; shareOf(value: number): string }

function Bar({ month, series, top, shareOf }: BarProps) {
  const value = month[series]
  const isBelow = value < 0
  return (
    <div className="relative flex-1" title={`${monthName(month.month, 'long')}: ${value.toLocaleString()}`}>
      <div
        className={`absolute inset-x-0 mx-auto w-3/5 max-w-10 min-w-0.5 ${isBelow ? 'rounded-b-sm bg-danger' : 'rounded-t-sm bg-accent'}`}
        style={{ top: shareOf(isBelow ? top : top - value), height: shareOf(value) }}
      />
    </div>
  )
}
