// A real server ends every connection of a service at once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { lostConnections } from './lost-connections.ts'

let service: TestService
let superuser: Client
before(async () => {
  service = await startService()
  superuser = new Client(service.databaseUrl)
  await superuser.connect()
})
after(async () => {
  await superuser.end()
  await service.close()
})

const endAll = async () => {
  const { rowCount } = await superuser.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return rowCount ?? 0
}

test('connections that are lost together are one line with their number', async () => {
  const lines: { connections: number; groups: string[] }[] = []
  const log = { warn: (fields: (typeof lines)[number]) => lines.push(fields) }
  const lost = lostConnections(log as never)
  const pools = [service.service.db.authPool, service.service.db.workerPool]
  for (const [at, pool] of pools.entries()) {
    pool.on('error', (error) => lost(error, `pool ${at}`))
    await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.05)')))
  }
  assert.ok((await endAll()) >= 6)
  await until(() => lines.length > 0, 'the line')
  assert.deepEqual(lines, [{ connections: 6, groups: ['pool 0', 'pool 1'], err: (lines[0] as { err?: string }).err }])
  await pools[0]?.query('select 1')
  await endAll()
  await until(() => lines.length > 1, 'the line of the second loss')
  assert.equal(lines[1]?.connections, 1)
})
