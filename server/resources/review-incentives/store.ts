import { listNewest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { type Content, type IncentiveRow, type PoolLevel, toIncentive } from './rules.ts'
import type { IncentiveFilters } from './schema.ts'

type Row = Omit<IncentiveRow, 'createdAt'> & { created_at: string }

const columns = (tx: StoreReads) => sql<Row>`
  i.id, i.kind, i.text, i.terms, i.locale, i.translations, i.points, i.code, i.codes, i.value, i.is_general as "isGeneral",
  array(select p.product_id from review_incentive_products p
         where p.store_env_id = ${tx.storeEnvId} and p.incentive_id = i.id order by p.product_id) as "productIds",
  array(select c.category_id from review_incentive_categories c
         where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id order by c.category_id) as "categoryIds",
  i.starts_at as "startsAt", i.ends_at as "endsAt", i.low_at as "lowAt", i.buyers_only as "buyersOnly", i.fulfil, i.status, i.version,
  (select count(*) from review_incentive_codes c
    where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id and c.given_at is null) as free,
  (select count(*) from review_incentive_codes c
    where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = i.id and c.given_at is not null)
  + (select count(*) from review_reward_codes m
      where m.store_env_id = ${tx.storeEnvId} and m.incentive_id = i.id and m.state = 'made') as given,
  (select count(*) from review_rewards w
    where w.store_env_id = ${tx.storeEnvId} and w.incentive_id = i.id and w.state = 'waiting') as waiting,
  i.pool_level as "poolLevel", i.activated_at as "activatedAt", i.created_at, i.updated_at as "updatedAt"`

const toRow = ({ created_at: createdAt, ...row }: Row): IncentiveRow => ({ ...row, createdAt })

export function list(tx: StoreTx, filters: IncentiveFilters) {
  const { status, kind } = filters
  const from = sql`review_incentives i where i.store_env_id = ${tx.storeEnvId} and i.removed_at is null
    ${status === undefined ? sql`` : sql`and ${equalsAny('i.status', status)}`}
    ${kind === undefined ? sql`` : sql`and ${equalsAny('i.kind', kind)}`}`
  return listNewest(tx, filters, { columns: columns(tx), from, table: 'i' }, (row) => toIncentive(toRow(row)))
}

export async function find(tx: StoreReads, id: string): Promise<IncentiveRow | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from review_incentives i
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${id} and i.removed_at is null`)
  return row && toRow(row)
}

/** Serialises changes of active incentives, so the later of two changes for one product sees the earlier. */
export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`review incentives ${tx.storeEnvId}`}::text, 0))`)

const toJson = (value: Content['value']) => (value === null ? null : JSON.stringify(value))

export type NewRow = Content & { id: string; isGeneral: boolean; version: number }

export const insert = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    insert into review_incentives (store_env_id, id, kind, text, terms, locale, translations, points, code, codes, value,
                                   is_general, starts_at, ends_at, low_at, buyers_only, version, fulfil, status, pool_level, activated_at, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.kind}, ${row.text}, ${row.terms}, ${row.locale},
            ${JSON.stringify(row.translations)}::jsonb, ${row.points}, ${row.code}, ${row.codes}, ${toJson(row.value)}::jsonb, ${row.isGeneral},
            ${row.startsAt}::timestamptz, ${row.endsAt}::timestamptz, ${row.lowAt}, ${row.buyersOnly}, ${row.version}, ${row.fulfil}, ${row.status}, 'empty',
            case when ${row.status}::text = 'active' then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    update review_incentives i
       set kind = ${row.kind}, text = ${row.text}, terms = ${row.terms}, locale = ${row.locale},
           translations = ${JSON.stringify(row.translations)}::jsonb, points = ${row.points}, code = ${row.code},
           codes = ${row.codes}, value = ${toJson(row.value)}::jsonb, is_general = ${row.isGeneral}, starts_at = ${row.startsAt}::timestamptz, ends_at = ${row.endsAt}::timestamptz,
           low_at = ${row.lowAt}, buyers_only = ${row.buyersOnly}, version = ${row.version}, fulfil = ${row.fulfil}, status = ${row.status},
           activated_at = case when ${row.status}::text = 'active' then coalesce(i.activated_at, ${tx.now}::timestamptz)
                               else i.activated_at end,
           updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${row.id}`)

/** Stores wording and value of a version. A version that was not shown yet is overwritten. */
export const setVersion = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    insert into review_incentive_versions (store_env_id, incentive_id, version, kind, text, terms, locale, translations, points,
                                           code, codes, value, buyers_only, created_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.version}, ${row.kind}, ${row.text}, ${row.terms}, ${row.locale},
            ${JSON.stringify(row.translations)}::jsonb, ${row.points}, ${row.code}, ${row.codes}, ${toJson(row.value)}::jsonb, ${row.buyersOnly}, ${tx.now})
    on conflict (store_env_id, incentive_id, version) do update
      set kind = excluded.kind, text = excluded.text, terms = excluded.terms, locale = excluded.locale,
          translations = excluded.translations, points = excluded.points, code = excluded.code, codes = excluded.codes, value = excluded.value, buyers_only = excluded.buyers_only`)

export const updateLevel = (tx: StoreTx, id: string, level: PoolLevel) =>
  tx.run(sql`
    update review_incentives set pool_level = ${level} where store_env_id = ${tx.storeEnvId} and id = ${id}`)

/** Shoppers still get what they were promised. Unused codes may be added to another pool. */
export async function deleteIncentive(tx: StoreTx, id: string): Promise<void> {
  await tx.run(sql`
    delete from review_incentive_codes
     where store_env_id = ${tx.storeEnvId} and incentive_id = ${id} and given_at is null`)
  await tx.run(sql`
    update review_incentives set removed_at = ${tx.now}, status = 'ended', updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)
}

export const hasOpenRewards = async (tx: StoreTx, id: string): Promise<boolean> =>
  (await tx.first<{ id: string }>(sql`
    select w.id from review_rewards w
     where w.store_env_id = ${tx.storeEnvId} and w.incentive_id = ${id} and w.state in ('pending', 'waiting') limit 1`)) !==
  undefined

export const findRival = (tx: StoreTx, id: string) =>
  tx.first<{ id: string; text: string }>(sql`
    with mine as (
      select i.id, i.is_general, i.starts_at, i.ends_at from review_incentives i
       where i.store_env_id = ${tx.storeEnvId} and i.id = ${id})
    select o.id, o.text
      from review_incentives o cross join mine
     where o.store_env_id = ${tx.storeEnvId} and o.id <> mine.id and o.status = 'active' and o.removed_at is null
       and (o.ends_at is null or o.ends_at > ${tx.now}::timestamptz)
       and coalesce(o.starts_at, '-infinity'::timestamptz) < coalesce(mine.ends_at, 'infinity'::timestamptz)
       and coalesce(mine.starts_at, '-infinity'::timestamptz) < coalesce(o.ends_at, 'infinity'::timestamptz)
       and (o.is_general or mine.is_general
            or exists (select from review_incentive_categories a
                         join review_incentive_categories b on b.store_env_id = ${tx.storeEnvId} and b.category_id = a.category_id
                        where a.store_env_id = ${tx.storeEnvId} and a.incentive_id = o.id and b.incentive_id = mine.id)
            or exists (select from (${selectProducts(tx, sql`o.id`)}) a
                         join (${selectProducts(tx, sql`mine.id`)}) b on b.id = a.id))
     order by o.created_at limit 1`)

const selectProducts = (tx: StoreTx, incentive: ReturnType<typeof sql>) => sql`
  select p.product_id as id from review_incentive_products p
   where p.store_env_id = ${tx.storeEnvId} and p.incentive_id = ${incentive}
  union
  select p.id from review_incentive_categories c
    join category_products cp on cp.store_env_id = ${tx.storeEnvId} and cp.category_id = c.category_id
    join products p on p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = cp.platform_product_id
   where c.store_env_id = ${tx.storeEnvId} and c.incentive_id = ${incentive}`

export const listProducts = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** Locks the categories, because a reference to a category that is deleted concurrently would fail. */
export const lockCategories = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from categories c
     where c.store_env_id = ${tx.storeEnvId} and c.id = any(${ids}::uuid[]) order by c.id for key share`)
  return rows.map(({ id }) => id)
}

export const setProducts = async (tx: StoreTx, id: string, ids: readonly string[]): Promise<void> => {
  await tx.run(sql`
    delete from review_incentive_products
     where store_env_id = ${tx.storeEnvId} and incentive_id = ${id} and not product_id = any(${ids}::uuid[])`)
  await tx.run(sql`
    insert into review_incentive_products (store_env_id, incentive_id, product_id)
    select ${tx.storeEnvId}, ${id}::uuid, r.id from unnest(${ids}::uuid[]) r(id)
    on conflict do nothing`)
}

export const setCategories = async (tx: StoreTx, id: string, ids: readonly string[]): Promise<void> => {
  await tx.run(sql`
    delete from review_incentive_categories
     where store_env_id = ${tx.storeEnvId} and incentive_id = ${id} and not category_id = any(${ids}::uuid[])`)
  await tx.run(sql`
    insert into review_incentive_categories (store_env_id, incentive_id, category_id)
    select ${tx.storeEnvId}, ${id}::uuid, r.id from unnest(${ids}::uuid[]) r(id)
    on conflict do nothing`)
}

/** Returns the number of new codes. All other codes are already in a pool of the store. */
export const insertCodes = (tx: StoreTx, id: string, codes: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into review_incentive_codes (store_env_id, id, incentive_id, code, created_at)
    select ${tx.storeEnvId}, c.id, ${id}::uuid, c.code, ${tx.now}
      from unnest(${codes.map(() => newId(tx.now.getTime())).sort()}::uuid[], ${codes}::text[]) as c(id, code)
    on conflict on constraint review_incentive_codes_once do nothing`)

/** Returns the loyalty programme's points for a review. Incentives without their own points use these. */
export const findProgramPoints = async (tx: StoreReads): Promise<number> => {
  const row = await tx.first<{ points: number }>(sql`
    select l.review_points as points from loyalty_programs l where l.store_env_id = ${tx.storeEnvId}`)
  return row?.points ?? 0
}
