// Prevents layout shifts around an element. It starts with a fixed height; its content may change that only out of view or
// on the visitor's request.

export type ReservedHeight = {
  settle(): void
  release(): void
}

export function reserveHeight(
  host: HTMLElement,
  place: HTMLElement,
  /** Reports if the content exceeds the fixed height. */
  changed: (isCut: boolean) => void,
): ReservedHeight {
  const watching = new AbortController()
  const { signal } = watching
  let isFixed = true
  let isCut = false
  // A height reserved by the page's style sheet counts, in any CSS form.
  const reserved = host.offsetHeight
  place.style.overflow = 'hidden'
  place.style.height = `${reserved}px`
  // Minus the element's own padding and border.
  place.style.height = `${2 * reserved - host.offsetHeight}px`

  const settle = () => {
    const content = place.firstElementChild
    if (!isFixed || !content) return
    const { top, bottom } = place.getBoundingClientRect()
    const end = top + content.getBoundingClientRect().height
    // Its end is below the window, or above it, where browsers anchor the scroll position.
    if (Math.min(bottom, end) >= innerHeight || bottom <= 0) return release()
    // Starts when there is content, because the skeleton's height says nothing. Repeated calls add the same listener once.
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
    // The page's rule is stronger than ours, and its purpose is fulfilled.
    host.style.minHeight = '0'
    changed(false)
    scrollBy(0, scrollTop)
  }
  // Focus or find-in-page can reach clipped content, which is then shown in place.
  place.addEventListener('scroll', release, { signal })
  // An opened `details` expands too. Its toggle event does not bubble.
  place.addEventListener('toggle', release, { signal, capture: true })
  return { settle, release }
}
