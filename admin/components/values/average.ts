import { shownLocale } from '../locale.ts'

const oneDecimal = new Intl.NumberFormat(shownLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const averageText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : oneDecimal.format(value)
