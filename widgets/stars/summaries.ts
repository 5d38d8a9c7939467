// Batches requests. All products that are requested within one turn of the event loop share one call.
import { read, type Shop } from '../api.ts'
import { cached } from '../cached.ts'
import type { Summaries, Summary } from '../wire.ts'

type Waiting = [product: string, done: (summary: Summary) => void, failed: (reason: unknown) => void]

const queues: Record<string, Waiting[]> = {}

/** Average and number of a product's reviews. `pool` adds reviews of its group or other stores; `own` adds none. */
export const loadSummary = (shop: Shop, product: string, pool: string): Promise<Summary> => {
  const key = shop.store + pool
  return cached(
    key + product,
    () =>
      new Promise((done, failed) => {
        queues[key] ??= []
        const queue = queues[key] as Waiting[]
        if (queue.push([product, done, failed]) > 1) return
        queueMicrotask(() => {
          delete queues[key]
          // The service accepts at most 100 products in one call.
          while (queue[0]) ask(shop, pool, queue.splice(0, 100))
        })
      }),
  )
}

function ask(shop: Shop, pool: string, waiting: Waiting[]): void {
  const ids = waiting.map(([product]) => product)
  // The service splits a single parameter at commas, so a single id is sent twice. It ignores the repetition.
  read<Summaries>(shop, 'summary', { platformProductIds: ids[1] ? ids : [...ids, ...ids], pool }).then(
    // The response lists the products in the order of the request.
    ({ data }) => data.map((summary, i) => waiting[i]?.[1]({ ...summary, ...summary.pooled })),
    (error) => waiting.map(([, , failed]) => failed(error)),
  )
}
