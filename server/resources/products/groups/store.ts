import { listNewest, type Page } from '#platform/calls/paging/page.ts'
import { containsText } from '#platform/db/contains.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { countedMembers } from './fragments.ts'
import type { GroupPlan, KeyedProduct, StoredGroup } from './rules.ts'
import {
  defaultSwitches,
  type GroupSource,
  type GroupSwitches,
  maxProducts,
  type ProductGroup,
  type ProductGroupFilters,
} from './schema.ts'

type GroupRow = {
  id: string
  name: string
  source: GroupSource
  product_ids: string[]
  created_at: string
  updated_at: string
}

const columns = (tx: Pick<StoreReads, 'storeEnvId'>) => sql<GroupRow>`
  g.id, g.name, g.source,
  array(select m.product_id from product_group_members m
         where m.store_env_id = ${tx.storeEnvId} and m.group_id = g.id order by m.product_id) as product_ids,
  g.created_at, g.updated_at`

const toGroup = ({ id, name, source, product_ids: productIds, created_at, updated_at }: GroupRow): ProductGroup => ({
  ...{ id, name, source, productIds },
  createdAt: created_at,
  updatedAt: updated_at,
})

export function list(tx: StoreTx, filters: ProductGroupFilters): Promise<Page<ProductGroup>> {
  const { source, productId, q } = filters
  const from = sql`product_groups g where g.store_env_id = ${tx.storeEnvId}
    ${source === undefined ? sql`` : sql`and ${equalsAny('g.source', source)}`}
    ${q === undefined ? sql`` : sql`and ${containsText('g.name', q)}`}
    ${
      productId === undefined
        ? sql``
        : sql`and g.id = (select m.group_id from product_group_members m
               where m.store_env_id = ${tx.storeEnvId} and m.product_id = ${productId})`
    }`
  return listNewest(tx, filters, { columns: columns(tx), from, table: 'g' }, toGroup)
}

export async function find(tx: StoreReads, id: string): Promise<ProductGroup | undefined> {
  const row = await tx.first<GroupRow>(sql`
    select ${columns(tx)} from product_groups g where g.store_env_id = ${tx.storeEnvId} and g.id = ${id}`)
  return row && toGroup(row)
}

/** Serialises changes of the store's groups, because two products with a common key may be written at the same time. */
export const lockGroups = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`product groups ${tx.storeEnvId}`}::text, 0))`)

export const findSwitches = async (tx: StoreReads): Promise<GroupSwitches> =>
  (await tx.first<GroupSwitches>(sql`
    select s.by_group_key as "byGroupKey", s.by_gtin as "byGtin" from product_group_settings s
     where s.store_env_id = ${tx.storeEnvId}`)) ?? defaultSwitches

export const countTooLarge = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from product_group_overflows o where o.store_env_id = ${tx.storeEnvId}`)
  )?.count ?? 0

export const upsertSwitches = (tx: StoreTx, { byGroupKey, byGtin }: GroupSwitches) =>
  tx.run(sql`
    insert into product_group_settings (store_env_id, by_group_key, by_gtin, updated_at)
    values (${tx.storeEnvId}, ${byGroupKey}, ${byGtin}, ${tx.now})
    on conflict (store_env_id) do update
       set by_group_key = excluded.by_group_key, by_gtin = excluded.by_gtin, updated_at = excluded.updated_at`)

export const countManual = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from product_groups g where g.store_env_id = ${tx.storeEnvId} and g.source = 'manual'`)
  )?.count ?? 0

export type PlacedProduct = {
  id: string
  group_key: string | null
  group_id: string | null
  source: GroupSource | null
}

/** Products with their present group. */
export const listPlaced = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<PlacedProduct>(sql`
    select p.id, p.group_key, g.id as group_id, g.source
      from products p
      left join product_group_members m on m.store_env_id = ${tx.storeEnvId} and m.product_id = p.id
      left join product_groups g on g.store_env_id = ${tx.storeEnvId} and g.id = m.group_id
     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)

/** Valid GTINs of variants on sale. */
export const listGtins = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<{ key: string }>(sql`
    select distinct v.gtin_key as key from product_variants v
     where v.store_env_id = ${tx.storeEnvId} and v.product_id = any(${ids}::uuid[])
       and v.retired_at is null and v.gtin_is_valid and v.gtin_key is not null`)

/** All members of the derived GTIN groups that these products are in. */
export const listGtinMates = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select m.product_id as id from product_group_members m
     where m.store_env_id = ${tx.storeEnvId} and m.group_id = any(array(
           select distinct o.group_id from product_group_members o
             join product_groups g on g.store_env_id = ${tx.storeEnvId} and g.id = o.group_id and g.source = 'gtin'
            where o.store_env_id = ${tx.storeEnvId} and o.product_id = any(${ids}::uuid[])))`)

const isIn = (tx: StoreReads, sources: ReturnType<typeof sql>) => sql`exists (
  select from product_group_members m
    join product_groups g on g.store_env_id = ${tx.storeEnvId} and g.id = m.group_id
   where m.store_env_id = ${tx.storeEnvId} and m.product_id = p.id and g.source = any(${sources}::text[]))`

/**
 * The products of each key, without products in a manual group. Reads one more than a group can have, to see whether
 * there are too many.
 */
export const listOfKeys = (tx: StoreReads, keys: readonly string[]) =>
  tx.all<KeyedProduct>(sql`
    select k.key, p.id as "productId"
      from unnest(${keys}::text[]) k(key)
     cross join lateral (
           select p.id from products p
            where p.store_env_id = ${tx.storeEnvId} and p.group_key = k.key and not ${isIn(tx, sql`'{manual}'`)}
            order by p.id limit ${sql.lit(maxProducts + 1)}) p
     where k.key is not null`)

/** Keys that several products have. */
export const listSharedKeys = async (tx: StoreReads): Promise<string[]> =>
  (
    await tx.all<{ key: string }>(sql`
      select p.group_key as key from products p
       where p.store_env_id = ${tx.storeEnvId} and p.group_key is not null
       group by p.group_key having count(*) > 1`)
  ).map(({ key }) => key)

const freeVariants = (tx: StoreReads, which: ReturnType<typeof sql>) => sql<KeyedProduct>`
  select distinct v.product_id as "productId", v.gtin_key as key
    from product_variants v
    join products p on p.store_env_id = ${tx.storeEnvId} and p.id = v.product_id
   where v.store_env_id = ${tx.storeEnvId} and v.retired_at is null and v.gtin_is_valid and v.gtin_key is not null
     and ${which} and not ${isIn(tx, sql`'{manual,group_key}'`)}`

/** GTINs of products that have no manual group and no group by key. */
export const listGtinsOfFree = (tx: StoreReads, ids: readonly string[]) =>
  tx.all(freeVariants(tx, sql`v.product_id = any(${ids}::uuid[])`))

export const listFreeByGtins = (tx: StoreReads, gtins: readonly string[]) =>
  tx.all(freeVariants(tx, sql`v.gtin_key = any(${gtins}::text[])`))

/** GTINs that several products of the store share. */
export const listSharedGtins = (tx: StoreReads) =>
  tx.all(
    freeVariants(
      tx,
      sql`v.gtin_key in (
        select s.gtin_key from product_variants s
         where s.store_env_id = ${tx.storeEnvId} and s.retired_at is null and s.gtin_is_valid and s.gtin_key is not null
         group by s.gtin_key having min(s.product_id::text) <> max(s.product_id::text))`,
    ),
  )

export type DerivedSource = Exclude<GroupSource, 'manual'>

type StoredRow = { id: string; key: string | null; productIds: string[] }

const selectStored = (tx: StoreReads, source: DerivedSource, which: ReturnType<typeof sql>) => sql<StoredRow>`
  select g.id, g.key,
         array(select m.product_id from product_group_members m
                where m.store_env_id = ${tx.storeEnvId} and m.group_id = g.id) as "productIds"
    from product_groups g
   where g.store_env_id = ${tx.storeEnvId} and g.source = ${source} ${which}`

const toStored = (rows: readonly StoredRow[]): StoredGroup[] =>
  rows.flatMap(({ id, key, productIds }) => (key === null ? [] : { id, key, productIds }))

export const listDerived = async (tx: StoreReads, source: DerivedSource): Promise<StoredGroup[]> =>
  toStored(await tx.all(selectStored(tx, source, sql``)))

export const listOfKeysStored = async (tx: StoreReads, keys: readonly string[]): Promise<StoredGroup[]> =>
  toStored(await tx.all(selectStored(tx, 'group_key', sql`and g.key = any(${keys}::text[])`)))

/** Groups by GTIN that these products are in. */
export const listGtinGroupsOf = async (tx: StoreReads, ids: readonly string[]): Promise<StoredGroup[]> =>
  toStored(
    await tx.all(
      selectStored(
        tx,
        'gtin',
        sql`and g.id in (select o.group_id from product_group_members o
                          where o.store_env_id = ${tx.storeEnvId} and o.product_id = any(${ids}::uuid[]))`,
      ),
    ),
  )

export const insertManual = (tx: StoreTx, { id, name }: { id: string; name: string }) =>
  tx.run(sql`
    insert into product_groups (store_env_id, id, name, source, key, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${name}, 'manual', null, ${tx.now}, ${tx.now})`)

export const updateName = (tx: StoreTx, id: string, name: string) =>
  tx.run(sql`
    update product_groups set name = ${name}, updated_at = ${tx.now} where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const deleteGroups = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`delete from product_groups where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export const deleteMembers = (tx: StoreTx, productIds: readonly string[]) =>
  tx.run(sql`
    delete from product_group_members where store_env_id = ${tx.storeEnvId} and product_id = any(${productIds}::uuid[])`)

/** A product that is in another group moves to the given one. */
export const placeMembers = (tx: StoreTx, members: readonly { productId: string; groupId: string }[]) =>
  tx.run(sql`
    insert into product_group_members (store_env_id, product_id, group_id)
    select ${tx.storeEnvId}, r.product_id, r.group_id
      from unnest(${members.map(({ productId }) => productId)}::uuid[], ${members.map(({ groupId }) => groupId)}::uuid[])
        as r(product_id, group_id)
    on conflict (store_env_id, product_id) do update set group_id = excluded.group_id`)

/**
 * Copies the added up counts of products to members: of the given products and of members without copies, or of all
 * members.
 */
export const copyStars = (tx: StoreTx, productIds?: readonly string[]) =>
  tx.run(sql`
    update product_group_members o set (s1, s2, s3, s4, s5) = (n.s1, n.s2, n.s3, n.s4, n.s5)
      from (${countedMembers(
        tx,
        productIds === undefined ? sql`true` : sql`(m.s1 is null or m.product_id = any(${productIds}::uuid[]))`,
      )}) n
     where o.store_env_id = ${tx.storeEnvId} and o.product_id = n.product_id`)

export const upsertDerived = (
  tx: StoreTx,
  source: DerivedSource,
  groups: readonly (Pick<GroupPlan['write'][number], 'id' | 'key'> & { name: string })[],
) =>
  tx.run(sql`
    insert into product_groups (store_env_id, id, name, source, key, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.name, ${source}, r.key, ${tx.now}, ${tx.now}
      from unnest(${groups.map(({ id }) => id)}::uuid[], ${groups.map(({ name }) => name)}::text[],
                  ${groups.map(({ key }) => key)}::text[]) as r(id, name, key)
    on conflict (store_env_id, id) do update
       set name = excluded.name, key = excluded.key, updated_at = excluded.updated_at`)

/** Marks the keys `tooLarge` among the `checked` keys as shared by too many products. */
export async function setOverflows(
  tx: StoreTx,
  source: DerivedSource,
  checked: readonly string[] | undefined,
  tooLarge: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from product_group_overflows
     where store_env_id = ${tx.storeEnvId} and source = ${source} and not key = any(${tooLarge}::text[])
       ${checked === undefined ? sql`` : sql`and key = any(${checked}::text[])`}`)
  if (tooLarge.length > 0)
    await tx.run(sql`
      insert into product_group_overflows (store_env_id, source, key)
      select ${tx.storeEnvId}, ${source}, r.key from unnest(${tooLarge}::text[]) as r(key)
      on conflict (store_env_id, source, key) do nothing
      returning 1`)
}
