import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillCustomers } from '#test/filled-tables.ts'
import { provideService, type Shop } from '#test/service.ts'
import { analyzeFilled, type FilledTable } from './analyze.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const analyzedAt = async (table: string): Promise<Date | null> => {
  const { rows } = await service.query('select last_analyze as at from pg_stat_user_tables where relname = $1', [table])
  return rows[0].at
}

const analyze = (...tables: string[]) =>
  service.service.db.store(shop, 'write', (tx) => analyzeFilled(tx, tables as FilledTable[]))

const fill = async () => {
  // With autovacuum enabled, it could run first and leave nothing to analyze.
  await service.query('alter table customers set (autovacuum_enabled = false)')
  await fillCustomers(service, shop, 2000)
  // Without this call, the session reports its statistics only when it is idle.
  await service.query('select pg_stat_force_next_flush()')
}

test('a service may analyze tables that file imports fill, without owning them, and no other tables', async (t) => {
  const { rows } = await service.query("select current_setting('server_version_num')::int as version")
  if (rows[0].version < 170_000) return t.skip('before PostgreSQL 17 only an owner may')
  await fill()
  await analyze('customers', 'api_keys', 'reviews; drop table reviews', 'pg_class')
  const first = await analyzedAt('customers')
  assert.ok(first)
  assert.equal(await analyzedAt('api_keys'), null)
  assert.equal(await analyzedAt('reviews'), null)
  await analyze('customers')
  assert.deepEqual(await analyzedAt('customers'), first)
})

test('a missing privilege causes no failure', async () => {
  await service.query(
    'do $$ begin if current_setting($q$server_version_num$q$)::int >= 170000 then execute $q$revoke maintain on order_line_items from evident_definer$q$; end if; end $$',
  )
  await service.query(`alter table order_line_items set (autovacuum_enabled = false)`)
  await analyze('order_line_items')
  assert.equal(await analyzedAt('order_line_items'), null)
})
