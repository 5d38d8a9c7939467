import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Off until somebody says otherwise. */
export async function countsWidgets(tx: StoreReads): Promise<boolean> {
  const row = await tx.first<{ widget_counts: boolean }>(
    sql`select widget_counts from analytics_settings where store_env_id = ${tx.storeEnvId}`,
  )
  return row?.widget_counts ?? false
}

export const upsert = (tx: StoreTx, widgetCounts: boolean): Promise<number> =>
  tx.run(sql`
    insert into analytics_settings (store_env_id, widget_counts, updated_at)
    values (${tx.storeEnvId}, ${widgetCounts}, ${tx.now})
    on conflict (store_env_id) do update set widget_counts = excluded.widget_counts, updated_at = excluded.updated_at
     where analytics_settings.widget_counts <> excluded.widget_counts`)
