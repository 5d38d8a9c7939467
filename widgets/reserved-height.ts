// Keeps the page around an element still. The element takes a fixed place before anything is known; what then comes may
// take another height only where nobody can see the difference, or when the visitor asks for it.

export type ReservedHeight = {
  /** Lets the place be as high as its content, if that moves nothing in view. */
  settle(): void
  release(): void
}

export function reserveHeight(
  host: HTMLElement,
  place: HTMLElement,
  /** The place is fixed, and whether there is more than fits. */
  changed: (isCut: boolean) => void,
): ReservedHeight {
  const watching = new AbortController()
  const { signal } = watching
  let isFixed = true
  let isCut = false
  // What the page has reserved by its own style sheet counts, however it chose to say it.
  const reserved = host.offsetHeight
  place.style.overflow = 'hidden'
  place.style.height = `${reserved}px`
  // Less the element's own padding and border.
  place.style.height = `${2 * reserved - host.offsetHeight}px`

  const settle = () => {
    const content = place.firstElementChild
    if (!isFixed || !content) return
    const { top, bottom } = place.getBoundingClientRect()
    const end = top + content.getBoundingClientRect().height
    // Its end is below the window now and then, or above it, where browsers keep the scroll position by themselves.
    if (Math.min(bottom, end) >= innerHeight || bottom <= 0) return release()
    // Not before there is something to show: the skeleton's own height says nothing of what will be there. Called again,
    // the browser takes it for the same listener.
    addEventListener('scroll', settle, { signal, capture: true })
    addEventListener('resize', settle, { signal })
    if (isCut === end > bottom) return
    isCut = !isCut
    changed(isCut)
  }
  const release = () => {
    if (!isFixed) return
    isFixed = false
    watching.abort()
    const { scrollTop } = place
    place.removeAttribute('style')
    // A page's own rule is stronger than ours, and has done its work.
    host.style.minHeight = '0'
    changed(false)
    scrollBy(0, scrollTop)
  }
  // Focus or the browser's search can reach what is cut off: then it is shown, at the place where it was.
  place.addEventListener('scroll', release, { signal })
  // So does what a visitor unfolds; no such event bubbles.
  place.addEventListener('toggle', release, { signal, capture: true })
  return { settle, release }
}
