// Two processes behind the real HAProxy are replaced one by one by processes of the next release, while clients call.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { ownRelease } from '#platform/db/process-version.ts'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { haproxy, startHaproxy } from '#test/haproxy.ts'
import { type Served, startServed } from '#test/served.ts'
import { until } from '#test/until.ts'

const root = join(import.meta.dirname, '../..')
const clients = 6
const fewestCalls = 2_000

suite('a rolling upgrade behind HAProxy', { skip: haproxy ? false : 'no haproxy' }, () => {
  let database: TestDatabase
  let nextRelease: string
  let ports: [number, number]
  let proxy: Awaited<ReturnType<typeof startHaproxy>>
  let key: { apiKey: string; storeEnvId: string }
  const running: Served[] = []
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

  const start = async (place: 0 | 1, from: string) => {
    const env = { PORT: String(ports[place]), DRAIN_SECONDS: '', STOREFRONT_RATE_LIMITS: 'off' }
    running[place] = await startServed({ databaseUrl: database.url, env, root: from })
  }

  before(async () => {
    database = await createDatabase()
    nextRelease = writeNextRelease()
    ports = [await freePort(), await freePort()]
    for (const place of [0, 1] as const) await start(place, root)
    const words = ['setup', '--org', 'Larkmoor', '--owner', 'ada@larkmoor.example', '--password', 'seven blue kettles']
    const store = ['--store', 'Larkmoor', '--origin', 'https://larkmoor.example', '--json']
    const env = { ...process.env, SECRET_KEY: database.secretKey, DATABASE_URL: database.url }
    const cli = join(import.meta.dirname, 'cli.ts')
    key = JSON.parse(execFileSync(process.execPath, [cli, ...words, ...store], { env, encoding: 'utf8' }))
    proxy = await startHaproxy(ports)
    const ready = () => call('GET', '/health/ready').catch(() => undefined)
    await until(async () => (await ready())?.status === 200, 'HAProxy serves')
    const product = await call('PUT', '/products', [{ platformProductId: 'kettle', title: 'Kettle' }])
    assert.ok(product.status < 300, product.text)
  })
  after(async () => {
    agent.destroy()
    await Promise.all(running.map((service) => service.remove()))
    await proxy?.stop()
    await database.drop()
    rmSync(nextRelease, { recursive: true, force: true })
  })

  test(`no call of ${fewestCalls} fails, and each acknowledged review exists once`, { timeout: 390_000 }, async () => {
    const failed: string[] = []
    const acknowledged: string[] = []
    let calls = 0
    let isRolled = false
    const perform = async (method: string, path: string, body?: unknown) => {
      calls += 1
      const answer = await call(method, path, body).catch((error) => ({ status: 0, text: String(error) }))
      if (answer.status < 200 || answer.status > 299) failed.push(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer
    }
    const work = async (client: number) => {
      for (let i = 0; !isRolled || calls < fewestCalls; i++) {
        const author = { authorName: 'Nora', authorEmail: `nora.${client}.${i}@customer.example` }
        const review = { platformProductId: 'kettle', rating: 5, body: 'Boils at once.', ...author }
        const made = await perform('POST', '/reviews', review)
        if (made.status === 201) acknowledged.push(JSON.parse(made.text).id)
        await perform('GET', '/reviews?limit=5&includeTotal=true')
        await perform('GET', '/storefront/reviews?platformProductId=kettle')
        const lineItems = [{ platformProductId: 'kettle', quantity: 1 }]
        const order = { platformOrderId: `${client}.${i}`, placedAt: '2026-11-01T08:00:00Z', lineItems }
        await perform('PUT', '/orders', [{ ...order, email: author.authorEmail, customerName: 'Nora' }])
      }
    }
    const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
    try {
      for (const place of [0, 1] as const) {
        running[place]?.child.kill('SIGTERM')
        assert.deepEqual(await running[place]?.ended, [0, null])
        await start(place, nextRelease)
        await proxy.allUp()
      }
    } finally {
      isRolled = true
    }
    await working
    assert.deepEqual(
      failed.slice(0, 5),
      [],
      `${failed.length} of ${calls} failed; ${JSON.stringify(await proxy.readServers())}`,
    )
    assert.equal(await proxy.countRetries(), 0, 'HAProxy noticed each stop before its process closed the port')
    assert.ok(acknowledged.length > fewestCalls / 5)
    const { migrations, reviews } = await readDatabase()
    assert.deepEqual(reviews.sort(), acknowledged.sort())
    assert.deepEqual(
      migrations,
      nextMigrations.map(([name]) => name),
    )
  })

  async function readDatabase() {
    const client = new Client(database.url)
    await client.connect()
    try {
      const reviews = await client.query<{ id: string }>('select id from reviews')
      const migrations = await client.query<{ name: string }>(
        'select name from schema_migrations where name >= $1 order by name',
        ['9'],
      )
      return { reviews: reviews.rows.map(({ id }) => id), migrations: migrations.rows.map(({ name }) => name) }
    } finally {
      await client.end()
    }
  }

  function call(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const headers = {
      authorization: `Bearer ${key.apiKey}`,
      'x-store-env-id': key.storeEnvId,
      origin: 'https://larkmoor.example',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${proxy.origin}/api/v1${path}`, { method, headers, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
})

const nextMigrations = [
  [
    '9001_two_columns.sql',
    '-- Migration: expands.\nalter table reviews add column next_test text, add column next_test_unused text;',
  ],
  [
    '9002_an_index.sql',
    '-- Migration: expands concurrently.\ncreate index concurrently reviews_next_test_idx on reviews (store_env_id, next_test);',
  ],
  [
    '9003_one_column.sql',
    `-- Migration: contracts, unused since ${ownRelease}.\nalter table reviews drop column next_test_unused;`,
  ],
] as const

/** A copy of this tree with the next version and three migrations. */
function writeNextRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'evident-next-'))
  for (const part of [
    'admin',
    'bin',
    'client',
    'contracts',
    'demo',
    'docs',
    'locales',
    'migrations',
    'server',
    'widgets',
  ])
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => path !== join(root, 'docs/pictures'),
    })
  for (const file of ['CHANGELOG.md', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [major, minor] = ownRelease.split('.').map(Number)
  const next = { ...manifest, version: `${major}.${(minor ?? 0) + 1}.0`, previousVersion: ownRelease }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(next))
  for (const [name, text] of nextMigrations) writeFileSync(join(folder, 'migrations', name), text)
  return folder
}
