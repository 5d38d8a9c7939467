import type { Provider } from '../../../api/shops/connectors.ts'
import { providerNames } from './labels.ts'

/** A letter instead of a logo, because logos are trademarks. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-wash font-semibold text-accent"
    >
      {providerNames[provider][0]}
    </span>
  )
}
