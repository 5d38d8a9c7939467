import { type RefObject, useEffect, useRef, useState } from 'react'

/** Becomes true when the element is in view for the first time, and stays true. */
export function useSeen<E extends Element>(): [place: RefObject<E | null>, isSeen: boolean] {
  const place = useRef<E>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || isSeen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen])
  return [place, isSeen]
}
