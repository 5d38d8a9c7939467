type Props = { values: readonly (number | null)[]; at(index: number): number; y(value: number): number; width: number }

/** Outlines of the previous period's bars. An outline stays legible beside, behind and without a column. */
export function BarsBehind({ values, at, y, width }: Props) {
  return (
    <g data-period="before" fill="var(--line-strong)" fillOpacity={0.12} stroke="var(--quiet)" strokeOpacity={0.7}>
      {values.map((value, index) => {
        if (!value) return null
        return (
          <rect
            key={at(index)}
            x={at(index) - width / 2}
            width={width}
            y={y(Math.max(0, value))}
            height={Math.max(1, Math.abs(y(value) - y(0)))}
            rx={Math.min(2, width / 4)}
          />
        )
      })}
    </g>
  )
}
