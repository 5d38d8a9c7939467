import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'

test('a service with PORT=0 prints its port and listens there', async (t) => {
  const database = await createDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-serve-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'serve'], {
    env: {
      ...process.env,
      SECRET_KEY: process.env.TEST_SECRET_KEY,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await until(() => printed.includes('first-account#') || child.exitCode !== null, 'it is ready', 120_000)
  const [, api = ''] = /API +(\S+)/.exec(printed) ?? []
  const answer = await fetch(`${api}/openapi.json`)
  assert.equal(answer.status, 200)
  const { servers } = (await answer.json()) as { servers: { url: string }[] }
  assert.deepEqual(
    servers.map(({ url }) => url),
    [api],
  )
  const [, token = ''] = /\/admin\/first-account#([\w-]+)/.exec(printed) ?? []
  const make = (more: object, headers: Record<string, string> = {}) =>
    fetch(`${api}/auth/first-account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        ...{ name: 'Ada', email: 'ada@larkmoor.example', password: 'seven blue kettles' },
        ...{ organization: 'Larkmoor', store: 'Larkmoor', origin: 'https://larkmoor.example', ...more },
      }),
    })
  const proxied = { 'x-forwarded-for': '127.0.0.1' }
  assert.equal((await make({}, proxied)).status, 403, 'a proxy may bring anybody')
  assert.equal((await make({ token }, proxied)).status, 201, 'with what was printed')
  assert.equal((await make({ token })).status, 403, 'once')
})

test('the first start in a fresh folder prints at most 15 lines, the address last', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'evident-fresh-'))
  const start = () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'serve'], {
      env: { ...process.env, SECRET_KEY: '', DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines = { text: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        lines.text += chunk
      })
    const stop = async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    return { child, lines, stop }
  }
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const { child, lines, stop } = start()
  t.after(stop)
  await until(() => lines.text.includes('first-account#') || child.exitCode !== null, 'it is ready', 120_000)
  assert.match(lines.text, /\n {2}http:\/\/\S+\/admin\/first-account#[\w-]+\n$/)
  assert.equal(lines.text.match(/Applied \d+ migrations in [\d.]+ s\./g)?.length, 1, lines.text)
  // The launcher prints at most four more lines: two about packages, and one for each built bundle of pages.
  assert.ok(lines.text.trimEnd().split('\n').length <= 15 - 4, lines.text)
})
