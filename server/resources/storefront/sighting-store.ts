import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

const startOfDay = (at: Date) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`)

/** Several processes may report the first view of a day, and only one of them writes the row. */
export const mark = (tx: StoreTx, widget: string): Promise<number> =>
  tx.run(sql`
    insert into widget_sightings (store_env_id, widget, first_seen_at, last_seen_at)
    values (${tx.storeEnvId}, ${widget}, ${tx.now}, ${tx.now})
    on conflict (store_env_id, widget) do update set last_seen_at = excluded.last_seen_at
     where widget_sightings.last_seen_at < ${startOfDay(tx.now)}::timestamptz`)
