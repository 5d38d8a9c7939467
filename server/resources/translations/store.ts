import type { Engine } from '#integrations/translation/engine.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import { language } from '#resources/reviews/language-fragments.ts'

export const deleteOf = (tx: StoreTx, reviewIds: readonly string[]) => sql`
  delete from review_translations t where t.store_env_id = ${tx.storeEnvId} and t.review_id = any(${[...reviewIds]}::uuid[])`

/** Inserts the rows and queues the job in one statement. Queues no job if no row was inserted. */
export const queueOf = (tx: StoreTx, reviewIds: readonly string[], job: string) => sql`
  with added as (
    insert into review_translations as t (store_env_id, review_id, language, due_at, created_at)
    select ${tx.storeEnvId}, r.id, l.language, ${tx.now}, ${tx.now}
      from review_settings s
     cross join unnest(s.translate) as l(language)
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = any(${[...reviewIds]}::uuid[])
     where s.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${language} <> l.language
        on conflict (store_env_id, review_id, language) do nothing
    returning 1)
  select app.add_job(${job}, ${JSON.stringify({ storeEnvId: tx.storeEnvId, organizationId: tx.organizationId })}::json,
                     ${`${job}:${tx.storeEnvId}`}, make_interval(secs => 0), 25)
   where exists (select from added)`

/** Queues all reviews again, newest first, even if the queuing after an earlier change is not finished. */
export const startFill = (tx: StoreTx) =>
  tx.run(sql`
    insert into review_translation_fills (store_env_id, before_id, started_at)
    values (${tx.storeEnvId}, null, ${tx.now})
        on conflict (store_env_id) do update set before_id = null, started_at = excluded.started_at`)

/** Called after a restore. An archive has only the settings, so translations are made again. */
export const startFillIfWanted = (tx: StoreTx) =>
  tx.run(sql`
    insert into review_translation_fills (store_env_id, before_id, started_at)
    select ${tx.storeEnvId}, null, ${tx.now} from review_settings s
     where s.store_env_id = ${tx.storeEnvId} and s.translate <> '{}'
        on conflict (store_env_id) do update set before_id = null, started_at = excluded.started_at`)

export type Fill = { beforeId: string | null }

/** Locks the position of the queuing until the transaction ends. A second run finds it locked and ends. */
export const lockFill = (tx: StoreTx): Promise<Fill | undefined> =>
  tx.first<Fill>(sql`
    select f.before_id as "beforeId" from review_translation_fills f
     where f.store_env_id = ${tx.storeEnvId} for update skip locked`)

export async function listBefore(tx: StoreTx, { beforeId }: Fill, limit: number): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} ${beforeId === null ? sql`` : sql`and r.id < ${beforeId}`}
     order by r.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

export const updateFill = (tx: StoreTx, beforeId: string) =>
  tx.run(sql`update review_translation_fills set before_id = ${beforeId} where store_env_id = ${tx.storeEnvId}`)

export const deleteFill = (tx: StoreTx) =>
  tx.run(sql`delete from review_translation_fills where store_env_id = ${tx.storeEnvId}`)

/** Deletes translations into languages that the store no longer wants. */
export const deleteUnwanted = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    delete from review_translations t
     where t.store_env_id = ${tx.storeEnvId} and t.review_id = any(${[...reviewIds]}::uuid[])
       and not exists (select from review_settings s
                        where s.store_env_id = ${tx.storeEnvId} and t.language = any(s.translate))`)

/** Queues missing translations, and those that failed permanently, because the engine may know the language now. */
export const queueAmong = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    insert into review_translations as t (store_env_id, review_id, language, due_at, created_at)
    select ${tx.storeEnvId}, r.id, l.language, ${tx.now}, ${tx.now}
      from review_settings s
     cross join unnest(s.translate) as l(language)
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = any(${[...reviewIds]}::uuid[])
     where s.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${language} <> l.language
     order by r.id, l.language
        on conflict (store_env_id, review_id, language) do update set due_at = excluded.due_at, attempts = 0
              where t.body is null and t.due_at is null`)

export type DueTranslation = {
  reviewId: string
  target: string
  attempts: number
  title: string | null
  /** Null, like `source`, if the review is no longer shown or its language is unknown. */
  body: string | null
  source: string | null
}

/** Claims due rows for one run. They are due again when the claim has expired. */
export const claim = (tx: StoreTx, { id, until, limit }: { id: string; until: Date; limit: number }) =>
  tx.all<DueTranslation>(sql`
    with due as materialized (
      select t.review_id, t.language from review_translations t
       where t.store_env_id = ${tx.storeEnvId} and t.due_at <= ${tx.now}
       order by t.due_at limit ${limit} for update skip locked),
    claimed as (
      update review_translations t set claim = ${id}, due_at = ${until}, attempts = t.attempts + 1
        from due d where t.store_env_id = ${tx.storeEnvId} and t.review_id = d.review_id and t.language = d.language
      returning t.review_id, t.language, t.attempts)
    select c.review_id as "reviewId", c.language as target, c.attempts, r.title, r.body, ${language} as source
      from claimed c
      left join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = c.review_id and r.status = 'approved'`)

export type MadeTranslation = { reviewId: string; target: string; title: string | null; body: string }
export type FailedTranslation = { reviewId: string; target: string; dueAt: Date | null }

/** Writes only rows of this claim: a review that changed since has new rows. Returns the number of written rows. */
export const updateMade = (tx: StoreTx, claimId: string, engine: Engine['name'], made: readonly MadeTranslation[]) =>
  tx.run(sql`
    update review_translations t
       set title = m.title, body = m.body, engine = ${engine}, made_at = ${tx.now}, due_at = null, claim = null
      from unnest(${made.map(({ reviewId }) => reviewId)}::uuid[], ${made.map(({ target }) => target)}::text[],
                  ${made.map(({ title }) => title)}::text[], ${made.map(({ body }) => body)}::text[])
           as m(review_id, language, title, body)
     where t.store_env_id = ${tx.storeEnvId} and t.review_id = m.review_id and t.language = m.language and t.claim = ${claimId}`)

export const updateFailed = (tx: StoreTx, claimId: string, failed: readonly FailedTranslation[]) =>
  tx.run(sql`
    update review_translations t set due_at = f.due_at, claim = null
      from unnest(${failed.map(({ reviewId }) => reviewId)}::uuid[], ${failed.map(({ target }) => target)}::text[],
                  ${failed.map(({ dueAt }) => dueAt)}::timestamptz[]) as f(review_id, language, due_at)
     where t.store_env_id = ${tx.storeEnvId} and t.review_id = f.review_id and t.language = f.language and t.claim = ${claimId}`)

export async function findNextDue(tx: StoreReads): Promise<Date | null> {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(t.due_at) as at from review_translations t
     where t.store_env_id = ${tx.storeEnvId} and t.due_at is not null`)
  return row?.at ? new Date(row.at) : null
}

export type State = { waiting: number; isQueueing: NotNull<boolean> }
const mostCounted = 10_000

export const selectState = (tx: Pick<StoreReads, 'storeEnvId'>) => sql<State>`
  select (select count(*) from (select from review_translations t
            where t.store_env_id = ${tx.storeEnvId} and t.due_at is not null limit ${sql.lit(mostCounted)}) d) as waiting,
         exists (select from review_translation_fills f where f.store_env_id = ${tx.storeEnvId}) as "isQueueing"`

export async function hasWork(tx: StoreReads): Promise<boolean> {
  const row = await tx.first<{ found: NotNull<boolean> }>(sql`
    select exists (select from review_translations t where t.store_env_id = ${tx.storeEnvId} and t.due_at is not null)
        or exists (select from review_translation_fills f where f.store_env_id = ${tx.storeEnvId}) as found`)
  return row?.found === true
}
