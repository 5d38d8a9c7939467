import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RoundRobin } from './round-robin.ts'

test('a store of another organization is served before further stores of the first organization', async () => {
  const turns = new RoundRobin<string>(1, (name) => name.slice(0, 1))
  const served: string[] = []
  const first = Promise.withResolvers<void>()
  const serve = async (name: string) => {
    served.push(name)
    if (name === 'A0') await first.promise
    return false
  }
  const stopping = new AbortController().signal
  const names = [...Array.from({ length: 16 }, (_, n) => `A${n}`), 'B0']
  const joined = names.map((name) => turns.join(name, name, serve, stopping))
  first.resolve()
  await Promise.all(joined)
  assert.deepEqual(served.slice(0, 3), ['A0', 'B0', 'A1'])
  assert.equal(served.length, 17)
})
