import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConcurrencyLimit } from './images.ts'

const visitor = { organizationId: 'A', storeEnvId: 'A1' }

function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    await new Promise(setImmediate)
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, work, end }
}

test('two photos are processed in parallel, at most one of them for a job', async () => {
  const limit = createConcurrencyLimit({ atOnce: 2, jobsAtOnce: 1, maxWaiting: 10 })
  const { begun, work, end } = works()
  const jobs = [limit.takeLater(work('job 1')), limit.takeLater(work('job 2'))]
  await new Promise(setImmediate)
  const all = [...jobs, limit.take(visitor, work('visitor 1')), limit.take(visitor, work('visitor 2'))]
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['job 1', 'visitor 1'])
  await end('visitor 1')
  assert.deepEqual(begun.slice(2), ['visitor 2'])
  await end('job 1')
  assert.deepEqual(begun.slice(3), ['job 2'])
  await end('visitor 2')
  await end('job 2')
  assert.deepEqual(await Promise.all(all), ['job 1', 'job 2', 'visitor 1', 'visitor 2'])
})

test('a visitor is refused while too many photos wait; after a failed photo the next one starts', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, jobsAtOnce: 1, maxWaiting: 1 })
  const { begun, work, end } = works()
  const first = limit.take(visitor, work('first'))
  const second = limit.take(visitor, async () => {
    throw new Error('no photo')
  })
  await assert.rejects(limit.take(visitor, work('third')), (error: { status: number; headers: object }) => {
    assert.deepEqual([error.status, error.headers], [429, { 'retry-after': '2' }])
    return true
  })
  const waitingJob = limit.takeLater(work('job'))
  const failed = assert.rejects(second, /no photo/)
  await end('first')
  await Promise.all([first, failed])
  await new Promise(setImmediate)
  assert.deepEqual(begun, ['first', 'job'])
  await end('job')
  await waitingJob
  const last = limit.take(visitor, work('last'))
  await end('last')
  assert.equal(await last, 'last')
})

test('sixteen waiting stores of one organization do not delay the photo of another organization', async () => {
  const limit = createConcurrencyLimit({ atOnce: 1, jobsAtOnce: 1, maxWaiting: 48 })
  const { begun, work, end } = works()
  const names = [...Array.from({ length: 16 }, (_, n) => `A${n}`), 'B']
  const all = names.map((name) => limit.take({ organizationId: name.slice(0, 1), storeEnvId: name }, work(name)))
  await end('A0')
  assert.deepEqual(begun, ['A0', 'B'])
  for (const name of ['B', ...names.slice(1)]) await end(name)
  await Promise.all(all)
})
