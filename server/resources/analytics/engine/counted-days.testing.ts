import assert from 'node:assert/strict'
import type { Shop, TestService } from '#test/service.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'

type Asked = { coverage: string; paths: readonly string[]; at: string }

/**
 * Checks that a report is the same from counted days and from rows, and not empty. `coverage` is the table of counted
 * days. A different time zone in it makes reports ignore the counted days.
 */
export async function requireSameCounted(
  service: TestService,
  shop: Shop,
  { coverage, paths, at }: Asked,
): Promise<void> {
  const read = () => Promise.all(paths.map(async (path) => (await shop.api.get(path)).body))
  const answered = await read()
  assert.ok(answered[0]?.total.sent > 0, JSON.stringify(answered[0]))
  const hide = (zone: string) =>
    service.query(`update ${coverage} set timezone = ${zone} where store_env_id = $1`, [shop.storeEnvId])
  await hide(`'not ' || timezone`)
  const counted = await read()
  await hide('substr(timezone, 5)')
  assert.deepEqual(answered, counted, at)
  assert.deepEqual((await recountReports(service.service, shop.storeEnvId)).differences, [], at)
}
