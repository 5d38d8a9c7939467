import type { Static } from 'typebox'
import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'
import { programChanged } from '../events.ts'
import { maturesAt, orderPoints } from '../points/rules.ts'
import { explain } from './explain.ts'
import { dates, type Terms } from './rules.ts'
import type { OrderPreviewQuery, Program, ProgramChanges } from './schema.ts'
import * as store from './store.ts'

export type ProgramWithRates = store.ProgramWithRates
export const selectProgram = store.selectWithRates

export async function findTerms(tx: StoreReads): Promise<Terms | undefined> {
  const row = await store.findWithRates(tx)
  return row && toTerms(row)
}

export function toTerms(row: store.ProgramWithRates): Terms {
  const { rates, expiry_enabled, expiry_days, expiry_starts_at } = row
  const startsAt = Date.parse(row.starts_at)
  const expiry =
    expiry_enabled && expiry_days !== null
      ? { startsAt: expiry_starts_at === null ? startsAt : Date.parse(expiry_starts_at), days: expiry_days }
      : null
  return {
    enabled: row.enabled,
    startsAt,
    timezone: row.timezone,
    tiers: row.tiers,
    birthdayPoints: row.birthday_points,
    referral: {
      advocatePoints: row.advocate_points,
      friendPoints: row.friend_points,
      minimumTotal: row.referral_minimum,
    },
    shopperRedeems: row.shopper_redeems,
    rates: rates.map((rate) => ({
      version: rate.version,
      validFrom: Date.parse(rate.valid_from),
      pointsPerUnit: rate.points_per_unit,
      holdDays: rate.hold_days,
      currency: rate.currency,
    })),
    revision: row.revision,
    expiryDays: expiry?.days ?? null,
    ...dates(expiry, row.timezone),
  }
}

export async function requireEnabled(tx: StoreReads): Promise<Terms> {
  const terms = await findTerms(tx)
  if (!terms?.enabled)
    throw conflict('The loyalty programme of this store is switched off. Switch it on first.', 'program_disabled')
  return terms
}

export async function readProgram(tx: StoreTx): Promise<Program> {
  const row = await store.find(tx)
  const rates = row ? await store.listRates(tx) : []
  const [current] = rates
  const program = {
    enabled: row?.enabled ?? false,
    startsAt: row?.starts_at ?? null,
    pointsPerUnit: Number(current?.points_per_unit ?? 1),
    holdDays: current?.hold_days ?? 0,
    currency: current?.currency ?? null,
    timezone: row?.timezone ?? (await store.findZone(tx)),
    expiry: {
      enabled: row?.expiry_enabled ?? false,
      startsAt: row?.expiry_starts_at ?? null,
      days: row?.expiry_days ?? null,
    },
    tiers: row?.tiers ?? [],
    birthdayPoints: row?.birthday_points ?? 0,
    reviewPoints: row?.review_points ?? 0,
    referral: {
      advocatePoints: row?.advocate_points ?? 0,
      friendPoints: row?.friend_points ?? 0,
      minimumTotal: row?.referral_minimum ?? '0',
    },
    shopperRedeems: row?.shopper_redeems ?? false,
    rates: rates.map((rate) => ({
      version: rate.version,
      validFrom: rate.valid_from,
      pointsPerUnit: Number(rate.points_per_unit),
      holdDays: rate.hold_days,
      currency: rate.currency,
    })),
    updatedAt: row?.updated_at ?? null,
  }
  const { expiry } = program
  return { ...program, explained: explain({ ...program, expiryDays: expiry.enabled ? expiry.days : null }) }
}

export async function previewOrder(tx: StoreTx, asked: Static<typeof OrderPreviewQuery>) {
  const program = await readProgram(tx)
  const { pointsPerUnit = program.pointsPerUnit, holdDays = program.holdDays } = asked
  const now = tx.now.getTime()
  const { expiry, timezone } = program
  const ownDays = expiry.enabled ? expiry.days : null
  const days = asked.expiryDays ?? ownDays
  const lapsing = days === null ? null : { startsAt: Date.parse(expiry.startsAt ?? tx.now.toISOString()), days }
  const lapsesAt = dates(lapsing, timezone).lapseAt(now)
  return {
    points: orderPoints(
      { total: asked.total, refundedTotal: asked.refundedTotal ?? '0', isCancelled: false },
      String(pointsPerUnit),
    ),
    maturesAt: new Date(maturesAt(now, holdDays)).toISOString(),
    lapsesAt: lapsesAt === undefined ? null : new Date(lapsesAt).toISOString(),
  }
}

export async function changeProgram(tx: StoreTx, audit: Audit, changes: ProgramChanges): Promise<Program> {
  await store.lock(tx)
  const before = await readProgram(tx)
  const row = await store.find(tx)
  const after = merged(before, changes, tx.now)
  refuseUnsound(after)
  const isFirst = row === undefined
  if (!isFirst && JSON.stringify({ ...before, updatedAt: null }) === JSON.stringify({ ...after, updatedAt: null }))
    return before
  const isNewRate =
    after.pointsPerUnit !== before.pointsPerUnit ||
    after.holdDays !== before.holdDays ||
    after.currency !== before.currency
  if (isFirst || isNewRate) {
    // The first rate applies to all orders since the start. Later rates apply to orders placed from now on.
    const validFrom = isFirst ? new Date(Math.min(Date.parse(after.startsAt as string), tx.now.getTime())) : tx.now
    const { pointsPerUnit, holdDays, currency } = after
    const version = (before.rates[0]?.version ?? 0) + 1
    await store.insertRate(tx, { version, validFrom, pointsPerUnit, holdDays, currency })
  }
  await store.upsert(tx, {
    enabled: after.enabled,
    timezone: after.timezone,
    starts_at: new Date(after.startsAt as string),
    expiry_enabled: after.expiry.enabled,
    expiry_starts_at: after.expiry.startsAt === null ? null : new Date(after.expiry.startsAt),
    expiry_days: after.expiry.days,
    tiers: after.tiers,
    birthday_points: after.birthdayPoints,
    review_points: after.reviewPoints,
    advocate_points: after.referral.advocatePoints,
    friend_points: after.referral.friendPoints,
    referral_minimum: after.referral.minimumTotal,
    shopper_redeems: after.shopperRedeems,
    revision: (row?.revision ?? 0) + 1,
  })
  const changed = Object.keys(changes)
  await audit(tx, 'loyalty_program.changed', { type: 'store', id: tx.storeEnvId }, { changed })
  publish(tx, programChanged, {})
  return readProgram(tx)
}

function merged(before: Program, changes: ProgramChanges, now: Date): Program {
  const { expiry, referral, ...others } = changes
  const after = { ...before, ...others, startsAt: changes.startsAt ?? before.startsAt ?? now.toISOString() }
  if (expiry) after.expiry = { ...before.expiry, ...expiry }
  // Without a start date, expiry begins when it is enabled. Existing points therefore get their full lifetime from now on.
  if (after.expiry.enabled && after.expiry.startsAt === null)
    after.expiry = { ...after.expiry, startsAt: now.toISOString() }
  if (referral) after.referral = { ...before.referral, ...referral }
  after.tiers = after.tiers.toSorted((a, b) => a.threshold - b.threshold)
  return after
}

function refuseUnsound({ timezone, expiry, holdDays, tiers }: Program): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw invalidField('/timezone', 'is not an IANA time zone such as Europe/Berlin')
  }
  if (expiry.enabled && expiry.days === null) throw invalidField('/expiry/days', 'is needed where points lapse')
  if (expiry.enabled && (expiry.days as number) <= holdDays)
    throw invalidField('/expiry/days', 'must be more than `holdDays`, or points would lapse before they can be spent')
  const twice = tiers.findIndex(
    (tier, i) => tiers.findIndex(({ name, threshold }) => name === tier.name || threshold === tier.threshold) !== i,
  )
  if (twice !== -1) throw invalidField(`/tiers/${twice}`, 'has the name or the threshold of another')
}
