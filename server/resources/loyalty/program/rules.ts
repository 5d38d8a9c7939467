import { createGraceTimes, createLapseTimes, type LapseAt, type Tier } from '../points/rules.ts'

export type Rate = {
  version: number
  validFrom: number
  pointsPerUnit: string
  holdDays: number
  currency: string | null
}

export type Terms = {
  enabled: boolean
  startsAt: number
  timezone: string
  tiers: readonly Tier[]
  birthdayPoints: number
  referral: { advocatePoints: number; friendPoints: number; minimumTotal: string }
  shopperRedeems: boolean
  /** Newest rate first. Never empty. */
  rates: readonly Rate[]
  revision: number
  expiryDays: number | null
  lapseAt: LapseAt
  graceAt(at: number): number
}

export const dates = (expiry: { startsAt: number; days: number } | null, timezone: string) => ({
  lapseAt: createLapseTimes(expiry, timezone),
  graceAt: createGraceTimes(timezone),
})

/** The rate that was valid when the order was placed. Orders older than all rates get the first rate. */
export const rateAt = ({ rates }: Pick<Terms, 'rates'>, placedAt: number): Rate =>
  (rates.find(({ validFrom }) => validFrom <= placedAt) ?? rates.at(-1)) as Rate

/** An order in a currency other than the rate's currency earns nothing. An order without a currency counts. */
export const isCounted = (rate: Rate, currency: string | null): boolean =>
  rate.currency === null || currency === null || rate.currency === currency

/** Birthdays today as MM-DD; in a common year, 28 February includes birthdays on the 29th. */
export function findBirthdays(now: number, timezone: string): { year: number; days: string[] } {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  const day = today.toString().slice(5)
  return { year: today.year, days: day === '02-28' && !today.inLeapYear ? [day, '02-29'] : [day] }
}

export const nextMidnight = (now: number, timezone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime(timezone).epochMilliseconds
