import assert from 'node:assert/strict'
import { Agent, type ClientRequest, request } from 'node:http'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '#test/database.ts'
import { type Served, startServed } from '#test/served.ts'
import { until } from '#test/until.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
before(async () => {
  database = await createDatabase()
})
after(() => database.drop())

const start = (env: Record<string, string>) => startServed({ databaseUrl: database.url, env })

for (const processes of ['1', '2'])
  test(`with PROCESSES=${processes}, readiness ends first, calls are still served, and a second signal ends the service`, async (t) => {
    const service = await start({ PROCESSES: processes, DRAIN_SECONDS: '300' })
    t.after(service.remove)
    const agent = new Agent({ keepAlive: true })
    t.after(() => agent.destroy())
    assert.equal((await get(service, '/health/ready')).status, 200)
    assert.equal((await get(service, '/health', agent)).connection, 'keep-alive')
    await stopReadiness(service)
    const refused = await get(service, '/health/ready')
    const { message, code, requestId } = JSON.parse(refused.body)
    assert.deepEqual([code, requestId], ['temporarily_unavailable', refused.requestId])
    assert.match(message, /stopping/)
    const served = await get(service, '/health', agent)
    assert.deepEqual([served.status, served.connection], [200, 'close'])
    await stopByAnotherSignal(service)
  })

test('the default drain ends within ten seconds, with exit code 0', async (t) => {
  // Empty means the default.
  const service = await start({ DRAIN_SECONDS: '' })
  t.after(service.remove)
  const askedAt = Date.now()
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.ended, [0, null])
  assert.ok(Date.now() - askedAt < 10_000)
})

test('Ctrl-C in a terminal ends the service without a drain', async (t) => {
  const service = await start({ DRAIN_SECONDS: '300' })
  t.after(service.remove)
  process.kill(-(service.child.pid ?? 0), 'SIGINT')
  assert.deepEqual(await service.ended, [0, null])
})

test('a call that outlives the drain is cut off, and the exit code is 0', async (t) => {
  const service = await start({ DRAIN_SECONDS: '0' })
  t.after(service.remove)
  const unfinished = startUpload(service)
  const broken = new Promise((resolve) => unfinished.once('error', resolve))
  await until(() => unfinished.socket?.connecting === false, 'the call has arrived')
  service.child.kill('SIGTERM')
  assert.deepEqual(await service.ended, [0, null])
  await broken
})

test('a start that waits for a migration names the migrating process, and stops on a signal', async (t) => {
  const other = new Client({ connectionString: database.url, application_name: 'evident/9.9.9 schema/9999' })
  await other.connect()
  t.after(() => other.end())
  await other.query('select pg_advisory_lock(7302118)')
  const starting = startServed({ databaseUrl: database.url, env: { DRAIN_SECONDS: '0' }, ready: /Waiting for another/ })
  const service = await starting
  t.after(service.remove)
  assert.match(service.printed(), /migrating this database: evident\/9\.9\.9 schema\/9999, PostgreSQL process \d+\./)
  service.child.kill('SIGTERM')
  const [code] = await service.ended
  assert.equal(typeof code, 'number')
})

test('the embedded database serves calls during the drain', async (t) => {
  const service = await startServed({ env: { DRAIN_SECONDS: '300', DATABASE_URL: '' } })
  t.after(service.remove)
  await stopReadiness(service)
  assert.equal((await get(service, '/health')).status, 200)
  await stopByAnotherSignal(service)
})

async function stopReadiness(service: Served): Promise<void> {
  service.child.kill('SIGTERM')
  // The first process forwards the signal to the others, so one may still be ready. We wait for four refusals in a row.
  let refusals = 0
  await until(async () => {
    refusals = (await get(service, '/health/ready')).status === 503 ? refusals + 1 : 0
    return refusals === 4
  }, 'it is not ready')
}

/** Sends the signal repeatedly, because a second one right after the first counts as a repetition of the first. */
async function stopByAnotherSignal(service: Served): Promise<void> {
  const again = setInterval(() => service.child.kill('SIGTERM'), 200)
  try {
    assert.deepEqual(await service.ended, [0, null])
  } finally {
    clearInterval(again)
  }
}

type Answer = { status: number; connection: string | undefined; requestId: unknown; body: string }

/** Without an agent, each call opens a connection. */
function get({ api }: Served, path: string, agent = new Agent({ keepAlive: false })): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${api}${path}`, { agent }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          connection: response.headers.connection,
          requestId: response.headers['x-request-id'],
          body,
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Starts a request whose body stays incomplete. */
function startUpload({ api }: Served): ClientRequest {
  const headers = { 'content-type': 'application/json', 'content-length': '1000' }
  const sent = request(`${api}/auth/sign-in/email`, { method: 'POST', headers, agent: new Agent({ keepAlive: true }) })
  sent.write('{')
  return sent
}
