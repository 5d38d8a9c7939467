// Batches requests. All products that are requested within one turn of the event loop share one call.
import { read, type Shop } from '../api.ts'
import { cached } from '../cached.ts'
import type { Summaries, Summary } from '../wire.ts'

/** The service accepts at most this many products in one call. */
const atOnce = 100

type Waiting = [product: string, done: (summary: Summary) => void, failed: (reason: unknown) => void]

const queues: Record<string, Waiting[]> = {}

export const loadSummary = (shop: Shop, product: string): Promise<Summary> =>
  cached(
    `summary ${shop.store} ${product}`,
    () => new Promise((done, failed) => enqueue(shop, [product, done, failed])),
  )

function enqueue(shop: Shop, waiting: Waiting): void {
  queues[shop.store] ??= []
  const queue = queues[shop.store] as Waiting[]
  if (queue.push(waiting) > 1) return
  queueMicrotask(() => {
    delete queues[shop.store]
    while (queue[0]) ask(shop, queue.splice(0, atOnce))
  })
}

async function ask(shop: Shop, waiting: Waiting[]): Promise<void> {
  try {
    const ids = waiting.map(([product]) => product)
    // The service splits a single parameter at its commas, but it does not split a repeated parameter.
    const platformProductIds = /,/.test(ids.join('')) ? (ids[1] ? ids : ids.concat(ids)) : ids.join()
    const { data } = await read<Summaries>(shop, 'summary', { platformProductIds })
    // The response lists the products in the order of the request.
    waiting.map(([, done], i) => done(data[i] as Summary))
  } catch (error) {
    waiting.map(([, , failed]) => failed(error))
  }
}
