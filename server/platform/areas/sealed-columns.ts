// Rows are processed store by store, in transactions of that store. A value shows which key encrypted it, so an
// interrupted run can be repeated.
import type { CrossDb, StoreScope, StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import type { Tables } from '../db/tables.generated.ts'
import { forEveryStore } from '../jobs/every-store.ts'
import type { Secrets } from '../process/secrets.ts'

/** A column of type bytea. `contextOf` is the context of its encryption. */
export type SealedColumn = OfStores | OfOrganizations | OfService

type OfStores = {
  [Table in keyof Tables]: Tables[Table] extends { store_env_id: string; id: string }
    ? SealedName<Table, BytesOf<Tables[Table]>>
    : never
}[keyof Tables]

type OfOrganizations = { table: 'single_sign_on'; column: 'client_secret'; of: 'organization' } & Pick<
  OfStores,
  'contextOf'
>

type OfService = { table: 'evidence_keys'; column: 'seed'; of: 'service' } & Pick<OfStores, 'contextOf'>

type SealedName<Table, Column extends string> = Column extends string
  ? { table: Table; column: Column; contextOf(owner: string, id: string): string; of?: undefined }
  : never

type BytesOf<Row> = { [Name in keyof Row]: Row[Name] extends Buffer | null ? Name : never }[keyof Row] & string

/** `unreadable` counts values that neither key decrypts. They are skipped. */
export type ResealCount = { resealed: number; unreadable: number }

type Keys = { from: Secrets; to: Secrets }
type Row = { id: string; sealed: Buffer }

const rowsPerTransaction = 200
const firstId = '00000000-0000-0000-0000-000000000000'

export async function resealColumns(db: CrossDb, columns: readonly SealedColumn[], keys: Keys): Promise<ResealCount> {
  const counts = { resealed: 0, unreadable: 0 }
  for (const column of columns)
    if (column.of === 'service') await db.system('write', (tx) => resealService(tx, column, keys, counts))
  const seen = new Set<string>()
  await forEveryStore({ db, stopping: new AbortController().signal }, async (scope) => {
    // Rows of an organization are processed with its first store, because every organization has a store.
    const isFirst = !seen.has(scope.organizationId)
    seen.add(scope.organizationId)
    for (const column of columns)
      if (column.of !== 'service' && (column.of === undefined || isFirst))
        await resealColumn(db, scope, column, keys, counts)
  })
  return counts
}

/** One transaction is enough, because an installation has few such rows. */
async function resealService(tx: SystemTx, column: OfService, keys: Keys, counts: ResealCount): Promise<void> {
  for (const row of await listOfService(tx, column)) {
    const changed = resealed(row, column.contextOf('', row.id), keys, counts)
    if (changed) await updateOfService(tx, column, changed)
  }
}

/** Returns the row encrypted with the new key. Undefined if the row already has that key, or if neither key decrypts it. */
function resealed(row: Row, context: string, keys: Keys, counts: ResealCount): Row | undefined {
  if (opened(keys.to, row.sealed, context) !== undefined) return undefined
  const secret = opened(keys.from, row.sealed, context)
  if (secret === undefined) {
    counts.unreadable++
    return undefined
  }
  counts.resealed++
  return { id: row.id, sealed: keys.to.seal(secret, context) }
}

async function resealColumn(
  db: CrossDb,
  scope: StoreScope,
  column: OfStores | OfOrganizations,
  keys: Keys,
  counts: ResealCount,
) {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const from: string = after
    after = await db.store(scope, 'write', async (tx) => {
      const isOfStores = column.of === undefined
      const rows = await (isOfStores ? list(tx, column, from) : listOfOrganization(tx, column, from))
      const changed: Row[] = []
      for (const row of rows) {
        const context = column.contextOf(isOfStores ? tx.storeEnvId : tx.organizationId, row.id)
        const anew = resealed(row, context, keys, counts)
        if (anew) changed.push(anew)
      }
      if (changed.length > 0)
        await (isOfStores ? update(tx, column, changed) : updateOfOrganization(tx, column, changed))
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

export const list = (tx: StoreTx, { table, column }: OfStores, after: string) =>
  tx.all<Row>(sql`
    select t.id, t.${sql.ref(column)} as sealed from ${sql.ref(table)} t
     where t.store_env_id = ${tx.storeEnvId} and t.id > ${after} and octet_length(t.${sql.ref(column)}) > 0
     order by t.id limit ${rowsPerTransaction} for update`)

export const update = (tx: StoreTx, { table, column }: OfStores, rows: readonly Row[]) =>
  tx.run(sql`
    update ${sql.ref(table)} t set ${sql.ref(column)} = r.sealed
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]) as r(id, sealed)
     where t.store_env_id = ${tx.storeEnvId} and t.id = r.id`)

export const listOfOrganization = (tx: StoreTx, { table, column }: OfOrganizations, after: string) =>
  tx.all<Row>(sql`
    select t.id, t.${sql.ref(column)} as sealed from ${sql.ref(table)} t
     where t.organization_id = ${tx.organizationId} and t.id > ${after}
     order by t.id limit ${rowsPerTransaction} for update`)

export const updateOfOrganization = (tx: StoreTx, { table, column }: OfOrganizations, rows: readonly Row[]) =>
  tx.run(sql`
    update ${sql.ref(table)} t set ${sql.ref(column)} = r.sealed
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]) as r(id, sealed)
     where t.organization_id = ${tx.organizationId} and t.id = r.id`)

export const listOfService = (tx: SystemTx, { table, column }: OfService) =>
  tx.all<Row>(sql`select t.id, t.${sql.ref(column)} as sealed from ${sql.ref(table)} t order by t.id for update`)

export const updateOfService = (tx: SystemTx, { table, column }: OfService, { id, sealed }: Row) =>
  tx.run(sql`update ${sql.ref(table)} t set ${sql.ref(column)} = ${sealed} where t.id = ${id}`)
