// Tests with an independent witness, which uses only Python's standard library: test/witness/witness.py.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { freePort } from '#test/free-port.ts'
import { startService, type TestService } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { runWitnesses } from '../../entry/commands/witnesses.ts'

const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'NOT RUN: python3 is missing'
const folder = mkdtempSync(join(tmpdir(), 'other-witness-'))
let service: TestService
let running: ChildProcess[] = []

before(async () => {
  if (!skip) service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
})
after(async () => {
  for (const each of running) each.kill('SIGKILL')
  running = []
  await service?.close()
  rmSync(folder, { recursive: true })
})

async function start(name: string, ...flags: string[]): Promise<{ vkey: string; url: string }> {
  const [key] = JSON.parse((await service.app.inject('/evidence/keys')).payload).data
  const port = await freePort()
  const program = join(import.meta.dirname, '../../../test/witness/witness.py')
  const seed = Buffer.alloc(32, name.length).toString('hex')
  const args = [program, String(port), name, seed, join(folder, name), `evident/*=${key.publicKey}`, ...flags]
  const child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  assert.ok(child.stdout)
  const [vkey] = await once(createInterface(child.stdout), 'line')
  return { vkey, url: `http://127.0.0.1:${port}` }
}

async function run(operatorName: string): Promise<void> {
  const job = jobs.find((each) => each.operatorName === operatorName)
  assert.ok(job)
  const { db, services } = service.service
  const signal = new AbortController().signal
  await perform(job, { db, services, now: services.clock.now(), stopping: signal } as never, {})
  await service.runJobs()
}

for (const [name, flags] of [
  ['witness-a', []],
  ['witness-bb', ['--v1']],
] as const)
  test(`${name} ${flags.join('')} cosigns each head, and is offered none after a forgery`, { skip }, async () => {
    const shop = await service.shop(name)
    const mug = await addProduct(shop)
    await post(shop.api, mug, {})
    await runWitnesses(service.service, ['add'], { ...(await start(name, ...flags)), stores: shop.storeEnvId })
    const listed = async () => (await shop.api.get('/evidence/witnesses')).body.data[0]
    for (const day of [1, 2]) {
      await post(shop.api, mug, { authorEmail: `day${day}@customer.example` })
      service.advance(86_400_000)
      await run('evidence-heads')
      const { state, size, message } = await listed()
      const [head] = (await shop.api.get('/evidence/heads')).body.data
      assert.deepEqual([state, size, message], ['ok', head.size, null])
    }
    const { size } = await listed()
    await service.query(`update evidence_entries set leaf = sha256('forged') where store_env_id = $1 and seq = $2`, [
      shop.storeEnvId,
      size - 1,
    ])
    await post(shop.api, mug, { authorEmail: 'later@customer.example' })
    service.advance(86_400_000)
    await run('evidence-heads')
    assert.equal((await listed()).state, 'refused')
  })
