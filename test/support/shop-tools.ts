// Tools for an adapter on a fake shop. Calls are real, and waits are recorded without waiting.
import { type ShopConnection, ShopFailure, type ShopTools } from '#integrations/shops/shop.ts'

export type TestTools = ShopTools & {
  waits: number[]
  at: number
}

export function createTools({ at = Date.now(), longestWait = Number.POSITIVE_INFINITY } = {}): TestTools {
  const tools: TestTools = {
    waits: [],
    at,
    now: () => new Date(tools.at),
    async wait(ms) {
      if (ms > longestWait) throw new ShopFailure('throttled', 'The wait is put aside.', ms)
      tools.waits.push(ms)
      tools.at += ms
    },
    async call(url, { method = 'GET', headers, body, timeoutMs = 10_000, maxBytes = 64 * 1024 } = {}) {
      const startedAt = performance.now()
      try {
        const response = await fetch(url, {
          method,
          ...(headers && { headers }),
          ...(body !== undefined && { body: body as BodyInit }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const read = Buffer.from(await response.arrayBuffer())
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: read.subarray(0, maxBytes),
          truncated: read.length > maxBytes,
          durationMs: performance.now() - startedAt,
        }
      } catch {
        throw new ShopFailure('shop_unreachable', 'The shop does not answer.')
      }
    },
    async download(url) {
      const response = await fetch(url, { redirect: 'manual' })
      if (!response.ok || !response.body) throw new ShopFailure('shop_failed', 'The file cannot be fetched.')
      return streamChunks(response.body)
    },
  }
  return tools
}

async function* streamChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk
  } catch {
    throw new ShopFailure('shop_failed', 'The stored file broke off.')
  }
}

export function makeConnection(values: Partial<ShopConnection> = {}): ShopConnection {
  return {
    address: 'acme.myshopify.com',
    credentials: {},
    identifiers: { gtin: null, mpn: null, brand: null },
    webhookSecret: 'secret-of-hooks',
    webhookUrl: 'https://evident.example/webhooks/shop/1',
    currency: null,
    ...values,
  }
}

/** Reads all pages. Each position is converted to JSON and back, as a database would do. */
export async function readAll<T>(
  read: (from: never) => Promise<{ items: readonly T[]; next: Readonly<Record<string, unknown>> | null }>,
): Promise<{ items: T[]; pages: number; last: Readonly<Record<string, unknown>> | null }> {
  const items: T[] = []
  let last: Readonly<Record<string, unknown>> | null = null
  for (let pages = 1; ; pages += 1) {
    const page = await read(last as never)
    items.push(...page.items)
    if (page.next === null) return { items, pages, last }
    last = JSON.parse(JSON.stringify(page.next))
  }
}
