import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { textsIn } from '#locales/texts.ts'
import { newId } from '#platform/values/ids.ts'
import { day, type Shop, startService } from '#test/service.ts'
import { confirmation, listMessages, queue, request, startMail } from '../email.testing.ts'
import { readToken, signToken } from './rules.ts'

const { service, witness } = await startMail()
let shop: Shop
beforeEach(async () => {
  shop = await service.shop()
})

async function linkIn(message = request()): Promise<string> {
  const [queued] = await queue(service, shop, message)
  await service.runJobs()
  return `/u/${signToken(service.service.services, { storeEnvId: shop.storeEnvId, messageId: queued?.id ?? '' })}`
}

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ method: 'GET', url, headers })
const post = (url: string, payload?: string, type = 'application/x-www-form-urlencoded') =>
  service.app.inject({
    method: 'POST',
    url,
    ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
  } as InjectOptions)

const suppressions = async () => {
  const { body } = await shop.api.get('/email-suppressions')
  return body.data.map(({ scope, reason }: { scope: string; reason: string }) => `${scope} ${reason}`).sort()
}

const oneClick = 'List-Unsubscribe=One-Click'
const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`

test('opening the link changes nothing, however often scanners do it', async () => {
  const link = await linkIn()
  for (let i = 0; i < 3; i++) assert.equal((await get(link)).statusCode, 200)
  assert.equal((await service.app.inject({ method: 'HEAD', url: link })).statusCode, 200)
  assert.deepEqual(await suppressions(), [])
})

for (const [what, body, type] of [
  ['urlencoded', oneClick, 'application/x-www-form-urlencoded'],
  ['multipart', multipart, 'multipart/form-data; boundary=x'],
  ['nothing at all', undefined, undefined],
  ['something else', '{"a":1}', 'application/json'],
] as const) {
  test(`a click posted as ${what}, without cookies or Origin, unsubscribes from the mail's category`, async () => {
    const link = await linkIn()
    const answer = await post(link, body, type)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.deepEqual(await suppressions(), ['review_requests unsubscribe'])
    await queue(service, shop, request({ key: 'next' }), request({ key: 'other', category: 'loyalty' }))
    await service.runJobs()
    const reasons = Object.fromEntries((await listMessages(witness, shop)).map(({ key, reason }) => [key, reason]))
    assert.deepEqual([reasons.next, reasons.other], ['customer_unsubscribed', null])
  })
}

test('a click from another origin counts, because mail programs post from anywhere', async () => {
  const link = await linkIn()
  const headers = { origin: 'https://mail.example.org', 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await service.app.inject({ method: 'POST', url: link, headers, payload: oneClick })).statusCode, 200)
  assert.deepEqual(await suppressions(), ['review_requests unsubscribe'])
})

test("the page's button stops all mail of the shop, and can be repeated", async () => {
  const link = await linkIn()
  for (let i = 0; i < 3; i++) assert.equal((await post(link, 'scope=all')).statusCode, 200)
  assert.equal((await post(link, 'scope=category')).statusCode, 200)
  assert.deepEqual(await suppressions(), ['all unsubscribe', 'review_requests unsubscribe'])
})

test('unsubscribing from one shop does not affect another', async () => {
  const other = await service.shop()
  await post(await linkIn(), 'scope=all')
  const { body } = await other.api.get('/email-suppressions')
  assert.deepEqual(body.data, [])
})

test('forged, truncated, swapped and unknown links show an error and change nothing', async () => {
  const { services } = service.service
  const good = (await linkIn()).slice(3)
  const bytes = Buffer.from(good, 'base64url')
  const changed = (at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    return copy.toString('base64url')
  }
  const other = await service.shop()
  const { messageId } = readToken(services, good) ?? { messageId: '' }
  const bad = [
    ...[0, 15, 16, 31, 32, 47].map(changed),
    good.slice(0, -1),
    `${good}A`,
    'x'.repeat(64),
    'x',
    '..%2f..%2fetc',
    signToken(services, { storeEnvId: other.storeEnvId, messageId }),
    signToken(services, { storeEnvId: newId(), messageId }),
    signToken(services, { storeEnvId: shop.storeEnvId, messageId: newId() }),
  ]
  for (const token of bad) {
    for (const answer of [await get(`/u/${token}`), await post(`/u/${token}`, oneClick)]) {
      assert.equal(answer.statusCode, 404, token)
      assert.match(String(answer.headers['content-type']), /^text\/html/)
      assert.match(answer.body, /<h1>/)
    }
  }
  assert.deepEqual(await suppressions(), [])
})

test('a crafted link cannot unsubscribe from transactional mail', async () => {
  assert.equal((await post(await linkIn(confirmation()), oneClick)).statusCode, 404)
})

test('the page uses the language and direction of the mail', async () => {
  for (const [locale, lang, dir] of [
    ['de-AT', 'de', 'ltr'],
    ['pt_BR', 'pt', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['he-IL', 'he', 'rtl'],
    ['ja', 'en', 'ltr'],
    ['', 'en', 'ltr'],
    ['constructor', 'en', 'ltr'],
  ] as const) {
    const { body } = await get(await linkIn(request({ locale })))
    assert.match(body, new RegExp(`<html lang="${lang}" dir="${dir}">`))
    assert.ok(body.includes(textsIn('unsubscribing', lang).leave), lang)
  }
})

test("the page for an invalid link uses the browser's language", async () => {
  for (const wishes of ['xx, fr-CH;q=0.9, en;q=0.8', 'xx, fr;q=0.9, en;q=0.8']) {
    const { body } = await get('/u/nothing', { 'accept-language': wishes })
    assert.match(body, /lang="fr"/, wishes)
  }
})

test('the page has no scripts, frames or indexing, and sends no address as referrer', async () => {
  const { headers, body } = await get(await linkIn())
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.match(policy, /form-action 'self'/)
  assert.doesNotMatch(policy, /unsafe|script-src/)
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(headers['referrer-policy'], 'same-origin')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.doesNotMatch(body, /<script/)
  assert.doesNotMatch(body, /jane/i, 'the address is not on the page')
})

test("a shop's name is plain text on the page, with any content", async () => {
  shop = await service.shop('<script>alert(1)</script> "Shop" & Söhne {mail}')
  const { body } = await get(await linkIn())
  assert.doesNotMatch(body, /<script>/)
  assert.match(body, /&lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;Shop&quot; &amp; Söhne \{mail\}/)
})

test("invalid links count against the caller's rate limit, and a valid link always works", async () => {
  const limited = await startService({
    beside: service,
    env: { RATE_LIMITS: '3/60s', PUBLIC_ORIGIN: service.service.origin },
  })
  const link = await linkIn()
  const answers = []
  for (let i = 0; i < 6; i++) answers.push((await limited.app.inject({ method: 'GET', url: `/u/${i}` })).statusCode)
  assert.deepEqual(answers, [404, 404, 404, 429, 429, 429])
  for (let i = 0; i < 6; i++) assert.equal((await limited.app.inject({ method: 'POST', url: link })).statusCode, 200)
  await limited.close()
})

test("the link works as long as the message is stored, even if the shop's plan has lapsed", async () => {
  const link = await linkIn()
  service.advance(399 * day)
  await perform('email.clean')
  assert.equal((await post(link, oneClick)).statusCode, 200)
  service.advance(2 * day)
  await perform('email.clean')
  assert.equal((await get(link)).statusCode, 404)
})

async function perform(id: string): Promise<void> {
  const { jobs } = await import('../../../entry/areas.ts')
  const { perform: run } = await import('#platform/jobs/jobs.ts')
  const job = jobs.find((each) => each.id === id)
  assert.ok(job)
  const { db, services } = service.service
  await run(job, { db, services, stopping: new AbortController().signal }, {})
}
