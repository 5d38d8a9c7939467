// Starts a service with its own database and clock. Every call goes through the real dispatcher as the application role.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Client, type QueryResult, type QueryResultRow } from 'pg'
import { auditAs } from '#platform/audit/audit.ts'
import type { HttpTimeouts } from '#platform/http/server.ts'
import { createClock } from '#platform/process/clock.ts'
import { loadConfig } from '#platform/process/config.ts'
import type { Log } from '#platform/process/log.ts'
import { createKey } from '#resources/api-keys/commands.ts'
import { createApi } from '../../server/entry/api.ts'
import { setup } from '../../server/entry/commands/setup.ts'
import { composeService, type Service } from '../../server/entry/service.ts'
import { createDatabase, isOnCitus, testTokenKey } from './database.ts'
import { rememberedPasswords } from './passwords.ts'
import { addByClock, runQueue } from './queue.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of answer
  body: any
  headers: Record<string, string | string[] | number | undefined>
  text: string
}
export type Api = {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
}

export type Shop = {
  organizationId: string
  storeEnvId: string
  ownerEmail: string
  password: string
  adminKey: string
  api: Api
  storefront: Api
  as(role: 'VIEWER' | 'MEMBER' | 'ADMIN', scopes?: string[]): Promise<Api>
  /** Calls as the signed-in owner, or as another person with a password. */
  signedIn(email?: string, password?: string): Promise<Api>
}

export type TestService = {
  service: Service
  app: FastifyInstance
  /** The database's URL for a superuser, for checks beyond any caller's rights. */
  databaseUrl: string
  /** Runs a statement as a superuser, always in the same session. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any columns
  query<Row extends QueryResultRow = any>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
  anonymous: Api
  shop(name?: string): Promise<Shop>
  with(headers: Record<string, string>): Api
  advance(ms: number): void
  /** Runs every due job, and the jobs that these jobs add, until none remains. Rejects when a job failed. */
  runJobs(): Promise<number>
  /** Runs the scheduled jobs of one minute, and then the queued jobs. */
  tick(): Promise<number>
  close(): Promise<void>
}

export const day = 86_400_000

type StartOptions = {
  now?: Date
  env?: Record<string, string>
  /** Timeouts of the server for stalled clients. */
  patience?: HttpTimeouts
  log?: Log
  /** Starts a second process on this service's database, with its current time unless `now` is set. */
  beside?: Pick<TestService, 'databaseUrl'> & Partial<Pick<TestService, 'service'>>
}

/**
 * Starts a service before the tests of a file and closes it after them. Only hooks and tests can use it. `prepare` runs
 * after the start, because a second `before` of a file would run at the same time.
 */
export function provideService(options: StartOptions = {}, prepare = async () => {}): TestService {
  const service = {} as TestService
  before(async () => {
    Object.assign(service, await startService(options))
    await prepare()
  })
  after(() => service.close())
  return service
}

export async function startService(options: StartOptions = {}): Promise<TestService> {
  const database = options.beside ? { url: options.beside.databaseUrl, drop: async () => {} } : await createDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-test-'))
  const config = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    SECRET_KEY: process.env.TEST_SECRET_KEY,
    RATE_LIMITS: 'off',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...options.env,
  })
  const now = options.now ?? options.beside?.service?.clock.now()
  const service = composeService(config, database.url, {
    clock: createClock(now),
    poolSize: 8,
    tokenKey: testTokenKey(),
    isDistributed: isOnCitus(),
    passwords: rememberedPasswords,
    ...(options.log && { log: options.log }),
  })
  const app = await createApi(service, options.patience)
  await app.ready()
  let shops = 0
  let superuser: Promise<Client> | undefined

  return {
    service,
    app,
    databaseUrl: database.url,
    async query(text, values) {
      superuser ??= connect(database.url)
      return (await superuser).query(text, values)
    },
    anonymous: apiWith(app, {}),
    with: (headers) => apiWith(app, headers),
    advance: (ms) => service.clock.advance(ms),
    runJobs: () => runQueue(service),
    async tick() {
      await addByClock(service, 'schedule.wake')
      return runQueue(service)
    },
    async shop(name = `Shop ${++shops}`) {
      const password = 'correct horse battery'
      const email = `owner-${name.toLowerCase().replace(/\W+/g, '-')}@example.com`
      const made = await setup(service, {
        org: name,
        owner: email,
        password,
        store: name,
        origins: ['https://shop.example.com'],
      })
      return makeShop(service, app, made, password)
    },
    async close() {
      await (await superuser)?.end()
      await app.close()
      await service.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client(databaseUrl)
  await client.connect()
  return client
}

function makeShop(
  service: Service,
  app: FastifyInstance,
  made: Awaited<ReturnType<typeof setup>>,
  password: string,
): Shop {
  const store = { 'x-store-env-id': made.storeEnvId }
  const withKey = (key: string) => apiWith(app, { ...store, authorization: `Bearer ${key}` })
  return {
    organizationId: made.organizationId,
    storeEnvId: made.storeEnvId,
    ownerEmail: made.ownerEmail,
    password,
    adminKey: made.apiKey,
    api: withKey(made.apiKey),
    storefront: apiWith(app, { ...store, origin: 'https://shop.example.com' }),
    async as(role, scopes = []) {
      const { key } = await service.db.organization(made.organizationId, 'write', (tx) =>
        createKey(tx, auditAs({ type: 'operator' }), {
          name: `${role} ${scopes.join(' ')}`,
          role,
          scopes,
          expiresAt: null,
          createdBy: null,
        }),
      )
      return withKey(key)
    },
    async signedIn(email = made.ownerEmail, secret = password) {
      const cookies = await service.services.users.signIn(email, secret)
      if (!cookies) throw new Error(`${email} could not sign in`)
      return apiWith(app, { ...store, cookie: cookies.map((each) => each.split(';')[0]).join('; ') })
    },
  }
}

function apiWith(app: FastifyInstance, base: Record<string, string>): Api {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const payload = body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const url =
      path.startsWith('/api/') || path.startsWith('/u/') || path.startsWith('/feeds/') || path.startsWith('/docs')
        ? path
        : `/api/v1${path}`
    const response = await app.inject({
      method,
      url,
      headers: { ...type, ...base, ...headers },
      ...payload,
    } as InjectOptions)
    return { status: response.statusCode, body: parsed(response.body), headers: response.headers, text: response.body }
  }
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
