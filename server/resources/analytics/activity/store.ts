import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { CountedDay, Piece } from '../engine/rules.ts'
import { coverageIn, inPieces } from '../engine/store.ts'
import type { Span } from '../rules.ts'
import { type Bounds, buildPeriod, within, withinPiece } from '../store.ts'
import type { CountedGallery, CountedLines, CountedWidget } from './rules.ts'
import type { EmailCounts } from './schema.ts'

/** Each transaction adds its own rows, so writers never wait for each other. */
export const markMail = (tx: StoreTx, moments: readonly string[]) =>
  sql`
    insert into analytics_mail_changes (store_env_id, day, id)
    select distinct ${tx.storeEnvId}::uuid, (m.at at time zone 'UTC')::date, ${newId(tx.now.getTime())}::uuid
      from unnest(${moments}::timestamptz[]) as m(at)
    returning 1`

export const {
  lockDays: lockMailDays,
  findDaysCounted: findMailDaysCounted,
  upsertDaysCounted: upsertMailDaysCounted,
  deleteDays: deleteMailDays,
} = coverageIn({
  ...{ lock: 'mail by day', days: 'analytics_mail_days', coverage: 'analytics_mail_coverage' },
})

export const findFirstMail = async (tx: StoreReads): Promise<string | undefined> =>
  (
    await tx.first<{ at: string }>(sql`
      select m.created_at as at from email_messages m where m.store_env_id = ${tx.storeEnvId} order by m.created_at limit 1`)
  )?.at

export const takeMailChanges = async (tx: StoreTx): Promise<string[]> =>
  (
    await tx.all<{ day: string }>(sql`
      with taken as (delete from analytics_mail_changes where store_env_id = ${tx.storeEnvId} returning day)
      select distinct to_char(t.day, 'YYYY-MM-DD') as day from taken t`)
  ).map(({ day }) => day)

export async function refillMailDays(tx: StoreTx, days: readonly CountedDay[]): Promise<void> {
  if (days.length === 0) return
  const names = days.map(({ day }) => day)
  await tx.several([
    sql`delete from analytics_mail_days where store_env_id = ${tx.storeEnvId} and day = any(${names}::date[])`,
    sql`insert into analytics_mail_days (store_env_id, day, sent, failed, skipped, bounced, complained)
        select ${tx.storeEnvId}, p.day, c.sent, c.failed, c.skipped, c.bounced, c.complained
          from unnest(${names}::date[], ${days.map(({ begin }) => begin)}::timestamptz[],
                      ${days.map(({ end }) => end)}::timestamptz[]) as p(day, begins_at, ends_at)
         cross join lateral (${countMails(tx, withinPiece)}) c
         where c.mails > 0
    returning 1`,
  ])
}

export type CountedMail = EmailCounts & { period: number }

export const listMailChanges = async (tx: StoreReads, from: string, to: string): Promise<string[]> =>
  (
    await tx.all<{ day: string }>(sql`
      select distinct to_char(c.day, 'YYYY-MM-DD') as day from analytics_mail_changes c
       where c.store_env_id = ${tx.storeEnvId} and c.day between ${from}::date and ${to}::date`)
  ).map(({ day }) => day)

/** A period may occur in two rows: one from counted days, and one from the mails of other days. */
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
        from ${inPieces(pieces)} cross join lateral (${countMails(tx, withinPiece)}) c`,
  ])
  return [...summed, ...counted]
}

/** Bounced mail and complaints also count as sent. */
const countMails = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select count(*) as mails, count(*) filter (where m.state = 'sent') as sent, count(*) filter (where m.state = 'failed') as failed,
         count(*) filter (where m.state = 'skipped') as skipped, count(*) filter (where m.bounced_at is not null) as bounced,
         count(*) filter (where m.complained_at is not null) as complained
    from email_messages m
   where m.store_env_id = ${tx.storeEnvId} and m.created_at >= ${begin} and m.created_at < ${end}`

export type MailFact = { at: string; state: string; isBounced: boolean; hasComplained: boolean }

export const streamMail = (tx: StreamTx): AsyncGenerator<MailFact[]> =>
  tx.stream(
    sql<MailFact>`
      select m.created_at as at, m.state, m.bounced_at is not null as "isBounced", m.complained_at is not null as "hasComplained"
        from email_messages m where m.store_env_id = ${tx.storeEnvId} order by m.created_at`,
    1000,
  )

export const listMailDays = (tx: StreamTx) =>
  tx.all<EmailCounts & { day: string }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.sent, d.failed, d.skipped, d.bounced, d.complained
      from analytics_mail_days d where d.store_env_id = ${tx.storeEnvId}`)

export const listAllMailChanges = async (tx: StreamTx): Promise<string[]> =>
  (
    await tx.all<{ day: string }>(sql`
      select distinct to_char(c.day, 'YYYY-MM-DD') as day from analytics_mail_changes c
       where c.store_env_id = ${tx.storeEnvId}`)
  ).map(({ day }) => day)

/** Returns the time until which the journal was counted by days of this time zone. */
export const findCountedUntil = async (tx: StoreReads, timezone: string): Promise<Date | undefined> => {
  const row = await tx.first<{ at: string }>(sql`
    select c.counted_until as at from loyalty_journal_counts c
     where c.store_env_id = ${tx.storeEnvId} and c.day_timezone = ${timezone}`)
  return row && new Date(row.at)
}

/** Returns counted days and the journal rows after them. Call it in the snapshot that read `countedUntil`. */
export const countLines = (tx: StoreReads, span: Span, countedUntil: Date | undefined): Promise<CountedLines[]> =>
  tx.all<CountedLines>(sql`
    select t.period, sum(t.lines)::bigint as lines, sum(t.delta)::bigint as delta
      from (select width_bucket(d.day, ${span.periods.map(({ firstDay }) => firstDay)}::date[]) as period, d.lines, d.delta
              from loyalty_journal_days d
             where d.store_env_id = ${tx.storeEnvId} and d.day between ${span.from}::date and ${span.to}::date
               and ${countedUntil !== undefined}
            union all
            select ${buildPeriod('j.created_at', span)}, count(*), sum(j.delta)::bigint
              from loyalty_journal j
             where j.store_env_id = ${tx.storeEnvId} and ${within('j.created_at', { begin: pickLater(span.begin, countedUntil), end: span.end })}
             group by 1) t
     group by t.period`)

const pickLater = (a: Date, b: Date | undefined) => (b !== undefined && b > a ? b : a)

/** Each day's count is split into this many rows, so that visitors seldom wait for each other. */
const parts = 8

/** Counts nothing if the store has disabled counting. */
export const addWidgetCounts = (
  tx: StoreTx,
  day: string,
  counts: readonly { widget: string; kind: string; count: number }[],
): Promise<number> =>
  tx.run(sql`
    insert into analytics_widget_counts (store_env_id, day, widget, kind, part, count)
    select ${tx.storeEnvId}, ${day}::date, c.widget, c.kind, ${Math.floor(Math.random() * parts)}::smallint, c.count
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c(widget text, kind text, count bigint)
      join analytics_settings s on s.store_env_id = ${tx.storeEnvId} and s.widget_counts
    on conflict (store_env_id, day, widget, kind, part)
    do update set count = analytics_widget_counts.count + excluded.count`)

/** Published galleries among these ids. */
export const listShownGalleries = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await tx.all<{ id: string }>(sql`
    select g.id from galleries g
     where g.store_env_id = ${tx.storeEnvId} and g.id = any(${ids}::uuid[]) and g.status = 'published'`)
  return rows.map(({ id }) => id)
}

/** Counts nothing if the store has disabled counting, or for an unpublished gallery. */
export const addGalleryCounts = (tx: StoreTx, day: string, counts: readonly CountedGallery[]): Promise<number> =>
  tx.run(sql`
    insert into analytics_gallery_counts (store_env_id, gallery_id, day, part, impressions, clicks)
    select ${tx.storeEnvId}, g.id, ${day}::date, ${Math.floor(Math.random() * parts)}::smallint, c.impressions, c.clicks
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c("galleryId" uuid, impressions bigint, clicks bigint)
      join galleries g on g.store_env_id = ${tx.storeEnvId} and g.id = c."galleryId" and g.status = 'published'
      join analytics_settings s on s.store_env_id = ${tx.storeEnvId} and s.widget_counts
     order by g.id
    on conflict (store_env_id, gallery_id, day, part)
    do update set impressions = analytics_gallery_counts.impressions + excluded.impressions,
                  clicks = analytics_gallery_counts.clicks + excluded.clicks`)

export const joinGalleryParts = (tx: StoreTx, before: string): Promise<number> =>
  tx.run(sql`
    with taken as (
      delete from analytics_gallery_counts w
       where w.store_env_id = ${tx.storeEnvId} and w.day < ${before}::date and w.part > 0
      returning w.gallery_id, w.day, w.impressions, w.clicks)
    insert into analytics_gallery_counts (store_env_id, gallery_id, day, part, impressions, clicks)
    select ${tx.storeEnvId}, t.gallery_id, t.day, 0, sum(t.impressions)::bigint, sum(t.clicks)::bigint
      from taken t group by t.gallery_id, t.day
    on conflict (store_env_id, gallery_id, day, part)
    do update set impressions = analytics_gallery_counts.impressions + excluded.impressions,
                  clicks = analytics_gallery_counts.clicks + excluded.clicks`)

export const joinWidgetParts = (tx: StoreTx, before: string): Promise<number> =>
  tx.run(sql`
    with taken as (
      delete from analytics_widget_counts w
       where w.store_env_id = ${tx.storeEnvId} and w.day < ${before}::date and w.part > 0
      returning w.day, w.widget, w.kind, w.count)
    insert into analytics_widget_counts (store_env_id, day, widget, kind, part, count)
    select ${tx.storeEnvId}, t.day, t.widget, t.kind, 0, sum(t.count)::bigint from taken t group by t.day, t.widget, t.kind
    on conflict (store_env_id, day, widget, kind, part)
    do update set count = analytics_widget_counts.count + excluded.count`)

/**
 * Returns one row for each widget. One row per widget and day would mean thousands of rows, and sending them would take
 * longer than the count.
 */
export const countWidgets = (tx: StoreReads, { from, to }: Span): Promise<CountedWidget[]> =>
  tx.all<CountedWidget>(sql`
    select c.widget, to_json(array_agg(c.day - '1970-01-01'::date)) as days, to_json(array_agg(c.impressions)) as impressions,
           to_json(array_agg(c.clicks)) as clicks
      from (select w.widget, w.day, coalesce(sum(w.count) filter (where w.kind = 'impression'), 0)::bigint as impressions,
                   coalesce(sum(w.count) filter (where w.kind = 'click'), 0)::bigint as clicks
              from analytics_widget_counts w
             where w.store_env_id = ${tx.storeEnvId} and w.day between ${from}::date and ${to}::date
             group by w.widget, w.day) c
     group by c.widget`)

export async function countsWidgets(tx: StoreReads): Promise<boolean> {
  const row = await tx.first<{ widget_counts: boolean }>(
    sql`select widget_counts from analytics_settings where store_env_id = ${tx.storeEnvId}`,
  )
  return row?.widget_counts ?? false
}

export const upsertSettings = (tx: StoreTx, widgetCounts: boolean): Promise<number> =>
  tx.run(sql`
    insert into analytics_settings (store_env_id, widget_counts, updated_at)
    values (${tx.storeEnvId}, ${widgetCounts}, ${tx.now})
    on conflict (store_env_id) do update set widget_counts = excluded.widget_counts, updated_at = excluded.updated_at
     where analytics_settings.widget_counts <> excluded.widget_counts`)
