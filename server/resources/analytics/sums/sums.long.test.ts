// Ten thousand changes at random, in zones with odd offsets and changes of clocks, by a clock that now and then goes back: what is summed
// is what a count of one review after the other comes to. SEED repeats a walk.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { startService, type TestService } from '#test/service.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'
import { choosePaths, createRandom, createWalk, readBothWays } from './walk.testing.ts'

let service: TestService
let client: Client
before(async () => {
  // The clocks of Europe and America go back in the days that follow, and forward in March.
  service = await startService({ now: new Date('2026-10-20T12:00:00Z') })
  client = new Client(service.databaseUrl)
  await client.connect()
})
after(async () => {
  await client.end()
  await service.close()
})

test('after ten thousand changes sums and rows say the same, and did at every moment between', async () => {
  const shop = await service.shop()
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const walk = await createWalk(service, shop, random)
  for (let i = 1; i <= 10_000; i++) {
    await walk.step()
    if (i % 250 > 0) continue
    const at = `SEED=${seed}, step ${i}`
    const paths = await choosePaths(shop, random)
    const [answered, counted] = await readBothWays(service, client, shop, paths)
    assert.deepEqual(answered, counted, at)
    const { differences } = await recountReports(service.service, shop.storeEnvId)
    assert.deepEqual(differences, [], at)
  }
})
