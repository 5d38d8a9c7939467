import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import { decideSubscriptionState, planNames, requirePlan } from './rules.ts'

const now = new Date('2026-11-21T00:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
const facts = (more: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  plan: 'starter',
  status: 'active',
  trialEndsAt: null,
  currentPeriodEndsAt: inDays(10),
  pastDueSince: null,
  ...more,
})

const states: [says: string, facts: SubscriptionFacts][] = [
  ['`trialing`', facts({ status: 'trialing', plan: 'growth', trialEndsAt: inDays(1) })],
  ['`active`', facts({})],
  ['`past_due`, for 14 days', facts({ pastDueSince: inDays(-13) })],
  ['`cancelled`, until the end of what is paid', facts({ status: 'cancelled' })],
  ['`cancelled`, after it', facts({ status: 'cancelled', currentPeriodEndsAt: inDays(-1) })],
  ['`expired`: the trial or the 14 days are over', facts({ pastDueSince: inDays(-14) })],
]

type PlannedCall = Parameters<typeof requirePlan>[0]

const uses: [says: string, asked: PlannedCall | 'feed'][] = [
  ['Reading, exports', { method: 'GET', tenancy: 'store' }],
  ['Billing', { method: 'POST', tenancy: 'store', plan: { whileLapsed: true } }],
  ['Changes', { method: 'PUT', tenancy: 'store' }],
  ['Review feed', 'feed'],
  ['Storefront pages, widgets', { method: 'GET', tenancy: 'storefront' }],
  ['Review form', { method: 'POST', tenancy: 'storefront' }],
]

export function stateTable(): string {
  const works = (state: SubscriptionFacts, asked: PlannedCall | 'feed') => {
    if (asked === 'feed') return !decideSubscriptionState(state, now, 'manual').lapsed
    try {
      requirePlan(asked, state, now, 'manual', {})
      return true
    } catch {
      return false
    }
  }
  const formatPlan = (state: SubscriptionFacts) => {
    const { plan, status, lapsed } = decideSubscriptionState(state, now, 'manual')
    return lapsed ? '–' : status === 'trialing' ? planNames[plan] : 'as paid'
  }
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['State', ...uses.map(([says]) => says), 'Features of']),
    line(['State', ...uses, 'Plan'].map(() => '---')),
    ...states.map(([says, state]) =>
      line([says, ...uses.map(([, asked]) => (works(state, asked) ? 'yes' : 'no')), formatPlan(state)]),
    ),
  ].join('\n')
}
