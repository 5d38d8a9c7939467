// State and requests of a reviews element, without markup. Its listener renders each change.
import { explain, read, type Shop } from '../api.ts'
import { loadConfig } from '../config.ts'
import { choosePool, loadTotals, type Pool } from '../shown/totals.ts'
import type { Subject } from '../subject.ts'
import type { Attributes, Config, Review, ReviewPage, Sort, StoreSummary } from '../wire.ts'

export type ListOptions = {
  sort: Sort
  limit: number | string
  rating?: number | null
  hasPhotos?: boolean
  q?: string | null
  verified?: boolean
  locale?: string | null
  answers?: string[] | null
  platformVariantId?: string | null
  pool?: string | null
}

export type State = {
  /** `unavailable`: the service refused the request, and a retry would not help. */
  phase: 'loading' | 'ready' | 'failed' | 'unavailable'
  config?: Config
  summary?: StoreSummary
  /** Averages of the store's questions. Undefined if they failed to load. */
  asked?: Attributes | undefined
  /** Newest reviews with photos. Undefined if they failed to load. */
  photos?: ReviewPage | undefined
  reviews: readonly Review[]
  cursor: string | null
  options: ListOptions
  /** The part that is loading while the rest stays visible. */
  busy: 'choice' | 'more' | null
  hasFailed?: boolean
}

const start: State = {
  phase: 'loading',
  reviews: [],
  cursor: null,
  options: {} as ListOptions,
  busy: null,
}

/** `limit`: initial number of reviews, which overrides the store's page size. */
type Source = {
  shop: Shop
  subject: Subject
  limit: string | null | undefined
  firstLocale: string | null
  pool: Pool
  changed(): void
}

export class Feed {
  state = start
  readonly #of: Source
  #fetching = new AbortController()

  constructor(of: Source) {
    this.#of = of
  }

  open(): Promise<void> {
    return this.#fetch(start)
  }

  /** The current reviews stay visible until the new ones arrive. */
  choose(change: Partial<ListOptions>): Promise<void> {
    return this.#fetch({ busy: 'choice', cursor: null, options: { ...this.state.options, ...change } })
  }

  more(): Promise<void> {
    return this.#fetch({ busy: 'more' })
  }

  close(): void {
    this.#fetching.abort()
  }

  async #fetch(meanwhile: Partial<State>): Promise<void> {
    // Older requests are aborted, so the newest choice wins.
    this.#fetching.abort()
    this.#fetching = new AbortController()
    const { signal } = this.#fetching
    this.#set({ ...meanwhile, hasFailed: false })
    const { busy } = this.state
    try {
      const found = await this.#find(this.state, signal)
      if (!signal.aborted) this.#set({ ...found, phase: 'ready', busy: null })
    } catch (error) {
      if (signal.aborted) return
      explain(error)
      // These codes mean that the shop is closed or does not allow this page, so a retry would not help.
      const phase = /forbidden|expired|required/.test((error as Error).cause as string) ? 'unavailable' : 'failed'
      this.#set(busy ? { busy: null, hasFailed: true } : { phase })
    }
  }

  async #find(state: State, signal: AbortSignal): Promise<Partial<State>> {
    const { options, cursor, busy, reviews } = state
    const { shop, subject, limit, firstLocale } = this.#of
    const extra = <T>(path: string, more?: object) =>
      read<T>(shop, path, { ...subject, ...more }).catch(explain) as Promise<T | undefined>
    const config = await loadConfig(shop)
    const { reviews: usual } = config
    const pool = choosePool(subject, this.#of.pool, config)
    const settled = busy ? options : { ...options, sort: usual.sort, limit: limit || usual.pageSize, pool }
    const [summary, { data, pagination }, asked, photos] = await Promise.all([
      loadTotals(shop, subject, pool),
      read<ReviewPage>(
        shop,
        'reviews',
        { ...subject, firstLocale, translate: firstLocale, ...settled, cursor },
        signal,
      ),
      state.asked ?? (subject.platformProductId ? extra<Attributes>('review-attributes') : undefined),
      state.photos ?? extra<ReviewPage>('reviews', { hasPhotos: true, limit: 12 }),
    ])
    // A new review moves the others down by one, so duplicates are skipped.
    const fresh = data.filter(({ id }) => reviews.every((shown) => shown.id !== id))
    return {
      config,
      summary,
      asked,
      photos,
      options: settled,
      cursor: pagination.nextCursor,
      reviews: busy === 'more' ? [...reviews, ...fresh] : data,
    }
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
    this.#of.changed()
  }
}
