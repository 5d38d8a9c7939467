import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey } from '#platform/auth/keys.ts'
import { type Answer, type Shop, startService, type TestService } from '#test/service.ts'
import { exchange, request } from '#test/socket.ts'
import { until } from '#test/until.ts'

let service: TestService
let shop: Shop
let port: number
let store: string
let session: string
before(async () => {
  service = await startService({ patience: { silenceMs: 2_000, unfinishedMs: 2_000 } })
  shop = await service.shop()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as { port: number }).port
  store = `x-store-env-id: ${shop.storeEnvId}`
  const cookies = await service.service.services.users.signIn(shop.ownerEmail, shop.password)
  session = `cookie: ${cookies?.map((each) => each.split(';')[0]).join('; ')}`
})
after(() => service.close())

const json = 'content-type: application/json'
const products = (bytes: number) => JSON.stringify([{ platformProductId: 'p', title: 'x'.repeat(bytes - 38) }])

/** Announces a body of `announced` bytes, sends `sent` of them and then stops. Collects the response. */
async function begin(line: string, headers: string[], announced: number, sent: number): Promise<OpenConnection> {
  const socket = connect({ port, host: '127.0.0.1' })
  const connection: OpenConnection = { socket, text: '', isClosed: false, beganMs: performance.now() }
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      connection.text += chunk
    })
  socket.once('close', () => {
    connection.isClosed = true
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    request(line, [...headers.filter(Boolean), json, `content-length: ${announced}`])
      .toString()
      .replace('connection: close\r\n', ''),
  )
  socket.write(Buffer.alloc(sent, 0x20))
  return connection
}
type OpenConnection = { socket: Socket; text: string; isClosed: boolean; beganMs: number }

const statusIn = ({ text }: OpenConnection) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)

test('above 64 kB, missing or malformed credentials get an immediate 401 without buffering', async () => {
  const line = 'PUT /api/v1/products'
  const senders: Record<string, [string, string]> = {
    nobody: ['', 'unauthenticated'],
    'no key': ['authorization: Bearer x', 'api_key_invalid'],
    'a mistyped key': [
      `authorization: Bearer ${shop.adminKey.slice(0, -1)}${shop.adminKey.endsWith('0') ? 1 : 0}`,
      'api_key_invalid',
    ],
    'a cookie of no session': ['cookie: evident.session_token=x', 'unauthenticated'],
  }
  const refused = async (who: string, header: string, code: string) => {
    const connection = await begin(line, [header, store], 9_000_000, 70_000)
    await until(() => connection.text.includes('\r\n\r\n{'), `${who} is connection`)
    assert.equal(statusIn(connection), 401, who)
    assert.match(connection.text, new RegExp(`"code":"${code}"`), who)
    await until(() => connection.isClosed, `the connection of ${who} is closed`)
  }
  await Promise.all(Object.entries(senders).map(([who, [header, code]]) => refused(who, header, code)))
  // A chunked body announces no length, so the service counts its bytes.
  const body = products(200_000)
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const answer = await exchange(port, request(line, [store, json, 'transfer-encoding: chunked'], chunked))
  assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'])
})

test('large bodies are accepted with a valid key or session, not with an unknown key', async () => {
  const send = (header: string, body: string): Promise<Answer> =>
    exchange(port, request('PUT /api/v1/products', [header, store, json, `content-length: ${body.length}`], body))
  const body = JSON.stringify(
    Array.from({ length: 250 }, (_, i) => ({ platformProductId: `p${i}`, description: 'x'.repeat(4_000) })),
  )
  assert.ok(body.length > 1_000_000)
  for (const header of [`authorization: Bearer ${shop.adminKey}`, session])
    assert.equal((await send(header, body)).status, 200)
  assert.equal((await send(`authorization: Bearer ${newKey()}`, body)).body.code, 'api_key_invalid')
})

test('public calls, sign-in and pages accept 64 kB, and storefront calls 256 kB', async () => {
  const page = ['origin: https://shop.example.com', store]
  const send = (line: string, headers: string[], bytes: number) => {
    const body = `{"pad":"${'x'.repeat(bytes - 10)}"}`
    return exchange(port, request(line, [...headers, json, `content-length: ${body.length}`], body))
  }
  for (const [line, headers, most, otherwise] of [
    ['POST /api/v1/auth/sign-in/email', [], 65_536, 400],
    ['POST /api/v1/auth/invitations/none/accept', [], 65_536, 400],
    ['POST /api/v1/storefront/reviews', page, 262_144, 400],
  ] as const) {
    assert.equal((await send(line, [...headers], most)).status, otherwise, line)
    const refused = await send(line, [...headers], most + 1)
    assert.deepEqual([refused.status, refused.body.code], [413, 'payload_too_large'], line)
    assert.match(refused.body.message, / (64|256) kB\.$/)
  }
  assert.equal(
    (await send('POST /api/v1/storefront/reviews', [store], 100_000)).status,
    403,
    'no page, so no body is read',
  )
  assert.equal((await send('POST /api/v1/nothing', [], 100_000)).status, 404)
  assert.equal((await send('PATCH /api/v1/products', [], 100_000)).status, 405)
  for (const path of ['/c/none', '/u/none', '/demo-store/products/p/orders'])
    assert.ok((await send(`POST ${path}`, [], 100_000)).status >= 400, path)
})

test('a stalled upload times out: its sender gets a response and its connection closes', async () => {
  const silent = [
    ['PUT /api/v1/products', [`authorization: Bearer ${shop.adminKey}`, store], 400],
    ['PUT /api/v1/products', [store], 401],
    ['POST /api/v1/auth/sign-in/email', [], 400],
    ['POST /api/v1/storefront/reviews', ['origin: https://shop.example.com', store], 400],
    ['POST /c/none', [], 0],
  ] as const
  const givenUp = async ([line, headers, status]: (typeof silent)[number]) => {
    const connection = await begin(line, [...headers], 1_000, 10)
    await until(() => connection.isClosed, `${line} is closed`)
    if (status > 0) assert.equal(statusIn(connection), status, connection.text)
    if (status === 400) assert.match(connection.text, /too slow: nothing came/)
  }
  await Promise.all(silent.map(givenUp))
})

test('a stalled photo or review file times out as well', async () => {
  const givenUp = async (path: string, type: string) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let isClosed = false
    socket
      .on('error', () => {})
      .once('close', () => {
        isClosed = true
      })
    socket.resume()
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${shop.adminKey}\r\n${store}\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\nrating,`,
    )
    await until(() => isClosed, path)
  }
  await Promise.all([givenUp('/api/v1/uploads', 'image/png'), givenUp('/api/v1/imports/reviews', 'text/csv')])
  assert.deepEqual((await shop.api.get('/imports')).body.data, [])
})

test('a slow but steady sender is read to the end', async () => {
  const body = JSON.stringify([{ platformProductId: 'slow' }])
  const socket = connect({ port, host: '127.0.0.1' })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const headers = [`authorization: Bearer ${shop.adminKey}`, store, json, `content-length: ${body.length}`]
  socket.write(request('PUT /api/v1/products', headers))
  // The whole transfer takes longer than the idle timeout.
  for (const byte of body) {
    socket.write(byte)
    await pause(90)
  }
  await until(() => /^HTTP\/1\.1 200/.test(text))
  socket.destroy()
})

test('uploads from one IP address cannot use the memory of other addresses', async () => {
  const large = (from: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    const connection = { text: '' }
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        connection.text += chunk
      })
    socket.write(
      `PUT /api/v1/products HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${newKey()}\r\n${json}\r\ncontent-length: 10000000\r\n\r\n`,
    )
    // Continues at the slowest permitted rate, so that the upload does not time out.
    socket.write(Buffer.alloc(9_500_000, 0x20))
    const timer = setInterval(() => socket.write(' '), 200)
    return Object.assign(connection, {
      end() {
        clearInterval(timer)
        socket.destroy()
      },
    })
  }
  const held = Array.from({ length: 9 }, () => large('127.0.0.1'))
  try {
    await until(() => held.filter(({ text }) => text !== '').length >= 2, 'seven have room, and two do not', 120_000)
    const body = products(2_000_000)
    const put = (from: string) =>
      fetchFrom(from, body, [`authorization: Bearer ${shop.adminKey}`, store, json, `content-length: ${body.length}`])
    assert.match(await put('127.0.0.2'), /^HTTP\/1\.1 400/, 'it was read: only the title is too long')
  } finally {
    for (const each of held) each.end()
  }
})

function fetchFrom(localAddress: string, body: string, headers: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('close', () => resolve(text)).once('error', reject)
    socket.write(request('PUT /api/v1/products', headers, body))
  })
}
