import { useSyncExternalStore } from 'react'

const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

export const findDraft = (reviewId: string): string | undefined => drafts.get(reviewId)

export function saveDraft(reviewId: string, text: string, sent: string): void {
  if (text.trim() === sent) drafts.delete(reviewId)
  else drafts.set(reviewId, text)
  notify()
}

export function deleteDraft(reviewId: string): void {
  drafts.delete(reviewId)
  notify()
}

export function deleteDrafts(): void {
  drafts.clear()
  notify()
}

export const useHasDraft = (reviewId: string) => useSyncExternalStore(subscribe, () => drafts.has(reviewId))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** The browser asks before the page closes, because closing would lose unsent replies. */
window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault()
})
