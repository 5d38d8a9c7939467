import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWorkers } from '#platform/jobs/jobs.ts'
import { startService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { confirmation, listMessages, openWitness, queue } from '../email.testing.ts'
import { startSink } from './sink.testing.ts'

const messages = 120

test('a stopped worker completes mail that it began, and the next worker continues immediately', {
  timeout: 150_000,
}, async () => {
  const sink = await startSink()
  sink.rules.message = async () => void (await sleep(50))
  const service = await startService({ env: { SMTP_URL: sink.url } })
  const { db, services } = service.service
  const shops = [await service.shop(), await service.shop(), await service.shop()]
  const witness = openWitness(service)
  for (const [i, shop] of shops.entries()) {
    const to = (n: number) => ({ to: { email: `m${i}-${n}@example.com` }, key: `m${i}-${n}` })
    await queue(service, shop, ...Array.from({ length: messages }, (_, n) => confirmation(to(n))))
  }
  const all = shops.length * messages
  const work = async (enough: number) => {
    const workers = await startWorkers({ jobs, db, services })
    for (const end = Date.now() + 60_000; sink.received.length < enough; await sleep(5))
      assert.ok(Date.now() < end, `${sink.received.length} of ${enough} came in time`)
    await workers.stop()
  }
  await work(5)
  assert.ok(sink.received.length < all, 'nothing was left to hand on: the test proves nothing')
  const states = (await Promise.all(shops.map((shop) => listMessages(witness, shop)))).flat().map(({ state }) => state)
  assert.deepEqual(
    states.filter((state) => !['sent', 'queued'].includes(state)),
    [],
  )
  await work(all)
  assert.equal(new Set(sink.received.map(({ to }) => to)).size, all)
  assert.equal(sink.received.length, all)
  await witness.end()
  await service.close()
  await sink.close()
})
