/** Decimal text stays text: it is only dressed, never calculated with. */
import { shownLocale } from '../locale.ts'

export function Money({ amount, currency }: { amount: string | null; currency: string | null }) {
  if (amount === null) return <span className="text-quiet">–</span>
  return <span className="whitespace-nowrap tabular-nums">{textOf(amount, currency)}</span>
}

function textOf(amount: string, currency: string | null): string {
  if (!currency) return amount
  try {
    // A string keeps its digits on the way into the formatter.
    return new Intl.NumberFormat(shownLocale, { style: 'currency', currency }).format(amount as `${number}`)
  } catch {
    return `${amount} ${currency}`
  }
}
