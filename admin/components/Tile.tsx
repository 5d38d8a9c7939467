import type { ReactNode } from 'react'

/** Makes the tile a button, such as one that chooses the series of a chart. */
export type TileChoice = { isChosen: boolean; onChoose(): void }

type Props = { name: string; choice?: TileChoice | undefined; children: ReactNode }

/** The figures of a row of tiles are aligned, also if a name needs two lines. The parent is a grid. */
export function Tile({ name, choice, children }: Props) {
  const look = choice ? `relative -m-2.5 rounded-lg p-2.5 ${choice.isChosen ? 'bg-accent-wash' : 'hover:bg-hover'}` : ''
  return (
    <div className={`row-span-2 grid grid-rows-subgrid gap-0 ${look}`}>
      <dt className="text-sm text-quiet">
        {choice ? (
          <button
            type="button"
            aria-pressed={choice.isChosen}
            onClick={choice.onChoose}
            // The button covers the tile. Its figures stay outside, because a button's content has no roles.
            className="text-start after:absolute after:inset-0 after:rounded-lg aria-pressed:font-medium aria-pressed:text-accent"
          >
            {name}
          </button>
        ) : (
          name
        )}
      </dt>
      <dd className="text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
