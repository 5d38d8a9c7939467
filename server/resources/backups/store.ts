import type { ArchivedTable, FileTable } from '#platform/areas/archive.ts'
import type { StoreReads, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ArchivedStore } from './rules.ts'

const rowsAtOnce = 200

export const readStore = (tx: StoreReads) =>
  tx.first<ArchivedStore>(sql`
    select s.id, s.name, s.origins, s.timezone, s.currency, s.created_at as "createdAt"
      from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

/** Streams each row as JSON from the database, which loses no digit and needs no parsing here. */
export const streamRows = (tx: StreamTx, { table, unless }: ArchivedTable, without: readonly string[]) =>
  tx.stream(
    sql<{ row: string }>`
      select (to_jsonb(t) - ${[...without]}::text[])::text as row
        from ${sql.ref(table)} t where t.store_env_id = ${tx.storeEnvId}
              ${unless === undefined ? sql`` : sql`and t.${sql.ref(unless)} is null`}`,
    rowsAtOnce,
  )

export const streamFiles = (tx: StreamTx, table: FileTable) =>
  tx.stream(
    sql<{ key: string }>`
      select t.storage_key as key from ${sql.ref(table)} t
       where t.store_env_id = ${tx.storeEnvId} and t.storage_key is not null`,
    rowsAtOnce,
  )
