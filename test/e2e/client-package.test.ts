// Tests the package as its users get it: built, packed, installed into an empty project, compiled strictly and run against
// a shop.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildBody, buildHeaders } from '#resources/outbound-webhooks/sending/message.ts'
import { startService, type TestService } from '#test/service.ts'

const skip = process.env.TEST_NPM_REGISTRY
  ? false
  : 'NOT RUN: npm cannot reach its registry, where the tools come from that build it'

const root = join(import.meta.dirname, '../..')

// biome-ignore lint/suspicious/noExplicitAny: loaded from the packed package, whose types another compiler run checks
type Package = any

suite('the client package', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-client-'))
  const project = join(folder, 'project')
  let service: TestService
  let origin: string
  let client: Package
  before(async () => {
    cpSync(join(root, 'client'), join(folder, 'client'), {
      recursive: true,
      filter: (path) => !/node_modules|dist|generated/.test(path.slice(root.length)),
    })
    cpSync(join(root, 'contracts/openapi.json'), join(folder, 'contracts/openapi.json'))
    mkdirSync(project)
    await run(join(folder, 'client'), 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    await run(join(folder, 'client'), 'npm', ['pack', '--pack-destination', project])
    writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }')
    await run(project, 'npm', ['install', './evident-client-1.0.0.tgz', '--no-audit', '--no-fund'])
    client = await import(pathToFileURL(join(project, 'node_modules/evident-client/dist/index.js')).href)
    service = await startService({ env: { RATE_LIMITS: '4/1s' } })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  })
  after(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(cwd: string, program: string, args: string[]): Promise<string> {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('exit', resolve)),
    ])
    assert.equal(code, 0, `${program} ${args.join(' ')}\n${out}\n${err}`)
    return out
  }

  test("the README's examples compile strictly, and undocumented calls fail to compile", async () => {
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{
            strict: true,
            noEmit: true,
            module: 'nodenext',
            target: 'es2022',
            lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
          },
          ...{ types: [], skipLibCheck: true },
        },
        files: ['use.ts'],
      }),
    )
    writeFileSync(
      join(project, 'use.ts'),
      `
import { createEvident, everyRow, orThrow, readWebhook } from 'evident-client'
const evident = createEvident({ origin: 'https://reviews.acme.example', key: 'evnt_', storeEnvId: 'id' })
const { created } = await orThrow(evident.PUT('/products', { body: [{ platformProductId: 'mug-01', title: 'Mug' }] }))
const sum: number = created
for await (const review of everyRow(evident, '/reviews', { query: { status: ['pending'] } })) review.rating satisfies number
const event = readWebhook('whsec_', {}, '')
if (event.event === 'review.approved') event.data.id satisfies string
// @ts-expect-error no such path
evident.GET('/revews')
// @ts-expect-error no such status
everyRow(evident, '/reviews', { query: { status: ['bad'] } })
// @ts-expect-error no list
everyRow(evident, '/features')
export { sum }
`,
    )
    await run(project, process.execPath, [join(folder, 'client/node_modules/typescript/bin/tsc'), '-p', '.'])
  })

  test('a whole list is read despite the rate limit, each row once', async () => {
    const shop = await service.shop()
    const evident = client.createEvident({ origin, key: shop.adminKey, storeEnvId: shop.storeEnvId })
    const products = Array.from({ length: 23 }, (_, i) => ({ platformProductId: `p-${i}`, title: `Mug ${i}` }))
    const { created } = await client.orThrow(evident.PUT('/products', { body: products }))
    assert.equal(created, 23)
    const seen: string[] = []
    // The list has eight pages, and the limit is four calls a second.
    for await (const { platformProductId } of client.everyRow(evident, '/products', { query: { limit: 3 } }))
      seen.push(platformProductId)
    assert.deepEqual(seen.sort(), products.map((each) => each.platformProductId).sort())
  })

  test('an error response throws an error with its code', async () => {
    const shop = await service.shop()
    const evident = client.createEvident({ origin, key: shop.adminKey, storeEnvId: shop.storeEnvId })
    const refused = client.orThrow(evident.GET('/reviews/{id}', { params: { path: { id: shop.storeEnvId } } }))
    await assert.rejects(refused, (error: Package) => {
      assert.ok(error instanceof client.EvidentError)
      assert.deepEqual([error.status, error.code], [404, 'not_found'])
      assert.ok(error.requestId)
      return true
    })
  })

  test('a write with a lost response or a brief outage takes effect once', async () => {
    const shop = await service.shop()
    await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
    const faults = ['lost', 'away', 'none']
    const keys: (string | null)[] = []
    const fetchFaulty = async (request: Request) => {
      const fault = faults.shift()
      keys.push(request.headers.get('idempotency-key'))
      if (fault === 'away') return new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
      const response = await fetch(request)
      if (fault === 'lost') throw new TypeError('the connection broke')
      return response
    }
    const evident = client.createEvident({
      ...{ origin, key: shop.adminKey, storeEnvId: shop.storeEnvId, fetch: fetchFaulty, firstWaitMs: 1 },
    })
    const body = {
      platformProductId: 'mug',
      rating: 5,
      body: 'Good.',
      authorName: 'Jo',
      authorEmail: 'jo@customer.example',
    }
    const made = await client.orThrow(evident.POST('/reviews', { body }))
    assert.equal(new Set(keys).size, 1)
    assert.equal(keys.length, 3)
    const { data } = (await shop.api.get('/reviews')).body
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [made.id],
    )
  })

  test('the client stops after the given attempts, and when aborted', async () => {
    let calls = 0
    const away: Server = createServer((_request, response) => {
      calls++
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"message":"away","code":"database_unavailable"}')
    })
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(away.address() as AddressInfo).port}`
    try {
      const evident = client.createEvident({ origin: at, key: 'evnt_', attempts: 3, firstWaitMs: 1 })
      await assert.rejects(client.orThrow(evident.GET('/account/stores')), { code: 'database_unavailable' })
      assert.equal(calls, 3)
      const patient = client.createEvident({ origin: at, key: 'evnt_', firstWaitMs: 60_000 })
      const stop = new AbortController()
      const waiting = patient.GET('/account/stores', { signal: stop.signal })
      setTimeout(() => stop.abort(), 20)
      await assert.rejects(waiting, { name: 'AbortError' })
    } finally {
      away.close()
    }
  })

  test('a delivery is verified by a base64 or base64url secret, and forgeries are refused', () => {
    const bytes = Buffer.alloc(32, 0xfb)
    const message = {
      ...{ deliveryId: 'd', eventId: 'e', event: 'review.approved', createdAt: new Date().toISOString() },
      ...{ storeEnvId: 's', data: '{"id":"r"}', isTest: false },
    }
    const body = buildBody(message)
    for (const secret of [`whsec_${bytes.toString('base64')}`, `whsec_${bytes.toString('base64url')}`]) {
      const headers = buildHeaders(message, body, secret, new Date())
      const late = buildHeaders(message, body, secret, new Date(Date.now() - 600_000))
      assert.throws(() => client.readWebhook(secret, late, body), /old/)
      assert.equal(client.readWebhook(secret, headers, body).data.id, 'r')
      assert.equal(client.readWebhook(secret, new Headers(headers), Buffer.from(body)).event, 'review.approved')
      assert.throws(() => client.readWebhook(secret, headers, `${body} `))
      assert.throws(() => client.readWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body))
      assert.throws(() => client.readWebhook(secret, {}, body))
    }
  })
})
