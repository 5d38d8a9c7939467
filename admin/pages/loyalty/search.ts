import type { ReferralState } from '../../api/loyalty.ts'
import { parseChoice, textIn } from '../../shell/search-values.ts'
import { referralStateNames } from './referral-states.ts'

export type MemberSearch = { tier?: string }
export const readMemberSearch = ({ tier }: Record<string, unknown>): MemberSearch => ({ tier: textIn(tier) })

/** The list shows open referrals by default. `all` shows every referral. */
export type ReferralSearch = { state?: ReferralState | 'all' }
export const readReferralSearch = ({ state }: Record<string, unknown>): ReferralSearch => ({
  state: parseChoice({ ...referralStateNames, all: 'All' }, state),
})
