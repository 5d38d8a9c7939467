import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'

const service = provideService()

test('health answers 200 while the database is reachable', async () => {
  const { status, body } = await service.anonymous.get('/health')
  assert.equal(status, 200)
  assert.deepEqual({ ...body, version: 'any' }, { status: 'ok', database: 'ok', version: 'any' })
})
