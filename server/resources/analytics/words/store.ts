// SQL of the texts that are kept cut into words, and of those that are cut.
import { binary } from '#platform/db/copy.ts'
import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Text, WrittenDay } from './rules.ts'

type Moments = { begin: Date; end: Date }

const isApproved = (tx: StoreReads, { begin, end }: Moments) => sql`
  store_env_id = ${tx.storeEnvId} and status = 'approved' and submitted_at >= ${begin} and submitted_at < ${end}`

/** The newest first, a batch at a time. */
export const streamTexts = (tx: StreamTx, within: Moments, limit: number): AsyncGenerator<Text[]> =>
  tx.stream(
    sql<Text>`
      select rating, title, body, locale from reviews where ${isApproved(tx, within)}
       order by submitted_at desc, id desc limit ${limit}`,
    200,
  )

export type PlacedText = Text & { id: string; submittedAt: string }

/** Some of the newest, of those behind the last that was found. */
export const findTexts = (tx: StoreReads, within: Moments, after: PlacedText | undefined, limit: number) =>
  tx.all<PlacedText>(sql`
    select id, submitted_at as "submittedAt", rating, title, body, locale from reviews
     where ${isApproved(tx, within)} ${after ? sql`and (submitted_at, id) < (${after.submittedAt}::timestamptz, ${after.id}::uuid)` : sql``}
     order by submitted_at desc, id desc limit ${limit}`)

/** Every approved text there is, the newest first. */
export const streamAllTexts = (tx: StreamTx) =>
  tx.stream(
    sql<Text & { submittedAt: string }>`
      select submitted_at as "submittedAt", rating, title, body, locale from reviews
       where store_env_id = ${tx.storeEnvId} and status = 'approved'
       order by submitted_at desc, id desc`,
    500,
  )

/** Summed days of which somebody wrote something that was approved, the last first. */
export const listDays = (tx: StoreReads, version: string, from: string, to: string) =>
  tx.all<WrittenDay>(sql`
    select to_char(s.first_day, 'YYYY-MM-DD') as day, s.approved as texts, w.xmin::text as cut
      from analytics_sums s
      left join analytics_words w on ${isOfDay(tx, version)}
     where s.store_env_id = ${tx.storeEnvId} and s.days = 1 and s.approved > 0
       and s.first_day >= ${from}::date and s.first_day <= ${to}::date
     order by s.first_day desc`)

/** The last of those that are not cut, before a day. */
export const listUncut = (tx: StoreReads, version: string, before: string, limit: number) =>
  tx.all<Omit<WrittenDay, 'cut'>>(sql`
    select to_char(s.first_day, 'YYYY-MM-DD') as day, s.approved as texts
      from analytics_sums s
     where s.store_env_id = ${tx.storeEnvId} and s.days = 1 and s.approved > 0 and s.first_day < ${before}::date
       and not exists (select from analytics_words w where ${isOfDay(tx, version)})
     order by s.first_day desc limit ${limit}`)

/** The first part of the day `s`: all of them are written in one transaction. */
const isOfDay = (tx: StoreReads, version: string) => sql`
  w.store_env_id = ${tx.storeEnvId} and w.day = s.first_day and w.part = 0 and w.version = ${version}`

export type PartKey = { day: string; part: number }

export type PackedPart = PartKey & { numbers: Buffer }

/** The next are on their way while some are counted. Each has 350 kB at most. */
const partsAtOnce = 8

const partColumns = { day: binary.text, part: binary.smallint, numbers: binary.bytea }

/** Some parts of these days, of those behind the last that was found: the last day first, and the newest texts of it first. */
export const findParts = (tx: StreamTx, days: readonly string[], after: PartKey | undefined) =>
  tx.copy(
    sql<PackedPart>`
      select to_char(w.day, 'YYYY-MM-DD') as day, w.part, w.numbers from analytics_words w
       where w.store_env_id = ${tx.storeEnvId} and w.day = any(${days}::date[])
         ${after ? sql`and (w.day < ${after.day}::date or (w.day = ${after.day}::date and w.part > ${after.part}))` : sql``}
       order by w.day desc, w.part limit ${partsAtOnce}`,
    partColumns,
  )

export async function* streamParts(tx: StreamTx, days: readonly string[]): AsyncGenerator<PackedPart[]> {
  const ahead = (after: PartKey | undefined) => {
    const parts = findParts(tx, days, after)
    // A failure is thrown where they are awaited; until then it must not count as unhandled.
    parts.catch(() => {})
    return parts
  }
  let next: Promise<PackedPart[]> | undefined = ahead(undefined)
  try {
    while (next) {
      const parts: PackedPart[] = await next
      next = parts.length < partsAtOnce ? undefined : ahead(parts.at(-1))
      yield parts
    }
  } finally {
    await next?.catch(() => {})
  }
}

export const findDictionaries = (tx: StoreReads, parts: readonly PartKey[]) =>
  tx.all<PartKey & { dictionary: string }>(sql`
    select to_char(w.day, 'YYYY-MM-DD') as day, w.part, w.dictionary from analytics_words w
     where w.store_env_id = ${tx.storeEnvId} and (w.day, w.part) in (
       select p.day, p.part from unnest(${parts.map(({ day }) => day)}::date[], ${parts.map(({ part }) => part)}::smallint[]) as p(day, part))`)

/** Each part there is of this version, the last day first. */
export const listParts = (tx: StoreReads, version: string) =>
  tx.all<PartKey & { texts: number }>(sql`
    select to_char(w.day, 'YYYY-MM-DD') as day, w.part, w.texts from analytics_words w
     where w.store_env_id = ${tx.storeEnvId} and w.version = ${version} order by w.day desc, w.part`)

export type PartRow = PartKey & { version: string; texts: number; numbers: Buffer; dictionary: string }

export const findPart = (tx: StoreReads, { day, part }: PartKey) =>
  tx.first<Pick<PartRow, 'numbers' | 'dictionary'>>(sql`
    select w.numbers, w.dictionary from analytics_words w
     where w.store_env_id = ${tx.storeEnvId} and w.day = ${day}::date and w.part = ${part}`)

export const insertPart = (tx: StoreTx, { day, part, version, texts, numbers, dictionary }: PartRow) =>
  tx.run(sql`
    insert into analytics_words (store_env_id, day, part, version, texts, numbers, dictionary)
    values (${tx.storeEnvId}, ${day}::date, ${part}, ${version}, ${texts}, ${numbers}, ${dictionary})`)

export const removeDay = (tx: StoreTx, day: string) =>
  tx.run(sql`delete from analytics_words where store_env_id = ${tx.storeEnvId} and day = ${day}::date`)

/** Statements, to be sent with those that sum the same days. */
export const removalOf = (tx: StoreTx, days: readonly string[]) => sql`
  delete from analytics_words where store_env_id = ${tx.storeEnvId} and day = any(${days}::date[])`

export const removalOfAll = (tx: StoreTx) => sql`delete from analytics_words where store_env_id = ${tx.storeEnvId}`
