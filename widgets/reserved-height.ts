// Prevents layout shifts around an element. The element starts with a fixed height. Its content may change that height only
// out of view or on the visitor's request.

export type ReservedHeight = {
  settle(): void
  release(): void
}

export function reserveHeight(
  host: HTMLElement,
  place: HTMLElement,
  changed: (isCut: boolean) => void,
): ReservedHeight {
  const watching = new AbortController()
  const { signal } = watching
  const capturing = { signal, capture: true }
  let isFixed = true
  let isCut = false
  // Any height that the page's style sheet reserves is used, whichever CSS property sets it.
  const reserved = host.offsetHeight
  place.style.overflow = 'hidden'
  place.style.height = `${reserved}px`
  place.style.height = `${2 * reserved - host.offsetHeight}px`

  const settle = () => {
    const content = place.firstElementChild
    if (!isFixed || !content) return
    const { top, bottom } = place.getBoundingClientRect()
    const end = top + content.getBoundingClientRect().height
    // A change below the window is out of view. For a change above it, browsers anchor the scroll position.
    if (Math.min(bottom, end) >= innerHeight || bottom <= 0) return release()
    // The listeners are added only when there is content, because the placeholder's height has no meaning. Repeated calls
    // add the same listener once.
    addEventListener('scroll', settle, capturing)
    addEventListener('resize', settle, capturing)
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
    // The page's rule for the reserved height overrides our style sheet, so only an inline style removes this height.
    host.style.minHeight = '0'
    changed(false)
    scrollBy(0, scrollTop)
  }
  // Focus or find-in-page can reach clipped content, so the content is then expanded.
  place.addEventListener('scroll', release, { signal })
  // An opened `details` expands the content too. Its toggle event does not bubble.
  place.addEventListener('toggle', release, capturing)
  return { settle, release }
}
