import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '../../../api/account/keys.ts'
import { featuresQuery } from '../../../api/features.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { findPreset, presetNames, presets } from './presets.ts'

const levels = ['none', 'read', 'write'] as const
type Level = (typeof levels)[number]
/** Undefined means unrestricted. An empty list is a selection of nothing. */
export type Scopes = readonly string[] | undefined
type Props = {
  scopes: Scopes
  canWrite: boolean
  /** A preset also sets the role that its scopes need. */
  onChange(scopes: Scopes, role?: ApiKey['role']): void
}

export function ScopePicker({ scopes, canWrite, onChange }: Props) {
  const preset = findPreset(scopes)
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="pb-1.5 text-sm font-medium">Permissions</legend>
        {presetNames.map((each) => (
          <Option
            key={each}
            label={presets[each].name}
            isChosen={preset === each}
            onChoose={() => onChange(presets[each].scopes, presets[each].role)}
          />
        ))}
        <Option label="Chosen by hand" isChosen={preset === undefined} onChoose={() => onChange([])} />
      </fieldset>
      {scopes && <LevelTable scopes={scopes} canWrite={canWrite} onChange={onChange} />}
      {scopes && <NotYetServed />}
    </div>
  )
}

/** The guides mention these areas, so a line explains why the table lacks them. */
function NotYetServed() {
  const { data } = useQuery(featuresQuery(useStoreId()))
  if (!data || data.notYetServed.length === 0) return null
  return (
    <p className="text-xs text-quiet">
      Not part of this version yet: <span className="font-mono">{data.notYetServed.join(', ')}</span>
    </p>
  )
}

function Option({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose(): void }) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-sm">
      <input type="radio" name="preset" checked={isChosen} onChange={onChoose} />
      {label}
    </label>
  )
}

type TableProps = { scopes: readonly string[]; canWrite: boolean; onChange(scopes: Scopes): void }

function LevelTable({ scopes, canWrite, onChange }: TableProps) {
  const { data } = useQuery(featuresQuery(useStoreId()))
  // An API key cannot create other API keys.
  const areas = (data?.served ?? []).filter((area) => area !== 'api-keys').sort()
  const own = (area: string): Level =>
    scopes.includes(buildScope(area, 'write')) ? 'write' : scopes.includes(buildScope(area, 'read')) ? 'read' : 'none'
  const least = levels.indexOf(own(''))
  const findLevel = (area: string): Level => levels[Math.max(levels.indexOf(own(area)), least)] ?? 'none'
  const set = (area: string, level: Level) => {
    const others = scopes.filter((each) => each !== buildScope(area, 'read') && each !== buildScope(area, 'write'))
    onChange(level === 'none' ? others : [...others, buildScope(area, level)])
  }
  return (
    <div className="max-h-[22rem] relative overflow-y-auto rounded-lg border border-line">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Access to each part of the API</caption>
        <thead className="sticky top-0 z-10 bg-surface text-xs text-quiet shadow-[0_1px_0_var(--line)]">
          <tr>
            <th scope="col" className="py-2 pl-3 font-medium">
              Part of the API
            </th>
            {levels.map((level) => (
              <th key={level} scope="col" className="w-16 py-2 text-center font-medium capitalize">
                {level}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {['', ...areas].map((area) => (
            <tr key={area} className="border-line not-first:border-t hover:bg-hover">
              <th scope="row" className={`py-1 pl-3 ${area ? 'font-mono font-normal' : 'font-medium'}`}>
                {area || 'All of them'}
              </th>
              {levels.map((level, i) => (
                <td key={level} className="text-center">
                  <label className="inline-grid size-9 place-items-center">
                    <span className="sr-only">
                      {area || 'all of them'}: {level}
                    </span>
                    <input
                      type="radio"
                      name={`level-${area}`}
                      checked={findLevel(area) === level}
                      // Write access needs a role that can write. No area has less access than the row for all areas.
                      disabled={
                        (level === 'write' && !canWrite && findLevel(area) !== 'write') || (area !== '' && i < least)
                      }
                      onChange={() => set(area, level)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const buildScope = (area: string, level: Level) => (area ? `${area}:${level}` : level)
