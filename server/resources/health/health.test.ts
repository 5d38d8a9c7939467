import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService } from '#test/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('health answers 200 while the database is reachable', async () => {
  const { status, body } = await service.anonymous.get('/health')
  assert.equal(status, 200)
  assert.deepEqual({ ...body, version: 'any' }, { status: 'ok', database: 'ok', version: 'any' })
})
