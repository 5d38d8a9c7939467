/** Formats decimal text. It is never parsed to a float. */
import { shownLocale } from '../locale.ts'

export function Money({ amount, currency }: { amount: string | null; currency: string | null }) {
  if (amount === null) return <span className="text-quiet">–</span>
  return <span className="whitespace-nowrap tabular-nums">{formatAmount(amount, currency)}</span>
}

/** One unit of a currency, such as €1. The currency can be half typed. */
export function formatUnit(currency: string): string {
  try {
    return new Intl.NumberFormat(shownLocale, { style: 'currency', currency, maximumFractionDigits: 0 }).format(1)
  } catch {
    return `1 ${currency}`
  }
}

function formatAmount(amount: string, currency: string | null): string {
  if (!currency) return amount
  try {
    // The formatter accepts strings without loss of digits.
    return new Intl.NumberFormat(shownLocale, { style: 'currency', currency }).format(amount as `${number}`)
  } catch {
    return `${amount} ${currency}`
  }
}
