// Earnings and redemptions can be passed in any order, so corrected totals and late orders need no repair. Instants are
// in milliseconds.

/** Points of an order or a grant. A negative grant does not count as spending, so it lowers the tier. */
export type Earning = { id: string; kind: EarningKind; earnedAt: number; maturesAt: number; points: number }
export type EarningKind = 'order' | 'grant' | 'birthday' | 'referral' | 'import' | 'review'

export type Redemption = { id: string; at: number; points: number; reversedAt: number | null }

export type Facts = { earnings: readonly Earning[]; redemptions: readonly Redemption[] }

/** Last millisecond at which points can be spent; undefined if they never expire. */
export type LapseAt = (earnedAt: number) => number | undefined

export type Step = { at: number; kind: EarningKind | 'redemption' | 'reversal' | 'expiry'; id: string; delta: number }

export type Balance = {
  /** Negative if points were lost after they were spent. Later earnings pay this debt. */
  balance: number
  pending: number
  /** Net points ever earned: spending and expiry do not lower them. */
  tierPoints: number
  nextExpiry: { at: number; points: number } | null
  nextChangeAt: number | null
  /** Steps so far, in order; their deltas sum up to the balance. */
  steps: readonly Step[]
}

type Lot = { id: string; earnedAt: number; lapsesAt: number; left: number }
type Debt = { id: string; missing: number }
type SpentLot = { lot: Lot; points: number }

const dayMs = 86_400_000
/** Extra days for points that expired before their redemption was reversed. */
export const graceDays = 30

export function fold(
  { earnings, redemptions }: Facts,
  lapseAt: LapseAt,
  graceAt: (at: number) => number,
  now: number,
): Balance {
  const account = new Account()
  const due: { at: number; rank: number; id: string; run(): void }[] = []
  let pending = 0
  let tierPoints = 0
  let nextMaturity = Number.POSITIVE_INFINITY
  for (const earning of earnings) {
    const { id, kind, points, maturesAt: at } = earning
    if (at > now) {
      pending += points
      if (points !== 0) nextMaturity = Math.min(nextMaturity, at)
      continue
    }
    tierPoints += points
    if (points > 0) due.push({ at, rank: 1, id, run: () => account.earn(earning, lapseAt(earning.earnedAt), at) })
    if (points < 0) due.push({ at, rank: 2, id, run: () => account.spend(id, kind, -points, at) })
  }
  for (const { id, at, points, reversedAt } of redemptions) {
    if (at > now) continue
    due.push({ at, rank: 2, id, run: () => account.spend(id, 'redemption', points, at) })
    if (reversedAt !== null && reversedAt <= now)
      due.push({ at: reversedAt, rank: 3, id, run: () => account.giveBack(id, reversedAt, graceAt(reversedAt)) })
  }
  due.sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
  for (const { at, run } of due) {
    account.lapse(at)
    run()
  }
  account.lapse(now)
  const nextExpiry = account.nextExpiry()
  const nextChange = Math.min(nextMaturity, nextExpiry ? nextExpiry.at + 1 : Number.POSITIVE_INFINITY)
  return {
    balance: account.balance(),
    pending,
    tierPoints,
    nextExpiry,
    nextChangeAt: Number.isFinite(nextChange) ? nextChange : null,
    steps: account.steps,
  }
}

/**
 * Spends and expires the oldest points first. Missing points are a debt, which the next earnings pay, oldest debt first.
 */
class Account {
  readonly steps: Step[] = []
  #lots: Lot[] = []
  #debts: Debt[] = []
  readonly #spent = new Map<string, SpentLot[]>()

  earn({ id, kind, earnedAt, points }: Earning, lapsesAt: number | undefined, at: number): void {
    this.#step(at, kind, id, points)
    this.#add({ id, earnedAt, lapsesAt: lapsesAt ?? Number.POSITIVE_INFINITY, left: points })
    this.#payDebts()
    // Points that matured after their expiry can only pay debts.
    this.lapse(at)
  }

  spend(id: string, kind: Step['kind'], points: number, at: number): void {
    this.#step(at, kind, id, -points)
    this.#debts.push({ id, missing: points })
    this.#payDebts()
  }

  giveBack(id: string, at: number, graceUntil: number): void {
    const given = this.#spent.get(id) ?? []
    const owed = this.#debts.find((debt) => debt.id === id)?.missing ?? 0
    this.#debts = this.#debts.filter((debt) => debt.id !== id)
    this.#spent.delete(id)
    this.#step(at, 'reversal', id, owed + given.reduce((sum, { points }) => sum + points, 0))
    for (const { lot, points } of given)
      this.#add({ ...lot, lapsesAt: lot.lapsesAt < at ? graceUntil : lot.lapsesAt, left: points })
    this.#payDebts()
  }

  lapse(now: number): void {
    const lapsed = this.#lots.filter((lot) => lot.lapsesAt < now)
    if (lapsed.length === 0) return
    this.#lots = this.#lots.filter((lot) => lot.lapsesAt >= now)
    lapsed.sort((a, b) => a.lapsesAt - b.lapsesAt)
    for (const { id, lapsesAt, left } of lapsed) this.#step(lapsesAt + 1, 'expiry', id, -left)
  }

  nextExpiry(): Balance['nextExpiry'] {
    const at = Math.min(...this.#lots.map((lot) => lot.lapsesAt))
    if (!Number.isFinite(at)) return null
    return { at, points: this.#lots.reduce((sum, lot) => (lot.lapsesAt === at ? sum + lot.left : sum), 0) }
  }

  balance(): number {
    const owed = this.#debts.reduce((sum, { missing }) => sum + missing, 0)
    return this.#lots.reduce((sum, { left }) => sum + left, 0) - owed
  }

  #step(at: number, kind: Step['kind'], id: string, delta: number): void {
    if (delta !== 0) this.steps.push({ at, kind, id, delta })
  }

  #add(lot: Lot): void {
    const before = this.#lots.findLastIndex(
      (other) => other.earnedAt < lot.earnedAt || (other.earnedAt === lot.earnedAt && other.id <= lot.id),
    )
    this.#lots.splice(before + 1, 0, lot)
  }

  #payDebts(): void {
    while (this.#debts.length > 0 && this.#lots.length > 0) {
      const [debt, lot] = [this.#debts[0] as Debt, this.#lots[0] as Lot]
      const points = Math.min(debt.missing, lot.left)
      const spent = this.#spent.get(debt.id) ?? []
      spent.push({ lot, points })
      this.#spent.set(debt.id, spent)
      debt.missing -= points
      lot.left -= points
      if (debt.missing === 0) this.#debts.shift()
      if (lot.left === 0) this.#lots.shift()
    }
  }
}

export type Expiry = { startsAt: number; days: number }

/**
 * Points expire at the end of the day that is `expiry.days` days after they were earned, in the programme's time zone.
 * The days count from `expiry.startsAt` if that is later.
 */
export function createLapseTimes(expiry: Expiry | null, zone: string): LapseAt {
  // Results are cached, because every changed fact recomputes a balance, and calendar arithmetic takes most of that time.
  const found = new Map<number, number>()
  return (earnedAt) => {
    if (expiry === null) return undefined
    const at = found.get(earnedAt) ?? endOfDay(Math.max(earnedAt, expiry.startsAt), expiry.days, zone)
    found.set(earnedAt, at)
    return at
  }
}

export const createGraceTimes = (zone: string) => (at: number) => endOfDay(at, graceDays, zone)

function endOfDay(at: number, days: number, zone: string): number {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  return day.add({ days: days + 1 }).toZonedDateTime(zone).epochMilliseconds - 1
}

export const maturesAt = (earnedAt: number, holdDays: number): number => earnedAt + holdDays * dayMs

/** Limits the points of an order, so that no sum of points overflows after a mistyped total. */
export const maxOrderPoints = 1_000_000_000

/** Computes `floor(rate × max(0, total − refunded))` exactly. Amounts and the rate are decimal strings. */
export function orderPoints(
  order: { total: string | null; refundedTotal: string; isCancelled: boolean },
  pointsPerUnit: string,
): number {
  if (order.isCancelled || order.total === null) return 0
  const net = scaled(order.total) - scaled(order.refundedTotal)
  if (net <= 0n) return 0
  const points = (net * scaled(pointsPerUnit)) / (unit * unit)
  return points > BigInt(maxOrderPoints) ? maxOrderPoints : Number(points)
}

/** Amounts are stored with at most six decimals. */
const digits = 6
const unit = 10n ** BigInt(digits)

function scaled(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * unit + BigInt(fraction.slice(0, digits).padEnd(digits, '0'))
}

export type Tier = { name: string; threshold: number }

export const pickTier = (tiers: readonly Tier[], tierPoints: number): string | null =>
  tiers.reduce<Tier | undefined>(
    (best, tier) => (tier.threshold <= tierPoints && tier.threshold >= (best?.threshold ?? -1) ? tier : best),
    undefined,
  )?.name ?? null
