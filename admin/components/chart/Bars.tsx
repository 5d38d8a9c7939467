import { type Drawing, formatValue, hintAt } from './drawing.ts'
import { scaleLinear } from './scales.ts'

const step = 50
const bar = { top: 20, height: 12 }
const beforeHeight = 3

export default function Bars({ isLine: _, ...drawing }: Drawing & { isLine: boolean }) {
  const { places, main, before, range, width, height } = drawing
  const most = range?.[1] ?? Math.max(0, ...[...main.values, ...(before?.values ?? [])].map((value) => value ?? 0))
  const x = scaleLinear([0, most || 1], [0, width - 2])
  return (
    <svg aria-hidden="true" width={width} height={height} className="text-sm">
      {places.map(({ key, name }, at) => {
        const value = main.values[at] ?? 0
        const was = before?.values[at] ?? 0
        return (
          <g key={key} transform={`translate(1 ${at * step})`}>
            <text y={13} className="fill-text">
              {name}
            </text>
            <text x={width - 2} y={13} textAnchor="end" className="fill-text font-medium tabular-nums">
              {formatValue(main, at)}
            </text>
            <rect y={bar.top} width={width - 2} height={bar.height} rx={3} fill="var(--plain-wash)" />
            <rect
              y={bar.top}
              width={value > 0 ? Math.max(2, x(value)) : 0}
              height={bar.height}
              rx={3}
              fill={main.fills?.[at] ?? 'var(--accent)'}
            />
            {before && (
              <rect
                y={bar.top + bar.height + 2}
                width={was > 0 ? Math.max(2, x(was)) : 0}
                height={beforeHeight}
                rx={1.5}
                fill="var(--line-strong)"
              />
            )}
            <rect width={width - 2} height={step} fill="transparent">
              <title>{hintAt(drawing, at)}</title>
            </rect>
          </g>
        )
      })}
    </svg>
  )
}
