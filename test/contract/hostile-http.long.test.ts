import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { shoppers } from '#resources/loyalty/loyalty.testing.ts'
import { assertErrorShape, buildPath, buildQuery, nameOf, operations, refusing, sampleBody } from '#test/operations.ts'
import { type Answer, type Shop, startService, type TestService } from '#test/service.ts'
import { exchange, request } from '#test/socket.ts'

let service: TestService
let shop: Shop
let port: number
let key: string[]
let session: string[]
let page: string[]
let customer: string[]
before(async () => {
  service = await startService()
  shop = await service.shop()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
  const store = `x-store-env-id: ${shop.storeEnvId}`
  key = [`authorization: Bearer ${shop.adminKey}`, store]
  const cookies = await service.service.services.users.signIn(shop.ownerEmail, shop.password)
  page = ['origin: https://shop.example.com', store]
  const token = (await shoppers(service, shop))('jane@customer.example')
  customer = [...page, ...Object.entries(token).map(([name, value]) => `${name}: ${value}`)]
  session = [`cookie: ${cookies?.map((each) => each.split(';')[0]).join('; ')}`, store]
})
after(() => service.close())
afterEach(async () => {
  const answer = await send('GET /api/v1/billing/subscription', key)
  assert.equal(answer.status, 200, 'the service has not survived')
})

const json = 'content-type: application/json'
const length = (body: string | Buffer) => `content-length: ${Buffer.byteLength(body)}`
const send = (line: string, headers: string[], body: string | Buffer = ''): Promise<Answer> =>
  exchange(port, request(line, body.length > 0 ? [...headers, length(body)] : headers, body))
function credentials(op: Operation): string[] {
  if (op.tenancy === 'storefront') return op.storefront.needsCustomer ? customer : page
  return op.access.session || roleOf(op) === 'OWNER' ? session : key
}
const line = (op: Operation) => `${op.method} /api/v1${buildPath(op)}${buildQuery(op)}`

function assertRefusal(answer: Answer, why: string, ...statuses: number[]): void {
  const seen = `${why}: ${answer.status} ${answer.text.slice(0, 300)}`
  assert.ok(answer.status >= 400 && answer.status < 500, seen)
  if (statuses.length > 0) assert.ok(statuses.includes(answer.status), seen)
  assert.match(String(answer.headers['x-request-id']), /^[\w.-]{1,64}$/, seen)
  assertErrorShape(answer, seen)
}

const withBody = operations.filter((op) => op.input.body)
const deep = (open: string, close: string) => `${open.repeat(10_000)}1${close.repeat(10_000)}`

test('malformed JSON, or JSON with hidden keys, is 400 on every operation with a body', async () => {
  const bodies: Record<string, string | Buffer> = {
    'not JSON': 'x',
    'half of it': '{"a":',
    'more than one': '{} {}',
    'nested 10,000 deep in lists': deep('[', ']'),
    'nested 10,000 deep in objects': deep('{"a":', '}'),
    'nested and never closed': '['.repeat(10_000),
    'a NUL in a text': '{"name":"a\\u0000b","title":"\\u0000"}',
    'a NUL in a name': '{"a\\u0000":1}',
    'a NUL as it is': Buffer.from('{"name":"a\0b"}'),
    'half a surrogate pair': '{"name":"\\ud800"}',
    'the other half': '[{"name":"\\udc00\\ud800"}]',
    'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    'overlong UTF-8': Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
    'UTF-16': Buffer.from('\ufeff{"name":"x"}', 'utf16le'),
    compressed: Buffer.from('1f8b0800000000000003ab56', 'hex'),
    __proto__: '{"__proto__":{"role":"OWNER"}}',
    '__proto__, escaped': '{"\\u005f_proto__":{"role":"OWNER"}}',
    '__proto__, below': '[{"a":[{"__proto__":null}]}]',
    'a number': '1e400',
    null: 'null',
    'only blanks': ' \n ',
  }
  for (const op of withBody)
    for (const [what, body] of Object.entries(bodies))
      assertRefusal(await send(line(op), [...credentials(op), json], body), `${nameOf(op)} ${what}`, 400)
})

test('a wrong content type gets 415, a missing type 400 or 415, a missing body 400', async () => {
  for (const op of withBody) {
    const body = JSON.stringify(sampleBody(op))
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'json',
      '*/*',
      'a/b; application/json',
    ]
    for (const type of types.filter((each) => !op.input.asText || each !== 'text/plain'))
      assertRefusal(
        await send(line(op), [...credentials(op), `content-type: ${type}`], body),
        `${nameOf(op)} ${type}`,
        415,
      )
    assertRefusal(await send(line(op), credentials(op), body), `${nameOf(op)} no type`, 400, 415)
    for (const headers of op.input.optional ? [] : [[], [json], [json, 'content-length: 0']])
      assertRefusal(await send(line(op), [...credentials(op), ...headers]), `${nameOf(op)} no body`, 400)
  }
})

test('every valid notation of the JSON content type is accepted, and unknown fields are ignored', async () => {
  for (const op of withBody.filter(({ tenancy }) => tenancy !== 'public')) {
    // Each of these calls may count as a wrong password. A fifth one would have to wait, so the counts are deleted.
    await service.service.db.authPool.query('delete from auth.failed_attempt')
    const plain = await send(line(op), [...credentials(op), json], JSON.stringify(sampleBody(op)))
    assert.ok(plain.status < 500, plain.text)
    const more = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(more)
        : value && typeof value === 'object'
          ? { ...value, unknownField: { a: [1] }, constructor: 1 }
          : value
    for (const type of ['Application/JSON', 'application/json;charset=UTF-8', 'application/vnd.x+json']) {
      const answer = await send(
        line(op),
        [...credentials(op), `content-type: ${type}`],
        JSON.stringify(more(sampleBody(op))),
      )
      const same =
        [answer.status, plain.status].every((status) => status < 300) ||
        [answer.status, answer.body?.code].join() === [plain.status, plain.body?.code].join() ||
        answer.status === 409
      assert.ok(same, `${nameOf(op)} ${type}: ${plain.status} then ${answer.status} ${answer.text}`)
    }
  }
})

test('ten megabytes are read, one byte more gets 413, with or without content-length', async () => {
  const [op] = withBody.filter(({ id }) => id === 'account.invite_user')
  assert.ok(op)
  const pad = (size: number) => `{"email":"a@b.co","role":"VIEWER","pad":"${'x'.repeat(size - 43)}"}`
  assert.equal(pad(10_485_760).length, 10_485_760)
  const headers = [...session, json]
  assertRefusal(await send(line(op), headers, pad(10_485_761)), 'announced', 413)
  const chunked = `${(10_485_761).toString(16)}\r\n${pad(10_485_761)}\r\n0\r\n\r\n`
  assertRefusal(
    await exchange(port, request(line(op), [...headers, 'transfer-encoding: chunked'], chunked)),
    'chunked',
    413,
  )
  assertRefusal(await exchange(port, request(line(op), [...headers, 'content-length: 99999999999'], 'x')), 'a lie', 413)
  assert.equal((await send(line(op), headers, pad(10_485_760))).status, 201)
})

test('a client that is still sending too much gets 413, or an error found earlier', async () => {
  const body = `[${' '.repeat(11 * 1024 * 1024)}]`
  const put = async (path: string, headers: string[], method = 'PUT') => {
    const named = headers.map((each) => each.split(': ') as [string, string])
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: [['content-type', 'application/json'], ...named],
      body,
    })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  const made = await (await shop.signedIn()).post('/api-keys', { name: 'Reader', role: 'VIEWER' })
  const viewer = [`authorization: Bearer ${made.body.key}`, `x-store-env-id: ${shop.storeEnvId}`]
  // Timing decides whether the connection breaks off, so the test tries several times.
  for (let i = 0; i < 4; i++) {
    assert.deepEqual(await put('/products', key), [413, 'payload_too_large'])
    assert.deepEqual(await put('/products', []), [401, 'unauthenticated'])
    assert.deepEqual(await put('/products', viewer), [403, 'role_read_only'])
    assert.deepEqual(await put('/products', key, 'PATCH'), [405, 'method_not_allowed'])
    assert.deepEqual(await put('/auth/sign-in/email', [], 'POST'), [413, 'payload_too_large'])
    assert.deepEqual(await put('/storefront/reviews', page, 'POST'), [413, 'payload_too_large'])
  }
})

test('a duplicate single-value header is 400', async () => {
  const [authorization = '', store = ''] = key
  const line = 'GET /api/v1/billing/subscription'
  for (const twice of [
    [authorization, authorization, store],
    [authorization, store, store],
    [authorization, store, `X-Store-Env-Id: ${shop.storeEnvId}`],
    [authorization, store, json, json],
    [authorization, store, 'origin: https://a.example', 'origin: https://b.example'],
    [authorization, store, 'cookie: a=1', 'cookie: evident.session_token=x'],
    [authorization, store, 'host: evil.example'],
  ])
    assertRefusal(await send(line, twice), twice.join(' | '), 400)
})

test('keys and headers of any size are refused and never echoed', async () => {
  const [, store = ''] = key
  for (const [size, ...statuses] of [
    [1_000, 401],
    [10_000, 401],
    [1_000_000, 431],
  ] as const) {
    const answer = await send('GET /api/v1/billing/subscription', [
      `authorization: Bearer evnt_${'A'.repeat(size)}`,
      store,
    ])
    assertRefusal(answer, `a key of ${size}`, ...statuses)
    assert.ok(!answer.text.includes('AAAA'))
  }
  const many = Array.from({ length: 3_000 }, (_, i) => `x-header-${i}: ${i}`)
  assertRefusal(await send('GET /api/v1/billing/subscription', [...key, ...many]), '3,000 headers', 431)
  assertRefusal(await send(`GET /api/v1/billing/subscription?q=${'a'.repeat(100_000)}`, key), 'a long address', 431)
  const injected = await send('GET /api/v1/billing/subscription', [...key, `x-request-id: ${'a'.repeat(65)}`])
  assert.match(String(injected.headers['x-request-id']), /^[0-9a-f-]{36}$/)
})

test('invalid or contradictory HTTP is 400', async () => {
  const target = 'POST /api/v1/account/users/invite'
  const headers = [...session, json]
  const raw: Record<string, string | Buffer> = {
    'no HTTP at all': 'hello\r\n\r\n',
    binary: Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x0d, 0x0a]),
    'an unknown method': request('FETCH /api/v1/reviews', key),
    'another version': 'GET /health HTTP/9.9\r\nhost: x\r\n\r\n',
    'no host': 'GET /api/v1/health HTTP/1.1\r\nconnection: close\r\n\r\n',
    'two lengths': request(target, [...headers, 'content-length: 2', 'content-length: 3'], '{}'),
    'length and chunks': request(target, [...headers, 'content-length: 2', 'transfer-encoding: chunked'], '0\r\n\r\n'),
    'a negative length': request(target, [...headers, 'content-length: -1'], '{}'),
    'a length of words': request(target, [...headers, 'content-length: two'], '{}'),
    'chunks that are none': request(target, [...headers, 'transfer-encoding: chunked'], 'zz\r\nhello\r\n0\r\n\r\n'),
    'a NUL in a header': request(target, [...key, 'x-note: a\0b']),
    'a folded header': request(target, [...key, 'x-note: a\r\n\tb', ' : c']),
    'a blank before the colon': request(target, ['authorization : Bearer x']),
    'a line without a colon': request(target, ['authorization']),
  }
  for (const [what, bytes] of Object.entries(raw)) assertRefusal(await exchange(port, bytes), what, 400)
  const expecting = await send('POST /api/v1/account/users/invite', [...headers, 'expect: the impossible'], '{}')
  assertRefusal(expecting, 'an expectation', 400)
})

test('a URL that is damaged in any part gets 400 or 404', async () => {
  const paths = [
    '/api/v1/%',
    '/api/v1/reviews/%ZZ',
    '/api/v1/reviews/%C3%28',
    '/api/v1/reviews/%00',
    '/api/v1/reviews/a%00b/photos',
    '/api/v1/../../etc/passwd',
    '/api/v1/%2e%2e/%2e%2e/package.json',
    '//api/v1/reviews',
    '/api/v1//reviews',
    '/api/v1/REVIEWS',
    '/api/v2/reviews',
    '/api/v1',
    '/%5c',
    `/api/v1/reviews/${'a'.repeat(3_000)}`,
    '/api/v1/reviews;x=1',
    '*',
    'http://evil.example/api/v1/nothing',
    '/api/v1/__proto__',
    '/api/v1/constructor/prototype',
    '/api/v1/toString',
  ]
  for (const path of paths) assertRefusal(await send(`GET ${path}`, key), path, 400, 404)
  for (const op of refusing.filter(({ path }) => path.includes(':'))) {
    for (const bad of ['%00', 'a%00b', '%ED%A0%80', '%C0%80', '%', 'x'.repeat(2_000), '__proto__', '..%2f..%2fx']) {
      const path = op.path.replace(/:\w+/g, bad)
      const answer = await send(
        `${op.method} /api/v1${path}`,
        [...credentials(op), json],
        op.input.body ? JSON.stringify(sampleBody(op)) : '',
      )
      if (answer.status >= 300) assertRefusal(answer, `${op.method} ${path}`, 400, 404)
    }
  }
})

test('a wrong method for a path is 405 and lists the allowed methods', async () => {
  for (const [path, ops] of Map.groupBy(operations, (op) => op.path)) {
    const allowed = ops.flatMap(({ method }): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    if (ops[0]?.tenancy === 'storefront') allowed.push('OPTIONS')
    const address = `/api/v1${buildPath(ops[0] as Operation)}`
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const answer = await send(`${method} ${address}`, key)
      assertRefusal(answer, `${method} ${path}`, 405)
      assert.deepEqual(String(answer.headers.allow).split(', ').sort(), allowed.sort(), path)
    }
    const head = await send(`HEAD ${address}`, key)
    if (!allowed.includes('GET')) assert.deepEqual([head.status, head.text], [405, ''], path)
  }
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Headers that two equal calls share, except `transfer-encoding`, which only the body of a stream has. */
function shared(one: Answer, other: Pick<Answer, 'headers'>): Answer['headers'] {
  const isSteady = ([name, value]: [string, unknown]) =>
    name !== 'transfer-encoding' && String(other.headers[name]) === String(value)
  return Object.fromEntries(Object.entries(one.headers).filter(isSteady))
}

test('HEAD returns the status and headers of GET, without the body', async () => {
  for (const op of operations.filter(({ method }) => method === 'GET')) {
    const get = await send(line(op), credentials(op))
    const head = await send(line(op).replace('GET', 'HEAD'), credentials(op))
    assert.deepEqual([head.status, head.text], [get.status, ''], nameOf(op))
    const steady = shared(get, await send(line(op), credentials(op)))
    assert.deepEqual(shared(head, { headers: steady }), steady, nameOf(op))
    assert.equal(head.headers['content-length'], get.headers['content-length'], nameOf(op))
  }
})
