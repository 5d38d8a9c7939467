import { useEffect, useRef } from 'react'

/** Width of the fade at the row's end. */
const fadedPx = 32

/**
 * The open tab can be beyond the end of a row that scrolls sideways. Scrolls it into view whenever `shown` changes.
 * `scrollIntoView` could scroll the page too.
 */
export function useVisibleTab<Row extends HTMLElement>(shown: string) {
  const place = useRef<Row>(null)
  useEffect(() => {
    const row = place.current
    const tab = shown && row?.querySelector<HTMLElement>('[data-status=active]')
    if (row && tab) row.scrollLeft = tab.offsetLeft + tab.offsetWidth + fadedPx - row.clientWidth
  }, [shown])
  return place
}
