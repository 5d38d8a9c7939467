import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { atCompletion, type Killing, startKilling, waitingFor } from '#resources/connectors/shops/killed.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

let service: TestService
let killing: Killing
let shop: Shop
before(async () => {
  service = await startService()
  killing = startKilling(service, { job: 'evidence.write_assessment', roundMs: 60_000, env: {} })
  shop = await service.shop('Acme')
})
after(async () => {
  await killing.close()
  await service.close()
})

const find = async (id: string) => (await shop.api.get(`/evidence/assessments/${id}`)).body

test('an assessment whose process is killed at any point is completed by the next process', {
  timeout: 400_000,
}, async () => {
  const year = service.service.services.clock.now().getUTCFullYear()
  const { id } = (await shop.api.post('/evidence/assessments', { year })).body
  for (const [what, moment] of [
    ['it reads the facts', waitingFor(service.databaseUrl, 'lock table appeals in access exclusive mode')],
    ['it records the file', atCompletion(service.databaseUrl, 'evidence_assessments')],
  ] as const) {
    await killing.killAt(what, moment)
    const { status, downloadUrl } = await find(id)
    assert.ok(['queued', 'running'].includes(status) && downloadUrl === null, `${what}: ${status}`)
  }
  await killing.workUntil('the assessment', async () => (await find(id)).status === 'completed')
  const made = await find(id)
  const { rawPayload } = await service.app.inject(new URL(made.downloadUrl).pathname)
  assert.deepEqual([rawPayload.length, hash('sha256', rawPayload)], [made.bytes, made.sha256])
})
