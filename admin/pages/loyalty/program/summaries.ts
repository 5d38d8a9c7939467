import { shownLocale } from '../../../components/locale.ts'
import { pointsText } from '../labels.ts'
import type { ProgramValues } from './program-form.ts'

export function summarizeOrders({ holdDays, currency }: ProgramValues): string {
  const orders = currency ? `Orders in ${currency}` : 'Orders in every currency'
  const after = holdDays === 0 ? 'points can be spent immediately' : `points can be spent after ${formatDays(holdDays)}`
  return `${orders}, ${after}`
}

export function summarizeEarning({ birthdayPoints, reviewPoints, referral }: ProgramValues): string {
  const ways = [
    birthdayPoints > 0 && `Birthday: ${pointsText(birthdayPoints)}`,
    reviewPoints > 0 && `Review: ${pointsText(reviewPoints)}`,
    referral.advocatePoints > 0 && `Referral: ${pointsText(referral.advocatePoints)}`,
    referral.friendPoints > 0 && `Friend: ${pointsText(referral.friendPoints)}`,
  ].filter((way) => way !== false)
  return ways.join(' · ') || 'Orders only'
}

export const summarizeTiers = ({ tiers }: ProgramValues): string =>
  tiers
    .toSorted((a, b) => a.threshold - b.threshold)
    .map(({ name, threshold }) => `${name} ${threshold.toLocaleString(shownLocale)}`)
    .join(' · ') || 'No tiers'

export const summarizeExpiry = ({ expiry: { enabled, days } }: ProgramValues): string =>
  enabled ? `Points expire after ${formatDays(days)}` : 'Points never expire'

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString(shownLocale)} days`)
