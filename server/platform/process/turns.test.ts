import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Patience, type Requester, Turns } from './turns.ts'

const patience = (more: Partial<Patience> = {}): Patience => ({
  maxWaiting: 100,
  ms: 60_000,
  refuse: (isOwnShare) => new Error(isOwnShare ? 'own share' : 'all places'),
  ...more,
})

function works(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string, who: Requester) =>
    turns.run(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, begin, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('sixteen waiting stores of one organization do not delay the work of another organization', async () => {
  const { begun, begin, end } = works(new Turns({ atOnce: 1, ofOrganization: 1 }))
  for (let n = 0; n < 16; n++) void begin(`A${n}`, { organizationId: 'A', storeEnvId: `A${n}` })
  void begin('B', { organizationId: 'B', storeEnvId: 'B0' })
  await settled()
  await end('A0')
  assert.deepEqual(begun, ['A0', 'B'])
})

test('an organization never exceeds its share, even with free slots', async () => {
  const { begun, begin, end } = works(new Turns({ atOnce: 4, ofOrganization: 2 }))
  for (const name of ['A0', 'A1', 'A2']) void begin(name, { organizationId: 'A', storeEnvId: name })
  void begin('B', { organizationId: 'B' })
  await settled()
  assert.deepEqual(begun, ['A0', 'A1', 'B'])
  await end('A1')
  assert.deepEqual(begun, ['A0', 'A1', 'B', 'A2'])
})

test('the stores of an organization take turns', async () => {
  const { begun, begin, end } = works(new Turns({ atOnce: 1, ofOrganization: 1 }))
  for (const name of ['s1 a', 's1 b', 's1 c', 's2 a', 's2 b'])
    void begin(name, { organizationId: 'A', storeEnvId: name.slice(0, 2) })
  await settled()
  for (const name of ['s1 a', 's2 a', 's1 b', 's2 b']) await end(name)
  assert.deepEqual(begun, ['s1 a', 's2 a', 's1 b', 's2 b', 's1 c'])
})

test("a store's second exclusive task waits, but its other tasks do not wait", async () => {
  const { begun, begin, end } = works(new Turns({ atOnce: 4, ofOrganization: 4 }))
  const who = { organizationId: 'A', storeEnvId: 's' }
  for (const name of ['write 1', 'write 2']) void begin(name, { ...who, isExclusive: true })
  void begin('read', who)
  await settled()
  assert.deepEqual(begun, ['write 1', 'read'])
  await end('write 1')
  assert.deepEqual(begun, ['write 1', 'read', 'write 2'])
})

test('a wait beyond the limits is refused, and the error names the exceeded share', async () => {
  const turns = new Turns({ atOnce: 2, ofOrganization: 1 })
  const leave = await turns.take({ organizationId: 'A' })
  await turns.take({ organizationId: 'B' })
  await assert.rejects(turns.take({ organizationId: 'A' }, patience({ maxWaiting: 0 })), /own share/)
  await assert.rejects(turns.take({ organizationId: 'A' }, patience({ ms: 1 })), /own share/)
  await assert.rejects(turns.take({ organizationId: 'C' }, patience({ ms: 1 })), /all places/)
  leave()
  leave()
  await turns.take({ organizationId: 'A' }, patience({ maxWaiting: 0 }))
})

test('in any order of events, shares are respected, waiters run, and usable slots are filled', async () => {
  const requester = fc.record({
    organizationId: fc.constantFrom('A', 'B', 'C'),
    storeEnvId: fc.option(fc.constantFrom('1', '2'), { nil: undefined }),
    isExclusive: fc.boolean(),
    isBackground: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(requester, fc.nat(3))), async (asked) => {
      const places = { atOnce: 3, ofOrganization: 2 }
      const turns = new Turns(places)
      const running: Requester[] = []
      let done = 0
      const all = asked.map(([each, rounds]) => {
        const who = { ...each, storeEnvId: each.storeEnvId && each.organizationId + each.storeEnvId }
        return turns.run(who, async () => {
          running.push(who)
          assert.ok(running.length <= places.atOnce)
          const own = running.filter(({ organizationId }) => organizationId === who.organizationId)
          assert.ok(own.length <= places.ofOrganization)
          const writers = own.filter((other) => other.isExclusive && other.storeEnvId === who.storeEnvId)
          if (who.isExclusive && who.storeEnvId) assert.equal(writers.length, 1)
          for (let round = 0; round < rounds; round++) await settled()
          running.splice(running.indexOf(who), 1)
          done++
        })
      })
      await Promise.all(all)
      assert.equal(done, asked.length)
      assert.equal((turns as unknown as { organizations: Map<string, object> }).organizations.size, 0)
    }),
  )
})
