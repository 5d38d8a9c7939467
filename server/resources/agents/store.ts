import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { defaults, type Switches } from './schema.ts'

export async function findSwitches(tx: Pick<StoreReads, 'storeEnvId' | 'first'>): Promise<Switches> {
  const row = await tx.first<Switches>(sql`
    select d.enabled, d.excerpts, d.faqs from agent_doors d where d.store_env_id = ${tx.storeEnvId}`)
  return row ?? defaults
}

export const upsertSwitches = (tx: StoreTx, { enabled, excerpts, faqs }: Switches): Promise<number> =>
  tx.run(sql`
    insert into agent_doors (store_env_id, enabled, excerpts, faqs, updated_at)
    values (${tx.storeEnvId}, ${enabled}, ${excerpts}, ${faqs}, ${tx.now})
    on conflict (store_env_id) do update
       set enabled = excluded.enabled, excerpts = excluded.excerpts, faqs = excluded.faqs, updated_at = excluded.updated_at`)
