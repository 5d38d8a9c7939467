import { headOf, rowsOf, type Span } from '../rules.ts'
import type { LoyaltyReport } from './schema.ts'

export type CountedLines = { period: number; lines: number; delta: number }

export function loyaltyReport(span: Span, found: readonly CountedLines[]): LoyaltyReport {
  const sum = (read: (row: CountedLines) => number) => found.reduce((all, row) => all + read(row), 0)
  return {
    ...headOf(span),
    total: { lines: sum(({ lines }) => lines), delta: sum(({ delta }) => delta) },
    data: rowsOf(span, found, (row) => ({ lines: row?.lines ?? 0, delta: row?.delta ?? 0 })),
  }
}
