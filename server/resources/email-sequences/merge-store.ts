import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

type Version = { sequenceId: string; version: number; filter: unknown; steps: unknown }

export const lockVersionsWith = (tx: StoreTx, productId: string) =>
  tx.all<Version>(sql`
    select v.sequence_id as "sequenceId", v.version, v.filter, v.steps from email_sequence_versions v
     where v.store_env_id = ${tx.storeEnvId}
       and (strpos(v.filter::text, ${productId}::text) > 0 or strpos(v.steps::text, ${productId}::text) > 0)
     order by v.sequence_id, v.version for update`)

export const updateVersion = (tx: StoreTx, { sequenceId, version, filter, steps }: Version) =>
  tx.run(sql`
    update email_sequence_versions
       set filter = ${JSON.stringify(filter)}::jsonb, steps = ${JSON.stringify(steps)}::jsonb
     where store_env_id = ${tx.storeEnvId} and sequence_id = ${sequenceId} and version = ${version}`)
