// Counts successes, not attempts: a form corrected three times counts once, when it is accepted.
import { AppError } from '../values/errors.ts'
import { type RateWindow, retryAfter } from '../values/windows.ts'
import type { Limiter } from './limiter.ts'
import { parseNetwork } from './spend.ts'

export type ActionLimits = {
  spend(what: string, storeEnvId: string, address: string, windows: readonly RateWindow[]): Promise<void>
}

/** `isOn`: whether this deployment has rate limits. */
export const createActionLimits = (limiter: Limiter, isOn: boolean): ActionLimits => ({
  async spend(what, storeEnvId, address, windows) {
    if (!isOn) return
    const decision = await limiter.take(`${what}:${storeEnvId}:${parseNetwork(address)}`, windows)
    if (decision.allowed) return
    const wait = retryAfter(decision)
    throw new AppError(429, 'rate_limited', `Too many attempts. Try again in ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    })
  },
})
