// All storefront operations must behave alike, so no operation is named here.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '#platform/calls/operation.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import {
  assertAnswer,
  assertRefused,
  buildPath,
  buildQuery,
  nameOf,
  sampleBody,
  storefronts,
} from '#test/operations.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'

const own = 'https://shop.example.com'

let service: TestService
let ours: Shop
let theirs: Shop
let lapsedStore: string
let owner: Api
before(async () => {
  service = await startService({
    env: { BILLING: 'manual', RATE_LIMITS: '100000/1s,100000/10s,100000/60s', STOREFRONT_RATE_LIMITS: 'off' },
  })
  ours = await service.shop('Ours')
  theirs = await service.shop('Theirs')
  owner = await ours.signedIn()
  const other = await theirs.signedIn()
  await other.patch(`/account/stores/${theirs.storeEnvId}`, { origins: ['https://theirs.example.com'] })
  const opened = await owner.post('/account/stores', { name: 'Lapsed', origins: [own] })
  lapsedStore = opened.body.id
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${lapsedStore}`),
  )
})
after(() => service.close())

const call = (op: Operation, headers: Record<string, string>): Promise<Answer> => {
  const type = op.input.accepts?.find((each) => each.startsWith('multipart')) ?? op.input.accepts?.[0]
  return service.anonymous.call(op.method, buildPath(op) + buildQuery(op), sampleBody(op), {
    ...(type && { 'content-type': type }),
    ...headers,
  })
}
const page = (origin: string, store = ours.storeEnvId) => ({ origin, 'x-store-env-id': store })
const mayRead = ({ headers }: Answer) => headers['access-control-allow-origin']

test('there are storefront operations to test', () => assert.ok(storefronts.length >= 5))

test('store pages, with or without www., can call the operations and read the responses', async () => {
  for (const op of storefronts) {
    for (const origin of [own, 'https://www.shop.example.com']) {
      const answer = await call(op, page(origin))
      assert.notEqual(answer.body?.code, 'origin_forbidden', `${nameOf(op)} ${answer.text}`)
      assertAnswer(op, answer, origin)
      assert.equal(mayRead(answer), origin, nameOf(op))
      assert.match(String(answer.headers['access-control-expose-headers']), /ratelimit.*retry-after.*x-request-id/)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    }
  }
})

const strangers: Record<string, string> = {
  none: '',
  null: 'null',
  'another site': 'https://evil.example',
  'plain http': 'http://shop.example.com',
  'another port': 'https://shop.example.com:8443',
  'a subdomain': 'https://a.shop.example.com',
  'another subdomain that ends alike': 'https://wwwshop.example.com',
  'the site above': 'https://example.com',
  'twice www': 'https://www.www.shop.example.com',
  'a name that goes on': 'https://shop.example.com.evil.example',
  'a trailing dot': 'https://shop.example.com.',
  'with a path': 'https://shop.example.com/',
  'with a person': 'https://shop.example.com@evil.example',
  'with a backslash': 'https://shop.example.com\\evil.example',
  'two at once': 'https://shop.example.com https://evil.example',
  'no scheme': 'shop.example.com',
  'another scheme': 'chrome-extension://shop.example.com',
  'a local file': 'file://',
  'another alphabet': 'https://shор.example.com',
  'of another store': 'https://theirs.example.com',
  'very long': `https://${'a'.repeat(5_000)}.example`,
}

test('a page of another site is refused and cannot read the error', async () => {
  for (const op of storefronts) {
    for (const [why, origin] of Object.entries(strangers)) {
      const headers: Record<string, string> = page(origin)
      if (origin === '') delete headers.origin
      const answer = await call(op, headers)
      assertRefused(op, answer, 403, 'origin_forbidden', why)
      assert.equal(mayRead(answer), undefined, why)
    }
  }
})

test('origins match as in browsers: case and the default port do not matter', async () => {
  for (const op of storefronts) {
    for (const origin of ['https://SHOP.example.com', 'HTTPS://shop.example.com', 'https://shop.example.com:443']) {
      const answer = await call(op, page(origin))
      assert.notEqual(answer.body?.code, 'origin_forbidden', `${nameOf(op)} ${origin}`)
      assert.equal(mayRead(answer), origin)
    }
  }
})

test('a missing store and a foreign page get the same response, byte for byte', async () => {
  for (const op of storefronts) {
    const answers = []
    for (const store of [theirs.storeEnvId, newId(), '00000000-0000-0000-0000-000000000000']) {
      const answer = await call(op, page(own, store))
      assertRefused(op, answer, 403, 'origin_forbidden', store)
      answers.push({ ...answer.body, requestId: '' })
    }
    assert.deepEqual([answers[1], answers[2]], [answers[0], answers[0]])
  }
})

test('a page from a foreign origin is refused even with a key or session', async () => {
  for (const op of storefronts) {
    const answer = await ours.api.call(op.method, buildPath(op) + buildQuery(op), sampleBody(op))
    assertRefused(op, answer, 403, 'origin_forbidden', 'with a key and no origin')
    const mixed = await owner.call(
      op.method,
      buildPath(op) + buildQuery(op),
      sampleBody(op),
      page('https://evil.example'),
    )
    assertRefused(op, mixed, 403, 'origin_forbidden', 'with a session')
  }
})

test('a call must name its store in the header, as a valid id', async () => {
  const malformed = ['all', '*', 'null', '0', ours.storeEnvId.replaceAll('-', ''), `${ours.storeEnvId}' or '1'='1`]
  for (const op of storefronts) {
    assertRefused(op, await call(op, { origin: own }), 400, 'store_env_required')
    for (const header of malformed)
      assertRefused(op, await call(op, page(own, header)), 400, 'store_env_required', header)
    const capitals = await call(op, page(own, ours.storeEnvId.toUpperCase()))
    assert.notEqual(capitals.body?.code, 'origin_forbidden', nameOf(op))
  }
})

test("a lapsed store's pages are refused, even for reads, and can read the error", async () => {
  for (const op of storefronts) {
    for (let times = 0; times < 2; times++) {
      const answer = await call(op, page(own, lapsedStore))
      assertRefused(op, answer, 403, 'subscription_expired')
      assert.equal(mayRead(answer), own)
    }
  }
})

test('a call with several errors gets the first: store, origin, lapsed subscription, customer, input', async () => {
  for (const op of storefronts) {
    for (const { path, body } of badInputs(op)) {
      const stages: [Record<string, string>, number, string][] = [
        [{ 'x-store-env-id': 'none', origin: 'https://evil.example' }, 400, 'store_env_required'],
        [page('https://evil.example', lapsedStore), 403, 'origin_forbidden'],
        [page('https://evil.example'), 403, 'origin_forbidden'],
        [page(own, newId()), 403, 'origin_forbidden'],
        [page(own, lapsedStore), 403, 'subscription_expired'],
        op.storefront.needsCustomer ? [page(own), 401, 'unauthenticated'] : [page(own), 400, 'validation_failed'],
      ]
      for (const [headers, status, code] of stages)
        assertRefused(op, await service.anonymous.call(op.method, path, body, headers), status, code, path)
    }
  }
})

function badInputs(op: Operation): { path: string; body?: unknown }[] {
  const query = (op.input.query as { properties?: object } | undefined)?.properties ?? {}
  const good = buildPath(op) + buildQuery(op)
  const more = (text: string) => `${good}${good.includes('?') ? '&' : '?'}${text}`
  return [
    ...('limit' in query ? [{ path: more('limit=0'), body: sampleBody(op) }] : []),
    ...('cursor' in query ? [{ path: more('cursor=bm90IGEgY3Vyc29y'), body: sampleBody(op) }] : []),
    ...(buildQuery(op) ? [{ path: buildPath(op), body: sampleBody(op) }] : []),
    ...(op.input.body ? [{ path: good, body: '{"half":' }] : []),
  ]
}

const paths = [...new Map(storefronts.map((op) => [op.path, op])).values()]
const preflight = (op: Operation, origin: string | undefined, more: Record<string, string> = {}) =>
  service.anonymous.call('OPTIONS', buildPath(op), undefined, {
    ...(origin !== undefined && { origin }),
    'access-control-request-method': op.method,
    'access-control-request-headers': 'x-store-env-id',
    ...more,
  })

test("a preflight from any store's page names the allowed methods and headers", async () => {
  for (const op of paths) {
    for (const origin of [own, 'https://www.shop.example.com', 'https://theirs.example.com']) {
      const answer = await preflight(op, origin)
      assert.deepEqual([answer.status, answer.text, mayRead(answer)], [204, '', origin], nameOf(op))
      assert.ok(String(answer.headers['access-control-allow-methods']).split(', ').includes(op.method))
      for (const header of ['x-store-env-id', 'x-customer-token', 'content-type', 'if-none-match'])
        assert.ok(String(answer.headers['access-control-allow-headers']).split(', ').includes(header), header)
      assert.ok(Number(answer.headers['access-control-max-age']) >= 600)
      assert.match(String(answer.headers.vary), /Origin/)
    }
  }
})

test('a preflight from any other page is 403 without CORS headers', async () => {
  for (const op of paths) {
    for (const origin of ['https://evil.example', 'null', 'http://shop.example.com', 'https://shop.example.com.']) {
      const answer = await preflight(op, origin)
      assert.deepEqual(
        [answer.status, answer.body?.code, mayRead(answer)],
        [403, 'origin_forbidden', undefined],
        origin,
      )
    }
    assert.equal((await preflight(op, undefined)).status, 403)
  }
})

test('preflights and calls refuse a removed origin immediately', async () => {
  const [op] = paths
  assert.ok(op)
  const move = (origins: string[]) => owner.patch(`/account/stores/${ours.storeEnvId}`, { origins })
  await move([own, 'https://old.example.com'])
  for (let times = 0; times < 2; times++) {
    assert.equal((await preflight(op, 'https://old.example.com')).status, 204)
    assert.notEqual((await call(op, page('https://old.example.com'))).body?.code, 'origin_forbidden')
  }
  await move([own])
  assert.equal((await preflight(op, 'https://old.example.com')).status, 403)
  assert.equal((await call(op, page('https://old.example.com'))).body?.code, 'origin_forbidden')
})
