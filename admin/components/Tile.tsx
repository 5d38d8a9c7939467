import type { ReactNode } from 'react'

/** The figures of a row of tiles are aligned, also if a name needs two lines. The parent is a grid. */
export function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="row-span-2 grid grid-rows-subgrid gap-0">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
