import { useState, useSyncExternalStore } from 'react'
import type { Review } from '../../../api/reviews/reviews.ts'

const sideBySide = '(min-width: 64rem)'

/**
 * Id of the review to show beside the list before a person chooses one: the first review, if there is room. It stays
 * the same when newer reviews arrive above it, so a person never decides on a review that they did not read.
 */
export function useFirstOpen(rows: readonly Review[]): string | undefined {
  const hasRoom = useSyncExternalStore(watchRoom, () => matchMedia(sideBySide).matches)
  const [held, setHeld] = useState<string>()
  const shown = rows.some(({ id }) => id === held) ? held : rows[0]?.id
  if (shown !== held) setHeld(shown)
  return hasRoom ? shown : undefined
}

function watchRoom(onChange: () => void): () => void {
  const query = matchMedia(sideBySide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
