import { EmptyState } from './EmptyState.tsx'

/** In place of a list while half an address is looked for: all of it would look like an answer. */
export function FullAddressHint() {
  return (
    <EmptyState icon="search" title="Type the whole address">
      Addresses are kept so that they can only be found whole, such as jane.doe@example.com.
    </EmptyState>
  )
}
