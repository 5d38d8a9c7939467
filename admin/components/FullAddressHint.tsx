import { EmptyState } from './EmptyState.tsx'

/** Replaces the list while an address is incomplete. An unfiltered list would look like a result. */
export function FullAddressHint() {
  return (
    <EmptyState icon="search" title="Type the whole address">
      Addresses are stored encrypted. Search for a whole one, such as jane.doe@example.com.
    </EmptyState>
  )
}
