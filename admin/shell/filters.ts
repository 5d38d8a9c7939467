// Email addresses are in the history state instead of the URL, because URLs get into logs.
import { type NavigateOptions, useLocation, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isWholeAddress } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    find?: string
  }
}

/** Changes the current page's URL. Drops a change that arrives after the reader has left the page. */
function useOwnAddress(): (change: Pick<NavigateOptions, 'search' | 'state'>) => void {
  const router = useRouter()
  const navigate = useNavigate()
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/\/$/, '') })
  return useCallback(
    (change) => {
      if (!router.latestLocation.pathname.startsWith(own)) return
      void navigate({ ...change, to: '.', replace: true, resetScroll: false })
    },
    [router, navigate, own],
  )
}

export function useFilterChange<Filters>(): (change: Partial<Filters>) => void {
  const changeAddress = useOwnAddress()
  return useCallback(
    (change: Partial<Filters>) =>
      changeAddress({ search: ((before: Filters) => ({ ...before, ...change })) as never, state: true }),
    [changeAddress],
  )
}

export function useSearchText(): [text: string, setText: (text: string) => void] {
  const text = useLocation({ select: ({ state }) => state.find ?? '' })
  const changeAddress = useOwnAddress()
  const setText = useCallback(
    (find: string) =>
      changeAddress({ search: true as never, state: (before) => ({ ...before, find: find || undefined }) }),
    [changeAddress],
  )
  return [text, setText]
}

/** Members, messages and suppressions are found only by a whole email address. `isHalf`: the address is incomplete. */
export function useSearchAddress() {
  const [text, setText] = useSearchText()
  const email = isWholeAddress(text) ? text : undefined
  return { text, setText, email, isHalf: text !== '' && !email }
}
