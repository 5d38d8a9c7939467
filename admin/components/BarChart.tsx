import { roundUp } from './round-up.ts'

export type Bar = { key: string; name: string; longName: string; value: number }

const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 })

/** Bars in the order given. A table has to say the same in numbers: to a screen reader the picture is one picture, named by `label`. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const values = bars.map(({ value }) => value)
  const top = roundUp(Math.max(0, ...values))
  const bottom = -roundUp(-Math.min(0, ...values))
  const span = top - bottom || 1
  const shareOf = (value: number) => `${(Math.abs(value) / span) * 100}%`
  const marks = [...new Set([top, bottom < 0 ? 0 : top / 2, bottom])]
  // Names that would run into each other are left out.
  const every = Math.ceil(bars.length / 4)
  return (
    <figure className="grid gap-2 p-5" aria-label={label}>
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
            {bars.map((bar) => (
              <OneBar key={bar.key} bar={bar} top={top} shareOf={shareOf} />
            ))}
          </div>
        </div>
      </div>
      <div className="ml-15 flex text-xs text-quiet" aria-hidden="true">
        {bars.map(({ key, name }, at) => (
          <span key={key} className="relative h-4 flex-1">
            {(bars.length - 1 - at) % every === 0 && (
              <span
                className={`absolute whitespace-nowrap ${bars.length <= 4 ? 'left-1/2 -translate-x-1/2' : 'right-0'}`}
              >
                {name}
              </span>
            )}
          </span>
        ))}
      </div>
    </figure>
  )
}

type BarProps = { bar: Bar; top: number; shareOf(value: number): string }

function OneBar({ bar: { longName, value }, top, shareOf }: BarProps) {
  const isBelow = value < 0
  return (
    <div className="relative flex-1" title={`${longName}: ${value.toLocaleString()}`}>
      <div
        className={`absolute inset-x-0 mx-auto w-3/5 max-w-10 min-w-0.5 ${isBelow ? 'rounded-b-sm bg-danger' : 'rounded-t-sm bg-accent'}`}
        style={{ top: shareOf(isBelow ? top : top - value), height: shareOf(value) }}
      />
    </div>
  )
}
