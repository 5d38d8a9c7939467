import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { erasureModes } from './schema.ts'

export type ErasureMode = (typeof erasureModes)[number]

export const upsertMode = (tx: StoreTx, mode: ErasureMode): Promise<number> =>
  tx.run(sql`
    insert into store_settings (store_env_id, id, erasure, updated_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${mode}, ${tx.now})
    on conflict on constraint store_settings_once do update set erasure = excluded.erasure, updated_at = excluded.updated_at`)
