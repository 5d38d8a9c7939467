// Charges calls to their callers' budgets and turns a decision into headers or a 429.
import { AppError } from '../errors.ts'
import type { Limiter } from './limiter.ts'
import { type Decision, limitHeader, policyHeader, type RateWindow, retryAfter, scale } from './windows.ts'

/** The headers of the answer, whatever it will be. */
export type Spent = Record<string, string>

export type Limits = {
  /** Charges one call to a proven caller; throws 429 when a window is full. */
  spend(budget: string, factor: 1 | 3): Promise<Spent>
  /** Charges a call nobody could be held to account for. */
  spendAddress(address: string): Promise<Spent>
  /** Whether a budget is known to be empty, so that work need not be begun. */
  isSpent(budget: string): Promise<boolean>
}

export function createLimits(windows: readonly RateWindow[], limiter: Limiter): Limits {
  const none: Spent = {}
  if (windows.length === 0)
    return { spend: async () => none, spendAddress: async () => none, isSpent: async () => false }
  const tables = { 1: windows, 3: scale(windows, 3) }
  const policies = { 1: policyHeader(tables[1]), 3: policyHeader(tables[3]) }

  const charge = async (budget: string, factor: 1 | 3): Promise<Spent> => {
    const decision = await limiter.take(budget, tables[factor])
    const headers = { 'ratelimit-policy': policies[factor], ratelimit: limitHeader(decision) }
    if (!decision.allowed) throw tooMany(decision, headers)
    return headers
  }
  return {
    spend: charge,
    spendAddress: (address) => charge(`address:${networkOf(address)}`, 1),
    isSpent: async (budget) => !(await limiter.peek(budget, tables[1])).allowed,
  }
}

const tooMany = (decision: Decision, headers: Spent) =>
  new AppError(429, 'rate_limited', `Too many requests; try again in ${retryAfter(decision)} s.`, {
    headers: { ...headers, 'retry-after': String(retryAfter(decision)) },
  })

/** One household holds a whole IPv6 /64, so the address alone would be no limit. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return `${groups.slice(0, 4).join(':')}::/64`
}
