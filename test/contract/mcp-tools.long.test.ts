import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { mcpRoute } from '#platform/http/mcp-route.ts'
import { createHttpServer } from '#platform/http/server.ts'
import { createProxies } from '#platform/identity/proxies.ts'
import type { Prompt } from '#platform/mcp/prompts.ts'
import { createMcpServers } from '#platform/mcp/server.ts'
import { listedTools, type Tool } from '#platform/mcp/tools.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { allTools } from '../../server/entry/mcp.ts'

const skip = process.env.TEST_NPM_REGISTRY
  ? false
  : 'NOT RUN: npm cannot reach its registry, where these tools come from'

type Excuse = { scenarios: string[]; checks?: string[]; reason: string }
type Check = {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'SKIPPED' | 'WARNING' | 'INFO'
  errorMessage?: string
  version?: string
}

const excuses: Excuse[] = JSON.parse(readFileSync(new URL('../mcp/not-applicable.json', import.meta.url), 'utf8'))

suite("the server, tested with the protocol's own tools", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-mcp-'))
  let service: TestService
  let shop: Shop
  let proxy: Server
  let origin: string
  /** Receives the suite's requests, which the proxy forwards. */
  let behind: FastifyInstance

  before(async () => {
    cpSync(join(import.meta.dirname, '../mcp'), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    // The suite sends no credentials. The proxy adds them and preserves the public address.
    proxy = createServer((incoming, outgoing) => {
      const { port } = behind.server.address() as AddressInfo
      const { url: path, method, headers } = incoming
      const authorization = `Bearer ${shop.adminKey}`
      const on = ask({ host: '127.0.0.1', port, path, method, headers: { ...headers, authorization } }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      on.on('error', () => outgoing.destroy())
      incoming.pipe(on)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    service = await startService({ env: { PUBLIC_ORIGIN: origin } })
    shop = await service.shop()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    behind = service.app
  })
  after(async () => {
    proxy?.closeAllConnections()
    proxy?.close()
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(program: string, args: string[], env = {}): Promise<{ out: string; err: string; code: unknown }> {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('exit', resolve)),
    ])
    if (program === 'npm') assert.equal(code, 0, `${out}\n${err}`)
    return { out, err, code }
  }

  const conformance = (...args: string[]) =>
    run(process.execPath, ['node_modules/@modelcontextprotocol/conformance/dist/index.js', ...args])

  async function runChecks(...args: string[]): Promise<Map<string, Check[]>> {
    const results = mkdtempSync(join(folder, 'results-'))
    await conformance('server', '--url', `${origin}/mcp`, '-o', results, ...args)
    return new Map(
      readdirSync(results).map((name) => [
        name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
        JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as Check[],
      ]),
    )
  }

  suite('the conformance suite', () => {
    const versions = ['2025-06-18', '2025-11-25', '2026-07-28']
    const found = new Map<string, Check[]>()
    let fixtures: FastifyInstance

    before(async () => {
      const alone = await Promise.all(versions.map((version) => runChecks('--suite', 'all', '--spec-version', version)))
      fixtures = await serveFixtures(service, origin)
      behind = fixtures
      const besides = await Promise.all(
        versions.map((version) => runChecks('--suite', 'all', '--spec-version', version)),
      )
      behind = service.app
      for (const [i, all] of alone.entries())
        for (const [name, checks] of all) {
          const version = versions[i] ?? ''
          const more = fixtureScenarios.has(name) ? (besides[i]?.get(name) ?? []) : checks
          found.set(name, [...(found.get(name) ?? []), ...more.map((check) => ({ ...check, version }))])
        }
    })
    after(() => fixtures?.close())

    const excuseFor = (scenario: string, check: string) =>
      excuses.find(({ scenarios, checks }) => scenarios.includes(scenario) && (!checks || checks.includes(check)))
    const failed = (scenario: string) => (found.get(scenario) ?? []).filter(({ status }) => status === 'FAILURE')

    test('every scenario passes or is listed with the reason why it does not apply', async () => {
      const { out } = await conformance('list', '--server')
      const known = [...out.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name = '']) => name)
      assert.ok(known.length > 50, out)
      for (const scenario of known) {
        assert.ok(found.has(scenario) || excuseFor(scenario, ''), `${scenario} was not run, and is not listed`)
        for (const check of failed(scenario))
          assert.ok(excuseFor(scenario, check.id), `${scenario}: ${JSON.stringify(check)}`)
      }
      const listed = excuses.flatMap(({ scenarios }) => scenarios)
      assert.deepEqual(
        listed.filter((scenario) => !known.includes(scenario)),
        [],
        'listed, and no scenario',
      )
    })

    test('a scenario listed as an exception really fails', () => {
      for (const { scenarios, checks } of excuses)
        for (const scenario of scenarios) {
          // The suite skips an extension that the server does not declare.
          if (!found.has(scenario)) continue
          const ids = failed(scenario).map(({ id }) => id)
          assert.ok(ids.length > 0, `${scenario} passes: it needs no excuse`)
          for (const check of checks ?? []) assert.ok(ids.includes(check), `${scenario}: ${check} passes`)
        }
    })

    test('clients find the authorization server where the protocol looks for it', async () => {
      const results = mkdtempSync(join(folder, 'results-'))
      const scenario = 'authorization-server-metadata-endpoint'
      const { out, err } = await conformance('authorization', '--url', origin, '--scenario', scenario, '-o', results)
      const [name = ''] = readdirSync(results)
      const checks: Check[] = JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8'))
      assert.ok(
        checks.some(({ status }) => status === 'SUCCESS'),
        `${out}\n${err}`,
      )
      assert.deepEqual(
        checks.filter(({ status }) => status === 'FAILURE'),
        [],
      )
    })

    test('the required scenarios ran and passed, in each protocol version', () => {
      const wanted = {
        'tools-list': 3,
        'server-stateless': 1,
        'http-header-validation': 1,
        'json-schema-2020-12': 2,
        'dns-rebinding-protection': 2,
        caching: 1,
        'server-initialize': 2,
        'prompts-list': 3,
        'resources-list': 3,
      }
      for (const [scenario, wires] of Object.entries(wanted)) {
        const checks = found.get(scenario) ?? []
        assert.ok(
          checks.some(({ status }) => status === 'SUCCESS'),
          scenario,
        )
        assert.equal(new Set(checks.map(({ version }) => version)).size, wires, scenario)
      }
    })
  })

  suite('the inspector', () => {
    /** The inspector's settings stay in the test folder, and it reads no settings of this machine. */
    const inspect = async (...args: string[]) => {
      const program = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
      const to = ['--server-url', `${origin}/mcp`, '--transport', 'http']
      const { out, err, code } = await run(process.execPath, [program, '--cli', ...to, ...args], { HOME: folder })
      return { code, err, body: out.trim() ? JSON.parse(out) : undefined, said: `${out}\n${err}` }
    }

    test('the inspector lists the tools and finds no schema that clients reject', async () => {
      const { code, body, said } = await inspect('--method', 'tools/list', '--strict')
      assert.equal(code, 0, said)
      assert.deepEqual(
        body.tools.map(({ name }: { name: string }) => name),
        listedTools(allTools()).map(({ name }) => name),
      )
    })

    test("the inspector calls a tool and gets the API's response", async () => {
      const { code, body, said } = await inspect('--method', 'tools/call', '--tool-name', 'list_stores')
      assert.equal(code, 0, said)
      assert.deepEqual(body.structuredContent, (await shop.api.get('/account/stores')).body)
    })

    test('the inspector gets an API error as a tool result', async () => {
      const { body, said } = await inspect(
        ...['--method', 'tools/call', '--tool-name', 'get_review'],
        ...['--tool-arg', `storeEnvId=${shop.storeEnvId}`, `id=${shop.storeEnvId}`],
      )
      assert.equal(body?.isError, true, said)
      assert.equal(body.structuredContent.code, 'not_found')
    })

    test('the inspector reads prompts and guides', async () => {
      const { body: listed, said } = await inspect('--method', 'resources/list')
      assert.ok(listed?.resources.length > 20, said)
      const { body: guide } = await inspect('--method', 'resources/read', '--uri', `${origin}/docs/errors.md`)
      assert.match(guide.contents[0].text, /store_env_forbidden/)
      const { body: prompt } = await inspect(
        ...['--method', 'prompts/get', '--prompt-name', 'moderate_queue'],
        ...['--prompt-args', `storeEnvId=${shop.storeEnvId}`],
      )
      assert.match(prompt.messages[0].content.text, new RegExp(shop.storeEnvId))
    })
  })
})

/** Scenarios about tools, prompts and documents that only the suite's example server defines. */
const fixtureScenarios = new Set([
  'json-schema-2020-12',
  'tools-call-simple-text',
  'tools-call-error',
  'prompts-get-simple',
  'prompts-get-with-args',
  'resources-read-text',
])

async function serveFixtures({ service }: TestService, origin: string): Promise<FastifyInstance> {
  const app = createHttpServer(service.log, service.kernel.limits, createProxies([]))
  const tools = allTools()
  const [first] = tools
  const update = tools.find(({ name }) => name === 'update_review')
  assert.ok(first && update)
  const fixtures: Tool[] = [
    { ...first, name: 'test_simple_text' },
    // The suite calls this tool without arguments, so the call fails.
    { ...update, name: 'test_error_handling' },
    {
      ...first,
      name: 'json_schema_2020_12_tool',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { city: { type: 'string' } } } },
        properties: { address: { $ref: '#/$defs/address' }, phone: { type: 'string' }, email: { type: 'string' } },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { required: ['phone'] },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ['address'] },
        else: { required: ['email'] },
        additionalProperties: false,
      },
    },
  ]
  const words = (name: string, of: string[]): Prompt => ({
    ...{ name, title: name, description: name },
    arguments: of.map((each) => ({ name: each, description: each, required: true })),
    write: (given) => `Said: ${of.map((each) => given[each]).join(', ')}.`,
  })
  const servers = createMcpServers({
    kernel: service.kernel,
    origin,
    version: '1',
    tools: [...tools, ...fixtures],
    prompts: [words('test_simple_prompt', []), words('test_prompt_with_arguments', ['arg1', 'arg2'])],
    documents: [
      { uri: 'test://static-text', name: 'text', title: 'Text', description: 'Some text.', markdown: 'Some text.' },
    ],
  })
  mcpRoute(app, service.kernel, servers)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
