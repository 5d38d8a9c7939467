import { ComparedNumber, type Comparison } from './Compared.tsx'

type SeriesTile = Comparison & { name: string; title: string }

type Props = { label: string; shown: string; onShow(name: string): void; tiles: readonly SeriesTile[] }

/** The most important numbers of a report are its first four. */
const main = 4

/** Numbers of the whole period. The pressed one is in the chart. */
export function SeriesTiles({ label, shown, onShow, tiles }: Props) {
  return (
    <fieldset className="grid grid-cols-2 gap-1 px-2 pt-3 sm:grid-cols-4">
      <legend className="sr-only">{label}</legend>
      {tiles.map(({ name, title, ...comparison }, at) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === shown}
          onClick={() => onShow(name)}
          className={`group grid content-start rounded-lg px-3 text-left -outline-offset-2 hover:bg-hover aria-pressed:bg-accent-wash ${at < main ? 'py-2.5' : 'py-1.5'}`}
        >
          <span
            className={`text-quiet group-aria-pressed:font-medium group-aria-pressed:text-accent ${at < main ? 'text-sm' : 'text-xs'}`}
          >
            {title}
          </span>
          <span className={`font-semibold tabular-nums ${at < main ? 'text-xl' : 'text-base'}`}>
            <ComparedNumber {...comparison} />
          </span>
        </button>
      ))}
    </fieldset>
  )
}
