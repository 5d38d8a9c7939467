import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { hashLeaf } from '#resources/evidence/rules.ts'
import { provideService } from '#test/service.ts'

const service = provideService()

test('a service killed during shared writes keeps each acknowledged review and no partial one', {
  timeout: 240_000,
}, async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  const acknowledged = new Map<string, string>()
  for (const [round, kill] of [1, 20, 33, 57, 90].entries()) {
    const work = { databaseUrl: service.databaseUrl, storeEnvId: shop.storeEnvId, key: shop.adminKey, round }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'sharing.testing.ts'), JSON.stringify(work)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    let seen = 0
    for await (const line of createInterface(child.stdout)) {
      const { status, id, name } = JSON.parse(line)
      // A busy machine refuses calls that have waited too long. The loop sends the next one.
      if (status === 429) continue
      assert.equal(status, 201, line)
      acknowledged.set(id, name)
      if (++seen === kill) child.kill('SIGKILL')
    }
    await gone
  }
  const { rows: reviews } = await service.query('select id, body from reviews where store_env_id = $1', [
    shop.storeEnvId,
  ])
  const stored = new Map(reviews.map(({ id, body }) => [id, body]))
  for (const [id, name] of acknowledged) assert.equal(stored.get(id), `Sent as ${name}.`)
  const { rows: entries } = await service.query(
    'select seq, type, entry, leaf, review_id from evidence_entries where store_env_id = $1 order by seq',
    [shop.storeEnvId],
  )
  assert.deepEqual(
    entries.map(({ seq }) => Number(seq)),
    entries.map((_, i) => i),
  )
  for (const { entry, leaf } of entries) assert.deepEqual(hashLeaf(entry), leaf)
  const { rows: events } = await service.query(
    `select subject_id from events where store_env_id = $1 and event = 'review.created'`,
    [shop.storeEnvId],
  )
  const { rows: customers } = await service.query('select email from customers where store_env_id = $1', [
    shop.storeEnvId,
  ])
  const ids = [...stored.keys()].sort()
  const submitted = entries.filter(({ type }) => type === 'submitted').map(({ review_id }) => review_id)
  assert.deepEqual(submitted.sort(), ids)
  assert.deepEqual(events.map(({ subject_id }) => subject_id).sort(), ids)
  assert.equal(customers.length, ids.length)
})
