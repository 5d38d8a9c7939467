// What the terms of a programme mean for an earning, and which changes of them are sound. Pure.
import { graceAtOf, type LapseAt, lapseAtOf, type Tier } from '../points/rules.ts'

export type Rate = {
  version: number
  validFrom: number
  pointsPerUnit: string
  holdDays: number
  currency: string | null
}

/** The terms as they are applied. */
export type Terms = {
  enabled: boolean
  startsAt: number
  timezone: string
  tiers: readonly Tier[]
  birthdayPoints: number
  referral: { advocatePoints: number; friendPoints: number; minimumTotal: string }
  /** The newest first; never empty. */
  rates: readonly Rate[]
  revision: number
  /** Null where points do not lapse. */
  expiryDays: number | null
  lapseAt: LapseAt
  graceAt(at: number): number
}

export const dates = (expiry: { startsAt: number; days: number } | null, timezone: string) => ({
  lapseAt: lapseAtOf(expiry, timezone),
  graceAt: graceAtOf(timezone),
})

/** The one that was valid when the order was placed; what is older than the first has the first. */
export const rateAt = ({ rates }: Pick<Terms, 'rates'>, placedAt: number): Rate =>
  (rates.find(({ validFrom }) => validFrom <= placedAt) ?? rates.at(-1)) as Rate

/** An order in another currency than the rate's earns nothing; one that says none is taken to be in it. */
export const isCounted = (rate: Rate, currency: string | null): boolean =>
  rate.currency === null || currency === null || rate.currency === currency

/** Whose birthday it is, as MM-DD; in a common year the 28th of February is that of the 29th too. */
export function birthdaysOf(now: number, timezone: string): { year: number; days: string[] } {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  const day = today.toString().slice(5)
  return { year: today.year, days: day === '02-28' && !today.inLeapYear ? [day, '02-29'] : [day] }
}

/** When the next day begins there. */
export const nextMidnight = (now: number, timezone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime(timezone).epochMilliseconds
