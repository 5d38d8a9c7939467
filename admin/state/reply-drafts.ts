// Replies that were begun and not sent. Stepping to the next review or looking an order up loses none of them.

const drafts = new Map<string, string>()

export const draftOf = (reviewId: string): string | undefined => drafts.get(reviewId)

export function saveDraft(reviewId: string, text: string, sent: string): void {
  if (text.trim() === sent) drafts.delete(reviewId)
  else drafts.set(reviewId, text)
}

export const deleteDraft = (reviewId: string) => void drafts.delete(reviewId)
export const deleteDrafts = () => drafts.clear()

/** The page itself is a different matter: closed, it takes them with it. */
window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault()
})
