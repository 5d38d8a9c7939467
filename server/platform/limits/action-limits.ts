// Limits how often a visitor without credentials may do something in each store. Counts what was done and not what was tried:
// a form that is corrected three times counts once, when it is taken.
import { AppError } from '../values/errors.ts'
import { type RateWindow, retryAfter } from '../values/windows.ts'
import type { Limiter } from './limiter.ts'
import { networkOf } from './spend.ts'

export type ActionLimits = {
  /** Counts an act of the visitor, or throws 429. `what` names the kind of act; each has its own count. */
  spend(what: string, storeEnvId: string, address: string, windows: readonly RateWindow[]): Promise<void>
}

/** `isOn`: whether this deployment has rate limits. */
export const createActionLimits = (limiter: Limiter, isOn: boolean): ActionLimits => ({
  async spend(what, storeEnvId, address, windows) {
    if (!isOn) return
    const decision = await limiter.take(`${what}:${storeEnvId}:${networkOf(address)}`, windows)
    if (decision.allowed) return
    const wait = retryAfter(decision)
    throw new AppError(429, 'rate_limited', `That was too often; try again in ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    })
  },
})
