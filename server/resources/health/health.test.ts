import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startService, type TestService } from '#test/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('health answers while the database does', async () => {
  const { status, body } = await service.anonymous.get('/health')
  assert.equal(status, 200)
  assert.deepEqual({ ...body, version: 'any' }, { status: 'ok', database: 'ok', version: 'any' })
})
