import { ComparedNumber, type Comparison } from './Compared.tsx'

type SeriesTile = Comparison & { name: string; title: string }

type Props = { label: string; shown: string; onShow(name: string): void; tiles: readonly SeriesTile[] }

/** Numbers of the whole period. The pressed one is in the chart. */
export function SeriesTiles({ label, shown, onShow, tiles }: Props) {
  return (
    <fieldset className="grid grid-cols-2 gap-1 px-2 pt-3 sm:grid-cols-4">
      <legend className="sr-only">{label}</legend>
      {tiles.map(({ name, title, ...comparison }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === shown}
          onClick={() => onShow(name)}
          className="grid content-start rounded-lg px-3 py-2 text-left -outline-offset-2 hover:bg-hover aria-pressed:bg-accent-wash aria-pressed:shadow-[inset_0_-2px_0_var(--accent)]"
        >
          <span className="text-sm text-quiet">{title}</span>
          <span className="text-xl font-semibold tabular-nums">
            <ComparedNumber {...comparison} />
          </span>
        </button>
      ))}
    </fieldset>
  )
}
