import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { startGoogle } from '#test/fakes/google-merchant.ts'
import { resolveFork } from '#test/forks.ts'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { approvedReview, createGoogle, decide, pushProduct } from './destinations.testing.ts'

const reviews = 24

test('the platform shows exactly the approved reviews, even if kills lose the results of calls', {
  timeout: 300_000,
}, async () => {
  let clockMs = Date.now()
  const google = await startGoogle({ now: () => clockMs })
  const service = await startService({ env: { GOOGLE_MERCHANT_ORIGIN: google.origin } })
  const shop = await service.shop()
  await pushProduct(shop, 'mug')
  await createGoogle(shop, google)
  await service.runJobs()
  const ids: string[] = []
  for (let i = 0; i < reviews; i++) ids.push(await approvedReview(shop, 'mug'))
  const start = (round: number): ChildProcess => {
    // Each process starts after the leases of the previous process have expired.
    clockMs = Date.now() + round * 5 * 60_000
    return fork(resolveFork(new URL('crash-child.testing.ts', import.meta.url)), {
      silent: true,
      env: {
        ...process.env,
        LOG_LEVEL: 'silent',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        GOOGLE_MERCHANT_ORIGIN: google.origin,
        SECRET_KEY: process.env.TEST_SECRET_KEY,
        DATA_DIR: service.service.services.config.dataDir,
        TEST_CLOCK: new Date(clockMs).toISOString(),
        CRASH_DATABASE_URL: service.databaseUrl,
        CRASH_SCOPE: JSON.stringify({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }),
      },
    })
  }
  /**
   * Kills the process after Google has accepted calls and before their responses arrive, so their results are not
   * recorded.
   */
  const killDuring = async (round: number, method: string) => {
    let taken = 0
    google.after = async (call) => {
      if (call.startsWith(method)) taken++
      if (taken > 5) await new Promise(() => {})
    }
    const child = start(round)
    await until(() => taken > 8, 'calls without an answer', 60_000)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    google.after = undefined
  }
  const finish = async (round: number) => {
    const child = start(round)
    await new Promise<void>((resolve) => child.on('message', (message) => message === 'done' && resolve()))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await killDuring(1, 'POST /reviews')
  assert.ok(google.reviews.size > 5, 'calls arrived before the kill')
  // Reviews whose call has an unknown result are withdrawn before the next process starts.
  const withdrawn = ids.filter((id) => google.reviews.has(id)).slice(-3)
  for (const id of withdrawn) await decide(shop, id, 'rejected')
  await finish(2)
  assert.deepEqual(new Set(google.reviews.keys()), new Set(ids.filter((id) => !withdrawn.includes(id))))
  for (const id of ids.filter((each) => !withdrawn.includes(each))) await decide(shop, id, 'rejected')
  await killDuring(3, 'DELETE')
  await finish(4)
  assert.equal(google.reviews.size, 0)
  const { rows } = await service.query(`select distinct state, operation from destination_items`)
  assert.deepEqual(rows, [{ state: 'removed', operation: null }])
  await service.close()
  await google.close()
})
