type Props = { values: readonly (number | null)[]; at(index: number): number; y(value: number): number; width: number }

/** Pale bars of the previous period. */
export function BarsBehind({ values, at, y, width }: Props) {
  return (
    <g data-period="before" fill="var(--line-strong)" fillOpacity={0.45}>
      {values.map((value, index) => {
        if (!value) return null
        return (
          <rect
            key={at(index)}
            x={at(index) - width / 2}
            width={width}
            y={y(Math.max(0, value))}
            height={Math.max(1, Math.abs(y(value) - y(0)))}
            rx={Math.min(3, width / 4)}
          />
        )
      })}
    </g>
  )
}
