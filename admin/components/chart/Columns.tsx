import { useId } from 'react'
import { shownLocale } from '../locale.ts'
import { BarsBehind } from './BarsBehind.tsx'
import { type Drawing, hintAt, type Values } from './drawing.ts'
import { buildPath, computeWidths, findTicks, roundDomain, scaleBands, scaleLinear } from './scales.ts'

const edge = { top: 8, bottom: 26, left: 44 }
/** Width of a character in the names, rounded up. */
const characterWidth = 6.5
const tickCount = 4
const compact = new Intl.NumberFormat(shownLocale, { notation: 'compact', maximumFractionDigits: 2 })

/**
 * Draws columns or a line over time. The previous period has wider outlines behind the columns, or a dashed line, so that
 * its shape alone distinguishes it from the current period.
 */
export default function Columns({ isLine, ...drawing }: Drawing & { isLine: boolean }) {
  const { places, main, before, range, width, height } = drawing
  const hatch = useId()
  const openHatch = useId()
  const known = [...main.values, ...(before?.values ?? [])].filter((value) => value !== null)
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)]
  const right = width - findRightEdge(drawing)
  const bands = scaleBands(places.length, [edge.left, right], places.length > 40 ? 0.2 : 0.4)
  const domain = range ?? roundDomain(least === most ? [0, 1] : [least, most], tickCount)
  const y = scaleLinear(domain, [height - edge.bottom, edge.top])
  const ticks = findTicks(domain, tickCount).filter((tick) => !known.every(Number.isInteger) || Number.isInteger(tick))
  const { middle, step } = bands
  const { columnWidth, behindWidth } = computeWidths(bands, before !== undefined && !isLine)
  return (
    <svg aria-hidden="true" width={width} height={height}>
      <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse">
        <path d="M0 6l6-6M-1.5 1.5l3-3M4.5 7.5l3-3" stroke="var(--danger)" strokeWidth={2} />
      </pattern>
      <pattern id={openHatch} width={6} height={6} patternUnits="userSpaceOnUse">
        <path d="M0 6l6-6M-1.5 1.5l3-3M4.5 7.5l3-3" stroke="var(--accent)" strokeWidth={2} />
      </pattern>
      <g className="fill-quiet text-xs">
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line x1={edge.left} x2={right} stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'} />
            <text x={edge.left - 8} dy="0.32em" textAnchor="end">
              {compact.format(tick)}
            </text>
          </g>
        ))}
        {named(drawing).map((at) => (
          <text key={at} x={middle(at)} textAnchor="middle" y={height - edge.bottom + 18}>
            {places[at]?.name}
          </text>
        ))}
      </g>
      {before && !isLine && <BarsBehind values={before.values} at={middle} y={y} width={behindWidth} />}
      {isLine ? (
        <Line values={main} at={middle} y={y} stroke="var(--accent)" isMain />
      ) : (
        places.map(({ key, isOpen }, at) => {
          const value = main.values[at]
          if (!value) return null
          const isBelow = value < 0
          return (
            <rect
              key={key}
              x={middle(at) - columnWidth / 2}
              width={columnWidth}
              y={y(Math.max(0, value))}
              height={Math.max(1, Math.abs(y(value) - y(0)))}
              rx={Math.min(3, columnWidth / 3)}
              data-open={isOpen || undefined}
              fill={isBelow ? `url(#${hatch})` : isOpen ? `url(#${openHatch})` : 'var(--accent)'}
              stroke={isBelow ? 'var(--danger)' : isOpen ? 'var(--accent)' : 'none'}
            />
          )
        })
      )}
      {before && isLine && <Line values={before} at={middle} y={y} stroke="var(--line-strong)" />}
      {places.map(({ key }, at) => (
        <rect key={key} x={middle(at) - step / 2} y={0} width={step} height={height} fill="transparent">
          <title>{hintAt(drawing, at)}</title>
        </rect>
      ))}
    </svg>
  )
}

type LineProps = {
  values: Values
  at(index: number): number
  y(value: number): number
  stroke: string
  isMain?: boolean
}

/** The main line has a point at each value, because a value between two gaps has no line. Many points are smaller. */
function Line({ values: { values }, at, y, stroke, isMain = false }: LineProps) {
  const points = values.map((value, index) => ({ index, value }))
  const room = values.length <= 31
  return (
    <g>
      <path
        d={buildPath(points.map(({ index, value }) => (value === null ? null : [at(index), y(value)])))}
        fill="none"
        stroke={stroke}
        strokeWidth={2}
        strokeDasharray={isMain ? undefined : '4 4'}
        strokeLinejoin="round"
      />
      {isMain &&
        points.map(({ index, value }) =>
          value === null ? null : (
            <circle key={index} cx={at(index)} cy={y(value)} r={room ? 3.5 : 1.5} fill={stroke} />
          ),
        )}
    </g>
  )
}

/** Leaves room for the second half of the last name, which is centered below its place. */
function findRightEdge({ places, width }: Drawing): number {
  const half = ((places.at(-1)?.name.length ?? 0) * characterWidth) / 2
  return Math.max(4, half - (width - edge.left) / places.length / 2)
}

/** Skips names that would overlap, but always shows the last one. */
function named({ places, width }: Drawing): number[] {
  const most = Math.max(2, Math.min(6, Math.floor((width - edge.left) / 90)))
  const every = Math.ceil(places.length / most)
  return [...places.keys()].filter((at) => (places.length - 1 - at) % every === 0)
}
