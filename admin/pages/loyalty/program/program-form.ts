import type { Program, ProgramChanges } from '../../../api/loyalty.ts'

export const maxPoints = 100_000_000

/** Values of the program form. If expiry is disabled, its number of days is preserved. */
export type ProgramValues = Omit<ProgramChanges, 'expiry' | 'referral' | 'startsAt'> & {
  enabled: boolean
  pointsPerUnit: number
  holdDays: number
  currency: string | null
  timezone: string
  expiry: { enabled: boolean; startsAt: string | null; days: number }
  tiers: { name: string; threshold: number }[]
  birthdayPoints: number
  reviewPoints: number
  referral: { advocatePoints: number; friendPoints: number; minimumTotal: string }
  shopperRedeems: boolean
}

export type FieldsProps = {
  values: ProgramValues
  set(change: Partial<ProgramValues>): void
  error(path: string): string | undefined
}

export function toValues(program: Program): ProgramValues {
  const { enabled, pointsPerUnit, holdDays, currency, timezone, expiry, tiers } = program
  const { birthdayPoints, reviewPoints, referral, shopperRedeems } = program
  return {
    ...{
      enabled,
      pointsPerUnit,
      holdDays,
      currency,
      timezone,
      tiers,
      birthdayPoints,
      reviewPoints,
      referral,
      shopperRedeems,
    },
    expiry: { ...expiry, days: expiry.days ?? 365 },
  }
}

/** Sends changed fields only, so that a colleague's changes survive. */
export function findChanges(values: ProgramValues, kept: ProgramValues): ProgramChanges {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(kept[name as keyof ProgramValues])
  return Object.fromEntries(Object.entries(values).filter(isOther)) as ProgramChanges
}

export const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
