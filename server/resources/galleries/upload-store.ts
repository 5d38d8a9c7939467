import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Variant } from '#platform/files/images/keys.ts'

export type Upload = { id: string; itemId: string | null }

export const lock = (tx: StoreTx, galleryId: string, ids: readonly string[]) =>
  tx.all<Upload>(sql`
    select u.id, i.id as "itemId"
      from gallery_photos u
      left join gallery_items i on i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId} and i.upload_id = u.id
     where u.store_env_id = ${tx.storeEnvId} and u.id = any(${ids}::uuid[])
     order by u.id for key share of u`)

export type NewRow = { id: string; storageKey: string; width: number; height: number; variants: Variant[] }

export const insert = (tx: StoreTx, rows: readonly NewRow[]) =>
  tx.run(sql`
    insert into gallery_photos (store_env_id, id, storage_key, width, height, variants, created_at)
    select ${tx.storeEnvId}::uuid, u.id, u."storageKey", u.width, u.height, u.variants, ${tx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as u(id uuid, "storageKey" text, width integer, height integer, variants text[])
    returning 1`)

export const deleteUnshown = async (tx: StoreTx): Promise<string[]> =>
  (
    await tx.all<{ key: string | null }>(sql`
      delete from gallery_photos u
       where u.store_env_id = ${tx.storeEnvId}
         and not exists (select from gallery_items i where i.store_env_id = ${tx.storeEnvId} and i.upload_id = u.id)
      returning u.storage_key as key`)
  ).flatMap(({ key }) => key ?? [])

export type File = { id: string; storage_key: string; variants: Variant[] }

export const listFiles = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<File>(sql`
    select u.id, u.storage_key, u.variants from gallery_photos u
     where u.store_env_id = ${tx.storeEnvId} and u.id = any(${ids}::uuid[]) and u.storage_key is not null
     order by u.id`)

export const updateVariants = async (tx: StoreTx, id: string, made: readonly Variant[]): Promise<boolean> =>
  (await tx.run(sql`
    update gallery_photos u set variants = array(select unnest(u.variants) union select unnest(${made}::text[]))
     where u.store_env_id = ${tx.storeEnvId} and u.id = ${id}`)) > 0
