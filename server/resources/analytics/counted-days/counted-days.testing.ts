// A report of days that are counted says what one says for which every row is read.
import assert from 'node:assert/strict'
import type { Pool } from 'pg'
import type { Shop, TestService } from '#test/service.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'

type Asked = { coverage: string; paths: readonly string[]; at: string }

/** The first path has something to tell. `coverage`: the table that says whose days are counted, which are not read while it names another zone. */
export async function requireSameCounted(
  service: TestService,
  witness: Pool,
  shop: Shop,
  { coverage, paths, at }: Asked,
): Promise<void> {
  const read = () => Promise.all(paths.map(async (path) => (await shop.api.get(path)).body))
  const answered = await read()
  assert.ok(answered[0]?.total.sent > 0, JSON.stringify(answered[0]))
  const hide = (zone: string) =>
    witness.query(`update ${coverage} set timezone = ${zone} where store_env_id = $1`, [shop.storeEnvId])
  await hide(`'not ' || timezone`)
  const counted = await read()
  await hide('substr(timezone, 5)')
  assert.deepEqual(answered, counted, at)
  assert.deepEqual((await recountReports(service.service, shop.storeEnvId)).differences, [], at)
}
