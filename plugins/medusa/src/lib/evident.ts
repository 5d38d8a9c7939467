// Makes all calls to Evident. None throws, because the shop must work without Evident.
import type { Connection } from './connection.ts'
import { createGate } from './gate.ts'
import { signedHeaders } from './signing.ts'

export type Answer = { status: number; body: unknown; retryAfterMs: number }

const longestBytes = 2_000_000
const unanswered: Answer = { status: 0, body: undefined, retryAfterMs: 0 }
const failuresUntilOpen = 5
const openMs = 30_000

async function call(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const seconds = Number(response.headers.get('retry-after'))
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 0
    const body = await readBody(response).catch((error: unknown) => {
      if (response.ok) throw error
      // A proxy's error page is not JSON, but its status and Retry-After still count.
    })
    return { status: response.status, body, retryAfterMs }
  } catch {
    return unanswered
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await readText(response)
  return text === '' ? undefined : JSON.parse(text)
}

/** Stops reading a response that is too large, instead of loading it into memory. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > longestBytes) throw new Error('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export type Evident = ReturnType<typeof createEvident>

export function createEvident(connection: Connection, platform: 'medusa' | 'vendure') {
  const { origin, storeEnvId, connectionId, key, page, toEvident } = connection
  const api = `${origin}/api/v1`
  const store = { 'x-store-env-id': storeEnvId }
  // At most four calls of a process run in parallel.
  const [shoppers, staff, background] = [createGate(2), createGate(1), createGate(1)]
  let failures = 0
  let openUntil = 0

  /** After five failures in a row, pages make no calls for at least 30 seconds. Background calls continue. */
  const guarded = async (timeoutMs: number, url: string, init: RequestInit): Promise<Answer> => {
    if (Date.now() < openUntil) return unanswered
    const answer = await call(url, init, timeoutMs)
    const hasFailed = answer.status === 0 || answer.status >= 500 || answer.status === 429
    failures = hasFailed ? failures + 1 : 0
    if (failures >= failuresUntilOpen) openUntil = Date.now() + Math.max(openMs, answer.retryAfterMs)
    return answer
  }
  /** `timeoutMs` starts when a slot is free, because no page waits for this call. */
  const inBackground = async (url: string, init: RequestInit, timeoutMs: number): Promise<Answer> =>
    (await background(60_000, () => call(url, init, timeoutMs))) ?? unanswered

  /** Pages for staff wait at most two seconds, including the wait for a slot. */
  const admin = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { ...store, authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await staff(2_000, (leftMs) => guarded(leftMs, `${api}/${path}`, init))) ?? unanswered
  }
  let role: string | undefined

  return {
    async tell(message: object, timeoutMs = 10_000): Promise<Answer> {
      const body = JSON.stringify(message)
      const headers = signedHeaders(toEvident, body, new Date())
      return inBackground(`${api}/webhooks/${platform}/${connectionId}`, { method: 'POST', headers, body }, timeoutMs)
    },
    /** Shoppers' pages wait at most 300 ms, including the wait for a slot. */
    async storefront(path: string): Promise<Answer> {
      if (Date.now() < openUntil) return unanswered
      const headers = { ...store, origin: page }
      const asked = (leftMs: number) => guarded(leftMs, `${api}/storefront/${path}`, { headers })
      return (await shoppers(300, asked)) ?? unanswered
    },
    async summaries(productIds: readonly string[]): Promise<Answer> {
      const words = new URLSearchParams(productIds.map((id) => ['platformProductIds', id]))
      if (productIds.length === 1) words.append('platformProductIds', `${productIds[0]}`)
      const headers = { ...store, origin: page, 'cache-control': 'no-cache' }
      return inBackground(`${api}/storefront/summary?${words}`, { headers }, 10_000)
    },
    admin,
    /**
     * Whether the key may reply to reviews. A key's role does not change, so a process asks once. True while it is unknown,
     * because Evident then explains the refusal of the reply.
     */
    async mayReply(): Promise<boolean> {
      if (role === undefined) {
        const { status, body } = await admin('GET', 'account/stores')
        const stores = status === 200 ? (body as { data?: unknown } | undefined)?.data : undefined
        role = Array.isArray(stores) ? stores[0]?.role : undefined
      }
      return role !== 'VIEWER'
    },
  }
}
