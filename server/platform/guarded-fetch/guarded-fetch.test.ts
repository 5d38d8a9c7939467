import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsHttpServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import test, { type TestContext } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { freePort } from '#test/free-port.ts'
import { selfSignedCertificate } from './certificate.testing.ts'
import type { GuardedFetchCode, GuardedFetchError } from './errors.ts'
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
import type { Lookup } from './lookup.ts'

test('a request reaches a receiver and its response arrives complete', async (t) => {
  const seen: unknown[] = []
  const url = await receiver(t, async (req, res) => {
    const chunks = await Array.fromAsync(req)
    seen.push(req.method, req.url, req.headers['x-service-event'], Buffer.concat(chunks).toString())
    res.writeHead(202, { 'x-answer': 'yes' }).end('thank you')
  })
  const response = await client(t)(`${url}/hook?shop=1#part`, {
    method: 'POST',
    headers: { 'x-service-event': 'review.created' },
    body: '{"a":1}',
  })
  assert.deepEqual(seen, ['POST', '/hook?shop=1', 'review.created', '{"a":1}'])
  assert.equal(response.status, 202)
  assert.equal(response.headers['x-answer'], 'yes')
  assert.equal(response.body.toString(), 'thank you')
  assert.equal(response.truncated, false)
  assert.ok(response.durationMs > 0)
})

test('a redirect is returned as a response and is not followed', async (t) => {
  let calls = 0
  const url = await receiver(t, (_, res) => {
    calls++
    res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
  })
  const response = await client(t)(url)
  assert.equal(response.status, 302)
  assert.equal(response.headers.location, 'http://169.254.169.254/latest/meta-data')
  assert.equal(calls, 1)
})

test('a response of 100 MB is read up to the limit, then the connection closes', async (t) => {
  const outcome = Promise.withResolvers<{ isWhole: boolean }>()
  const url = await receiver(t, (_, res) => {
    const block = Buffer.alloc(1024 * 1024, 'a')
    res.writeHead(200, { 'content-length': 100 * block.length })
    pipeline(Readable.from(Array.from({ length: 100 }, () => block)), res, () => {
      outcome.resolve({ isWhole: res.writableFinished })
    })
  })
  const { body, truncated } = await client(t)(url, { maxBytes: 100_000 })
  assert.equal(body.length, 100_000)
  assert.equal(truncated, true)
  assert.deepEqual(await outcome.promise, { isWhole: false })
})

test('a response of exactly the limit is not marked as truncated', async (t) => {
  const url = await receiver(t, (_, res) => res.end('12345'))
  const guardedFetch = client(t)
  const [fits, tooLong] = [await guardedFetch(url, { maxBytes: 5 }), await guardedFetch(url, { maxBytes: 4 })]
  assert.deepEqual([fits.body.toString(), fits.truncated], ['12345', false])
  assert.deepEqual([tooLong.body.toString(), tooLong.truncated], ['1234', true])
})

test('a compressed response stays compressed, so that it cannot expand', async (t) => {
  const url = await receiver(t, (_, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end('not unpacked'))
  assert.equal((await client(t)(url)).body.toString(), 'not unpacked')
})

test('a call to a receiver that never responds ends at the deadline', async (t) => {
  const dropped = Promise.withResolvers<void>()
  const url = await receiver(t, (req) => void req.socket.once('close', () => dropped.resolve()))
  await failsWith('timeout', client(t)(url, { timeoutMs: 1_500 }))
  await dropped.promise
})

test('a call to a receiver that responds byte by byte ends at the deadline', async (t) => {
  const url = await receiver(t, (_, res) => {
    res.writeHead(200)
    const dripping = setInterval(() => res.write('a'), 10)
    res.on('close', () => clearInterval(dripping))
  })
  const startedAt = performance.now()
  await failsWith('timeout', client(t)(url, { timeoutMs: 1_000 }))
  assert.ok(performance.now() - startedAt < 15_000)
})

test('a call ends at the deadline if the receiver sends a header byte by byte', async (t) => {
  const url = await rawReceiver(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-padding: ')
    const dripping = setInterval(() => socket.write('a'), 10)
    socket.on('close', () => clearInterval(dripping))
  })
  await failsWith('timeout', client(t)(url, { timeoutMs: 1_000 }))
})

const broken: Record<string, (socket: Socket) => void> = {
  'closes before it answers': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'closes in the middle of its body': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
  'closes in the middle of a chunk': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf'),
  'speaks something else': (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'switches protocols unasked': (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
}

for (const [what, answer] of Object.entries(broken)) {
  test(`a receiver that ${what} causes a protocol error`, async (t) => {
    const url = await rawReceiver(t, (socket) => socket.once('data', () => answer(socket)))
    await failsWith('protocol_error', client(t)(url))
  })
}

test('an endless header is aborted early', async (t) => {
  const url = await rawReceiver(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${`x-padding: ${'a'.repeat(1000)}\r\n`.repeat(64)}`)
  })
  await failsWith('too_large', client(t)(url))
})

test('interim responses are skipped', async (t) => {
  const url = await receiver(t, (_, res) => {
    res.writeProcessing()
    res.writeEarlyHints({ link: '</style.css>; rel=preload' })
    res.writeHead(201).end('final')
  })
  const response = await client(t)(url)
  assert.deepEqual([response.status, response.body.toString()], [201, 'final'])
})

test('the caller’s signal ends a call before and while it runs', async (t) => {
  let calls = 0
  const controller = new AbortController()
  const url = await receiver(t, () => {
    calls++
    controller.abort()
  })
  const guardedFetch = client(t)
  await failsWith('aborted', guardedFetch(url, { signal: AbortSignal.abort() }))
  assert.equal(calls, 0)
  await failsWith('aborted', guardedFetch(url, { signal: controller.signal }))
  assert.equal(calls, 1)
})

test('a call aborted during its name lookup is never sent', async (t) => {
  let calls = 0
  const url = await receiver(t, (_, res) => {
    calls++
    res.end()
  })
  const found = Promise.withResolvers<{ address: string; family: number }[]>()
  const guardedFetch = client(t, { lookup: () => found.promise })
  await failsWith('connect_failed', guardedFetch(url.replace('127.0.0.1', 'localhost'), { timeoutMs: 20 }))
  found.resolve([{ address: '127.0.0.1', family: 4 }])
  // If the aborted call had been sent, it would have arrived before this call on the same connection.
  assert.equal((await guardedFetch(url.replace('127.0.0.1', 'localhost'))).status, 200)
  assert.equal(calls, 1)
})

test('a closed port, a silent one and an unknown name return the same error', async (t) => {
  const closed = `http://127.0.0.1:${await freePort()}`
  const pending: Lookup = () => new Promise(() => {})
  const missing: Lookup = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }))
  const errors = [
    await failsWith('connect_failed', client(t)(closed)),
    await failsWith('connect_failed', client(t, { lookup: pending })('http://localhost:9999/', { timeoutMs: 30 })),
    await failsWith('connect_failed', client(t, { lookup: missing })('http://localhost:9999/')),
    await failsWith('connect_failed', client(t, { lookup: async () => [] })('http://localhost:9999/')),
  ]
  assert.equal(new Set(errors.map((error) => error.message)).size, 1)
})

const names = { 'https://hooks.example.com/': '10.0.0.1', 'https://other.example.com/': '::ffff:127.0.0.1' }

for (const [url, address] of Object.entries(names)) {
  test(`a name that resolves to ${address} is refused`, async (t) => {
    const guardedFetch = client(t, { allowPrivate: false, lookup: answering(address) })
    await failsWith('address_refused', guardedFetch(url))
    assert.equal(await guardedFetch.refusal(url), 'lead to a public address')
  })
}

test('a name with one private address among public ones is refused', async (t) => {
  const guardedFetch = client(t, { allowPrivate: false, lookup: answering('8.8.8.8', '1.1.1.1', '169.254.169.254') })
  await failsWith('address_refused', guardedFetch('https://hooks.example.com/'))
})

test('a literal address is refused without a lookup', async (t) => {
  const lookup: Lookup = () => assert.fail('nothing to look up')
  const guardedFetch = client(t, { allowPrivate: false, lookup })
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '[::ffff:10.0.0.1]', '168.63.129.16', '[64:ff9b::a00:1]']) {
    await failsWith('address_refused', guardedFetch(`https://${host}/`))
    assert.equal(await guardedFetch.refusal(`https://${host}/`), 'lead to a public address')
  }
})

test('denied addresses are refused, whether the URL contains a name or the address', async (t) => {
  const lookup = answering('198.41.0.4')
  const guardedFetch = client(t, { allowPrivate: false, lookup, denied: ['198.41.0.0/24'] })
  for (const url of ['https://hooks.example.com/', 'https://198.41.0.7/']) {
    await failsWith('address_refused', guardedFetch(url))
    assert.equal(await guardedFetch.refusal(url), 'lead to a public address')
  }
  assert.equal(await guardedFetch.refusal('https://198.41.1.7/'), undefined)
})

test('a name is refused when its second lookup returns a denied address', async (t) => {
  let port = 0
  const url = await receiver(t, (_, res) => res.writeHead(200, { connection: 'close' }).end('reached'))
  port = Number(new URL(url).port)
  const answers = ['127.0.0.1', '169.254.169.254']
  const asked: string[] = []
  const lookup: Lookup = async (hostname) => {
    asked.push(hostname)
    return [{ address: answers.shift() ?? '', family: 4 }]
  }
  const guardedFetch = client(t, { lookup })
  assert.equal((await guardedFetch(`http://hooks.localhost:${port}/`)).body.toString(), 'reached')
  assert.equal(asked.length, 1, 'the answer that was checked is the one connected to')
  await failsWith('address_refused', guardedFetch(`http://hooks.localhost:${port}/`))
})

test('a registered public name is refused when it resolves to a private address', async (t) => {
  const answers = ['8.8.8.8', '127.0.0.1']
  const lookup: Lookup = async () => [{ address: answers.shift() ?? '', family: 4 }]
  const guardedFetch = client(t, { allowPrivate: false, lookup })
  assert.equal(await guardedFetch.refusal('https://hooks.example.com/'), undefined)
  await failsWith('address_refused', guardedFetch('https://hooks.example.com/'))
})

test('a name that does not resolve yet may be registered', async (t) => {
  const lookup: Lookup = () => Promise.reject(new Error('queryA ENOTFOUND'))
  assert.equal(await client(t, { allowPrivate: false, lookup }).refusal('https://hooks.example.com/'), undefined)
})

test('plain http never leaves the machine, even when localhost resolves elsewhere', async (t) => {
  const guardedFetch = client(t, { lookup: answering('10.0.0.1') })
  await failsWith('address_refused', guardedFetch('http://localhost:3000/'))
})

test('without the development switch this machine is refused, over http and https', async (t) => {
  let calls = 0
  const url = await receiver(t, (_, res) => {
    calls++
    res.end()
  })
  const guardedFetch = client(t, { allowPrivate: false })
  for (const address of [url, url.replace('http:', 'https:')]) await failsWith('address_refused', guardedFetch(address))
  assert.equal(calls, 0)
})

test('an untrusted certificate is refused, and SNI contains the name from the URL', async (t) => {
  const hellos: unknown[] = []
  let calls = 0
  const ALPNCallback: TlsOptions['ALPNCallback'] = (hello) => {
    hellos.push({ ...hello })
    return 'http/1.1'
  }
  const server = createTlsHttpServer({ ...selfSignedCertificate('hooks.example.com'), ALPNCallback }, () => {
    calls++
  })
  const port = await listen(t, server)
  const guardedFetch = client(t, { lookup: answering('127.0.0.1') })
  await failsWith('tls_failed', guardedFetch(`https://hooks.example.com:${port}/`))
  assert.deepEqual(hellos, [{ servername: 'hooks.example.com', protocols: ['http/1.1'] }])
  assert.equal(calls, 0)
})

test('https to a port with another protocol returns the same error as a closed port', async (t) => {
  const url = await rawReceiver(t, (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
  await failsWith('connect_failed', client(t)(url.replace('http:', 'https:')))
})

test('a proxy from the environment is not used', async (t) => {
  const url = await receiver(t, (_, res) => res.end('straight'))
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  const before = names.map((name) => process.env[name])
  t.after(() => {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  })
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : 'http://127.0.0.1:1'
  assert.equal((await client(t)(url)).body.toString(), 'straight')
})

test('a hanging receiver does not delay calls to other receivers', async (t) => {
  const hanging = await receiver(t, () => {})
  const quick = await receiver(t, (_, res) => res.end())
  const guardedFetch = client(t)
  const givingUp = new AbortController()
  let over = 0
  const stuck = Array.from({ length: 100 }, () =>
    guardedFetch(hanging, { timeoutMs: 120_000, signal: givingUp.signal })
      .catch(() => 'late')
      .finally(() => over++),
  )
  for (let call = 0; call < 20; call++) await guardedFetch(quick)
  assert.equal(over, 0, 'all twenty were answered while all hundred hung')
  givingUp.abort()
  assert.deepEqual(new Set(await Promise.all(stuck)), new Set(['late']))
})

test('a shop of this service is allowed at its addresses, and at no others', async (t) => {
  const origin = await receiver(t, (request, response) => response.end(request.url))
  const api = `${origin}/demo-store/wp-json/wc/v3/`
  const pictures = `${origin}/demo-store/pictures/`
  const address = `${origin}/demo-store`
  const guardedFetch = createGuardedFetch({ allowPrivate: false, ownShop: { address, folders: [api, pictures] } })
  t.after(guardedFetch.close)
  const answer = await guardedFetch(`${api}products?per_page=1`)
  assert.equal(answer.body.toString(), '/demo-store/wp-json/wc/v3/products?per_page=1')
  assert.equal(await guardedFetch.refusal(address), undefined)
  const picture = await guardedFetch(`${pictures}mug.webp`)
  assert.equal(picture.body.toString(), '/demo-store/pictures/mug.webp')
  for (const other of [
    origin,
    `${address}/`,
    `${address}/products/1/orders`,
    api.slice(0, -1),
    pictures.slice(0, -1),
    `${pictures}../products/1`,
    `${api}../../../../api/v1/health`,
    `${api}%2e%2e/%2e%2e/x`,
    `${api}..\\..\\x`,
    api.replace('127.0.0.1', '127.0.0.1:80@10.0.0.1'),
    api.replace('127.0.0.1', 'localhost'),
  ])
    await failsWith('address_refused', guardedFetch(other))
})

test('one exact address of this service is allowed, with no other path, port or spelling', async (t) => {
  const origin = await receiver(t, (request, response) => response.end(request.url))
  const ownReceiver = `${origin}/demo-store/webhooks`
  const guardedFetch = createGuardedFetch({ allowPrivate: false, ownReceiver })
  t.after(guardedFetch.close)
  const answer = await guardedFetch(ownReceiver, { method: 'POST', body: '{}' })
  assert.equal(answer.body.toString(), '/demo-store/webhooks')
  assert.equal(await guardedFetch.refusal(ownReceiver), undefined)
  for (const address of [
    origin,
    `${ownReceiver}/`,
    `${ownReceiver}?a`,
    `${ownReceiver}/../../api/v1`,
    `${origin}/api/v1/health`,
    ownReceiver.replace('127.0.0.1', 'localhost'),
  ]) {
    await failsWith('address_refused', guardedFetch(address))
    assert.match((await guardedFetch.refusal(address)) ?? '', /https|public/)
  }
})

test('closing ends running calls and refuses new ones', async (t) => {
  const url = await receiver(t, () => void guardedFetch.close())
  const guardedFetch = client(t)
  await failsWith('protocol_error', guardedFetch(url))
  await failsWith('connect_failed', guardedFetch(url))
})

function client(t: TestContext, options: Partial<GuardedFetchOptions> = {}) {
  const guardedFetch = createGuardedFetch({ allowPrivate: true, ...options })
  t.after(() => guardedFetch.close())
  return guardedFetch
}

async function receiver(t: TestContext, answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(t, createServer(answer))}`
}

async function rawReceiver(t: TestContext, answer: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  return `http://127.0.0.1:${await listen(t, server)}`
}

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function answering(...addresses: string[]): Lookup {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

async function failsWith(code: GuardedFetchCode, call: Promise<unknown>): Promise<GuardedFetchError> {
  const outcome = await call.then(
    (value) => assert.fail(`it succeeded: ${JSON.stringify(value)}`),
    (error: GuardedFetchError) => error,
  )
  assert.equal(outcome.name, 'GuardedFetchError', String(outcome))
  assert.equal(outcome.code, code, `${outcome.cause}`)
  return outcome
}
