import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { defaults, type EvidenceSettings } from './settings-schema.ts'

export async function find(tx: StoreReads): Promise<EvidenceSettings> {
  const row = await tx.first<{ public_meter: boolean; alert_gap: string; public_entries: boolean }>(sql`
    select s.public_meter, s.alert_gap, s.public_entries from evidence_settings s where s.store_env_id = ${tx.storeEnvId}`)
  return row
    ? { publicMeter: row.public_meter, alertGap: Number(row.alert_gap), publicEntries: row.public_entries }
    : defaults
}

export const upsert = (tx: StoreTx, { publicMeter, alertGap, publicEntries }: EvidenceSettings): Promise<number> =>
  tx.run(sql`
    insert into evidence_settings (store_env_id, public_meter, alert_gap, public_entries, updated_at)
    values (${tx.storeEnvId}, ${publicMeter}, ${String(alertGap)}, ${publicEntries}, ${tx.now})
    on conflict (store_env_id) do update
       set public_meter = excluded.public_meter, alert_gap = excluded.alert_gap,
           public_entries = excluded.public_entries, updated_at = excluded.updated_at
     where (evidence_settings.public_meter, evidence_settings.alert_gap, evidence_settings.public_entries)
           is distinct from (excluded.public_meter, excluded.alert_gap, excluded.public_entries)`)
