import { shownLocale } from '../../../components/locale.ts'
import type { ProgramValues } from './program-form.ts'

export function summarizeOrders({ holdDays, currency }: ProgramValues): string {
  const orders = currency ? `Orders in ${currency}` : 'Orders in every currency'
  const after = holdDays === 0 ? 'points can be spent immediately' : `points can be spent after ${formatDays(holdDays)}`
  return `${orders}, ${after}`
}

export const summarizeTiers = ({ tiers }: ProgramValues): string =>
  tiers
    .toSorted((a, b) => a.threshold - b.threshold)
    .map(({ name, threshold }) => `${name} ${threshold.toLocaleString(shownLocale)}`)
    .join(' · ') || 'No tiers'

export const summarizeExpiry = ({ expiry: { enabled, days } }: ProgramValues): string =>
  enabled ? `Points expire after ${formatDays(days)}` : 'Points never expire'

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString(shownLocale)} days`)
