import type { JournalLine, NewReward, Reward } from '../../api/loyalty.ts'
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

export const pointsText = (points: number): string =>
  `${points.toLocaleString(shownLocale)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
export const signed = (points: number): string => `${points > 0 ? '+' : ''}${points.toLocaleString(shownLocale)}`
