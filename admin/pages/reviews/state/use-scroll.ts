import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/**
 * Scrolls when a review opens. The router restores the former scroll positions after a navigation, so the scroll is
 * repeated then. Undefined waits.
 */
export function useScroll(openId: string | undefined, scroll: () => void): void {
  const router = useRouter()
  const onScroll = useEffectEvent(scroll)
  useEffect(() => {
    if (openId === undefined) return
    onScroll()
    return router.subscribe('onRendered', () => onScroll())
  }, [openId, router])
}
