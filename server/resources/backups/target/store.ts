import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type TargetRow = {
  id: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secret: Buffer
  addresses: boolean
  updatedAt: string
}

export const find = (tx: StoreReads) =>
  tx.first<TargetRow>(sql`
    select t.id, t.endpoint, t.region, t.bucket, t.prefix, t.access_key_id as "accessKeyId", t.secret_access_key as secret,
           t.addresses, t.updated_at as "updatedAt"
      from backup_targets t where t.store_env_id = ${tx.storeEnvId}`)

/** Each save gives the row a new id, because the secret is sealed with the id. */
export const upsert = (tx: StoreTx, row: Omit<TargetRow, 'updatedAt'>) =>
  tx.run(sql`
    insert into backup_targets (store_env_id, id, endpoint, region, bucket, prefix, access_key_id, secret_access_key,
                                addresses, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.endpoint}, ${row.region}, ${row.bucket}, ${row.prefix}, ${row.accessKeyId},
            ${row.secret}, ${row.addresses}, ${tx.now})
    on conflict (store_env_id) do update set
      id = excluded.id, endpoint = excluded.endpoint, region = excluded.region, bucket = excluded.bucket,
      prefix = excluded.prefix, access_key_id = excluded.access_key_id, secret_access_key = excluded.secret_access_key,
      addresses = excluded.addresses, updated_at = excluded.updated_at`)

export const deleteTarget = (tx: StoreTx) =>
  tx.run(sql`delete from backup_targets where store_env_id = ${tx.storeEnvId}`)
