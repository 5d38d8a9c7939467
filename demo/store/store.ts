import type { StoreScope, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type DemoStore = StoreScope & { name: string; origins: string[] }

/** Finds the newest store that `evident demo` created. Only such a store has the platform `demo`. */
export const findDemoStore = (tx: SystemTx): Promise<DemoStore | undefined> =>
  tx.first<DemoStore>(sql`
    select id as "storeEnvId", organization_id as "organizationId", name, origins from stores
     where platform = 'demo' order by created_at desc, id desc limit 1`)

export type Good = {
  id: string
  title: string
  imageUrl: string | null
  category: string | null
  price: string | null
  currency: string | null
  /** False for a former product. Its page stays for old mails and still shows reviews. */
  isSold: boolean
}

const good = (tx: StoreTx) => sql`
  p.platform_product_id as id, coalesce(p.title, p.platform_product_id) as title, p.image_url as "imageUrl",
  p.categories[1] as category, v.price, v.currency, p.status = 'active' as "isSold"
  from products p
  left join lateral (
    select v.price::text as price, v.currency from product_variants v
     where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null
     order by v.price nulls last limit 1) v on true
  where p.store_env_id = ${tx.storeEnvId}`

export const listGoods = (tx: StoreTx): Promise<Good[]> =>
  tx.all<Good>(sql`select ${good(tx)} and p.status = 'active' order by p.created_at, p.platform_product_id limit 100`)

export const findGood = (tx: StoreTx, id: string): Promise<(Good & { description: string | null }) | undefined> =>
  tx.first(sql`select p.description, ${good(tx)} and p.platform_product_id = ${id}`)
