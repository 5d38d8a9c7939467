import type { ReferralState } from '../../api/loyalty.ts'
import type { Tone } from '../../components/Badge.tsx'

export const referralStateNames: Record<ReferralState, string> = {
  review: 'Waits for a decision',
  pending: 'No order yet',
  ordered: 'Ordered, points mature',
  completed: 'Both rewarded',
  reversed: 'Order cancelled',
  blocked: 'Refused',
}

export const referralStateTones: Record<ReferralState, Tone> = {
  review: 'warn',
  pending: 'plain',
  ordered: 'accent',
  completed: 'good',
  reversed: 'plain',
  blocked: 'danger',
}

const reasonNames: Record<string, string> = {
  same_name: 'The friend has the name of the member',
  many_in_a_week: 'The member referred very many friends within a week',
  not_qualifying: 'The first order did not use the code, or was too small',
  order_changed: 'The order was refunded or cancelled',
}
/** A newer service may send reasons that this page does not know. */
export const reasonName = (reason: string): string => reasonNames[reason] ?? reason.replaceAll('_', ' ')
