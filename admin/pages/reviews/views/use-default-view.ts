import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { viewsQuery } from '../../../api/reviews/review-views.ts'
import type { Inbox } from '../state/inbox.ts'
import { toSearch } from '../state/search.ts'

export function useDefaultView({ storeId, search, chosenId }: Inbox): void {
  const navigate = useNavigate()
  const { data: views } = useQuery(viewsQuery(storeId))
  const isNew = useRef(true)
  const isChosen = chosenId !== undefined || Object.keys(search).length > 0
  const apply = useEffectEvent(() => {
    if (!isNew.current || (!views && !isChosen)) return
    isNew.current = false
    const first = isChosen ? undefined : views?.find(({ isDefault }) => isDefault)
    if (first)
      void navigate({
        to: '/stores/$storeId/reviews',
        params: { storeId },
        search: toSearch(first.filter),
        replace: true,
      })
  })
  useEffect(() => apply(), [views, isChosen])
}
