// What a list is narrowed down to stands in the page's address: a link shows a colleague the same rows, and the way back
// finds them. An e-mail address does not: addresses of pages get into logs. It stands in the entry of the history.
import { type NavigateOptions, useLocation, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { isWholeAddress } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    find?: string
  }
}

/** Changes the address of the page one is on; what it says late, when its reader is already on the way to another, is dropped. */
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

/** Changes some of a page's filters and leaves the rest; one that is undefined is taken away. */
export function useFilterChange<Filters>(): (change: Partial<Filters>) => void {
  const changeAddress = useOwnAddress()
  return useCallback(
    (change: Partial<Filters>) =>
      changeAddress({ search: ((before: Filters) => ({ ...before, ...change })) as never, state: true }),
    [changeAddress],
  )
}

/** The words of a search that may be somebody's e-mail address. */
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

/** Customers can only be found by the whole of their address; half of one is still being typed. */
export function useSearchAddress() {
  const [text, setText] = useSearchText()
  const email = isWholeAddress(text) ? text : undefined
  return { text, setText, email, isHalf: text !== '' && !email }
}
