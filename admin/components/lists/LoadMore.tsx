import { useEffect, useRef } from 'react'
import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'

export type Paging = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

export function LoadMore({ hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Paging) {
  const place = useRef<HTMLDivElement>(null)
  const mayReadOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    const element = place.current
    if (!element || !mayReadOn) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '240px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [mayReadOn, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={place} className="grid justify-items-center gap-3 p-4">
      {isFetchNextPageError && <Notice tone="danger">The next page could not be loaded.</Notice>}
      <Button size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Loading …' : 'Load more'}
      </Button>
    </div>
  )
}
