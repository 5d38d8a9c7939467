import type { LiabilityMonth } from '../../api/loyalty.ts'

export const seriesNames = {
  outstanding: 'Outstanding',
  earned: 'Earned',
  redeemed: 'Redeemed',
  lapsed: 'Expired',
  corrected: 'Corrected',
} as const
export type Series = keyof typeof seriesNames

/** The service returns only months with changes, newest first. Between these months the points stayed the same. */
export function withQuietMonths(months: readonly LiabilityMonth[]): LiabilityMonth[] {
  return months.flatMap((month, at) => {
    const older = months[at + 1]
    if (!older) return [month]
    const quiet: LiabilityMonth[] = []
    for (let between = before(month.month); between > older.month; between = before(between))
      quiet.push({ month: between, earned: 0, redeemed: 0, lapsed: 0, corrected: 0, outstanding: older.outstanding })
    return [month, ...quiet]
  })
}

function before(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

/** Sum of this month and the eleven before it. The list also has older months, but not the whole history. */
export function sumLastYear(months: readonly LiabilityMonth[], name: 'earned' | 'redeemed', nowMs: number): number {
  const now = new Date(nowMs)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString().slice(0, 7)
  return months.reduce((sum, month) => (month.month >= first ? sum + month[name] : sum), 0)
}

export function sumThisMonth(months: readonly LiabilityMonth[], name: 'earned' | 'redeemed', nowMs: number): number {
  const month = new Date(nowMs).toISOString().slice(0, 7)
  return months.find((each) => each.month === month)?.[name] ?? 0
}

const columns = ['month', 'earned', 'redeemed', 'lapsed', 'corrected', 'outstanding'] as const

export const buildCsv = (months: readonly LiabilityMonth[]): string =>
  [columns.join(','), ...months.map((month) => columns.map((name) => month[name]).join(','))].join('\r\n')
