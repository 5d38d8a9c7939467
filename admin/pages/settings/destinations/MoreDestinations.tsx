import type { DestinationKind } from '../../../api/shops/destinations.ts'
import { Icon } from '../../../components/Icon.tsx'
import { kindNames, kindTexts } from '../../../texts/destinations.ts'

type Props = { used: readonly DestinationKind[]; onChoose(kind: DestinationKind): void }

/** Kinds of destinations that the store does not use yet. */
export function MoreDestinations({ used, onChoose }: Props) {
  const free = (Object.keys(kindNames) as DestinationKind[]).filter((kind) => !used.includes(kind))
  if (free.length === 0) return null
  return (
    <section aria-labelledby="more-destinations" className="grid gap-3">
      <h2 id="more-destinations" className="font-semibold tracking-tight">
        More destinations
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {free.map((kind) => (
          <li key={kind} className="grid">
            <button
              type="button"
              onClick={() => onChoose(kind)}
              className="card grid grid-cols-[1fr_auto] content-start gap-x-3 gap-y-0.5 p-4 text-left text-sm hover:bg-hover"
            >
              <span className="font-medium">{kindNames[kind]}</span>
              <Icon name="plus" className="row-span-2 size-5 text-quiet" />
              <span className="text-quiet">{kindTexts[kind]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
