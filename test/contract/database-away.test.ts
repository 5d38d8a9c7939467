import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { startWorkers, type Workers } from '#platform/jobs/jobs.ts'
import { type EmbeddedPostgres, startEmbedded } from '#platform/postgres/embedded.ts'
import type { Log } from '#platform/process/log.ts'
import { assertErrorShape, buildPath, buildQuery, nameOf, operations, sampleBody } from '#test/operations.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../server/entry/areas.ts'

const secretKey = 'the secret key of a database that goes away'

let dataDir: string
let postgres: EmbeddedPostgres
let service: TestService
let shop: Shop
let owner: Api
let workers: Workers

const lines: { atMs: number; message: string }[] = []
const note = (_fields: object, message: string) => void lines.push({ atMs: performance.now(), message })
const log: Log = { debug() {}, info() {}, warn: note, error: note }

const start = () => startEmbedded({ dataDir, throwAway: true, log: () => {} })

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'evident-away-'))
  postgres = await start()
  await migrate({ url: postgres.url, secretKey, log: () => {} })
  service = await startService({
    beside: { databaseUrl: postgres.url },
    env: { SECRET_KEY: secretKey, SIGN_UP: 'open' },
    log,
  })
  workers = await startWorkers({ jobs, db: service.service.db, services: service.service.services })
  shop = await service.shop()
  owner = await shop.signedIn()
})
after(async () => {
  await workers?.stop()
  await service?.close()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function assertAway(answer: Answer, what: string): void {
  const seen = `${what}: ${answer.status} ${answer.text.slice(0, 300)}`
  assert.deepEqual([answer.status, answer.body?.code], [503, 'database_unavailable'], seen)
  assertErrorShape(answer, seen)
  assert.match(String(answer.headers['retry-after']), /^\d+$/, seen)
}

/** Operations that respond without the database. A forged token, for example, is recognised by its format. */
const needsNone = [
  'health.get_ready',
  'openapi.get',
  'openapi.get_yaml',
  'postman.get',
  'email.receive_feedback',
  'auth.get_installation',
  'auth.make_first_account',
  'auth.begin_passkey_sign_in',
  'billing.receive_stripe_event',
]
/**
 * These operations are tested below with values of their own, because input that only satisfies the schema is refused
 * before any query.
 */
const askedApart = ['auth.sign_up', 'webhooks.receive']
/** Without a session, these operations need no query. */
const onlyOfSession = [
  'auth.sign_out',
  'auth.get_session',
  'auth.change_password',
  'auth.get_two_factor',
  'auth.enable_two_factor',
  'auth.disable_two_factor',
  'auth.verify_totp',
  'auth.verify_backup_code',
  'auth.generate_backup_codes',
  'auth.list_passkeys',
  'auth.begin_passkey',
  'auth.add_passkey',
  'auth.rename_passkey',
  'auth.remove_passkey',
]

async function assertAllAway(): Promise<void> {
  for (const op of operations.filter(({ id }) => !needsNone.includes(id) && !askedApart.includes(id))) {
    const callers = op.tenancy === 'storefront' ? { page: shop.storefront } : { key: shop.api, session: owner }
    for (const [who, api] of Object.entries(callers).filter(([who]) => who !== 'key' || !onlyOfSession.includes(op.id)))
      assertAway(await api.call(op.method, buildPath(op) + buildQuery(op), sampleBody(op)), `${nameOf(op)} by ${who}`)
  }
  const { ownerEmail: email, password } = shop
  assertAway(await service.anonymous.post('/auth/sign-in/email', { email, password }), 'signing in')
  assertAway(await owner.get('/auth/get-session'), 'the session')
  const signUp = {
    name: 'Ada',
    email,
    password,
    organization: 'Larkmoor',
    store: 'Larkmoor',
    origin: 'https://x.example',
  }
  assertAway(await service.anonymous.post('/auth/sign-up', signUp), 'signing up')
  const webhook = '/webhooks/medusa/00000000-0000-7000-8000-000000000000'
  assertAway(await service.anonymous.post(webhook, {}), 'a webhook')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20)
}

async function untilWorking(): Promise<void> {
  // Each kind of call has its own connection, and the connections recover at different times.
  const calls = [
    () => shop.api.get('/billing/subscription'),
    () => owner.get('/billing/subscription'),
    () => service.anonymous.get('/health'),
  ]
  for (const call of calls) {
    await until(async () => {
      const answer = await call()
      if (answer.status !== 200) assertAway(answer, 'while it comes back')
      return answer.status === 200
    })
  }
}

test('a stopped database gives 503 on every call, and every call works after its restart', {
  timeout: 150_000,
}, async () => {
  await untilWorking()
  await postgres.stop()
  await assertAllAway()
  const unknown = await service.anonymous.get('/account/stores')
  assert.equal(unknown.status, 401, 'who sends nothing needs no database to be refused')
  assert.equal((await service.anonymous.get('/openapi.json')).status, 200)
  postgres = await start()
  await untilWorking()
})

test('the service logs one line a second while the database is unavailable', { timeout: 150_000 }, async () => {
  await untilWorking()
  lines.length = 0
  const startedMs = performance.now()
  await postgres.stop()
  await assertAllAway()
  await pause(Math.max(0, 3_000 - (performance.now() - startedMs)))
  postgres = await start()
  await untilWorking()
  const seconds = (performance.now() - startedMs) / 1_000
  assert.ok(lines.length >= 1 && lines.length <= seconds + 1, JSON.stringify(lines.slice(0, 20)))
})

test('a killed database that cannot start for a while also gives 503', { timeout: 150_000 }, async () => {
  const folder = join(dataDir, 'postgres')
  const control = join(folder, 'global/pg_control')
  const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  renameSync(control, `${control}.away`)
  process.kill(Number(pid), 'SIGKILL')
  // The other processes of the database server end one by one a moment later and respond until then.
  const isAway = async (call: () => Promise<Answer>) =>
    (await Promise.all(Array.from({ length: 16 }, call))).every(({ status }) => status === 503)
  for (const api of [service.anonymous, shop.api, owner])
    await until(() => isAway(() => api.get(api === service.anonymous ? '/health' : '/account/stores')))
  await assertAllAway()
  renameSync(`${control}.away`, control)
  await untilWorking()
})

test('the workers survive a stopped database too', { timeout: 150_000 }, async () => {
  await untilWorking()
  const invited = await owner.post('/account/users/invite', { email: 'after@example.com', role: 'VIEWER' })
  assert.equal(invited.status, 201, invited.text)
  const waiting = () => service.service.db.workerPool.query('select from graphile_worker._private_jobs')
  await until(async () => (await waiting()).rowCount === 0)
})
