// Holds visitors without credentials to a number of acts in each store, counting what was done and not what was tried:
// whoever has to correct a field three times has done nothing yet.
import { AppError } from '../errors.ts'
import type { Limiter } from './limiter.ts'
import { networkOf } from './spend.ts'
import { type RateWindow, retryAfter } from './windows.ts'

export type ActionLimits = {
  /** Counts an act of the visitor, or throws 429. `what` names the kind of act; each has its own count. */
  spend(what: string, storeEnvId: string, address: string, windows: readonly RateWindow[]): Promise<void>
}

/** `isOn`: whether this deployment limits anybody. */
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
