import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { defaults, type EvidenceSettings } from './settings-schema.ts'

export async function find(tx: StoreReads): Promise<EvidenceSettings> {
  const row = await tx.first<{ public_meter: boolean; alert_gap: string }>(sql`
    select s.public_meter, s.alert_gap from evidence_settings s where s.store_env_id = ${tx.storeEnvId}`)
  return row ? { publicMeter: row.public_meter, alertGap: Number(row.alert_gap) } : defaults
}

export const upsert = (tx: StoreTx, { publicMeter, alertGap }: EvidenceSettings): Promise<number> =>
  tx.run(sql`
    insert into evidence_settings (store_env_id, public_meter, alert_gap, updated_at)
    values (${tx.storeEnvId}, ${publicMeter}, ${String(alertGap)}, ${tx.now})
    on conflict (store_env_id) do update
       set public_meter = excluded.public_meter, alert_gap = excluded.alert_gap, updated_at = excluded.updated_at
     where (evidence_settings.public_meter, evidence_settings.alert_gap) is distinct from (excluded.public_meter, excluded.alert_gap)`)
