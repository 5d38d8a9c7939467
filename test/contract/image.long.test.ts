// Builds the image without a container engine: each step of the Dockerfile runs as it is written there.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'pg-connection-string'
import { createEmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { inImage, listInstructions, root } from '#test/image.ts'
import { until } from '#test/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'evident-image-'))
const app = join(folder, 'app')
const data = join(folder, 'data')
let started: ChildProcess | undefined
after(() => {
  started?.kill('SIGKILL')
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

const copy = (path: string) => {
  mkdirSync(join(app, dirname(path)), { recursive: true })
  cpSync(join(root, path), join(app, path))
}

/** The test database listens on a socket that only its owner can open. A container reaches its database over TCP. */
async function overTcp(url: string): Promise<{ url: string; server: Server }> {
  const { host, port, user, password, database } = parse(url)
  if (!host?.startsWith('/')) return { url, server: createServer().listen(0, '127.0.0.1') }
  const server = createServer((client) => {
    const socket = connect(join(host, `.s.PGSQL.${port ?? 5432}`))
    for (const end of [client, socket]) end.on('error', () => [client, socket].map((each) => each.destroy()))
    client.pipe(socket).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}`
  return { url: `postgres://${login}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`, server }
}

const [packagesRun = '', pagesRun = ''] = listInstructions('RUN')
const shell = (command: string) =>
  execFileSync('sh', ['-c', command], { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

test("the Dockerfile's steps build a tree that runs without write access", async () => {
  const [first = '', everything] = listInstructions('COPY')
  for (const path of first.split(' ').slice(0, -1)) copy(path)
  assert.equal(everything, '. .')
  assert.match(packagesRun, /^npm ci --omit=dev/)
  shell(`${packagesRun} --prefer-offline`)
  const sent = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of sent.split('\n').filter((each) => each && inImage(each))) copy(path)
  shell(pagesRun)
  assert.ok(readdirSync(join(app, 'admin/dist')).length > 0 && readdirSync(join(app, 'widgets/dist')).length > 0)
  assert.throws(() => statSync(join(app, 'node_modules/playwright-core')), 'packages of developers are not in it')

  const database = await createEmptyDatabase()
  const throughProxy = await overTcp(database.url)
  const port = await freePort()
  mkdirSync(data, { mode: 0o700 })
  // The service's user must be able to enter these folders; a test folder is private to its owner.
  for (const each of [folder, dirname(folder)]) if ((statSync(each).mode & 1) === 0) chmodSync(each, 0o711)
  shell('chmod -R a+rX,a-w .')
  // Only root can run the service as another user. Otherwise it runs as the user of the tests.
  const user = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {}
  if (user.uid) chownSync(data, user.uid, user.gid)
  const env = {
    PATH: `${join(app, 'node_modules/.bin')}:/usr/bin:/bin`,
    ...Object.fromEntries(
      [
        ...listInstructions('ENV')
          .join(' ')
          .matchAll(/(\w+)=(\S+)/g),
      ].map(([, name, value]) => [name, value]),
    ),
    NODE_COMPILE_CACHE: join(data, 'cache'),
    DATA_DIR: data,
    PORT: String(port),
    DATABASE_URL: throughProxy.url,
    SECRET_KEY: database.secretKey,
    PUBLIC_ORIGIN: 'https://reviews.example.com',
  }
  const [program = '', ...words] = JSON.parse(listInstructions('CMD').at(-1) ?? '[]') as string[]
  const child = spawn(program, words, { cwd: app, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  started = child
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  try {
    await until(() => printed.includes('is ready') || child.exitCode !== null, 'the service starts', 120_000)
    assert.ok(printed.includes('is ready'), printed)
    assert.doesNotMatch(printed, /WARNING|Building|Installing|EACCES|EROFS/)
    const [check = '', ...checkWords] = JSON.parse(listInstructions('HEALTHCHECK').at(-1) ?? '[]') as string[]
    // The call is asynchronous, because this process relays the database traffic of the health check.
    const health = () =>
      new Promise<number | null>((resolve) =>
        spawn(check, checkWords, { cwd: app, env, ...user, stdio: 'inherit' }).once('exit', resolve),
      )
    assert.equal(await health(), 0)
    for (const path of ['/admin', '/widgets/v1/reviews.js', '/docs/errors', '/docs/reference/reviews'])
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    assert.equal(await ended, 0, 'a container that is asked to stop ends by itself')
    assert.equal(await health(), 1)
  } finally {
    child.kill('SIGKILL')
    await until(() => child.exitCode !== null || child.signalCode !== null, 'the service is gone')
    throughProxy.server.close()
    await database.drop()
  }
})
