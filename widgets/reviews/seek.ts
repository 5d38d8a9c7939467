// The URL fragment `#evident-review-<id>` names a review. The widget loads pages until it has the review, and marks it.
import type { View } from './view-types.ts'

const mostPages = 10

let id: string | undefined = location.hash.replace('#evident-review-', '')
let pages = mostPages

export function seek({ state, act }: View): void {
  if (!id || state.phase !== 'ready' || state.busy) return
  const isHere = state.reviews.some((review) => review.id === id)
  if (!isHere && state.cursor && pages-- > 0) {
    act.more()
    return
  }
  const found = isHere && `r-${id}`
  id = undefined
  if (!found) return
  // Expands the list, because a reserved height may clip the review.
  act.release()
  setTimeout(() => {
    const elements = [...document.querySelectorAll('evident-reviews')]
    const article = elements.map(({ shadowRoot }) => shadowRoot?.getElementById(found)).find(Boolean)
    if (!article) return
    Object.assign(article.style, { outline: '2px solid var(--accent)', outlineOffset: '0.5rem' })
    article.focus({ preventScroll: true })
    article.scrollIntoView({ block: 'center' })
  })
}
