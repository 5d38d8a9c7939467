import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { WrittenReview } from '../changes/events.ts'
import { type StateRow, stateColumns, toWritten } from '../changes/store.ts'
import type { Correction } from '../schema.ts'

export async function updateWords(
  tx: StoreTx,
  id: string,
  { rating, title, body, authorName, detected }: Omit<Correction, 'submittedAt'> & { detected: string | null },
): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set rating = ${rating}, title = ${title}, body = ${body}, author_name = ${authorName},
           detected_language = ${detected}, corrected_at = ${tx.now},
           updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}

/** Replaces a correction that waits already. */
export async function updateWaiting(tx: StoreTx, id: string, correction: Correction): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set correction = ${JSON.stringify(correction)}::jsonb, correction_refused = null, updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}
