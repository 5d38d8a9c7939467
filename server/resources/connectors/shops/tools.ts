import { setTimeout as sleep } from 'node:timers/promises'
import { ShopFailure, type ShopTools } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'

const longestWaitMs = 4_000
const callMs = 60_000
/** Maximum unpacked size of a file, enough for many millions of variants. The file is sorted on this machine's disk. */
const mostFileBytes = 4 * 1024 ** 3

export function shopTools(
  { fetch, clock }: Pick<Services, 'fetch' | 'clock'>,
  {
    signal: stopped,
    withinMs,
    maxFileBytes = mostFileBytes,
  }: { signal?: AbortSignal; withinMs?: number; maxFileBytes?: number } = {},
): ShopTools {
  const deadline = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs)
  const signals = [stopped, deadline].flatMap((each) => each ?? [])
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals)
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw toFailure(error)
    }
  }
  return {
    now: () => clock.now(),
    call: (url, request = {}) =>
      guarded(() => fetch(url, { timeoutMs: callMs, ...request, ...(signal && { signal }) })),
    async download(url) {
      const { status, chunks } = await guarded(() =>
        fetch.download(url, { maxBytes: maxFileBytes, ...(signal && { signal }) }),
      )
      if (status !== 200) throw new ShopFailure('shop_failed', `The file's server responded with status ${status}.`)
      return readable(chunks)
    },
    async wait(ms) {
      if (ms > longestWaitMs) throw new ShopFailure('throttled', 'The shop asks us to wait.', ms)
      await sleep(ms, undefined, signal && { signal }).catch(() => {
        throw new ShopFailure('shop_unreachable', 'The shop did not answer in time.')
      })
    },
  }
}

async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) yield chunk
  } catch (error) {
    throw toFailure(error)
  }
}

/** These messages are fixed texts without any part of the address or the response. */
function toFailure(error: unknown): unknown {
  if (!(error instanceof GuardedFetchError)) return error
  return new ShopFailure(
    error.code === 'file_too_large' ? 'too_large' : 'shop_unreachable',
    error.code === 'aborted' ? 'The shop did not answer in time.' : error.message,
  )
}
