// SQL of what became of the mail of finished days, and of the days of which some has changed since.
import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { CountedDay } from '../counted-days/rules.ts'
import { coverageIn } from '../counted-days/store.ts'
import { type Bounds, withinPiece } from '../rows/store.ts'
import type { Span } from '../rules.ts'
import type { Piece } from '../sums/rules.ts'
import { inPieces } from '../sums/store.ts'
import type { EmailCounts } from './schema.ts'

/** Rows of its own for each change, so that nobody waits. */
export const mark = (tx: StoreTx, moments: readonly string[]) =>
  sql`
    insert into analytics_mail_changes (store_env_id, day, id)
    select distinct ${tx.storeEnvId}::uuid, (m.at at time zone 'UTC')::date, ${newId(tx.now.getTime())}::uuid
      from unnest(${moments}::timestamptz[]) as m(at)`

export const { lockDays, findDaysCounted, upsertDaysCounted, removeDays } = coverageIn({
  ...{ lock: 'mail by day', days: 'analytics_mail_days', coverage: 'analytics_mail_coverage' },
})

/** When the first mail that there is was written. */
export const findFirst = async (tx: StoreReads): Promise<string | undefined> =>
  (
    await tx.first<{ at: string }>(sql`
      select m.created_at as at from email_messages m where m.store_env_id = ${tx.storeEnvId} order by m.created_at limit 1`)
  )?.at

/** All marks; they go with this transaction. */
export const takeChanges = async (tx: StoreTx): Promise<string[]> =>
  (
    await tx.all<{ day: string }>(sql`
      with taken as (delete from analytics_mail_changes where store_env_id = ${tx.storeEnvId} returning day)
      select distinct to_char(t.day, 'YYYY-MM-DD') as day from taken t`)
  ).map(({ day }) => day)

/** Counts these days, which follow each other or not: each ends where the next one of the zone begins. */
export async function refill(tx: StoreTx, days: readonly CountedDay[]): Promise<void> {
  if (days.length === 0) return
  const names = days.map(({ day }) => day)
  await tx.several([
    sql`delete from analytics_mail_days where store_env_id = ${tx.storeEnvId} and day = any(${names}::date[])`,
    sql`insert into analytics_mail_days (store_env_id, day, sent, failed, skipped, bounced, complained)
        select ${tx.storeEnvId}, p.day, c.sent, c.failed, c.skipped, c.bounced, c.complained
          from unnest(${names}::date[], ${days.map(({ begin }) => begin)}::timestamptz[],
                      ${days.map(({ end }) => end)}::timestamptz[]) as p(day, begins_at, ends_at)
         cross join lateral (${becameOf(tx, withinPiece)}) c
         where c.mails > 0`,
  ])
}

export type CountedMail = EmailCounts & { period: number }

/** Which days from–to have mail that has changed since they were counted, by UTC. */
export const listChanged = async (tx: StoreReads, from: string, to: string): Promise<string[]> =>
  (
    await tx.all<{ day: string }>(sql`
      select distinct to_char(c.day, 'YYYY-MM-DD') as day from analytics_mail_changes c
       where c.store_env_id = ${tx.storeEnvId} and c.day between ${from}::date and ${to}::date`)
  ).map(({ day }) => day)

/** A period may come twice: from days that are counted, which lie before `until`, and from the mails of pieces of periods. */
export async function countMail(
  tx: StoreReads,
  { from, to, periods }: Pick<Span, 'from' | 'to' | 'periods'>,
  { until, changed, pieces }: { until: string; changed: readonly string[]; pieces: readonly Piece[] },
): Promise<CountedMail[]> {
  const [summed, counted] = await tx.several<[CountedMail, CountedMail]>([
    sql<CountedMail>`
      select width_bucket(d.day, ${periods.map(({ firstDay }) => firstDay)}::date[]) as period, sum(d.sent)::bigint as sent,
             sum(d.failed)::bigint as failed, sum(d.skipped)::bigint as skipped, sum(d.bounced)::bigint as bounced,
             sum(d.complained)::bigint as complained
        from analytics_mail_days d
       where d.store_env_id = ${tx.storeEnvId} and d.day between ${from}::date and ${to}::date and d.day < ${until}::date
         and d.day <> all(${changed}::date[])
       group by 1`,
    sql<CountedMail>`
      select p.part as period, c.sent, c.failed, c.skipped, c.bounced, c.complained
        from ${inPieces(pieces)} cross join lateral (${becameOf(tx, withinPiece)}) c`,
  ])
  return [...summed, ...counted]
}

/** What became of mail that was written between two moments; what bounced or was complained about was sent before. */
const becameOf = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select count(*) as mails, count(*) filter (where m.state = 'sent') as sent, count(*) filter (where m.state = 'failed') as failed,
         count(*) filter (where m.state = 'skipped') as skipped, count(*) filter (where m.bounced_at is not null) as bounced,
         count(*) filter (where m.complained_at is not null) as complained
    from email_messages m
   where m.store_env_id = ${tx.storeEnvId} and m.created_at >= ${begin} and m.created_at < ${end}`

export type MailFact = { at: string; state: string; isBounced: boolean; hasComplained: boolean }

/** Each mail as its row says it, from the oldest on. */
export const streamMail = (tx: StreamTx): AsyncGenerator<MailFact[]> =>
  tx.stream(
    sql<MailFact>`
      select m.created_at as at, m.state, m.bounced_at is not null as "isBounced", m.complained_at is not null as "hasComplained"
        from email_messages m where m.store_env_id = ${tx.storeEnvId} order by m.created_at`,
    1000,
  )

/** As they are kept. */
export const listDays = (tx: StreamTx) =>
  tx.all<EmailCounts & { day: string }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.sent, d.failed, d.skipped, d.bounced, d.complained
      from analytics_mail_days d where d.store_env_id = ${tx.storeEnvId}`)

export const listAllChanged = async (tx: StreamTx): Promise<string[]> =>
  (
    await tx.all<{ day: string }>(sql`
      select distinct to_char(c.day, 'YYYY-MM-DD') as day from analytics_mail_changes c
       where c.store_env_id = ${tx.storeEnvId}`)
  ).map(({ day }) => day)
