const drafts = new Map<string, string>()

export const findDraft = (reviewId: string): string | undefined => drafts.get(reviewId)

export function saveDraft(reviewId: string, text: string, sent: string): void {
  if (text.trim() === sent) drafts.delete(reviewId)
  else drafts.set(reviewId, text)
}

export const deleteDraft = (reviewId: string) => void drafts.delete(reviewId)
export const deleteDrafts = () => drafts.clear()

/** The browser asks before the page closes, because closing would lose unsent replies. */
window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault()
})
