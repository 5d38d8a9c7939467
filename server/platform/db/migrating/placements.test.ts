// Tests generated from the list of placements.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { isCitus } from './distribute.ts'
import { placements } from './placements.ts'

type Key = { table: string; columns: string[]; references: string | null; theirs: string[] | null }

suite('places of tables on Citus', () => {
  let database: TestDatabase
  let client: Client
  let uniques: Map<string, Key[]>
  let references: Map<string, Key[]>

  before(async () => {
    database = await createDatabase()
    client = new Client({ connectionString: database.url })
    await client.connect()
    const keys = (await client.query<Key>(catalogue)).rows
    uniques = Map.groupBy(
      keys.filter(({ references }) => references === null),
      ({ table }) => table,
    )
    references = Map.groupBy(
      keys.filter(({ references }) => references !== null),
      ({ table }) => table,
    )
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  const placeOf = (table: string | null) => placements[table as keyof typeof placements]
  const hasStore = (columns: readonly string[] | null) => columns?.includes('store_env_id') === true

  for (const [table, place] of Object.entries(placements)) {
    if (place === 'distributed')
      test(`${table} can be split by store`, () => {
        for (const { columns } of uniques.get(table) ?? [])
          assert.ok(hasStore(columns), `a unique index of (${columns.join(', ')}) is not unique per store`)
        for (const { columns, references: other, theirs } of references.get(table) ?? [])
          assert.ok(
            placeOf(other) === 'reference' ||
              (placeOf(other) === 'distributed' && hasStore(columns) && hasStore(theirs)),
            `its key to ${other} leaves the store`,
          )
      })
    if (place === 'reference')
      test(`${table} refers to reference tables only`, () => {
        for (const { references: other } of references.get(table) ?? [])
          assert.equal(placeOf(other), 'reference', `${other}`)
      })
  }

  test('each table is distributed, reference or local, as declared', async (t) => {
    if (!(await isCitus(client))) return t.skip('this server has no Citus')
    const { rows } = await client.query<{ table: string; place: string }>(
      `select c.relname as table,
              case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as place
         from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'`,
    )
    assert.deepEqual(Object.fromEntries(rows.map(({ table, place }) => [table, place])), placements)
  })
})

const catalogue = `
  select c.relname as table, null as references, null as theirs,
         array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
   where i.indisunique and c.relnamespace = 'public'::regnamespace
   union all
  select c.relname, o.relname,
         array(select a.attname::text from pg_attribute a where a.attrelid = k.confrelid and a.attnum = any (k.confkey)),
         array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey))
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class o on o.oid = k.confrelid
   where k.contype = 'f' and c.relnamespace = 'public'::regnamespace`
