import { withoutPort } from '../identity/proxies.ts'
import { AppError } from '../values/errors.ts'
import {
  type Decision,
  limitHeader,
  parseRateLimits,
  policyHeader,
  type RateWindow,
  retryAfter,
  scale,
} from '../values/windows.ts'
import type { Limiter } from './limiter.ts'

export type SpendingHeaders = Record<string, string>

type VisitorCall = { id: string; visitorLimit?: string | undefined; counts?: true | undefined }

export type Limits = {
  /** Charges one call to an authenticated caller. Throws 429 when a window is full. */
  spend(budget: string, factor: 1 | 3): Promise<SpendingHeaders>
  spendAddress(address: string): Promise<SpendingHeaders>
  /** Charges a storefront's call to the visitor's address in that store. `own` is the operation's own limit. */
  spendVisitor(address: string, store: string, own?: VisitorCall): Promise<SpendingHeaders>
  /**
   * Charges an allowed call and returns its headers. Charges nothing if the call is refused, or if only Redis can
   * decide.
   */
  spendVisitorNow(address: string, store: string): SpendingHeaders | undefined
  spendPicture(address: string): Promise<SpendingHeaders>
}

export function createLimits(
  windows: readonly RateWindow[],
  limiter: Limiter,
  visitorWindows: readonly RateWindow[] = [],
  pictureWindows: readonly RateWindow[] = [],
): Limits {
  const none: SpendingHeaders = {}
  if (windows.length === 0) {
    const free = async () => none
    return {
      spend: free,
      spendAddress: free,
      spendVisitor: free,
      spendVisitorNow: () => none,
      spendPicture: free,
    }
  }
  const tables = { 1: windows, 3: scale(windows, 3) }
  const policies = { 1: policyHeader(tables[1]), 3: policyHeader(tables[3]) }

  const take = async (budget: string, table: readonly RateWindow[], policy: string): Promise<SpendingHeaders> => {
    const decision = await limiter.take(budget, table)
    const headers = { 'ratelimit-policy': policy, ratelimit: limitHeader(decision) }
    if (!decision.allowed) throw tooMany(decision, headers)
    return headers
  }
  const charge = (budget: string, factor: 1 | 3) => take(budget, tables[factor], policies[factor])
  const visitorPolicy = policyHeader(visitorWindows)
  const picturePolicy = policyHeader(pictureWindows)
  const own = new Map<string, readonly RateWindow[]>()
  const parseOwnLimits = (id: string, text: string) => {
    const table = own.get(id) ?? parseRateLimits(text)
    own.set(id, table)
    return table
  }
  return {
    spend: charge,
    spendAddress: (address) => charge(`address:${parseNetwork(address)}`, 1),
    async spendVisitor(address, store, op) {
      if (visitorWindows.length === 0) return none
      const visitor = `${op?.counts ? 'counts of ' : ''}${buildVisitorKey(address, store)}`
      const spent = await take(visitor, visitorWindows, visitorPolicy)
      if (!op?.visitorLimit) return spent
      // The headers show the operation's limit, because it is the tighter one.
      const table = parseOwnLimits(op.id, op.visitorLimit)
      return take(`${visitor} ${op.id}`, table, policyHeader(table))
    },
    spendVisitorNow(address, store) {
      if (visitorWindows.length === 0) return none
      if (!limiter.decidesAtOnce) return undefined
      const decision = limiter.take(buildVisitorKey(address, store), visitorWindows) as Decision
      if (!decision.allowed) return undefined
      return { 'ratelimit-policy': visitorPolicy, ratelimit: limitHeader(decision) }
    },
    spendPicture: async (address) =>
      pictureWindows.length === 0 ? none : take(`picture:${parseNetwork(address)}`, pictureWindows, picturePolicy),
  }
}

const buildVisitorKey = (address: string, store: string) => `visitor:${parseNetwork(address)} ${store}`

const tooMany = (decision: Decision, headers: SpendingHeaders) =>
  new AppError(429, 'rate_limited', `Too many requests. Try again in ${retryAfter(decision)} s.`, {
    headers: { ...headers, 'retry-after': String(retryAfter(decision)) },
  })

/** One household has a whole IPv6 /64, so a limit per single address would be ineffective. */
export function parseNetwork(named: string): string {
  const address = withoutPort(named)
  if (!address.includes(':')) return address
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return `${groups.slice(0, 4).join(':')}::/64`
}
