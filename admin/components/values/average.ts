import { shownLocale } from '../locale.ts'

const oneDecimal = new Intl.NumberFormat(shownLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** An average of stars, with one decimal, as widgets and hosted pages write it. */
export const averageText = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : oneDecimal.format(value)
