import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { upload } from '../imports/imports.testing.ts'
import { ask } from '../storefront/form/form.testing.ts'

let fakes: FakeProviders
let service: TestService
let shop: Shop
before(async () => {
  fakes = await startProviders()
  service = await startService({ env: fakes.env, now: new Date('2026-11-20T12:00:00Z') })
  for (const key of [...Object.values(bodies).map(({ apiKey }) => apiKey), 'pk_events-only']) fakes.goodKeys.add(key)
})
after(async () => {
  await service.close()
  await fakes.close()
})
beforeEach(async () => {
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  fakes.taken.length = 0
  fakes.calls.length = 0
  fakes.profiles.clear()
})

const bodies = {
  klaviyo: { provider: 'klaviyo', apiKey: 'pk_live_123456' },
  omnisend: { provider: 'omnisend', apiKey: 'omni-key-123456' },
  mailchimp: { provider: 'mailchimp', apiKey: 'mc0123456789-us21', listId: 'aud1' },
  brevo: { provider: 'brevo', apiKey: 'xkeysib-0123456789' },
}
type Name = keyof typeof bodies
const all = ['review_submitted', 'review_approved', 'points_changed', 'tier_changed']

async function connect(provider: Name, changes: object, more: object = {}): Promise<string> {
  const { status, body, text } = await shop.api.post('/connectors', { ...bodies[provider], ...more })
  assert.equal(status, 201, text)
  assert.deepEqual([body.sends, body.includeText, body.profile], [[], false, false])
  const changed = await shop.api.patch(`/connectors/${body.id}`, changes)
  assert.equal(changed.status, 200, changed.text)
  return body.id
}
const review = (more: object = {}) => ({
  platformProductId: 'mug',
  rating: 5,
  title: 'Daily companion',
  body: 'Keeps tea hot.',
  authorName: 'Jane Doe',
  authorEmail: 'jane@customer.example',
  locale: 'en',
  ...more,
})
async function write(more: object = {}): Promise<string> {
  const { status, body, text } = await shop.api.post('/reviews', review(more))
  assert.equal(status, 201, text)
  return body.id
}
const decide = async (id: string, status: string) => {
  const answer = await shop.api.put(`/reviews/${id}`, { status, ...(status === 'rejected' && { reason: 'offensive' }) })
  assert.equal(answer.status, 200, answer.text)
}
const sent = async () => {
  await service.runJobs()
  return fakes.taken.map(({ name, email }) => `${name} ${email}`)
}
const propertiesOf = (name: string) =>
  fakes.taken.find((each) => each.name === name)?.properties ?? assert.fail(`no ${name}`)
const listEvents = async (connection: string) =>
  (await shop.api.get(`/connectors/${connection}/events`)).body.data.map(
    (each: { kind: string; state: string; reason: string | null }) => [each.kind, each.state, each.reason],
  )

const names: Record<Name, string[]> = {
  klaviyo: ['Review Submitted', 'Review Approved', 'Points Changed', 'Tier Changed'],
  omnisend: ['Review Submitted', 'Review Approved', 'Points Changed', 'Tier Changed'],
  mailchimp: ['review_submitted', 'review_approved', 'points_changed', 'tier_changed'],
  brevo: ['review_submitted', 'review_approved', 'points_changed', 'tier_changed'],
}
for (const provider of Object.keys(bodies) as Name[])
  test(`${provider} gets an event for a review, its approval, points and a tier, each once`, async () => {
    await connect(provider, { sends: all, includeText: true })
    const [submitted, approved, points, tier] = names[provider] as [string, string, string, string]
    const id = await write()
    assert.deepEqual(await sent(), [`${submitted} jane@customer.example`])
    await decide(id, 'approved')
    await decide(id, 'rejected')
    await decide(id, 'approved')
    assert.deepEqual((await sent()).slice(1), [`${approved} jane@customer.example`])
    const { product_url: url, title, body, subject, verified } = propertiesOf(approved)
    assert.deepEqual(
      [url, title, body, subject, String(verified)],
      ['https://shop.example.com/mug', 'Daily companion', 'Keeps tea hot.', 'product', 'false'],
    )
    await shop.api.put('/loyalty/program', {
      enabled: true,
      pointsPerUnit: 1,
      tiers: [{ name: 'Gold', threshold: 50 }],
    })
    const { body: member } = await shop.api.post('/loyalty/members', { email: 'jane@customer.example' })
    const grant = { points: 60, reason: 'Sorry', idempotencyKey: 'a' }
    for (let i = 0; i < 2; i++) await shop.api.post(`/loyalty/members/${member.id}/grants`, grant)
    assert.deepEqual((await sent()).slice(2).toSorted(), [
      `${points} jane@customer.example`,
      `${tier} jane@customer.example`,
    ])
    const changed = propertiesOf(points)
    assert.deepEqual([Number(changed.points), Number(changed.spendable), changed.cause], [60, 60, 'grant'])
    assert.deepEqual([propertiesOf(tier).tier, Number(propertiesOf(tier).tier_points)], ['Gold', 60])
  })

test('only facts of chosen kinds since the connection are sent, by default without review text', async () => {
  const early = await write({ authorEmail: 'early@customer.example' })
  await connect('klaviyo', { sends: ['review_approved'] })
  await decide(early, 'approved')
  await write({ authorEmail: 'late@customer.example', platformProductId: 'mug' })
  assert.deepEqual(await sent(), ['Review Approved early@customer.example'])
  const properties = propertiesOf('Review Approved')
  assert.deepEqual(Object.keys(properties).toSorted(), [
    ...['incentivized', 'locale', 'photo_count', 'product_id', 'product_title', 'product_url', 'rating', 'review_id'],
    ...['store_name', 'subject', 'verified'],
  ])
  assert.equal(properties.product_id, 'mug')
})

test('nothing about an unproven address is sent before its confirmation', async () => {
  await connect('klaviyo', { sends: all })
  const answer = await shop.storefront.post('/storefront/reviews', { ...review(), consent: true })
  assert.equal(answer.status, 202, answer.text)
  await decide(answer.body.id, 'approved')
  assert.deepEqual(await sent(), [])
  const [{ text_body: text }] = (await service.query('select text_body from mailbox order by created_at desc')).rows
  await ask(service, 'POST', /\/c\/[\w-]{22}/.exec(String(text))?.[0] ?? '')
  assert.deepEqual((await sent()).toSorted(), [
    'Review Approved jane@customer.example',
    'Review Submitted jane@customer.example',
  ])
})

test('imports, spam, deleted reviews and suppressed people are not sent', async () => {
  const connection = await connect('klaviyo', { sends: all })
  const row = { ...review({ authorEmail: 'import@customer.example' }), submittedAt: '2026-01-01T00:00:00Z' }
  const imported = await upload(shop.api, Buffer.from(JSON.stringify(row)), '?status=approved')
  assert.equal(imported.status, 202, imported.text)
  await service.runJobs()
  assert.equal((await shop.api.get('/reviews?status=approved')).body.data.length, 1)
  await shop.api.patch(`/connectors/${connection}`, { paused: true })
  const spam = await write({ authorEmail: 'spam@customer.example' })
  const gone = await write({ authorEmail: 'gone@customer.example' })
  await write({ authorEmail: 'no@customer.example' })
  await service.runJobs()
  await shop.api.put(`/reviews/${spam}`, { status: 'spam' })
  await shop.api.delete(`/reviews/${gone}`)
  await shop.api.post('/email-suppressions', { email: 'no@customer.example', reason: 'manual', scope: 'all' })
  await shop.api.patch(`/connectors/${connection}`, { paused: false })
  assert.deepEqual(await sent(), [])
  assert.deepEqual((await listEvents(connection)).map(([, , reason]: string[]) => reason).toSorted(), [
    'customer_suppressed',
    'review_is_spam',
    'review_removed',
  ])
})

for (const provider of ['klaviyo', 'omnisend', 'brevo'] as const)
  test(`${provider} fills in the profile, and an erasure empties it`, async () => {
    const connection = await connect(provider, { sends: ['review_submitted'], profile: true })
    await shop.api.put('/loyalty/program', { enabled: true, pointsPerUnit: 1 })
    const { body: member } = await shop.api.post('/loyalty/members', { email: 'jane@customer.example' })
    await shop.api.post(`/loyalty/members/${member.id}/grants`, { points: 60, reason: 'Hi', idempotencyKey: 'a' })
    await write({ rating: 4 })
    await service.runJobs()
    const profile = fakes.profiles.get('jane@customer.example') ?? {}
    const inOurNames = Object.fromEntries(Object.entries(profile).map(([name, value]) => [name.toLowerCase(), value]))
    assert.deepEqual([inOurNames.evident_review_count, inOurNames.evident_points], [1, 60])
    if (provider === 'brevo') assert.equal('evident_average_rating' in inOurNames, false, 'the account lacks it')
    else assert.equal(inOurNames.evident_average_rating, 4)
    await shop.api.patch(`/connectors/${connection}`, { profile: false })
    const erased = await shop.api.post('/customers/erase', { email: 'jane@customer.example' })
    assert.equal(erased.status, 200, erased.text)
    await service.runJobs()
    const left = Object.entries(fakes.profiles.get('jane@customer.example') ?? {})
    assert.deepEqual(
      left.filter(([name, value]) => name.toLowerCase().startsWith('evident_') && value !== null && value !== ''),
      [],
    )
    const { rows } = await service.query(
      `select count(*)::int as count from connection_events where connection_id = '${connection}'`,
    )
    assert.deepEqual(rows, [{ count: 0 }])
  })

test('an erasure sends nothing about a person without reviews and points', async () => {
  await connect('klaviyo', { sends: all, profile: true })
  await shop.api.post('/customers/erase', { email: 'stranger@customer.example' })
  await service.runJobs()
  assert.deepEqual(fakes.calls, [])
})

test('an erasure leaves the connection active if its key may not write profiles', async () => {
  const connection = await connect('klaviyo', { sends: all, profile: true }, { apiKey: 'pk_events-only' })
  await write()
  await service.runJobs()
  await shop.api.post('/customers/erase', { email: 'jane@customer.example' })
  await service.runJobs()
  assert.deepEqual(await listEvents(connection), [['profile_cleared', 'dead', 'http_403']])
  assert.equal((await shop.api.get(`/connectors/${connection}`)).body.status, 'active')
})

test('settings that a provider does not support are refused', async () => {
  const mailchimp = await connect('mailchimp', {})
  const refused = await shop.api.patch(`/connectors/${mailchimp}`, { profile: true })
  assert.deepEqual([refused.status, refused.body.details?.[0]?.path], [400, '/profile'])
  const brevo = await connect('brevo', {})
  const asSender = await shop.api.put('/email/settings', { provider: brevo })
  assert.deepEqual([asSender.status, asSender.body.details?.[0]?.path], [400, '/provider'])
  const tested = { email: 'you@acme.example', kind: 'review_request_ready' }
  const test = await shop.api.post(`/connectors/${brevo}/test`, tested)
  assert.deepEqual([test.status, test.body.details?.[0]?.path], [400, '/kind'])
  for (const sends of [['review_rejected'], ['review_approved', 'review_approved'], 'review_approved']) {
    const answer = await shop.api.patch(`/connectors/${brevo}`, { sends })
    assert.equal(answer.status, 400, JSON.stringify(sends))
  }
})

test('an event whose outcome is unknown is never sent to Brevo again', async () => {
  const connection = await connect('brevo', { sends: ['review_submitted'] })
  fakes.failures.push('hang up')
  await write()
  await service.runJobs()
  assert.equal(fakes.taken.length, 1)
  assert.deepEqual(await listEvents(connection), [['review_submitted', 'dead', 'outcome_unknown']])
  await shop.api.post(`/connectors/${connection}/replay`)
  await service.runJobs()
  assert.equal(fakes.taken.length, 1)
})

test('each kind has a test event with the fields of a real one', async () => {
  const connection = await connect('klaviyo', { sends: all, includeText: true })
  for (const kind of all) await shop.api.post(`/connectors/${connection}/test`, { email: 'you@acme.example', kind })
  assert.equal((await sent()).length, 4)
  const examples = new Map(fakes.taken.map(({ name, properties }) => [name, Object.keys(properties)]))
  fakes.taken.length = 0
  const id = await write()
  await decide(id, 'approved')
  await shop.api.put('/loyalty/program', { enabled: true, pointsPerUnit: 1, tiers: [{ name: 'Gold', threshold: 50 }] })
  const { body: member } = await shop.api.post('/loyalty/members', { email: 'jane@customer.example' })
  await shop.api.post(`/loyalty/members/${member.id}/grants`, { points: 60, reason: 'Hi', idempotencyKey: 'a' })
  await service.runJobs()
  for (const { name, properties } of fakes.taken)
    assert.deepEqual(['is_test', ...Object.keys(properties)].toSorted(), examples.get(name)?.toSorted(), name)
})
