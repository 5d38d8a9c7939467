import type { Provider } from '../../../api/shops/connectors.ts'
import { providerNames } from './labels.ts'
import { ProviderMark } from './ProviderMark.tsx'

export function ProviderChoice({ value, onChange }: { value: Provider; onChange(value: Provider): void }) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium">Provider</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {(Object.keys(providerNames) as Provider[]).map((each) => (
          <label
            key={each}
            className="grid justify-items-center gap-2 rounded-xl border border-line px-2 py-3 text-center text-sm font-medium hover:bg-hover has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="provider"
              className="sr-only"
              checked={each === value}
              onChange={() => onChange(each)}
            />
            <ProviderMark provider={each} />
            {providerNames[each]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
