import { shownLocale } from '../locale.ts'

export function Count({ of }: { of: number }) {
  return <span className="tabular-nums">{of.toLocaleString(shownLocale)}</span>
}
