import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { knock, openDoor } from '#resources/agents/agents.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

const skip = process.env.TEST_NPM_REGISTRY
  ? false
  : 'NOT RUN: npm cannot reach its registry, where this client comes from'

const publicOrigin = 'https://reviews.example.com'
const name = 'com.example.reviews.shopping'
const own = 'dev.ucp.shopping'
const versions = ['2026-04-08', '2026-08-25']

type Registry = Record<string, { endpoint?: string; [field: string]: unknown }[]>
type Message = { id?: number; method?: string }

suite('a real UCP client, and a shop whose UCP profile contains our service and capabilities', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-ucp-'))
  let service: TestService
  let shop: Shop
  let standIn: Server
  let address: string
  let profile: object

  before(async () => {
    cpSync(join(import.meta.dirname, '../ucp'), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    const { code, said } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    assert.equal(code, 0, said)
    service = await startService({ env: { PUBLIC_ORIGIN: publicOrigin } })
    shop = await service.shop()
    await openDoor(shop)
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    standIn = createServer(async (request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/.well-known/ucp') {
        response.setHeader('cache-control', 'public, max-age=60')
        return response.end(JSON.stringify(profile))
      }
      const { id } = (await json(request)) as Message
      const tools = [{ name: 'search_catalog', inputSchema: { type: 'object', properties: {} } }]
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { tools } }))
    })
    standIn.listen(0, '127.0.0.1')
    await once(standIn, 'listening')
    address = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`
  })
  after(async () => {
    standIn?.closeAllConnections()
    standIn?.close()
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(program: string, args: string[]): Promise<{ out: string; said: string; code: unknown }> {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, HOME: folder, UCP_HOME: join(folder, 'home'), UCP_TEST_ALLOW_INSECURE_LOCALHOST: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('exit', resolve)),
    ])
    return { out, said: `${out}\n${err}`, code }
  }

  const ucp = (...args: string[]) =>
    run(process.execPath, ['node_modules/@shopify/ucp-cli/dist/bin.js', ...args, '--format', 'json'])

  async function fetchMembers(version: string): Promise<{ services: Registry; capabilities: Registry }> {
    const answer = await knock(service, shop, `/ucp.json?version=${version}`)
    assert.equal(answer.status, 200, answer.text)
    const { port } = service.app.server.address() as AddressInfo
    // Nothing serves the public origin, so the endpoints get the address of the service under test.
    return JSON.parse(
      JSON.stringify(answer.body.ucp).replaceAll(`"endpoint":"${publicOrigin}`, `"endpoint":"http://127.0.0.1:${port}`),
    )
  }

  const shopProfile = (
    version: string,
    { services, capabilities }: { services: Registry; capabilities: Registry },
  ) => ({
    ucp: {
      version,
      services: {
        [own]: [
          {
            version,
            spec: 'https://ucp.dev/specification/overview',
            transport: 'mcp',
            schema: `https://ucp.dev/${version}/services/shopping/mcp.openrpc.json`,
            endpoint: `${address}/mcp`,
          },
        ],
        ...services,
      },
      capabilities: {
        'dev.ucp.shopping.catalog.search': [
          { version, schema: `https://ucp.dev/${version}/schemas/shopping/catalog_search.json` },
        ],
        ...capabilities,
      },
      payment_handlers: {},
    },
  })

  const discover = async (...args: string[]) => {
    const { out, said, code } = await ucp('discover', '--business', address, '--refresh', ...args)
    assert.equal(code, 0, said)
    return JSON.parse(out)
  }

  for (const version of versions)
    test(`our service does not change how a client negotiates the shop's own, under ${version}`, async () => {
      await ucp('profile', 'init', '--name', `plain-${version}`, '--version', version, '--force')
      profile = shopProfile(version, { services: {}, capabilities: {} })
      const alone = await discover('--profile', `plain-${version}`)
      profile = shopProfile(version, await fetchMembers(version))
      const merged = await discover('--profile', `plain-${version}`)
      assert.match(JSON.stringify(alone), /search_catalog/)
      const { profile: _, ...before } = alone.result ?? alone
      const { profile: __, ...now } = merged.result ?? merged
      assert.deepEqual(withoutTimes(now), withoutTimes(before))
    })

  for (const version of versions)
    test(`a client that names our service negotiates it and lists four tools, under ${version}`, async () => {
      const called = `reviews-${version}`
      const made = await ucp('profile', 'init', '--name', called, '--version', version, '--force')
      assert.equal(made.code, 0, made.said)
      const file = join(folder, 'home', 'profiles', called, 'profile.json')
      const agent = JSON.parse(readFileSync(file, 'utf8'))
      const members = await fetchMembers(version)
      const bare = (registry: Registry): Registry =>
        Object.fromEntries(
          Object.entries(registry).map(([each, entries]) => [each, entries.map(({ endpoint: _, ...rest }) => rest)]),
        )
      Object.assign(agent.ucp.services, bare(members.services))
      Object.assign(agent.ucp.capabilities, bare(members.capabilities))
      delete agent.ucp.services[own]
      writeFileSync(file, JSON.stringify(agent))
      profile = shopProfile(version, members)
      const found = JSON.stringify(await discover('--profile', called))
      assert.ok(found.includes(name), found)
      for (const tool of ['get_ratings', 'get_reviews', 'get_faqs', 'explain_checks'])
        assert.ok(found.includes(tool), `${tool}: ${found.slice(0, 3_000)}`)
    })
})

const withoutTimes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
      .replace(/"duration":"?[^,"}]+"?/g, '""'),
  )
