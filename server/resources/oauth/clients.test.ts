import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Shop, startService, type TestService } from '#test/service.ts'
import {
  approve,
  buildAuthorizeQuery,
  callback,
  connect,
  cookieOfOwner,
  newVerifier,
  openConsent,
  redeem,
  withAccessToken,
} from './oauth.testing.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let service: TestService
let shop: Shop
let cookie: string
let host: string
const answers = new Map<string, Answer>()
const read: string[] = []
const server = createServer((request, response) => {
  read.push(request.url ?? '')
  const answer = answers.get(request.url ?? '')
  if (answer) return answer(request, response)
  response.writeHead(404).end()
})
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await startService()
  shop = await service.shop()
  cookie = await cookieOfOwner(service, shop)
})
after(async () => {
  await service.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let documents = 0

function published(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}): string {
  const path = `/client-${++documents}.json`
  const address = `http://${host}${path}`
  const document = { client_id: address, client_name: 'Assistant', redirect_uris: [callback], ...fields }
  answers.set(path, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document)),
  )
  return address
}

const verifier = newVerifier()
const open = (clientId: string, as = cookie, at = service) =>
  openConsent(at, as, buildAuthorizeQuery(clientId, verifier))

test('a program with its own metadata document connects under its host name, marked as unverified', async () => {
  const clientId = published()
  const { status, text } = await open(clientId)
  assert.equal(status, 200)
  assert.ok(text.includes('is not verified') && text.includes(host) && text.includes('Assistant'))
  const { access } = await connect(service, shop, { clientId })
  assert.equal((await withAccessToken(service, access, shop.storeEnvId).get('/reviews')).status, 200)
})

test('a metadata document is cached, even if invalid, and never fetched for signed-out visitors', async () => {
  const clientId = published()
  const path = new URL(clientId).pathname
  const times = () => read.filter((each) => each === path).length
  await openConsent(service, undefined, buildAuthorizeQuery(clientId, verifier))
  assert.equal(times(), 0)
  await Promise.all(Array.from({ length: 5 }, () => open(clientId)))
  assert.equal(times(), 1)
  const code = (await approve(service, cookie, buildAuthorizeQuery(clientId, verifier))).get('code') ?? ''
  assert.equal((await redeem(service, clientId, code, verifier)).status, 200)
  assert.equal(times(), 1)
  const missing = `http://${host}/missing.json`
  await open(missing)
  await open(missing)
  assert.equal(read.filter((each) => each === '/missing.json').length, 1)
})

const wrong: Record<string, () => string> = {
  'that is of another client': () => published({ client_id: 'https://app.example.com/client.json' }),
  'that differs in one letter': () => published({ client_id: `http://${host}/client-${documents + 1}.json/` }),
  'without a client_id': () => published({ client_id: undefined }),
  'without redirect addresses': () => published({ redirect_uris: undefined }),
  'with no redirect address': () => published({ redirect_uris: [] }),
  'with an address that browsers run': () => published({ redirect_uris: [callback, 'javascript:alert(1)'] }),
  'with addresses that are no texts': () => published({ redirect_uris: [{ toString: 'x' }] }),
  'that asks for a shared secret': () => published({ token_endpoint_auth_method: 'client_secret_basic' }),
  'for another grant': () => published({ grant_types: ['client_credentials'] }),
  'that is a page': () => published({}, { 'content-type': 'text/html' }),
  'that is huge': () => published({ client_name: 'x'.repeat(20_000) }),
  'that is a list': () => {
    const address = `http://${host}/list.json`
    answers.set('/list.json', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    )
    return address
  },
  'that leads elsewhere': () => {
    const there = published()
    answers.set('/moved.json', (_, response) => response.writeHead(302, { location: there }).end())
    return `http://${host}/moved.json`
  },
  'that is missing': () => `http://${host}/nowhere.json`,
}

for (const [what, make] of Object.entries(wrong))
  test(`a metadata document ${what} is refused`, async () => {
    const { status, location, text } = await open(make())
    assert.deepEqual([status, location], [400, undefined])
    assert.ok(text.includes('cannot be identified'), text)
  })

test('a metadata document that never ends is aborted after some seconds', async () => {
  answers.set('/slow.json', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(drip))
  })
  const began = performance.now()
  const { status } = await open(`http://${host}/slow.json`)
  assert.equal(status, 400)
  assert.ok(performance.now() - began < 20_000)
})

test('an ambiguous document address is refused without a fetch', async () => {
  const before = read.length
  for (const clientId of [
    `http://${host}/`,
    `http://${host}`,
    `http://${host}/a/../client.json`,
    `http://${host}/client.json#x`,
    `http://user@${host}/client.json`,
    `HTTP://${host}/client.json`,
    `http://${host}/a/./b`,
    `http://${host}/${'a'.repeat(600)}`,
  ])
    assert.equal((await open(clientId)).status, 400, clientId)
  assert.equal(read.length, before)
})

test('no internal address is requested, under any hostname', async () => {
  const strict = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'false' } })
  try {
    const theirs = await cookieOfOwner(strict, await strict.shop())
    const before = read.length
    const port = host.split(':')[1]
    for (const at of [
      `http://${host}`,
      `https://${host}`,
      `https://localhost:${port}`,
      `https://[::1]:${port}`,
      `https://[::ffff:7f00:1]:${port}`,
      'https://169.254.169.254',
      'https://10.0.0.1',
      'https://metadata.google.internal',
    ]) {
      const { status, text } = await open(`${at}/client-1.json`, theirs, strict)
      assert.equal(status, 400, at)
      assert.ok(text.includes('cannot be identified'), at)
    }
    assert.equal(read.length, before)
  } finally {
    await strict.close()
  }
})

test('a name in a metadata document becomes one line without hidden or bidi characters', async () => {
  const { text } = await open(published({ client_name: ` Good\u202e\u200b\n\tAssistant${'!'.repeat(200)}` }))
  assert.ok(text.includes('Good Assistant!') || text.includes('Good  Assistant!'), text.slice(0, 2000))
  assert.ok(!text.includes('\u202e'))
  assert.ok(!text.includes('!'.repeat(100)))
  const nameless = published({ client_name: '\u200b' })
  assert.match((await open(nameless)).text, new RegExp(`<bdi>${host}</bdi> wants`))
})

test("a client with a metadata document can use neither a secret nor another client's code", async () => {
  const [one, other] = [published(), published()]
  const code = (await approve(service, cookie, buildAuthorizeQuery(one, verifier))).get('code') ?? ''
  assert.equal((await redeem(service, other, code, verifier)).body.error, 'invalid_grant')
  assert.equal((await redeem(service, one, code, verifier, { client_secret: 'x' })).body.error, 'invalid_client')
  assert.equal((await redeem(service, one, code, verifier)).status, 200)
})
