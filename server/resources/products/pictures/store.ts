import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { PictureState, StoredPicture } from './rules.ts'

export const list = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<StoredPicture>(sql`
    select p.id,
           coalesce(p.image_url, (
             select v.image_url from product_variants v
              where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null
                and v.image_url is not null
              order by v.position, v.id limit 1)) as wanted_url,
           t.source_url, t.state, t.storage_key, t.retry_at
      from products p
      left join product_pictures t on t.store_env_id = ${tx.storeEnvId} and t.product_id = p.id
     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)

export const count = async (tx: StoreReads): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from product_pictures t where t.store_env_id = ${tx.storeEnvId}`)
  )?.count ?? 0

/** A second request for a picture changes nothing, unless its address changed or its download failed. */
export const upsertWaiting = (tx: StoreTx, ids: readonly string[], urls: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into product_pictures (store_env_id, product_id, source_url, state, updated_at)
    select ${tx.storeEnvId}, w.id, w.url, 'waiting', ${tx.now}
      from unnest(${ids}::uuid[], ${urls}::text[]) w(id, url)
     order by w.id
    on conflict (store_env_id, product_id) do update
       set source_url = excluded.source_url, state = 'waiting', retry_at = null, updated_at = excluded.updated_at
     where product_pictures.source_url <> excluded.source_url or product_pictures.state = 'failed'`)

export type WaitingPicture = { product_id: string; source_url: string; storage_key: string | null }

export const listWaiting = (tx: StoreReads, limit: number) =>
  tx.all<WaitingPicture>(sql`
    select t.product_id, t.source_url, t.storage_key
      from product_pictures t
     where t.store_env_id = ${tx.storeEnvId} and t.state = 'waiting'
     order by t.product_id limit ${limit}`)

export type FetchedPicture = {
  productId: string
  sourceUrl: string
  state: Exclude<PictureState, 'waiting'>
  storageKey: string | null
  retryAt: Date | null
}

/** Skips pictures whose address changed since the fetch. Returns the ids of the others. */
export const settle = async (tx: StoreTx, fetched: readonly FetchedPicture[]): Promise<string[]> => {
  const rows = await tx.all<{ product_id: string }>(sql`
    update product_pictures t
       set state = f.state, storage_key = f.storage_key, retry_at = f.retry_at, updated_at = ${tx.now}
      from unnest(${fetched.map((each) => each.productId)}::uuid[], ${fetched.map((each) => each.sourceUrl)}::text[],
                  ${fetched.map((each) => each.state)}::text[], ${fetched.map((each) => each.storageKey)}::text[],
                  ${fetched.map((each) => each.retryAt)}::timestamptz[])
             f(product_id, source_url, state, storage_key, retry_at)
     where t.store_env_id = ${tx.storeEnvId} and t.product_id = f.product_id and t.state = 'waiting'
       and t.source_url = f.source_url
    returning t.product_id`)
  return rows.map((row) => row.product_id)
}

export const listUsedKeys = async (tx: StoreReads, keys: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ storage_key: string }>(sql`
    select t.storage_key from product_pictures t
     where t.store_env_id = ${tx.storeEnvId} and t.storage_key = any(${keys}::text[])`)
  return rows.map((row) => row.storage_key)
}
