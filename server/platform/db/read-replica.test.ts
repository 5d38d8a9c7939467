import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { Connection, Connections } from './connections.ts'
import { createReplica } from './read-replica.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const ids = ['ada', 'bo', 'cy']

/** A primary and a replica whose positions are plain numbers. */
function createServers() {
  const servers = { primary: 1, replayed: 1, timeline: 1, isAway: false, nowMs: 0 }
  const connect = async (): Promise<Connection> => {
    if (servers.isAway) throw new Error('connect ECONNREFUSED')
    const query = async ({ values: [lsn, timeline] }: { values: [string, number] }) => ({
      rows: [{ isFresh: servers.replayed >= Number(lsn) && timeline === 1, keepsRows: true }],
    })
    return { query: query as never, release() {} }
  }
  const theirs: Connections = { connect }
  const primary: Connections = { connect: async () => ({ query: undefined as never, release() {} }) }
  const replica = createReplica({
    fetchPosition: async () => ({ lsn: String(servers.primary), timeline: servers.timeline }),
    trial: theirs,
    log,
    nowMs: () => servers.nowMs,
  })
  /** Whether the read came from the replica. */
  const read = async (some: string[]) =>
    (await replica.connections(some, theirs, primary).connect()).query !== undefined
  const untilUsed = async () => {
    for (let i = 0; i < 200 && !(await read(['nobody'])); i++) await pause(5)
  }
  return { servers, replica, read, untilUsed }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('commit' as const), id: fc.constantFrom(...ids), isKnown: fc.boolean() }),
  fc.record({ kind: fc.constant('replay' as const) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ kind: fc.constant('miss' as const) }),
  fc.record({ kind: fc.constant('read' as const), id: fc.constantFrom(...ids) }),
)

test('a read from the replica includes every known change of its store, and is at most 5 seconds old', async () => {
  let fromReplica = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { servers, replica, read, untilUsed } = createServers()
      const commits: { lsn: number; atMs: number; id: string; isKnown: boolean }[] = []
      await untilUsed()
      for (const each of steps) {
        servers.nowMs++
        if (each.kind === 'commit') {
          commits.push({ ...each, lsn: ++servers.primary, atMs: servers.nowMs })
          if (each.isKnown) replica.changed(each.id)
        } else if (each.kind === 'replay') servers.replayed = Math.min(servers.primary, servers.replayed + 1)
        else if (each.kind === 'wait') servers.nowMs += each.ms
        else if (each.kind === 'miss') {
          replica.changedAny()
          for (const commit of commits) commit.isKnown = true
        } else if (await read([each.id])) {
          fromReplica++
          const lacks = commits.filter(
            ({ lsn, atMs, id, isKnown }) =>
              lsn > servers.replayed && ((isKnown && id === each.id) || atMs <= servers.nowMs - 5_000),
          )
          assert.deepEqual(lacks, [])
        }
      }
      replica.close()
    }),
    { numRuns: 100 },
  )
  assert.ok(fromReplica > 50, `${fromReplica} reads came from the replica`)
})

test('a replica that is unreachable or on another timeline is unused until it recovers', async () => {
  const { servers, replica, read, untilUsed } = createServers()
  await untilUsed()
  assert.equal(await read(['ada']), true)
  servers.isAway = true
  assert.equal(await read(['ada']), false)
  servers.isAway = false
  assert.equal(await read(['ada']), false)
  await untilUsed()
  assert.equal(await read(['ada']), true)
  servers.timeline = 2
  replica.changed('ada')
  servers.nowMs++
  assert.equal(await read(['ada']), false)
  replica.close()
})
