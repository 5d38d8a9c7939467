import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Tier } from '../points/rules.ts'

export type ProgramRow = {
  enabled: boolean
  timezone: string
  starts_at: string
  expiry_enabled: boolean
  expiry_starts_at: string | null
  expiry_days: number | null
  tiers: Tier[]
  birthday_points: number
  review_points: number
  advocate_points: number
  friend_points: number
  referral_minimum: string
  shopper_redeems: boolean
  revision: number
  updated_at: string
}
export type RateRow = {
  version: number
  valid_from: string
  points_per_unit: string
  hold_days: number
  currency: string | null
}

export const find = (tx: StoreReads): Promise<ProgramRow | undefined> =>
  tx.first<ProgramRow>(sql`
    select enabled, timezone, starts_at, expiry_enabled, expiry_starts_at, expiry_days, tiers, birthday_points, review_points,
           advocate_points, friend_points, referral_minimum::text as referral_minimum, shopper_redeems, revision, updated_at
      from loyalty_programs where store_env_id = ${tx.storeEnvId}`)

export type ProgramWithRates = ProgramRow & { rates: RateRow[] }

const withRates = (tx: StoreReads) => sql<ProgramWithRates>`
  p.enabled, p.timezone, p.starts_at, p.expiry_enabled, p.expiry_starts_at, p.expiry_days, p.tiers, p.birthday_points,
  p.review_points, p.advocate_points, p.friend_points, p.referral_minimum::text as referral_minimum, p.shopper_redeems, p.revision, p.updated_at,
  coalesce((select jsonb_agg(jsonb_build_object('version', r.version, 'valid_from', r.valid_from,
                               'points_per_unit', r.points_per_unit::text, 'hold_days', r.hold_days, 'currency', r.currency)
                             order by r.version desc)
              from loyalty_rates r where r.store_env_id = ${tx.storeEnvId}), '[]') as rates`

export const selectWithRates = (tx: StoreReads) => sql<ProgramWithRates>`
  select ${withRates(tx)} from loyalty_programs p where p.store_env_id = ${tx.storeEnvId}`

export const findWithRates = (tx: StoreReads): Promise<ProgramWithRates | undefined> =>
  tx.first<ProgramWithRates>(selectWithRates(tx))

/** Serialises changes, including the first insert. */
export const lock = (tx: StoreTx): Promise<unknown> =>
  tx.first(sql`select pg_advisory_xact_lock(hashtextextended(${`loyalty ${tx.storeEnvId}`}, 0)) is null as locked`)

export const listRates = (tx: StoreReads): Promise<RateRow[]> =>
  tx.all<RateRow>(sql`
    select version, valid_from, points_per_unit::text as points_per_unit, hold_days, currency from loyalty_rates
     where store_env_id = ${tx.storeEnvId} order by version desc`)

export type NewRate = {
  version: number
  validFrom: Date
  pointsPerUnit: number
  holdDays: number
  currency: string | null
}

export const insertRate = (tx: StoreTx, rate: NewRate): Promise<number> =>
  tx.run(sql`
    insert into loyalty_rates (store_env_id, version, valid_from, points_per_unit, hold_days, currency)
    values (${tx.storeEnvId}, ${rate.version}, ${rate.validFrom}, ${String(rate.pointsPerUnit)}::numeric, ${rate.holdDays},
            ${rate.currency})`)

export type Terms = Omit<ProgramRow, 'updated_at' | 'starts_at' | 'expiry_starts_at'> & {
  starts_at: Date
  expiry_starts_at: Date | null
}

export const upsert = (tx: StoreTx, terms: Terms): Promise<number> =>
  tx.run(sql`
    insert into loyalty_programs (store_env_id, enabled, timezone, starts_at, expiry_enabled, expiry_starts_at, expiry_days, tiers,
                                  birthday_points, review_points, advocate_points, friend_points, referral_minimum, shopper_redeems, revision, created_at, updated_at)
    values (${tx.storeEnvId}, ${terms.enabled}, ${terms.timezone}, ${terms.starts_at}, ${terms.expiry_enabled},
            ${terms.expiry_starts_at}, ${terms.expiry_days}, ${JSON.stringify(terms.tiers)}::jsonb, ${terms.birthday_points}, ${terms.review_points},
            ${terms.advocate_points}, ${terms.friend_points}, ${terms.referral_minimum}::numeric, ${terms.shopper_redeems}, ${terms.revision}, ${tx.now}, ${tx.now})
    on conflict (store_env_id) do update
      set enabled = excluded.enabled, timezone = excluded.timezone, starts_at = excluded.starts_at,
          expiry_enabled = excluded.expiry_enabled, expiry_starts_at = excluded.expiry_starts_at, expiry_days = excluded.expiry_days,
          tiers = excluded.tiers, birthday_points = excluded.birthday_points, review_points = excluded.review_points, advocate_points = excluded.advocate_points,
          friend_points = excluded.friend_points, referral_minimum = excluded.referral_minimum,
          shopper_redeems = excluded.shopper_redeems, revision = excluded.revision,
          updated_at = excluded.updated_at`)

export const findZone = async (tx: StoreTx): Promise<string> =>
  (await tx.first<{ timezone: string }>(sql`select timezone from stores where id = ${tx.storeEnvId}`))?.timezone ??
  'UTC'
