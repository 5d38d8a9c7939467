import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { hasGroup, idsOfPool, ownOfPool, poolTables, withPool } from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import type { Subject } from '../schema.ts'
import type { AttributeRow, CountedAnswer } from './rules.ts'
import { mostAttributes } from './schema.ts'

const columns = sql.raw(`
  a.id, a.category_id as "categoryId", a.kind, a.label, a.low_label as "lowLabel", a.high_label as "highLabel", a.choices`)

export const list = (tx: StoreTx, subject: Subject = 'product'): Promise<AttributeRow[]> =>
  tx.all<AttributeRow>(sql`
    select ${columns} from review_attributes a
     where a.store_env_id = ${tx.storeEnvId} and a.retired_at is null and a.subject = ${subject}
     order by a.category_id nulls first, a.position, a.id`)

type Owner = { subject: Subject; categoryId: string | null }

const ofOne = ({ subject, categoryId }: Owner) =>
  sql`a.subject = ${subject} and ${categoryId === null ? sql`a.category_id is null` : sql`a.category_id = ${categoryId}`}`

/** Locks the list of questions, so that changes run one after the other. */
export const lockOfOne = async (tx: StoreTx, owner: Owner): Promise<AttributeRow[]> => {
  const [, rows] = await tx.several<[unknown, AttributeRow]>([
    sql`select pg_advisory_xact_lock(hashtextextended(${`review attributes of ${tx.storeEnvId}`}::text, 0))`,
    sql<AttributeRow>`
      select ${columns} from review_attributes a
       where a.store_env_id = ${tx.storeEnvId} and a.retired_at is null and ${ofOne(owner)}
       order by a.position, a.id`,
  ])
  return rows
}

export const findCategory = async (tx: StoreTx, id: string): Promise<boolean> =>
  (await tx.first(sql`select k.id from categories k where k.store_env_id = ${tx.storeEnvId} and k.id = ${id}`)) !==
  undefined

export const countAll = async (tx: StoreTx): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from review_attributes a where a.store_env_id = ${tx.storeEnvId}`)
  )?.count ?? 0

export const insert = (tx: StoreTx, subject: Subject, row: AttributeRow, position: number) =>
  tx.run(sql`
    insert into review_attributes (store_env_id, id, subject, category_id, kind, label, low_label, high_label, choices, position, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${subject}, ${row.categoryId}, ${row.kind}, ${row.label}, ${row.lowLabel}, ${row.highLabel},
            ${row.choices}::text[], ${position}, ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, row: Omit<AttributeRow, 'categoryId' | 'kind'>, position: number) =>
  tx.run(sql`
    update review_attributes a
       set label = ${row.label}, low_label = ${row.lowLabel}, high_label = ${row.highLabel}, choices = ${row.choices}::text[],
           position = ${position}, updated_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${row.id}`)

export const updateRetired = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update review_attributes a set retired_at = ${tx.now}, updated_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = any(${ids}::uuid[])`)

/** Includes retired questions, because a form may have been opened before a question was retired. */
export const listNamed = (tx: StoreTx, ids: readonly string[]): Promise<AttributeRow[]> =>
  tx.all<AttributeRow>(sql`
    select ${columns} from review_attributes a where a.store_env_id = ${tx.storeEnvId} and a.id = any(${ids}::uuid[])`)

type Product = { productIds: readonly string[] } | { platformProductId: string }

const isOne = (tx: StoreTx, product: Product) =>
  'productIds' in product
    ? sql`p.id = any(${product.productIds}::uuid[])`
    : sql`p.id = ${selectProductId(tx, product.platformProductId)}`

/** The other products of the product's pool. Questions about these products belong to the pool too. */
export const listOthersOfPool = async (tx: StoreTx, platformProductId: string, pool: Pool): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(
      withPool(
        poolTables(tx, pool, selectProductId(tx, platformProductId)),
        sql<{ id: string }>`select p.id from pool p where p.id <> ${ownOfPool} order by p.id`,
      ),
    )
  ).map(({ id }) => id)

/** The questions about each product: those of its categories first, then the store's. */
export const listOfProducts = (tx: StoreTx, product: Product) =>
  tx.all<AttributeRow & { productId: string }>(sql`
    select p.id as "productId", ${columns}
      from products p
     cross join lateral (
           select a.* from review_attributes a
            where a.store_env_id = ${tx.storeEnvId} and a.retired_at is null and a.subject = 'product'
              and (a.category_id is null or a.category_id in (
                    select c.category_id from category_products c
                     where c.store_env_id = ${tx.storeEnvId} and c.platform_product_id = p.platform_product_id))
            order by a.category_id nulls last, a.position, a.id
            limit ${sql.lit(mostAttributes)}) a
     where p.store_env_id = ${tx.storeEnvId} and ${isOne(tx, product)}
     order by p.id, a.category_id nulls last, a.position, a.id`)

/** Without a product, counts the answers in reviews of the shop. Copies of other stores' reviews have no answers. */
export const countAnswers = (
  tx: StoreTx,
  platformProductId: string | undefined,
  pool?: Pool,
): Promise<CountedAnswer[]> => {
  const tables =
    platformProductId !== undefined && hasGroup(pool)
      ? poolTables(tx, pool, selectProductId(tx, platformProductId))
      : undefined
  return tx.all<CountedAnswer>(
    withPool(
      tables,
      sql<CountedAnswer>`
        select e.key::uuid as id, e.value::integer as value, count(*) as count
          from reviews r
         cross join lateral jsonb_each_text(r.attribute_values) e
         where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.attribute_values is not null
           and ${platformProductId === undefined ? sql`r.product_id is null` : tables ? sql`r.product_id = ${idsOfPool}` : sql`r.product_id = ${selectProductId(tx, platformProductId)}`}
         group by 1, 2`,
    ),
  )
}
