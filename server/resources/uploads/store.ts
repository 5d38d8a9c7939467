import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Variant } from '#platform/files/images/keys.ts'
import type { UploadRow, UploadSource } from './rules.ts'

/** Serialises uploads, because each upload counts the unclaimed photos before it adds one. */
export const lockCounting = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${tx.storeEnvId}`}::text, 0))`)

export const countUnclaimed = async (tx: StoreTx, source: UploadSource, since: Date) => {
  const row = await tx.first<{ all: number; lately: number }>(sql`
    select count(*) as "all", count(*) filter (where u.created_at > ${since}) as lately
      from uploads u
     where u.store_env_id = ${tx.storeEnvId} and u.source = ${source}`)
  return row ?? { all: 0, lately: 0 }
}

export type NewUploadRow = { id: string; source: UploadSource; storageKey: string; width: number; height: number }

export const insert = (tx: StoreTx, { id, source, storageKey, width, height }: NewUploadRow) =>
  tx.run(sql`
    insert into uploads (store_env_id, id, state, source, storage_key, width, height, created_at)
    values (${tx.storeEnvId}, ${id}, 'receiving', ${source}, ${storageKey}, ${width}, ${height}, ${tx.now})`)

export const updateReady = async (tx: StoreTx, id: string, variants: readonly Variant[]): Promise<boolean> =>
  (await tx.run(sql`
    update uploads u set state = 'ready', variants = ${variants}::text[]
     where u.store_env_id = ${tx.storeEnvId} and u.id = ${id} and u.state = 'receiving'`)) > 0

export const find = (tx: StoreTx, id: string) =>
  tx.first<UploadRow>(sql`
    select u.id, u.storage_key, u.width, u.height, u.created_at
      from uploads u
     where u.store_env_id = ${tx.storeEnvId} and u.id = ${id} and u.state = 'ready'`)

export type ClaimedUpload = { id: string; storage_key: string; width: number; height: number; variants: Variant[] }

export const list = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<UploadRow>(sql`
    select u.id, u.storage_key, u.width, u.height, u.created_at
      from uploads u
     where u.store_env_id = ${tx.storeEnvId} and u.id = any(${ids}::uuid[]) and u.state = 'ready'`)

/** Locks rows in the order of ids before deleting them, so two claims of the same photos cannot deadlock. */
export const claim = (tx: StoreTx, ids: readonly string[], source?: UploadSource) =>
  tx.all<ClaimedUpload>(sql`
    with wanted as (
      select u.id from uploads u
       where u.store_env_id = ${tx.storeEnvId} and u.id = any(${ids}::uuid[]) and u.state = 'ready'
         ${source === undefined ? sql`` : sql`and u.source = ${source}`}
       order by u.id for update)
    delete from uploads u using wanted w
     where u.store_env_id = ${tx.storeEnvId} and u.id = w.id
    returning u.id, u.storage_key, u.width, u.height, u.variants`)

export const deleteUpload = (tx: StoreTx, id: string) =>
  tx.first<{ storage_key: string }>(sql`
    delete from uploads u
     where u.store_env_id = ${tx.storeEnvId} and u.id = ${id} and u.state = 'ready'
    returning u.storage_key`)

/** Deletes unclaimed photos, and skips those that are being claimed. */
export const deleteUnclaimed = (tx: StoreTx, before: Date, limit: number) =>
  tx.all<{ storage_key: string }>(sql`
    with old as (
      select u.id from uploads u
       where u.store_env_id = ${tx.storeEnvId} and u.created_at < ${before}
       order by u.created_at, u.id limit ${limit} for update skip locked)
    delete from uploads u using old o
     where u.store_env_id = ${tx.storeEnvId} and u.id = o.id
    returning u.storage_key`)

export const listKnownKeys = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ storage_key: string }>(sql`
      select u.storage_key from uploads u where u.store_env_id = ${tx.storeEnvId} and u.id = any(${ids}::uuid[])`)
  ).map((row) => row.storage_key)

export const findOldest = (tx: StoreReads) =>
  tx.first<{ at: string | null }>(sql`
    select min(u.created_at) as at from uploads u where u.store_env_id = ${tx.storeEnvId}`)
