import { shownLocale } from '../locale.ts'

const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const percent = new Intl.NumberFormat(shownLocale, { style: 'percent', ...decimals })
const signedPercent = new Intl.NumberFormat(shownLocale, { style: 'percent', signDisplay: 'exceptZero', ...decimals })
const signed = new Intl.NumberFormat(shownLocale, { signDisplay: 'exceptZero', ...decimals })

export const shareText = (share: number | null): string => (share === null ? '–' : percent.format(share))

export const growthText = (growth: number): string => withMinus(signedPercent.format(growth))

export const differenceText = (now: number, before: number): string =>
  withMinus(signed.format(subtractRounded(now, before)))

/** Subtracts what the page shows. Otherwise 8.3% and 7.4% would differ by 1.0 if they are 8.33% and 7.35%. */
export const subtractRounded = (now: number, before: number): number =>
  (Math.round(now * 10) - Math.round(before * 10)) / 10

const withMinus = (number: string) => number.replace('-', '\u2212')
