import assert from 'node:assert/strict'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { parse } from 'pg-connection-string'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { createListener, type Listener } from './listener.ts'
import { parseConnection } from './roles.ts'

let database: TestDatabase
let speaker: Client
before(async () => {
  database = await createDatabase()
  speaker = new Client({ connectionString: database.url })
  await speaker.connect()
})
after(async () => {
  await speaker.end()
  await database.drop()
})

const log = { debug() {}, info() {}, warn() {}, error() {} }
const say = (text: string, channel = 'news') => speaker.query('select pg_notify($1, $2)', [channel, text])

type Notify = (channel: string, payload: string) => Promise<unknown>

function listening(more: { port?: number; waitMs?: number; notify?: Notify } = {}): {
  received: string[]
  listener: Listener
} {
  const received: string[] = []
  const connection = more.port
    ? { ...parseConnection(database.url), host: '127.0.0.1', port: more.port }
    : parseConnection(database.url)
  const events = {
    onMessage: (text: string) => received.push(text),
    onLive: () => received.push('(live)'),
    onLost: () => received.push('(lost)'),
  }
  return {
    received,
    listener: createListener({
      connection,
      channel: 'news',
      notify: more.notify ?? ((channel, payload) => say(payload, channel)),
      events,
      log,
      heartbeatMs: 50,
      // Long, because a busy machine receives its own heartbeat late. A shorter wait would take a live connection for a
      // dead one.
      waitMs: more.waitMs ?? 20_000,
    }),
  }
}

test('a live listener receives the messages of its channel in order, except its own messages', async () => {
  const { received, listener } = listening()
  await until(() => received.length > 0, 'live')
  await say('one')
  await say('other', 'gossip')
  await say('two')
  await until(() => received.includes('two'), 'two')
  await pause(150)
  assert.deepEqual(received, ['(live)', 'one', 'two'])
  await listener.close()
})

test('messages of a transaction arrive only after its commit', async () => {
  const { received, listener } = listening()
  await until(() => received.length > 0, 'live')
  await speaker.query('begin')
  await say('rolled back')
  await speaker.query('rollback')
  await speaker.query('begin')
  await say('committed')
  await pause(100)
  assert.deepEqual(received, ['(live)'])
  await speaker.query('commit')
  await until(() => received.includes('committed'), 'committed')
  assert.deepEqual(received, ['(live)', 'committed'])
  await listener.close()
})

test('a lost connection is reported, and listening resumes on another', async () => {
  const { received, listener } = listening()
  await until(() => received.length > 0, 'live')
  await speaker.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await until(() => received.filter((each) => each === '(live)').length === 2, 'live again')
  assert.deepEqual(received, ['(live)', '(lost)', '(live)'])
  await say('after')
  await until(() => received.includes('after'), 'after')
  await listener.close()
})

/** A connection that the test can break silently, as when a cable is cut. */
async function lineTo(url: string): Promise<{ port: number; server: Server; freeze(): void }> {
  const { host, port } = parse(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = host?.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port ?? 5432}`)
      : connect(Number(port), host ?? '127.0.0.1')
    near.pipe(far)
    far.pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    sockets.push(near, far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  return {
    server,
    port: address.port,
    freeze() {
      for (const socket of sockets.splice(0)) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

test('a silently dead connection is noticed', async () => {
  const line = await lineTo(database.url)
  const { received, listener } = listening({ port: line.port, waitMs: 1_000 })
  await until(() => received.at(-1) === '(live)', 'live')
  const before = received.length
  line.freeze()
  await until(() => received.slice(before).includes('(lost)'), 'the silence is noticed')
  await until(() => received.at(-1) === '(live)', 'live on a new line')
  await listener.close()
  line.server.close()
})

test('a listener with a dead connection can be closed', async () => {
  const line = await lineTo(database.url)
  const { received, listener } = listening({ port: line.port })
  await until(() => received.length > 0, 'live')
  line.freeze()
  const startedAt = performance.now()
  await listener.close()
  assert.ok(performance.now() - startedAt < 15_000)
  line.server.close()
})

test('without a database the listener retries silently and can be closed', async () => {
  const { received, listener } = listening({ port: 1 })
  await pause(300)
  assert.ok(!received.includes('(live)'))
  await listener.close()
  const after = received.length
  await pause(300)
  assert.equal(received.length, after)
})
