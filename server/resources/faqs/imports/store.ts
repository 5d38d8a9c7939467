import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Identity } from './rules.ts'

export type Place = { name: string; id: string }

export const listProducts = (tx: StoreTx, names: readonly string[], ids: readonly string[]) =>
  tx.all<Place>(sql`
    select p.platform_product_id as name, p.id from products p
     where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = any(${names}::text[])
    union all
    select p.id::text, p.id from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)

export const listCategories = (tx: StoreTx, names: readonly string[], ids: readonly string[]) =>
  tx.all<Place>(sql`
    select c.platform_category_id as name, c.id from categories c
     where c.store_env_id = ${tx.storeEnvId} and c.platform_category_id = any(${names}::text[])
    union all
    select c.id::text, c.id from categories c where c.store_env_id = ${tx.storeEnvId} and c.id = any(${ids}::uuid[])`)

export const listKeys = async (tx: StoreTx, keys: readonly Buffer[]): Promise<string[]> => {
  const rows = await tx.all<{ key: string }>(sql`
    select encode(f.import_key, 'hex') as key from faqs f
     where f.store_env_id = ${tx.storeEnvId} and f.import_key = any(${keys}::bytea[])`)
  return rows.map(({ key }) => key)
}

export const listAsking = (tx: StoreTx, questions: readonly string[]) =>
  tx.all<Identity>(sql`
    select f.question, f.locale,
           array(select p.product_id from faq_products p where p.store_env_id = ${tx.storeEnvId} and p.faq_id = f.id) as "productIds",
           array(select c.category_id from faq_categories c where c.store_env_id = ${tx.storeEnvId} and c.faq_id = f.id) as "categoryIds"
      from faqs f
     where f.store_env_id = ${tx.storeEnvId}
       and lower(btrim(regexp_replace(f.question, '\\s+', ' ', 'g'))) = any(${questions}::text[])`)

export const updateKeys = (tx: StoreTx, rows: readonly { id: string; key: Buffer }[]) =>
  tx.run(sql`
    update faqs f set import_key = r.key
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ key }) => key)}::bytea[]) r(id, key)
     where f.store_env_id = ${tx.storeEnvId} and f.id = r.id`)

type Places = { id: string; productIds: readonly string[]; categoryIds: readonly string[] }

export async function insertPlaces(tx: StoreTx, rows: readonly Places[]): Promise<void> {
  const products = rows.flatMap(({ id, productIds }) => productIds.map((place) => ({ id, place })))
  const categories = rows.flatMap(({ id, categoryIds }) => categoryIds.map((place) => ({ id, place })))
  const column = (pairs: readonly { id: string; place: string }[], name: 'id' | 'place') =>
    pairs.map((pair) => pair[name])
  if (products.length > 0)
    await tx.run(sql`
      insert into faq_products (store_env_id, faq_id, product_id)
      select ${tx.storeEnvId}, r.faq, r.place
        from unnest(${column(products, 'id')}::uuid[], ${column(products, 'place')}::uuid[]) r(faq, place)
      returning 1`)
  if (categories.length > 0)
    await tx.run(sql`
      insert into faq_categories (store_env_id, faq_id, category_id)
      select ${tx.storeEnvId}, r.faq, r.place
        from unnest(${column(categories, 'id')}::uuid[], ${column(categories, 'place')}::uuid[]) r(faq, place)
      returning 1`)
}
