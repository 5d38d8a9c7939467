import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import { starsOfProduct, wholeStore } from '#resources/reviews/changes/product-counts-fragments.ts'
import { language } from '#resources/reviews/language-fragments.ts'
import { type Candidate, fewestReviews, readPerStar, type StarCount, type StoredSentence } from './rules.ts'
import type { DigestSentence } from './schema.ts'

const isWanted = (tx: Pick<StoreReads, 'storeEnvId'>) => sql`exists (
  select from review_settings w where w.store_env_id = ${tx.storeEnvId} and w.digest)`

type Mark = { version: string; job: string }

/** The nil id marks all products of the store. The job is added only if the store has turned digests on. */
const mark = (tx: StoreTx, products: ReturnType<typeof sql>, { version, job }: Mark) => sql`
  with marked as (
    insert into review_digests as d (store_env_id, product_id, due_at, version)
    select ${tx.storeEnvId}, m.id, ${tx.now}, ${version} from (${products}) m where ${isWanted(tx)} order by m.id
        on conflict (store_env_id, product_id) do update set due_at = excluded.due_at, version = excluded.version
    returning 1)
  select app.add_job(${job}, ${JSON.stringify({ storeEnvId: tx.storeEnvId, organizationId: tx.organizationId })}::json,
                     ${`${job}:${tx.storeEnvId}`}, make_interval(secs => 0), 25)
   where exists (select from marked)`

export const markProducts = (tx: StoreTx, ids: readonly string[], by: Mark) =>
  mark(tx, sql`select unnest(${[...ids]}::uuid[]) as id`, by)

export const markStore = (tx: StoreTx, by: Mark) => mark(tx, sql`select ${wholeStore} as id`, by)

/** Replaces the row that marks the whole store by one row for each product that has enough reviews for a digest. */
export async function spreadMark(tx: StoreTx, version: string): Promise<void> {
  const gone = await tx.run(sql`
    delete from review_digests d where d.store_env_id = ${tx.storeEnvId} and d.product_id = ${wholeStore}`)
  if (gone === 0) return
  await tx.run(sql`
    insert into review_digests as d (store_env_id, product_id, due_at, version)
    select ${tx.storeEnvId}, n.product_id, ${tx.now}, ${version}
      from (select r.product_id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved'
             group by r.product_id having count(*) >= ${sql.lit(fewestReviews)}) n
     order by n.product_id
        on conflict (store_env_id, product_id) do update set due_at = excluded.due_at, version = excluded.version`)
}

export type DueDigest = { productId: string; version: string | null }

/** A claimed digest is due again when the claim expires. */
export const claim = (tx: StoreTx, { until, limit }: { until: Date; limit: number }) =>
  tx.all<DueDigest>(sql`
    with due as materialized (
      select d.product_id from review_digests d
       where d.store_env_id = ${tx.storeEnvId} and d.due_at <= ${tx.now}
       order by d.due_at, d.product_id limit ${limit} for update skip locked)
    update review_digests d set due_at = ${until}
      from due where d.store_env_id = ${tx.storeEnvId} and d.product_id = due.product_id
    returning d.product_id as "productId", d.version`)

/** The newest approved reviews of each number of stars, in the order of the index. */
export const listCandidates = (tx: StoreReads, productId: string) =>
  tx.all<Candidate>(sql`
    select c.id as "reviewId", c.rating, c.body, c.language
      from (values (1::smallint), (2::smallint), (3::smallint), (4::smallint), (5::smallint)) as s(rating)
     cross join lateral (
           select r.id, r.rating, r.body, ${language} as language, r.submitted_at from reviews r
            where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id = ${productId}
              and r.rating = s.rating and ${isAveraged}
            order by r.submitted_at desc, r.id desc limit ${sql.lit(readPerStar)}) c`)

export const listStars = (tx: StoreReads, productId: string) =>
  tx.all<Record<keyof StarCount, NotNull<number>>>(
    sql`select c.rating, c.count from (${starsOfProduct(tx, sql`${productId}::uuid`)}) c order by c.rating`,
  )

/** The digest stays due if a review changed after the claim. */
export const update = (tx: StoreTx, { productId, version }: DueDigest, sentences: readonly StoredSentence[]) =>
  tx.run(sql`
    update review_digests d
       set sentences = ${JSON.stringify(sentences)}::jsonb, made_at = ${tx.now}, due_at = null
     where d.store_env_id = ${tx.storeEnvId} and d.product_id = ${productId} and d.version is not distinct from ${version}`)

export async function findNextDue(tx: StoreReads): Promise<Date | null> {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(d.due_at) as at from review_digests d where d.store_env_id = ${tx.storeEnvId} and d.due_at is not null`)
  return row?.at ? new Date(row.at) : null
}

type ShownRow = Omit<DigestSentence, 'sentence'> & { sentence: NotNull<string>; isSpare: NotNull<boolean> }

/** Shows a sentence only if its review is approved, belongs to the product, and still contains these words. */
export const listShown = (tx: StoreTx, platformProductId: string) =>
  tx.all<ShownRow>(sql`
    select r.id as "reviewId", s.item ->> 'sentence' as sentence, r.rating, ${language} as language,
           s.item ? 'isSpare' as "isSpare"
      from review_digests d
     cross join lateral jsonb_array_elements(d.sentences) with ordinality as s(item, position)
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = (s.item ->> 'reviewId')::uuid
     where d.store_env_id = ${tx.storeEnvId} and d.product_id = ${selectProductId(tx, platformProductId)} and ${isWanted(tx)}
       and r.status = 'approved' and r.product_id = d.product_id and strpos(r.body, s.item ->> 'sentence') > 0
       and ${isAveraged}
     order by s.position`)
