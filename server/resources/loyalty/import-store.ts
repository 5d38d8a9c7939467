import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type KnownGrant = {
  id: string
  ref: string
  points: number
  granted_at: string
  import_id: string | null
  import_line: number | null
}

export const listImported = (tx: StoreTx, refs: readonly string[]): Promise<KnownGrant[]> =>
  tx.all<KnownGrant>(sql`
    select g.id, g.ref, g.points, g.granted_at, g.import_id, g.import_line from loyalty_grants g
     where g.store_env_id = ${tx.storeEnvId} and g.kind = 'import' and g.ref = any(${refs}::text[])`)

export const listImportedGrants = (tx: StoreTx, source: string, emails: readonly string[]) =>
  tx.all<{ email: string; points: number; import_id: string | null; import_line: number | null }>(sql`
    select m.email, g.points, g.import_id, g.import_line
      from loyalty_members m
      join loyalty_grants g on g.store_env_id = ${tx.storeEnvId} and g.kind = 'import' and g.ref = ${source}::text || ':' || m.id
     where m.store_env_id = ${tx.storeEnvId} and m.email = any(${emails}::text[])`)

export type ImportedGrant = {
  id: string
  memberId: string
  ref: string
  points: number
  reason: string
  grantedAt: Date
  importId: string
  line: number
}

export async function upsertImported(tx: StoreTx, grants: readonly ImportedGrant[]): Promise<void> {
  const column = <T>(read: (grant: ImportedGrant) => T): T[] => grants.map(read)
  await tx.run(sql`
    insert into loyalty_grants (store_env_id, id, member_id, kind, ref, points, reason, granted_at, matures_at, created_at, import_id, import_line)
    select ${tx.storeEnvId}, g.id, g.member_id, 'import', g.ref, g.points, g.reason, g.at, g.at, ${tx.now}, g.import_id, g.line
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ memberId }) => memberId)}::uuid[], ${column(({ ref }) => ref)}::text[],
                  ${column(({ points }) => points)}::bigint[], ${column(({ reason }) => reason)}::text[],
                  ${column(({ grantedAt }) => grantedAt)}::timestamptz[], ${column(({ importId }) => importId)}::uuid[],
                  ${column(({ line }) => line)}::integer[])
        as g(id, member_id, ref, points, reason, at, import_id, line)
    on conflict on constraint loyalty_grants_once do update
      set points = excluded.points, granted_at = excluded.granted_at, matures_at = excluded.matures_at, reason = excluded.reason,
          import_id = excluded.import_id, import_line = excluded.import_line`)
}
