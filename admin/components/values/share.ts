import { shownLocale } from '../locale.ts'

const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const percent = new Intl.NumberFormat(shownLocale, { style: 'percent', ...decimals })
const wholePercent = new Intl.NumberFormat(shownLocale, { style: 'percent', maximumFractionDigits: 0 })
const signed = new Intl.NumberFormat(shownLocale, { signDisplay: 'exceptZero', ...decimals })

export const shareText = (share: number | null): string => (share === null ? '–' : percent.format(share))

export const wholeShareText = (share: number | null): string => (share === null ? '–' : wholePercent.format(share))

/** Has no decimals, because a tenth of a percent of a few reviews would look more exact than it is. */
export function growthText(growth: number): string {
  const size = wholePercent.format(Math.abs(growth))
  return size === wholePercent.format(0) ? size : `${growth > 0 ? '↑' : '↓'} ${size}`
}

export const differenceText = (now: number, before: number): string =>
  withMinus(signed.format(subtractRounded(now, before)))

/** Subtracts what the page shows. Otherwise 8.3% and 7.4% would differ by 1.0 if they are 8.33% and 7.35%. */
export const subtractRounded = (now: number, before: number): number =>
  (Math.round(now * 10) - Math.round(before * 10)) / 10

const withMinus = (number: string) => number.replace('-', '\u2212')
