// What a reviews element knows and what it asks for. Holds no markup; its listener draws when something changed.
import { explain, read, type Shop } from '../api.ts'
import { configOf } from '../config.ts'
import { summaryOf } from '../stars/summaries.ts'
import type { Config, Review, ReviewPage, Sort, Summary } from '../wire.ts'

export type ListOptions = { sort: Sort; limit: number; rating: number | null; hasPhotos: boolean }

export type State = {
  /** `unavailable`: the service answers, and says no; asking again would not help. */
  phase: 'loading' | 'ready' | 'failed' | 'unavailable'
  config?: Config
  summary?: Summary
  reviews: readonly Review[]
  cursor: string | null
  options: ListOptions
  /** What is being fetched while the rest stays in view. */
  busy: 'choice' | 'more' | null
  /** The last of these went wrong. */
  hasFailed: boolean
}

const start: State = {
  phase: 'loading',
  reviews: [],
  cursor: null,
  options: { sort: 'newest', limit: 10, rating: null, hasPhotos: false },
  busy: null,
  hasFailed: false,
}

export class Feed {
  state = start
  readonly #changed: () => void
  readonly #shop: Shop
  readonly #product: string
  #fetching = new AbortController()

  constructor(shop: Shop, product: string, changed: () => void) {
    this.#shop = shop
    this.#product = product
    this.#changed = changed
  }

  open(): Promise<void> {
    return this.#fetch(start)
  }

  /** The reviews of before stay in view until the others are there. */
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
    // Only the newest question's answer counts.
    this.#fetching.abort()
    this.#fetching = new AbortController()
    const { signal } = this.#fetching
    this.#set({ ...meanwhile, hasFailed: false })
    const { busy } = this.state
    try {
      const found = await this.#find(this.state, signal)
      this.#set({ ...found, phase: 'ready', busy: null })
    } catch (error) {
      if (signal.aborted) return
      explain(error)
      this.#set(busy ? { busy: null, hasFailed: true } : { phase: isFinal(error) ? 'unavailable' : 'failed' })
    }
  }

  async #find({ options, cursor, busy, reviews }: State, signal: AbortSignal): Promise<Partial<State>> {
    const page = (options: ListOptions) =>
      read<ReviewPage>(this.#shop, 'reviews', { platformProductId: this.#product, ...options, cursor }, signal)
    const [config, summary, found] = await Promise.all([
      configOf(this.#shop),
      summaryOf(this.#shop, this.#product),
      page(options),
    ])
    // The first page is asked for before the store's own order is known: most stores leave that as it is.
    const { sort, pageSize: limit } = config.reviews
    const settled = busy ? options : { ...options, sort, limit }
    const isSame = settled.sort === options.sort && settled.limit === options.limit
    const { data, pagination } = isSame ? found : await page(settled)
    // A review that came in between has moved the rest down by one.
    const fresh = data.filter(({ id }) => reviews.every((shown) => shown.id !== id))
    return {
      config,
      summary,
      options: settled,
      cursor: pagination.nextCursor,
      reviews: busy === 'more' ? [...reviews, ...fresh] : data,
    }
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
    this.#changed()
  }
}

/** A wrong page, a shop that is closed: not a matter of trying again. */
const isFinal = (error: unknown): boolean => /forbidden|expired|required/.test(String((error as Error).cause))
