import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { proof } from '#resources/evidence/heads/trees.testing.ts'
import { verifyFile } from '#resources/evidence/verify/verify.mjs'
import { startReceiver, type TestReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import {
  type Acknowledged,
  type Comparison,
  compare,
  readHead,
  startWriters,
  type Target,
  type Writers,
} from '#test/acknowledged.ts'
import { isHealthy, type Machines, openShop, startMachines } from '#test/machines.ts'
import { type DatabaseCluster, hasPatroni, startDatabaseCluster } from '#test/patroni.ts'
import { until } from '#test/until.ts'

const skip = hasPatroni ? false : 'no patroni, etcd, haproxy or PostgreSQL 15'

suite('an installation of two servers and a worker on three databases', { skip, timeout: 400_000 }, () => {
  let cluster: DatabaseCluster
  let machines: Machines
  let receiver: TestReceiver
  let target: Target
  const stops: (() => unknown)[] = []
  before(async () => {
    cluster = await startDatabaseCluster()
    stops.unshift(cluster.stop)
    receiver = await startReceiver()
    stops.unshift(receiver.close)
    machines = await startMachines(cluster.url)
    stops.unshift(machines.stop)
    target = await openShop(machines, receiver.url)
  })
  after(async () => {
    for (const stop of stops) await stop()
  })

  test('killing the primary loses no acknowledged write, and the ledger does not fork', async () => {
    const writers = startWriters(target, 4, 'failover')
    await written(writers, 40)
    await until(() => writers.acknowledged.heads.size > 1, 'heads are signed')
    const primary = await cluster.findPrimary()
    assert.ok(primary)
    await primary.kill()
    await until(async () => (await statusOfHealth()) === 503, 'health answers 503')
    await until(async () => (await statusOfHealth()) === 200, 'health answers 200', 90_000)
    await written(writers, 40)
    const done = await writers.stop()
    for (const each of [...machines.servers, machines.worker]) assert.ok(each.isAlive(), each.printed())
    const successor = await cluster.findPrimary()
    assert.notEqual(successor?.name, primary.name)
    const { leaves } = await assertNothingLost(done)
    await assertConsistent(done, leaves)
    primary.start()
    await until(async () => (await cluster.countStandbys()).streaming === 2, 'the former primary is a standby', 90_000)
  })

  test('doctor --cluster reports synchronous replication, connections and versions', async () => {
    const { code, stdout } = await machines.evident('doctor', '--cluster', '--json')
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; detail: string }[] }
    const details = Object.fromEntries(findings.map(({ check, detail }) => [check, detail]))
    assert.match(
      details.replication ?? '',
      /^synchronous \(.*db[123].*\), 2 standbys, \d+ kB and [\d.]+ s behind at most$/,
    )
    assert.match(details.connections ?? '', /^\d+ of 197 are open; 3 processes open up to 90$/)
    assert.match(details.versions ?? '', /^all connected processes are evident/)
    assert.equal(details.pooler, 'DATABASE_URL leads to PostgreSQL itself')
    const failed = findings.filter(({ ok }) => !ok).map(({ check }) => check)
    assert.deepEqual([code, failed], [1, ['shared files']])
  })

  test('killing the servers and the worker neither loses nor doubles an acknowledged write', async () => {
    const writers = startWriters(target, 4, 'killed')
    for (const victim of [machines.servers[0], machines.worker, machines.servers[1]]) {
      await written(writers, 20)
      await victim.kill()
      await written(writers, 5)
      await victim.start()
    }
    await written(writers, 20)
    await assertNothingLost(await writers.stop())
    for (const { origin } of machines.servers) assert.ok(await isHealthy(origin))
  })

  /** Waits until `more` further reviews are approved and rewarded. */
  async function written({ acknowledged }: Writers, more: number): Promise<void> {
    const before = acknowledged.grants.size
    await until(() => acknowledged.grants.size >= before + more, 'writes are acknowledged', 90_000)
  }

  const statusOfHealth = async (): Promise<number> => {
    const response = await fetch(`${machines.servers[0].origin}/api/v1/health`)
    await response.text()
    return response.status
  }

  async function assertNothingLost(done: Acknowledged): Promise<Comparison> {
    const collect = () => {
      for (const { body } of receiver.received)
        done.webhooks.set(body.data.id, (done.webhooks.get(body.data.id) ?? new Set()).add(body.event_id))
      return [...done.reviews.values()].every((id) => done.webhooks.has(id))
    }
    await until(collect, 'a webhook for each review', 90_000)
    const found = await compare(cluster.superuserUrl, target.storeEnvId, done)
    assert.deepEqual(found.problems, [])
    return found
  }

  /** Verifies every ledger head that was read before the failover, against the archive and by a public proof. */
  async function assertConsistent({ heads }: Acknowledged, leaves: Buffer[]): Promise<void> {
    const former = [...heads.keys()]
    const newest = Math.max(...former)
    const folder = mkdtempSync(join(tmpdir(), 'evident-archive-'))
    try {
      writeFileSync(join(folder, 'archive.zip'), await readHead(target, heads))
      const keys = await (await fetch(`${machines.origin}/evidence/keys`)).json()
      const { problems } = await verifyFile(join(folder, 'archive.zip'), {
        keys: keys.data.map(({ publicKey }: { publicKey: string }) => publicKey),
      })
      assert.deepEqual(problems, [])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    for (const size of former) {
      const query = `consistency?from=${size}&to=${newest}`
      const { path } = await (await fetch(`${machines.origin}/evidence/${target.storeEnvId}/${query}`)).json()
      assert.deepEqual(
        path,
        proof(size, leaves.slice(0, newest)).map((hash) => hash.toString('hex')),
      )
    }
  }
})
