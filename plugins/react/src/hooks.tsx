'use client'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { loadReviews, loadSummaries } from './load.ts'
import type { EvidentSource, LoadedReviews, Review, ReviewQuery, Summary } from './types.ts'

type Shared = {
  given: EvidentSource
  source: EvidentSource
  askSummary(productId: string): Promise<Summary | undefined>
}

const Context = createContext<Shared | undefined>(undefined)

export function EvidentProvider({ source, children }: { source: EvidentSource; children?: ReactNode }) {
  const [shared, setShared] = useState(() => share(source))
  const isSame = (['origin', 'store', 'page', 'timeoutMs'] as const).every(
    (name) => shared.given[name] === source[name],
  )
  if (!isSame) setShared(share(source))
  return <Context.Provider value={shared}>{children}</Context.Provider>
}

/** A request in the browser does not delay the page, so it may take longer than a request on the server. */
const patienceMs = 5_000
const gatherMs = 10

/** Products that are requested at about the same time share one call. */
function share(source: EvidentSource): Shared {
  const patient = { ...source, timeoutMs: source.timeoutMs ?? patienceMs }
  let gathered: { ids: string[]; answer: Promise<Record<string, Summary>> } | undefined
  return {
    given: source,
    source: patient,
    async askSummary(productId) {
      if (!gathered) {
        const ids: string[] = []
        const wait = new Promise((resolve) => setTimeout(resolve, gatherMs))
        gathered = {
          ids,
          answer: wait.then(() => {
            gathered = undefined
            return loadSummaries(patient, ids)
          }),
        }
      }
      gathered.ids.push(productId)
      return (await gathered.answer)[productId]
    },
  }
}

function useShared(): Shared {
  const shared = useContext(Context)
  if (!shared) throw new Error('Put <EvidentProvider source={…}> around components that use Evident.')
  return shared
}

export type SummaryState = { summary: Summary | undefined; isLoading: boolean }

/**
 * `initial` comes from `loadSummaries` on the server. The first render then equals the server's HTML, and sends no
 * request.
 */
export function useSummary(productId: string, { initial }: { initial?: Summary | undefined } = {}): SummaryState {
  const shared = useShared()
  const [state, setState] = useState<SummaryState & { of: string }>({
    ...{ summary: initial, isLoading: initial === undefined, of: productId },
  })
  const isStale = state.of !== productId
  const isNeeded = isStale || state.isLoading
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    void shared.askSummary(productId).then((summary) => {
      if (isCurrent) setState({ summary, isLoading: false, of: productId })
    })
    return () => {
      isCurrent = false
    }
  }, [shared, productId, isNeeded])
  return isStale ? { summary: undefined, isLoading: true } : { summary: state.summary, isLoading: state.isLoading }
}

export type ReviewsState = {
  reviews: Review[]
  isLoading: boolean
  /** True if Evident did not answer. */
  hasFailed: boolean
  hasMore: boolean
  loadMore(): void
}

type Options = Omit<ReviewQuery, 'cursor'> & { initial?: LoadedReviews | undefined }

/** `initial` comes from `loadReviews` on the server, with the same options. */
export function useReviews(productId: string, options: Options = {}): ReviewsState {
  const { source } = useShared()
  const { initial, limit, sort, rating } = options
  const key = JSON.stringify([productId, limit, sort, rating])
  const [state, setState] = useState(() => ({ key, page: initial, isLoading: initial === undefined }))
  const running = useRef<AbortController>(undefined)
  const isStale = state.key !== key
  const isNeeded = isStale || (state.isLoading && state.page === undefined)

  const load = useCallback(
    (known: LoadedReviews | undefined) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const query: ReviewQuery = {
        ...(limit !== undefined && { limit }),
        ...(sort !== undefined && { sort }),
        ...(rating !== undefined && { rating }),
        ...(known?.nextCursor && { cursor: known.nextCursor }),
      }
      setState({ key, page: known, isLoading: true })
      void loadReviews(source, productId, query, controller.signal).then((found) => {
        if (controller.signal.aborted) return
        const reviews = [...(known?.reviews ?? []), ...found.reviews]
        const nextCursor = found.isLoaded ? found.nextCursor : (known?.nextCursor ?? null)
        setState({ key, page: { reviews, nextCursor, isLoaded: found.isLoaded }, isLoading: false })
      })
    },
    [source, productId, limit, sort, rating, key],
  )
  useEffect(() => {
    if (isNeeded && (running.current === undefined || isStale)) load(undefined)
  }, [isNeeded, isStale, load])
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [],
  )
  const page = isStale ? undefined : state.page
  const isLoading = isStale || state.isLoading
  const hasMore = page !== undefined && page.nextCursor !== null
  return {
    reviews: page?.reviews ?? [],
    isLoading,
    hasFailed: page?.isLoaded === false && !isLoading,
    hasMore,
    loadMore: () => {
      if (hasMore && !isLoading) load(page)
    },
  }
}
