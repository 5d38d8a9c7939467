import type { JournalLine, NewReward, ReferralState, Reward } from '../../api/loyalty.ts'
import type { Tone } from '../../components/Badge.tsx'
import { shownLocale } from '../../components/locale.ts'

export const kindNames: Record<JournalLine['kind'], string> = {
  order: 'Order',
  grant: 'Grant',
  birthday: 'Birthday',
  referral: 'Referral',
  import: 'Import',
  review: 'Review',
  redemption: 'Redeemed',
  reversal: 'Refunded',
  expiry: 'Expired',
  program: 'Terms changed',
}

export const rewardKindNames: Record<Reward['kind'], string> = {
  fixed_amount: 'Amount off',
  percent: 'Percentage off',
  free_shipping: 'Free shipping',
  product: 'Free product',
  custom: 'Other',
}

export const codeNames: Record<NonNullable<NewReward['codes']>, string> = {
  none: 'No code',
  shared: 'One code for all',
  pool: 'Individual codes that I upload',
  platform: 'Individual codes, created in my shop',
}

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

export const pointsText = (points: number): string =>
  `${points.toLocaleString(shownLocale)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
export const signed = (points: number): string => `${points > 0 ? '+' : ''}${points.toLocaleString(shownLocale)}`
