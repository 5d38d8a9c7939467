import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client, type QueryResult } from 'pg'
import { createEmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { copyOf, type Packed, pack, run } from '../../plugins/packed.ts'
import { ended, installPackages, type Running, start, stopped } from './installed.ts'

// biome-ignore lint/suspicious/noExplicitAny: n8n defines the shapes, and tests read only fields that they need
type Json = any

/** Lints, builds and packs the package with n8n's own tool. */
export async function packNode(): Promise<Packed> {
  const folder = copyOf('n8n')
  const at = join(folder, 'package')
  symlinkSync(join(await installPackages('n8n-tools'), 'node_modules'), join(at, 'node_modules'))
  for (const word of ['lint', 'build'])
    await run(at, process.execPath, ['node_modules/@n8n/node-cli/bin/n8n-node.mjs', word], { CI: '1' })
  return await pack(folder, 'n8n-nodes-evident')
}

export type RealN8n = {
  address: string
  owner: { email: string; password: string }
  /** Calls n8n's own API as its owner. */
  rest(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Json>
  /** Runs a statement in n8n's own database. */
  query(text: string, values: unknown[]): Promise<QueryResult>
  executions(workflowId: string): Promise<number>
  stop(): Promise<void>
}

/** Starts a real n8n with the node installed from its tarball. */
export async function startN8n(tarball: string): Promise<RealN8n> {
  const packages = await installPackages('n8n')
  const modules = join(packages, 'node_modules')
  const node = join(modules, `node-${process.platform}-${process.arch}`, 'bin/node')
  const folder = mkdtempSync(join(tmpdir(), 'evident-n8n-'))
  const database = await createEmptyDatabase()
  const nodes = join(folder, '.n8n/nodes')
  mkdirSync(nodes, { recursive: true })
  writeFileSync(join(nodes, 'package.json'), JSON.stringify({ name: 'installed-nodes', private: true }))
  await ended(start('npm', ['install', tarball, '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], nodes, {}))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const url = new URL(database.url)
  const environment = {
    PATH: `${dirname(node)}:${process.env.PATH}`,
    N8N_USER_FOLDER: folder,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    WEBHOOK_URL: `${address}/`,
    N8N_SECURE_COOKIE: 'false',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: url.searchParams.get('host') ?? url.hostname,
    DB_POSTGRESDB_PORT: url.port || '5432',
    DB_POSTGRESDB_DATABASE: url.pathname.slice(1),
    DB_POSTGRESDB_USER: decodeURIComponent(url.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(url.password),
  }
  const serve = (): Running => start(node, [join(modules, 'n8n/bin/n8n'), 'start'], folder, environment)
  const running = serve()
  const stop = async () => {
    await stopped(running)
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  const owner = { email: 'owner@shop.example', password: 'Seven-blue-kettles-7' }
  let cookie = ''
  async function rest(method: string, path: string, body?: object): Promise<Json> {
    const response = await fetch(`${address}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    assert.ok(text.startsWith('{'), `${method} ${path}: ${text.slice(0, 200)}`)
    return JSON.parse(text).data
  }
  try {
    await until(
      async () => {
        assert.equal(running.child.exitCode, null, running.printed())
        return (await fetch(`${address}/healthz/readiness`).catch(() => undefined))?.status === 200
      },
      'n8n is ready',
      180_000,
    )
    await rest('POST', '/owner/setup', {
      ...owner,
      ...{ firstName: 'Ida', lastName: 'Doe' },
    })
  } catch (error) {
    await stop()
    throw error
  }

  async function query(text: string, values: unknown[]): Promise<QueryResult> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }
  const executions = async (workflowId: string) =>
    (await query('select count(*)::int as n from execution_entity where "workflowId" = $1', [workflowId])).rows[0].n
  return { address, owner, rest, query, executions, stop }
}
