// Seals anew, under another SECRET_KEY, what areas keep sealed. An area names its columns; the rows are gone through store by
// store, in transactions of that store, and each says for itself under which key it is sealed: an interrupted run is run again.
import type { CrossDb, StoreScope, StoreTx } from './db/db.ts'
import { sql } from './db/query.ts'
import type { Tables } from './db/tables.generated.ts'
import { forEveryStore } from './every-store.ts'
import type { Secrets } from './secrets.ts'

/** A column of type bytea in a table of stores; `contextOf` is what its values are sealed for. */
export type SealedColumn = {
  [Table in keyof Tables]: Tables[Table] extends { store_env_id: string; id: string }
    ? Sealed<Table, BytesOf<Tables[Table]>>
    : never
}[keyof Tables]

type Sealed<Table, Column extends string> = Column extends string
  ? { table: Table; column: Column; contextOf(storeEnvId: string, id: string): string }
  : never

type BytesOf<Row> = { [Name in keyof Row]: Row[Name] extends Buffer | null ? Name : never }[keyof Row] & string

/** `unreadable` opens under neither key, and is left. */
export type Resealed = { resealed: number; unreadable: number }

type Keys = { from: Secrets; to: Secrets }
type Row = { id: string; sealed: Buffer }

const rowsPerTransaction = 200
const firstId = '00000000-0000-0000-0000-000000000000'

export async function resealColumns(db: CrossDb, columns: readonly SealedColumn[], keys: Keys): Promise<Resealed> {
  const counts = { resealed: 0, unreadable: 0 }
  await forEveryStore({ db, stopping: new AbortController().signal }, async (scope) => {
    for (const column of columns) await resealColumn(db, scope, column, keys, counts)
  })
  return counts
}

async function resealColumn(db: CrossDb, scope: StoreScope, column: SealedColumn, keys: Keys, counts: Resealed) {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const from: string = after
    after = await db.store(scope, 'write', async (tx) => {
      const rows = await list(tx, column, from)
      const changed: Row[] = []
      for (const row of rows) {
        const context = column.contextOf(tx.storeEnvId, row.id)
        if (opened(keys.to, row.sealed, context) !== undefined) continue
        const secret = opened(keys.from, row.sealed, context)
        if (secret === undefined) counts.unreadable++
        else changed.push({ id: row.id, sealed: keys.to.seal(secret, context) })
      }
      if (changed.length > 0) await update(tx, column, changed)
      counts.resealed += changed.length
      return rows.length === rowsPerTransaction ? rows.at(-1)?.id : undefined
    })
  }
}

function opened(secrets: Secrets, sealed: Buffer, context: string): string | undefined {
  try {
    return secrets.open(sealed, context)
  } catch {
    return undefined
  }
}

export const list = (tx: StoreTx, { table, column }: SealedColumn, after: string) =>
  tx.all<Row>(sql`
    select t.id, t.${sql.ref(column)} as sealed from ${sql.ref(table)} t
     where t.store_env_id = ${tx.storeEnvId} and t.id > ${after} and octet_length(t.${sql.ref(column)}) > 0
     order by t.id limit ${rowsPerTransaction} for update`)

export const update = (tx: StoreTx, { table, column }: SealedColumn, rows: readonly Row[]) =>
  tx.run(sql`
    update ${sql.ref(table)} t set ${sql.ref(column)} = r.sealed
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]) as r(id, sealed)
     where t.store_env_id = ${tx.storeEnvId} and t.id = r.id`)
