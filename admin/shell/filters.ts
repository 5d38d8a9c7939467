// What a list is narrowed down to stands in the page's address: a link shows a colleague the same rows, and the way back
// finds them. An e-mail address does not: addresses of pages get into logs. It stands in the entry of the history.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isWholeAddress } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    find?: string
  }
}

/** Changes some of a page's filters and leaves the rest; one that is undefined is taken away. */
export function useFilterChange<Filters>(): (change: Partial<Filters>) => void {
  const navigate = useNavigate()
  return useCallback(
    (change: Partial<Filters>) =>
      void navigate({
        to: '.',
        search: ((before: Filters) => ({ ...before, ...change })) as never,
        state: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** The words of a search that may be somebody's e-mail address. */
export function useSearchText(): [text: string, setText: (text: string) => void] {
  const text = useLocation({ select: ({ state }) => state.find ?? '' })
  const navigate = useNavigate()
  const setText = useCallback(
    (find: string) =>
      void navigate({
        to: '.',
        search: true as never,
        state: (before) => ({ ...before, find: find || undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [text, setText]
}

/** Customers can only be found by the whole of their address; half of one is still being typed. */
export function useSearchAddress() {
  const [text, setText] = useSearchText()
  const email = isWholeAddress(text) ? text : undefined
  return { text, setText, email, isHalf: text !== '' && !email }
}
