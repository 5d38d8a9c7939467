import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import type { DayBegin } from '#resources/analytics/rules.ts'

export type MonthSums = {
  month: string
  earned: number
  redeemed: number
  lapsed: number
  corrected: number
  delta: number
}

const isEarning = sql`j.kind in ('order', 'grant', 'birthday', 'referral', 'import', 'review')`

/**
 * Each line of the journal counts in exactly one sum of its month, so the opening balance plus all sums equals the
 * closing balance.
 */
const selectMonthSums = (tx: StoreReads, timezone: string, which: Sql) => sql<MonthSums>`
    select to_char(date_trunc('month', j.at at time zone ${timezone}), 'YYYY-MM') as month,
           coalesce(sum(j.delta) filter (where j.delta > 0 and ${isEarning}), 0)::bigint as earned,
           coalesce(-sum(j.delta) filter (where j.kind = 'redemption'), 0)::bigint as redeemed,
           coalesce(-sum(j.delta) filter (where j.kind = 'expiry'), 0)::bigint as lapsed,
           coalesce(sum(j.delta) filter (where j.kind in ('reversal', 'program') or (j.delta < 0 and ${isEarning})), 0)::bigint as corrected,
           coalesce(sum(j.delta), 0)::bigint as delta
      from loyalty_journal j
     where j.store_env_id = ${tx.storeEnvId} and ${which}
     group by 1`

const writtenIn = (from: string | undefined, until?: Date) =>
  sql`${from === undefined ? sql`true` : sql`j.created_at >= ${from}`} ${until ? sql`and j.created_at < ${until}` : sql``}`

/** Serialises counts and deletions. */
export const lockCounts = (tx: StoreTx): Promise<unknown> =>
  tx.first(
    sql`select pg_advisory_xact_lock(hashtextextended(${`loyalty months ${tx.storeEnvId}`}, 0)) is null as locked`,
  )

export type Zones = { timezone: string; dayTimezone: string }
export type CountState = { timezone: string; dayTimezone: string | null; countedUntil: string }

export const findCounted = (tx: StoreReads): Promise<CountState | undefined> =>
  tx.first<CountState>(sql`
    select c.timezone, c.day_timezone as "dayTimezone", c.counted_until as "countedUntil" from loyalty_journal_counts c where c.store_env_id = ${tx.storeEnvId}`)

/**
 * `isCurrent` means that no other count ran since `countedUntil` was read. Without months, the result is one row whose
 * month is null.
 */
export type MonthRow = { isCurrent: boolean } & (MonthSums | { month: null })

export const listMonths = (tx: StoreReads, timezone: string, countedUntil: string | undefined): Promise<MonthRow[]> =>
  tx.all<MonthRow>(sql`
    select c.is_current as "isCurrent", s.month, s.earned, s.redeemed, s.lapsed, s.corrected, s.delta
      from (select (select c.counted_until from loyalty_journal_counts c
                     where c.store_env_id = ${tx.storeEnvId} and c.timezone = ${timezone})
                   is not distinct from ${countedUntil ?? null}::timestamptz as is_current) c
      left join (
        select t.month, sum(t.earned)::bigint as earned, sum(t.redeemed)::bigint as redeemed, sum(t.lapsed)::bigint as lapsed,
               sum(t.corrected)::bigint as corrected, sum(t.delta)::bigint as delta
          from (select m.month, m.earned, m.redeemed, m.lapsed, m.corrected, m.delta from loyalty_journal_months m
                 where m.store_env_id = ${tx.storeEnvId} and ${countedUntil !== undefined}
                union all
                ${selectMonthSums(tx, timezone, writtenIn(countedUntil))}) t
         group by t.month) s on true
     order by s.month desc`)

/** Time of the `n`th uncounted line; undefined if there are fewer lines. */
export const findNthUncounted = async (
  tx: StoreReads,
  { from, until, n }: { from: string | undefined; until: Date; n: number },
): Promise<string | undefined> =>
  (
    await tx.first<{ at: string }>(sql`
      select j.created_at as at from loyalty_journal j
       where j.store_env_id = ${tx.storeEnvId} and ${writtenIn(from, until)}
       order by j.created_at offset ${n - 1} limit 1`)
  )?.at

export const addToMonths = (
  tx: StoreTx,
  { timezone, from, until }: { timezone: string; from: string | undefined; until: Date },
): Promise<number> =>
  tx.run(sql`
    insert into loyalty_journal_months as m (store_env_id, month, earned, redeemed, lapsed, corrected, delta)
    select ${tx.storeEnvId}, s.month, s.earned, s.redeemed, s.lapsed, s.corrected, s.delta
      from (${selectMonthSums(tx, timezone, writtenIn(from, until))}) s
    on conflict (store_env_id, month) do update
      set earned = m.earned + excluded.earned, redeemed = m.redeemed + excluded.redeemed, lapsed = m.lapsed + excluded.lapsed,
          corrected = m.corrected + excluded.corrected, delta = m.delta + excluded.delta`)

export const upsertCounted = (tx: StoreTx, { timezone, dayTimezone }: Zones, countedUntil: Date): Promise<number> =>
  tx.run(sql`
    insert into loyalty_journal_counts (store_env_id, timezone, day_timezone, counted_until)
    values (${tx.storeEnvId}, ${timezone}, ${dayTimezone}, ${countedUntil})
    on conflict (store_env_id) do update set timezone = excluded.timezone, day_timezone = excluded.day_timezone,
                                             counted_until = excluded.counted_until`)

export const findFirstWritten = async (tx: StoreReads, email?: string): Promise<string | undefined> =>
  (
    await tx.first<{ at: string }>(sql`
      select j.created_at as at from loyalty_journal j
       where j.store_env_id = ${tx.storeEnvId} ${email === undefined ? sql`` : sql`and ${matchMember(tx, email)}`}
       order by j.created_at limit 1`)
  )?.at

const matchMember = (tx: StoreReads, email: string) => sql`
  j.member_id = any(array(select w.id from loyalty_members w where w.store_env_id = ${tx.storeEnvId} and w.email = ${email}))`

const selectDaySums = (tx: StoreReads, days: readonly DayBegin[], which: Sql) => sql`
    select (${days.map(({ day }) => day)}::date[])[width_bucket(j.created_at, ${days.map(({ begin }) => begin)}::timestamptz[])] as day,
           count(*) as lines, sum(j.delta)::bigint as delta
      from loyalty_journal j
     where j.store_env_id = ${tx.storeEnvId} and ${which}
     group by 1`

/** Adds the same lines as `addToMonths` to the sums of their days. */
export const addToDays = (
  tx: StoreTx,
  { days, from, until }: { days: readonly DayBegin[]; from: string | undefined; until: Date },
): Promise<number> =>
  tx.run(sql`
    insert into loyalty_journal_days as d (store_env_id, day, lines, delta)
    select ${tx.storeEnvId}, s.day, s.lines, s.delta
      from (${selectDaySums(tx, days, writtenIn(from, until))}) s
    on conflict (store_env_id, day) do update set lines = d.lines + excluded.lines, delta = d.delta + excluded.delta`)

export const takeFromDays = (
  tx: StoreTx,
  email: string,
  { days, countedUntil }: { days: readonly DayBegin[]; countedUntil: string },
): Promise<number> =>
  tx.run(sql`
    update loyalty_journal_days d set lines = d.lines - s.lines, delta = d.delta - s.delta
      from (${selectDaySums(tx, days, sql`j.created_at < ${countedUntil} and ${matchMember(tx, email)}`)}) s
     where d.store_env_id = ${tx.storeEnvId} and d.day = s.day`)

export const takeFromMonths = (tx: StoreTx, email: string, { timezone, countedUntil }: CountState): Promise<number> =>
  tx.run(sql`
    update loyalty_journal_months m
       set earned = m.earned - s.earned, redeemed = m.redeemed - s.redeemed, lapsed = m.lapsed - s.lapsed,
           corrected = m.corrected - s.corrected, delta = m.delta - s.delta
      from (${selectMonthSums(tx, timezone, sql`j.created_at < ${countedUntil} and ${matchMember(tx, email)}`)}) s
     where m.store_env_id = ${tx.storeEnvId} and m.month = s.month`)

export async function deleteCounts(tx: StoreTx): Promise<void> {
  await tx.run(sql`delete from loyalty_journal_days where store_env_id = ${tx.storeEnvId}`)
  await tx.run(sql`delete from loyalty_journal_months where store_env_id = ${tx.storeEnvId}`)
  await tx.run(sql`delete from loyalty_journal_counts where store_env_id = ${tx.storeEnvId}`)
}
