import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createGuardedFetch, type GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import { newId } from '#platform/values/ids.ts'
import { type Failure, type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { brevo } from './brevo.ts'
import { klaviyo } from './klaviyo.ts'
import { mailchimp, parseDataCentre } from './mailchimp.ts'
import { omnisend } from './omnisend.ts'
import { callTo, type ProviderEvent, resultOfFailure, type SendResult } from './provider.ts'

let fakes: FakeProviders
let fetch: GuardedFetch
before(async () => {
  fakes = await startProviders()
  fetch = createGuardedFetch({ allowPrivate: true })
  fakes.goodKeys.add('good-key-us21')
})
after(async () => {
  await fetch.close()
  await fakes.close()
})
beforeEach(() => {
  fakes.taken.length = 0
  fakes.calls.length = 0
  fakes.failures.length = 0
  fakes.members.clear()
})

const providers = [klaviyo, omnisend, mailchimp, brevo]

const event = (more: Partial<ProviderEvent> = {}): ProviderEvent => ({
  id: newId(),
  key: 'review_request:1',
  name: 'review_request_ready',
  at: new Date(),
  contact: { email: 'jane@example.com', firstName: 'Jane', lastName: 'Doe', locale: 'de-DE' },
  properties: {
    order_number: '1001',
    product_image_url: null,
    products: [{ title: 'Mug', rating_url_5: 'https://x.example/5' }],
  },
  ...more,
})

async function send(
  provider: (typeof providers)[number],
  sent = event(),
  account = {},
  by: GuardedFetch = fetch,
): Promise<SendResult> {
  const origin = fakes.env[`${provider.name.toUpperCase()}_ORIGIN`] ?? ''
  const used = { apiKey: 'good-key-us21', settings: { listId: 'aud1' }, ...account }
  return provider.send(callTo(by, origin), used, sent).catch(resultOfFailure)
}

const contacts: Record<string, Partial<ProviderEvent['contact']>> = {
  'a name of 200 characters': { firstName: 'A'.repeat(100), lastName: 'é'.repeat(100) },
  'a name of emoji': { firstName: '👩‍👩‍👧'.repeat(20), lastName: null },
  'no name and no language': { firstName: null, lastName: null, locale: null },
  'a bare language': { locale: 'de' },
  'an underscore and small letters': { locale: 'pt_br' },
  'a script': { locale: 'zh-Hant-TW' },
  'three letters': { locale: 'fil-PH' },
  'no language at all': { locale: 'unknown' },
}
for (const provider of providers) {
  test(`${provider.name}: an event for any kind of buyer matches the published schema`, async () => {
    for (const [who, contact] of Object.entries(contacts)) {
      const email = `${who.replaceAll(' ', '.')}@example.com`
      const { contact: usual } = event()
      assert.deepEqual(
        await send(provider, event({ key: who, contact: { ...usual, ...contact, email } })),
        { kind: 'accepted' },
        who,
      )
    }
    assert.equal(fakes.taken.length, Object.keys(contacts).length)
  })

  test(`${provider.name} accepts a large order with long non-Latin titles`, async () => {
    const product = {
      title: '茶'.repeat(500),
      image_url: `https://x.example/${'a'.repeat(2000)}`,
      review_url: 'https://x.example',
    }
    const properties = {
      products: Array.from({ length: 10 }, () => ({ ...product, rating_url_1: 'https://x.example/1' })),
    }
    assert.deepEqual(await send(provider, event({ properties })), { kind: 'accepted' })
  })

  test(`${provider.name}: an unknown API key is reported differently from a refused event`, async () => {
    assert.deepEqual(await send(provider, event(), { apiKey: 'other-key-us21' }), {
      kind: 'unusable',
      reason: 'http_401',
    })
  })

  test(`${provider.name}: a response from a proxy or firewall differs from an API refusal`, async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const page = '<html>jane@example.com is looked after</html>'
    const cases: [Failure, SendResult][] = [
      [400, { kind: 'refused', reason: 'http_400 scripted' }],
      [403, { kind: 'unusable', reason: 'http_403' }],
      [{ status: 403, text: '' }, retry('http_403')],
      [{ status: 403, headers: html, text: page }, retry('http_403')],
      [{ status: 200, headers: html, text: page }, retry('http_200')],
      [{ status: 400, headers: html, text: page }, retry('http_400')],
      [{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' }, retry('http_302')],
      [{ status: 503, headers: html, text: page }, retry('http_503')],
      [
        { status: 502, headers: html, text: page },
        { ...retry('http_502'), isCertain: false },
      ],
      [
        { status: 500, text: `{"errors": [{"code": "jane@example.com"}` },
        { ...retry('http_500'), isCertain: false },
      ],
      [
        { status: 422, text: JSON.stringify({ errors: [{ code: 'jane@example.com' }] }) },
        { kind: 'refused', reason: 'http_422' },
      ],
      [
        { status: 422, text: `[${'['.repeat(100_000)}` },
        { kind: 'refused', reason: 'http_422' },
      ],
      [
        { status: 422, text: 'null' },
        { kind: 'refused', reason: 'http_422' },
      ],
      [
        { status: 413, text: 'x'.repeat(5_000_000) },
        { kind: 'refused', reason: 'http_413' },
      ],
      ['hang up', { ...retry('protocol_error'), isCertain: false }],
    ]
    fakes.members.add('jane@example.com')
    for (const [failure, outcome] of cases) {
      fakes.failures.push(failure)
      assert.deepEqual(await send(provider), outcome, JSON.stringify(failure).slice(0, 80))
    }
  })

  test(`${provider.name}: the requested wait is read as seconds or a date, from header or body`, async () => {
    const cases: [Failure, number | null][] = [
      [{ status: 429, retryAfter: 7 }, 7_000],
      [{ status: 503, retryAfter: '0.5' }, 500],
      [{ status: 429, retryAfter: 7_200 }, 7_200_000],
      [{ status: 429, retryAfter: 999_999_999 }, 86_400_000],
      [{ status: 429, retryAfter: 0 }, null],
      [{ status: 429, retryAfter: -5 }, null],
      [{ status: 429, retryAfter: 'soon' }, null],
      [{ status: 429, retryAfter: new Date(Date.now() - 60_000).toUTCString() }, null],
      [{ status: 429, text: JSON.stringify({ retryAfter: 30 }) }, 30_000],
      // The date follows the provider's clock, which may differ from ours.
      [
        {
          status: 429,
          headers: { date: 'Wed, 01 Jan 2031 00:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2031 00:02:00 GMT' },
          text: '',
        },
        120_000,
      ],
    ]
    for (const [failure, afterMs] of cases) {
      fakes.failures.push(failure)
      const outcome = await send(provider)
      assert.equal(outcome.kind === 'retry' ? outcome.afterMs : outcome, afterMs, JSON.stringify(failure))
    }
    fakes.failures.push({ status: 429, retryAfter: new Date(Date.now() + 60_000).toUTCString() })
    const outcome = await send(provider)
    const ms = outcome.kind === 'retry' ? (outcome.afterMs ?? 0) : 0
    assert.ok(ms > 50_000 && ms <= 61_000, `${ms}`)
  })
}

test('a response that never ends is aborted by the timeout', async () => {
  fakes.members.add('jane@example.com')
  fakes.failures.push('stall', 'stall', 'stall', 'stall')
  const waits: unknown[] = []
  const impatient = Object.assign(async (...[url, request]: Parameters<GuardedFetch>) => {
    waits.push(request?.timeoutMs)
    return fetch(url, { ...request, timeoutMs: 1_000 })
  }, fetch)
  const outcomes = await Promise.all(providers.map((provider) => send(provider, event(), {}, impatient)))
  assert.deepEqual(outcomes, Array(4).fill({ ...retry('timeout'), isCertain: false }))
  assert.deepEqual([...new Set(waits)], [15_000])
})

const retry = (reason: string) => ({ kind: 'retry', reason, afterMs: null, isCertain: true }) as const

test("nothing is sent to Brevo or cleared there while the account's attributes cannot be read", async () => {
  const profile = { evident_points: 60 }
  const failures: [Failure, SendResult][] = [
    [500, retry('http_500')],
    ['hang up', retry('protocol_error')],
    [
      { status: 429, retryAfter: 7 },
      { ...retry('http_429'), afterMs: 7_000 },
    ],
    [{ status: 200, headers: { 'content-type': 'application/json' }, text: '[]' }, retry('attributes_unreadable')],
    [{ status: 200, headers: { 'content-type': 'application/json' }, text: '{' }, retry('attributes_unreadable')],
  ]
  const account = { apiKey: 'good-key-us21', settings: {} }
  const call = callTo(fetch, fakes.env.BREVO_ORIGIN ?? '')
  for (const [failure, outcome] of failures) {
    fakes.failures.push(failure)
    assert.deepEqual(await send(brevo, event({ profile })), outcome)
    fakes.failures.push(failure)
    assert.deepEqual(await brevo.clearProfile?.(call, account, 'jane@example.com'), outcome)
  }
  assert.deepEqual(fakes.taken, [])
  assert.deepEqual(
    await brevo.clearProfile?.(call, account, 'jane@example.com'),
    { kind: 'accepted' },
    'an unknown person',
  )
})

test('an HTML page from a proxy does not count as an emptied profile', async () => {
  const page = { status: 404, headers: { 'content-type': 'text/html' }, text: '<html>' }
  const account = { apiKey: 'good-key-us21', settings: {} }
  fakes.failures.push(page)
  const outcome = await omnisend.clearProfile?.(
    callTo(fetch, fakes.env.OMNISEND_ORIGIN ?? ''),
    account,
    'a@example.com',
  )
  assert.deepEqual(outcome, retry('http_404'))
})

test('Klaviyo drops an event with a repeated key, and Omnisend does not', async () => {
  const [first, second] = [event(), event({ key: 'review_request:2' })]
  for (const each of [first, first, second]) await send(klaviyo, each)
  assert.equal(fakes.taken.length, 2)
  for (const each of [first, first]) await send(omnisend, each)
  assert.equal(fakes.taken.length, 4)
})

test('a person missing from the audience is added without a subscription', async () => {
  assert.deepEqual(await send(mailchimp), { kind: 'accepted' })
  assert.deepEqual([...fakes.members], ['jane@example.com'])
  const put = fakes.calls.map(({ body }) => JSON.parse(body)).find((body) => body.email_address)
  assert.deepEqual(put, {
    email_address: 'jane@example.com',
    status_if_new: 'transactional',
    language: 'de',
    merge_fields: { FNAME: 'Jane', LNAME: 'Doe' },
  })
})

test("a missing audience is reported as the account's problem, not the event's", async () => {
  assert.deepEqual(await send(mailchimp, event(), { settings: { listId: 'gone' } }), {
    kind: 'unusable',
    reason: 'audience_unknown',
  })
})

test('an event is retried for a temporarily refused member, but not for a deleted one', async () => {
  for (const failure of [500, 'hang up'] as const) {
    fakes.failures.push(404, failure)
    const outcome = await send(mailchimp)
    assert.deepEqual([outcome.kind, outcome.kind === 'retry' && outcome.isCertain], ['retry', true])
  }
  const forgotten = event({ contact: { ...event().contact, email: 'forgotten@example.com' } })
  assert.deepEqual(await send(mailchimp, forgotten), {
    kind: 'refused',
    reason: 'http_400 Forgotten_Email_Not_Subscribed',
  })
})

test('a Mailchimp key never leads to another host, regardless of its content', () => {
  for (const apiKey of ['x-us21', 'evil.example/-us21', 'a@evil.example-us21', 'k?-eu1']) {
    assert.match(mailchimp.origin({ apiKey, settings: {} }), /^https:\/\/[a-z]{2,4}\d{1,3}\.api\.mailchimp\.com$/)
  }
  for (const apiKey of ['x', 'x-us21.evil.example', 'x-us21/', 'x-us21\n', 'x-evil', 'x-US21']) {
    assert.equal(parseDataCentre(apiKey), undefined, apiKey)
  }
})
