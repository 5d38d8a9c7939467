import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '../../../components/Field.tsx'
import { servedAreasQuery } from './served-areas.ts'

type Level = '' | 'read' | 'write'
type Props = { scopes: string[]; canWrite: boolean; onChange(scopes: string[]): void }

/** Everything, or a level for each part of the API. Writing includes reading. */
export function ScopePicker({ scopes, canWrite, onChange }: Props) {
  const { data: areas = [] } = useQuery(servedAreasQuery)
  const isNarrowed = scopes.length > 0
  const levelOf = (area: string): Level =>
    scopes.includes(`${area}:write`) ? 'write' : scopes.includes(`${area}:read`) ? 'read' : ''
  const set = (area: string, level: Level) => {
    const others = scopes.filter((scope) => scope !== `${area}:read` && scope !== `${area}:write`)
    onChange(level ? [...others, `${area}:${level}`] : others)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 text-sm font-medium">Scopes</legend>
      <p className="text-sm text-quiet">
        {isNarrowed
          ? `Limited to ${scopes.join(', ')}.`
          : 'Everything that its role may do. Choose parts of the API to narrow it.'}
      </p>
      <div className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
        {areas.map((area) => (
          <div key={area} className="flex items-center justify-between gap-3 bg-surface py-1.5 pr-1.5 pl-3">
            <span className="font-mono text-sm">{area}</span>
            <FilterSelect
              label={`Access to ${area}`}
              value={levelOf(area)}
              onChange={(event) => set(area, event.target.value as Level)}
            >
              <option value="">{isNarrowed ? 'None' : '–'}</option>
              <option value="read">Read</option>
              {(canWrite || levelOf(area) === 'write') && <option value="write">Write</option>}
            </FilterSelect>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
