// Makes ten thousand random changes, in time zones with unusual offsets and clock changes, and with a clock that sometimes
// goes back. Setting SEED repeats a run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'
import { recountReports } from '../../../entry/commands/analytics.ts'
import { choosePaths, createRandom, createWalk, readBothWays } from './walk.testing.ts'

// Clocks go back in Europe and America in the next days, and forward in March.
const service = provideService({ now: new Date('2026-10-20T12:00:00Z') })

test('reports from sums equal reports from rows during ten thousand random changes', async () => {
  const shop = await service.shop()
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  const random = createRandom(seed)
  const walk = await createWalk(service, shop, random)
  for (let i = 1; i <= 10_000; i++) {
    await walk.step()
    if (i % 250 > 0) continue
    const at = `SEED=${seed}, step ${i}`
    const paths = await choosePaths(shop, random)
    const [answered, counted] = await readBothWays(service, shop, paths)
    assert.deepEqual(answered, counted, at)
    const { differences } = await recountReports(service.service, shop.storeEnvId)
    assert.deepEqual(differences, [], at)
  }
})
