import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { provideService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { jobs } from '../../entry/areas.ts'
import { newId } from '../values/ids.ts'
import { JobTurns } from './job-turns.ts'
import { enqueue, enqueueAll, job, startWorkers } from './jobs.ts'
import { OfStore } from './schedule.ts'

const service = provideService()

function computeOrder(waiting: string[][]): string[] {
  const turns = new JobTurns(1)
  const left = waiting.map((names) => ({ names, flags: Object.fromEntries(names.map((name) => [name, true])) }))
  const order: string[] = []
  for (let looks = 0; left.length > 0; looks++) {
    assert.ok(looks < 10 * (waiting.length + 1), 'it looks for ever')
    const skipped = turns.skipped()
    const at = left.findIndex(({ names }) => !names.some((name) => skipped.includes(name)))
    const [next] = at === -1 ? [] : left.splice(at, 1)
    if (next) {
      turns.began(next.flags)
      turns.ended(next.flags)
      order.push(next.names.map((name) => name.split(':')[1]).join(' '))
    } else assert.ok(turns.widen(), 'a job is left behind')
  }
  return order
}

const buildFlags = (organization: string, store: string) => [`organization:${organization}`, `store:${store}`]

test('organizations take turns, and so do the stores within each organization', () => {
  const waiting = [
    ...Array.from({ length: 3 }, () => buildFlags('A', 'A1')),
    buildFlags('A', 'A2'),
    ...Array.from({ length: 2 }, () => buildFlags('B', 'B1')),
    buildFlags('C', 'C1'),
  ]
  assert.deepEqual(computeOrder(waiting), ['A A1', 'B B1', 'C C1', 'A A2', 'B B1', 'A A1', 'A A1'])
})

test('waiting organizations are served equally often, with a difference of at most one job', () => {
  const one = fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.constantFrom('1', '2')).map(([o, s]) => buildFlags(o, o + s))
  fc.assert(
    fc.property(fc.array(fc.oneof(one, fc.constant([] as string[])), { maxLength: 30 }), (waiting) => {
      const order = computeOrder(waiting)
        .map((each) => each.slice(0, 1))
        .filter(Boolean)
      assert.equal(order.length, waiting.filter(({ length }) => length > 0).length)
      const count = (among: string[], name: string) => among.filter((each) => each === name).length
      for (let at = 0; at <= order.length; at++) {
        const [before, waiting] = [order.slice(0, at), [...new Set(order.slice(at))]]
        const served = waiting.map((name) => count(before, name))
        assert.ok(Math.max(...served, 0) - Math.min(...served, 1_000) <= 1, order.join(''))
      }
    }),
  )
})

test('a job with a store in its payload also has the organization', () => {
  for (const { id, payload } of jobs)
    if ('storeEnvId' in payload.properties) assert.ok('organizationId' in payload.properties, id)
})

for (const bulk of [undefined, 'test'])
  test(`another organization's job does not wait for sixteen stores' jobs (${bulk ?? 'all others'})`, async () => {
    const shop = await service.shop()
    const [busy, other] = [newId(Date.now()), newId(Date.now())]
    const begun: string[] = []
    const gates: (() => void)[] = []
    const id = `test.turns_${bulk ?? 'others'}`
    const turns = job({
      id,
      ...(bulk && { bulk }),
      payload: OfStore,
      async run(_ctx, { organizationId }) {
        begun.push(organizationId)
        await new Promise<void>((resolve) => gates.push(resolve))
      },
    })
    const payloads = Array.from({ length: 16 }, (_, n) => ({ organizationId: busy, storeEnvId: newId(n) }))
    await service.service.db.store(shop, 'write', async (tx) => {
      await enqueueAll(tx, id, payloads)
      await enqueue(tx, id, { organizationId: other, storeEnvId: newId(1) })
    })
    const { db, services } = service.service
    const workers = await startWorkers({ jobs: [turns], db, services, concurrency: 2 })
    try {
      await until(() => begun.length === 2, 'two places are taken')
      assert.deepEqual(begun.toSorted(), [busy, other].toSorted())
      for (let ended = 0; ended < 17; ended++) {
        await until(() => gates.length > ended, 'the next has begun')
        gates[ended]?.()
      }
      await until(() => begun.length === 17, 'all had their turn')
    } finally {
      for (const end of gates) end()
      await workers.stop()
    }
  })
