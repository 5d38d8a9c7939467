// Two stores have rows in every table. The application's own transaction runs statements that omit or contradict their
// store. Row-level security alone must stop them. Not covered by design: `app.set_tenant` is a plain function, and code
// that calls it moves to another store. Only platform/db calls it, right after BEGIN, with a store to which the caller's
// credentials give access.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import {
  buildInsert,
  insertTenant,
  makeRow,
  type Row,
  readContents,
  type TenantTable,
  tenantTables,
} from '#test/tenant-rows.ts'

let service: TestService
let superuser: Client
let tables: TenantTable[]
let ours: Shop
let theirs: Shop
let rows: Map<string, Row>
let theirsBefore: string

before(async () => {
  service = await startService()
  superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  ours = await service.shop()
  theirs = await service.shop()
  tables = await tenantTables(superuser)
  rows = await insertTenant(superuser, tables, ours.storeEnvId, 'ours')
  await insertTenant(superuser, tables, theirs.storeEnvId, 'theirs')
  theirsBefore = await readContents(superuser, tables, theirs.storeEnvId)
})
after(async () => {
  await superuser.end()
  await service.close()
})

const inOurs = <T>(work: (tx: StoreTx) => Promise<T>, mode: 'read' | 'write' = 'write') =>
  service.service.db.store({ storeEnvId: ours.storeEnvId, organizationId: ours.organizationId }, mode, work)

const storesIn = async (tx: StoreTx, query: string): Promise<string[]> =>
  (await tx.all<{ store: string }>(sql.raw(query))).map(({ store }) => store)

const catchCode = (tx: StoreTx, work: () => Promise<unknown>) =>
  tx.savepoint(work).then(
    () => 'done',
    (error) => error.code,
  )

/** Append-only tables: calls of a store change and delete no row. A row is deleted only with the row it belongs to. */
const appendOnly = ['loyalty_journal', 'evidence_entries', 'evidence_nodes', 'evidence_heads']
const undeletable = ['evidence_entries', 'evidence_nodes', 'evidence_heads', 'evidence_ledgers', 'change_stamps']
const isUndeletable = ({ name }: TenantTable) => undeletable.includes(name)
const isAppendOnly = ({ name }: TenantTable) => appendOnly.includes(name)
/** Rows of these tables record past values and never change. They are deleted with their store. */
const neverChanged = [...appendOnly, 'loyalty_rates']
const isNeverChanged = ({ name }: TenantTable) => neverChanged.includes(name)

test('both stores have a row in every table, so the checks below can fail', () => {
  assert.ok(tables.length >= 12)
  assert.deepEqual(
    theirsBefore.split('\n').map((line) => line.split(' ')[0]),
    tables.map(({ name }) => name).sort(),
  )
})

test('no unscoped read shows a row of another store', async () => {
  const other = theirs.storeEnvId
  await inOurs(async (tx) => {
    for (const table of tables) {
      const { name } = table
      const unscoped = [
        `select store_env_id as store from ${name}`,
        `select store_env_id as store from ${name} where store_env_id is not null or true`,
        `select b.store_env_id as store from ${name} a cross join ${name} b`,
        `select b.store_env_id as store from ${name} a full join ${name} b on a.store_env_id <> b.store_env_id where b.store_env_id is not null`,
        `with all_rows as materialized (select * from ${name}) select store_env_id as store from all_rows`,
        `select x.store_env_id as store from stores s, lateral (select * from ${name}) x`,
        `select (select max(store_env_id::text) from ${name}) as store`,
        `select store_env_id as store from ${name} union select store_env_id from ${name}`,
        `select distinct first_value(store_env_id) over (order by store_env_id desc) as store from ${name}`,
      ]
      for (const query of unscoped) assert.deepEqual([...new Set(await storesIn(tx, query))], [ours.storeEnvId], query)
      const named = `select store_env_id as store from ${name} where store_env_id = '${other}'`
      assert.deepEqual(await storesIn(tx, named), [], named)
      if (isNeverChanged(table)) {
        assert.equal(await catchCode(tx, () => storesIn(tx, `${named} for update`)), '42501', `${name}: locked`)
        continue
      }
      assert.deepEqual(await storesIn(tx, `${named} for update`), [], 'locked')
    }
  })
})

test('no write changes, moves or inserts a row into another store', async () => {
  await inOurs(async (tx) => {
    for (const table of tables) {
      const { name } = table
      assert.equal(await catchCode(tx, () => plant(tx, table)), '42501', `${name}: planted`)
      if (isAppendOnly(table)) {
        for (const change of [`update ${name} set store_env_id = store_env_id`, `delete from ${name}`])
          assert.equal(await catchCode(tx, () => tx.run(sql.raw(change))), '42501', change)
        continue
      }
      const theirsOnly = `where store_env_id = '${theirs.storeEnvId}'`
      if (isNeverChanged(table)) {
        const change = `update ${name} set store_env_id = store_env_id`
        assert.equal(await catchCode(tx, () => tx.run(sql.raw(change))), '42501', change)
        assert.equal(await tx.run(sql.raw(`delete from ${name} ${theirsOnly}`)), 0, name)
        continue
      }
      assert.equal(await tx.run(sql.raw(`update ${name} set store_env_id = store_env_id`)), 1, name)
      assert.equal(
        await tx.run(sql.raw(`update ${name} set store_env_id = '${ours.storeEnvId}' ${theirsOnly}`)),
        0,
        name,
      )
      if (isUndeletable(table))
        assert.equal(await catchCode(tx, () => tx.run(sql.raw(`delete from ${name}`))), '42501', name)
      else assert.equal(await tx.run(sql.raw(`delete from ${name} ${theirsOnly}`)), 0, name)
      const give = () => tx.run(sql.raw(`update ${name} set store_env_id = '${theirs.storeEnvId}'`))
      assert.equal(await catchCode(tx, give), '42501', `${name}: given away`)
    }
  })
  assert.equal(await readContents(superuser, tables, theirs.storeEnvId), theirsBefore)
})

/** Inserts a complete new row for the other store, as that store's own code would write it. */
function plant(tx: StoreTx, table: TenantTable): Promise<number> {
  const row = makeRow(table, theirs.storeEnvId, newId(), rows)
  return tx.run(buildInsert(table.name, row))
}

test("a reference to another store's row is refused as if it were missing", async () => {
  for (const table of tables) {
    for (const { columns, target } of table.foreignKeys.filter((each) => each.columns.length > 1)) {
      const foreign = await superuser.query(`select * from ${target} where store_env_id = $1`, [theirs.storeEnvId])
      const [, column = ''] = columns
      // Rows without an id, such as versions, are identified by their subject and number.
      const { id = foreign.rows[0][column] } = foreign.rows[0]
      const refer = isNeverChanged(table)
        ? buildInsert(table.name, { ...makeRow(table, ours.storeEnvId, 'new', rows), [column]: id })
        : sql.raw(`update ${table.name} set ${column} = '${id}'`)
      const code = await inOurs((tx) => catchCode(tx, () => tx.run(refer)))
      assert.equal(code, '23503', `${table.name}.${column}`)
    }
  }
})

test('a read transaction cannot write', async () => {
  const write = inOurs((tx) => tx.run(sql.raw('delete from reviews')), 'read')
  await assert.rejects(write, { code: '25006' })
})

test('a transaction without a store sees no rows of stores', async () => {
  const { db } = service.service
  for (const { name } of tables) {
    const seen = db.organization(theirs.organizationId, 'read', (tx) => tx.all(sql.raw(`select * from ${name}`)))
    assert.deepEqual(await seen, [], name)
    const asSystem = db.system('read', (tx) => tx.all(sql.raw(`select * from ${name}`)))
    await assert.rejects(asSystem, { code: '42501' }, name)
  }
})

test("a delete without a condition deletes only one store's rows", async () => {
  await inOurs(async (tx) => {
    for (const { name } of tables.toReversed().filter((table) => !isAppendOnly(table) && !isUndeletable(table)))
      await tx.run(sql.raw(`delete from ${name}`))
  })
  const others = tables.filter((table) => !isUndeletable(table))
  assert.equal(await readContents(superuser, others, ours.storeEnvId), '')
  assert.equal(await readContents(superuser, tables, theirs.storeEnvId), theirsBefore)
})

test("trusted code may change a transaction's tenant, and the change ends with the transaction", async () => {
  const { db } = service.service
  const seen = await inOurs(async (tx) => {
    await tx.run(sql`select app.set_tenant(${theirs.storeEnvId})`)
    return storesIn(tx, 'select store_env_id as store from products')
  })
  assert.deepEqual(seen, [theirs.storeEnvId])
  const left = await db.ask(sql`select nullif(current_setting('app.store_env_id', true), '') as store`)
  assert.deepEqual(left, [{ store: null }])
})
