// The tests of server/platform/limits prove that the windows are exact. This file tests which caller is charged and what
// the responses say.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { newKey } from '#platform/auth/keys.ts'
import { assertErrorShape } from '#test/operations.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'

const policy = '"1s";q=10;w=1, "10s";q=50;w=10, "1m";q=200;w=60'

let service: TestService
let shop: Shop
before(async () => {
  service = await startService({ env: { RATE_LIMITS: '10/1s,50/10s,200/60s' } })
  shop = await service.shop()
})
after(() => service.close())

/**
 * Sends parallel calls of a new caller. If a busy machine takes longer than the window, repeats the calls with another new
 * caller.
 */
async function burst(count: number, newCaller: () => Call | Promise<Call>, tries = 10): Promise<Answer[]> {
  const call = await newCaller()
  const startedAt = performance.now()
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => call(i)))
  return performance.now() - startedAt < 950 || tries === 1 ? answers : burst(count, newCaller, tries - 1)
}
type Call = (i: number) => Promise<Answer>
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
const passed = (answers: Answer[]) => answers.filter(({ status }) => status !== 429)
const remaining = ({ headers }: Answer) =>
  [...String(headers.ratelimit).matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(([, name, r]) => `${name}:${r}`)

const from = (address: string) => {
  const ask = async (asked: Omit<InjectOptions, 'url'>, path: string) => {
    const answer = await service.app.inject({ ...asked, url: `/api/v1${path}`, remoteAddress: address })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: JSON.parse(answer.body || '{}'),
    }
  }
  const headersOfOurs = () => ({ 'content-type': 'application/json', origin: service.service.origin })
  return {
    get: (path: string, headers: Record<string, string> = {}) => ask({ headers }, path),
    post: (path: string, body: object) =>
      ask({ method: 'POST', headers: headersOfOurs(), payload: JSON.stringify(body) }, path),
  }
}

let strangers = 0
/** A client with a new address, so that it shares its budget with no other client. */
const stranger = () => from(`192.0.2.${++strangers}`)

function assertTooMany(answer: Answer): void {
  assert.equal(answer.status, 429, answer.text)
  assert.equal(answer.body.code, 'rate_limited')
  assertErrorShape(answer)
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
  assert.match(String(answer.headers.ratelimit), /^"1s";r=\d+;t=\d+, "10s";r=\d+;t=\d+, "1m";r=\d+;t=\d+$/)
}

/** Waits for the end of the second, because only the real clock opens a new window. */
const nextSecond = () => pause(1_010)

test('a key has ten calls a second, and headers state the remaining calls and retry time', async () => {
  const answers = await burst(11, async () => {
    const api = await shop.as('VIEWER')
    return () => api.get('/billing/subscription')
  })
  const answered = passed(answers)
  const left = answered.map((answer) => remaining(answer).join()).sort()
  assert.deepEqual(
    left,
    Array.from({ length: 10 }, (_, i) => `1s:${i},10s:${40 + i},1m:${190 + i}`),
  )
  for (const { status, headers } of answered) {
    assert.equal(status, 200)
    assert.equal(headers['ratelimit-policy'], policy)
    assert.equal(headers['retry-after'], undefined)
  }
  const refused = answers.find(({ status }) => status === 429)
  assertTooMany(refused as Answer)
  assert.equal(refused?.headers['ratelimit-policy'], policy)
  assert.equal(refused?.headers['retry-after'], '1')
})

test('refused calls do not count against any limit', async () => {
  let api = shop.api
  const first = await burst(60, async () => {
    api = await shop.as('VIEWER')
    return () => api.get('/account/organizations')
  })
  assert.deepEqual([passed(first).length, first.length], [10, 60])
  for (const answer of first.filter(({ status }) => status === 429)) assertTooMany(answer)
  await nextSecond()
  const second = await Promise.all(Array.from({ length: 10 }, () => api.get('/account/organizations')))
  assert.deepEqual(statuses(second), Array(10).fill(200))
  // If these ten calls took longer than a second, the current second has more calls left.
  assert.ok(
    second.some((answer) => /^1s:\d,10s:30,1m:180$/.test(remaining(answer).join())),
    second.map((answer) => remaining(answer).join()).join(' '),
  )
})

test('in a burst of cheap and expensive calls, exactly ten calls succeed', async () => {
  const listCalls = (api: Api): (() => Promise<Answer>)[] => [
    () => api.get('/billing/subscription'),
    () => api.get('/account/organizations'),
    () => api.post('/account/users/invite', {}),
    () => api.get('/features'),
    () => api.get('/billing/subscription', { 'x-store-env-id': 'none' }),
    () => api.get('/account/users?limit=0'),
  ]
  const answers = await burst(36, async () => {
    const calls = listCalls(await shop.as('VIEWER', ['billing:read', 'account:write']))
    return (i) => (calls[i % calls.length] as () => Promise<Answer>)()
  })
  assert.equal(passed(answers).length, 10)
  assert.ok(passed(answers).some(({ status }) => status === 200) && passed(answers).some(({ status }) => status >= 400))
})

test('keys of one organization, and two keys of one network, have separate budgets', async () => {
  const answers = await burst(40, async () => {
    const keys = [await shop.as('VIEWER'), await shop.as('VIEWER')]
    return (i) => (keys[i % 2] as Api).get('/features')
  })
  for (const parity of [0, 1]) assert.equal(passed(answers.filter((_, i) => i % 2 === parity)).length, 10)
})

test('a signed-in person has three times the limits, shared by all their sessions', async () => {
  const answers = await burst(60, async () => {
    const own = await service.shop()
    const sessions = [await own.signedIn(), await own.signedIn()]
    return (i) => (sessions[i % 2] as Api).get('/account/stores')
  })
  assert.equal(passed(answers).length, 30)
  const [any] = passed(answers)
  assert.equal(any?.headers['ratelimit-policy'], '"1s";q=30;w=1, "10s";q=150;w=10, "1m";q=600;w=60')
})

test("failed authentication of any kind counts against the client's IP address", async () => {
  const guesses = [
    {},
    { authorization: 'Bearer evnt_wrong' },
    { authorization: `Bearer ${newKey()}` },
    { cookie: 'evident.session_token=a.b' },
    { authorization: `Bearer ${newKey()}`, 'x-store-env-id': shop.storeEnvId },
  ] as Record<string, string>[]
  let client = stranger()
  const answers = await burst(30, () => {
    client = stranger()
    return (i) => client.get('/billing/subscription', guesses[i % guesses.length])
  })
  assert.equal(answers.filter(({ status }) => status === 401).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 20)
  for (const { headers } of passed(answers)) assert.equal(headers['ratelimit-policy'], policy)
  const good = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
  assert.equal((await client.get('/billing/subscription', good)).status, 200, 'a proven caller has a budget of its own')
  assert.equal((await stranger().get('/billing/subscription')).status, 401, 'another address has its own')
})

test("password guesses and calls to unknown paths count against the client's IP address", async () => {
  // The guesses are spread over many accounts, because a single account has a stricter limit.
  let guessers = 0
  const guesses = await burst(15, () => {
    const guesser = stranger()
    const names = ++guessers
    const makeEmail = (i: number) => `${names}-${i}-${shop.ownerEmail}`
    return (i) => guesser.post('/auth/sign-in/email', { email: makeEmail(i), password: 'a wrong guess' })
  })
  assert.equal(guesses.filter(({ status }) => status === 401).length, 10)
  const lost = await burst(15, () => {
    const client = stranger()
    return () => client.get('/no/such/route')
  })
  assert.equal(lost.filter(({ status }) => status === 404).length, 10)
  for (const answer of lost) assert.equal(answer.headers['ratelimit-policy'], policy)
})

test('a forged forwarded address is ignored, and an IPv6 network counts as one address', async () => {
  const liars = await burst(15, () => {
    const liar = stranger()
    return (i) => liar.get('/openapi.json', { 'x-forwarded-for': `198.51.100.${i}` })
  })
  assert.equal(passed(liars).length, 10)
  let networks = 0
  const network = await burst(15, () => {
    const prefix = `2001:db8:1:${++networks}`
    return (i) => from(`${prefix}::${(i + 1).toString(16)}`).get('/openapi.json')
  })
  assert.equal(passed(network).length, 10)
  assert.equal((await from('2001:db8:1:ffff::1').get('/openapi.json')).status, 200)
})

test('a visitor has sixty calls in ten seconds for each store, separate from other visitors', async () => {
  const other = await service.shop()
  const page = (of: Shop) => ({ origin: 'https://shop.example.com', 'x-store-env-id': of.storeEnvId })
  const visitor = stranger()
  await visitor.get('/storefront/config', page(shop))
  const answers = await Promise.all(Array.from({ length: 70 }, () => visitor.get('/storefront/config', page(shop))))
  assert.equal(passed(answers).length, 59)
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(refused?.body.code, 'rate_limited')
  assert.equal(refused?.headers['access-control-allow-origin'], 'https://shop.example.com')
  assert.match(String(refused?.headers['retry-after']), /^[1-9]\d*$/)
  for (const { headers } of answers) assert.equal(headers['ratelimit-policy'], '"10s";q=60;w=10')
  assert.equal((await visitor.get('/storefront/config', page(other))).status, 200, 'another store')
  assert.equal((await stranger().get('/storefront/config', page(shop))).status, 200, 'another visitor')
  assert.equal((await shop.api.get('/features')).status, 200)
})

test("guesses of stores and origins count against the client's IP address, for any combination", async () => {
  const answers = await burst(30, () => {
    const visitor = stranger()
    return (i) =>
      visitor.get('/storefront/config', {
        origin: `https://shop${i}.example.com`,
        'x-store-env-id': i % 2 ? shop.storeEnvId : crypto.randomUUID(),
      })
  })
  assert.equal(answers.filter(({ body }) => body.code === 'origin_forbidden').length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 20)
})

for (const path of ['/health', '/health/ready'])
  test(`${path} has no limit and sends no limit headers`, async () => {
    const client = stranger()
    const answers = await Promise.all(Array.from({ length: 60 }, () => client.get(path)))
    assert.deepEqual([...new Set(statuses(answers))], [200])
    assert.equal(answers[0]?.headers.ratelimit, undefined)
  })

test('a forbidden call that also exceeds the limit gets 429', async () => {
  const answers = await burst(12, async () => {
    const api = await shop.as('VIEWER', ['reviews:read'])
    return () => api.post('/account/users/invite', {})
  })
  assert.equal(answers.filter(({ body }) => body.code === 'scope_denied').length, 10)
  assert.equal(answers.filter(({ body }) => body.code === 'rate_limited').length, 2)
})
