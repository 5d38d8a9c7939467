import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let dataDir: string
const service = provideService({}, async () => {
  shop = await service.shop()
  dataDir = mkdtempSync(join(tmpdir(), 'evident-stdio-'))
})
after(() => rmSync(dataDir, { recursive: true, force: true }))

const cli = new URL('cli.ts', import.meta.url).pathname
const env = (key?: string) => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  DATABASE_URL: service.databaseUrl,
  SECRET_KEY: service.service.services.config.secretKey,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'debug',
  ...(key && { EVIDENT_API_KEY: key }),
})

test("a local assistant works over standard input and output, within its key's scopes", async (t) => {
  const { key } = (await (await shop.signedIn()).post('/api-keys', { name: 'assistant', role: 'VIEWER' })).body
  const client = new Client({ name: 'test', version: '1' })
  t.after(() => client.close())
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env: env(key), stderr: 'ignore' }),
  )
  const { tools } = await client.listTools()
  assert.equal(tools[0]?.name, 'list_stores')
  assert.ok(!tools.some(({ name }) => name === 'update_review'))
  const { structuredContent } = await client.callTool({ name: 'list_stores', arguments: {} })
  const { data } = structuredContent as { data: { id: string; role: string }[] }
  assert.deepEqual(
    data.map(({ id, role }) => [id, role]),
    [[shop.storeEnvId, 'VIEWER']],
  )
})

test('after its key is revoked, a running assistant is refused at its next call', async (t) => {
  const owner = await shop.signedIn()
  const { id, key } = (await owner.post('/api-keys', { name: 'revoked', role: 'VIEWER' })).body
  const client = new Client({ name: 'test', version: '1' })
  t.after(() => client.close())
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env: env(key), stderr: 'ignore' }),
  )
  assert.ok((await client.listTools()).tools.length > 0)
  assert.equal((await owner.delete(`/api-keys/${id}`)).status, 204)
  const called = await client.callTool({ name: 'list_stores', arguments: {} })
  assert.equal((called.structuredContent as { code: string }).code, 'api_key_invalid')
})

test('a mistyped or revoked key is reported at the first call, and a missing key at the start', async (t) => {
  const mistyped = shop.adminKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  const owner = await shop.signedIn()
  const revoked = (await owner.post('/api-keys', { name: 'ended', role: 'VIEWER' })).body
  assert.equal((await owner.delete(`/api-keys/${revoked.id}`)).status, 204)
  for (const dead of [mistyped, revoked.key]) {
    const client = new Client({ name: 'test', version: '1' })
    t.after(() => client.close())
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env: env(dead), stderr: 'ignore' }),
    )
    await assert.rejects(client.listTools(), /unknown, revoked or mistyped/)
    const called = await client.callTool({ name: 'list_stores', arguments: {} })
    assert.equal((called.structuredContent as { code: string }).code, 'api_key_invalid')
  }
  const { status, stderr, stdout } = spawnSync(process.execPath, [cli, 'mcp'], {
    env: env(),
    encoding: 'utf8',
    input: '',
  })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /EVIDENT_API_KEY/)
})
