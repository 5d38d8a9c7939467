import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  status as answering,
  register,
  startReceiver,
  type TestReceiver,
} from '#resources/outbound-webhooks/webhooks.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { consentText, galleryWithForm, listLeads, visitor } from '../leads/leads.testing.ts'

let service: TestService
let guarded: TestService
let receiver: TestReceiver
before(async () => {
  service = await startService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  guarded = await startService({ beside: service, env: { WEBHOOK_ALLOW_PRIVATE: 'false' } })
  receiver = await startReceiver()
})
after(async () => {
  await receiver?.close()
  await guarded?.close()
  await service?.close()
})

const unset = {
  enabled: false,
  title: null,
  intro: null,
  buttonLabel: null,
  successText: null,
  consentText: null,
  privacyUrl: null,
  fields: { name: 'optional', phone: 'off', message: 'optional' },
  notificationEmail: null,
  webhookUrl: null,
  webhookDisabledReason: null,
  confirmEmail: false,
  retentionDays: 365,
}

const readLeadForm = async (shop: Shop, id: string) => (await shop.api.get(`/galleries/${id}`)).body.leadForm
const shown = async (shop: Shop, id: string, query = '') => {
  const { status, body, text } = await shop.storefront.get(`/storefront/galleries/${id}${query}`)
  assert.equal(status, 200, text)
  return { form: body.leadForm, text }
}

test("a gallery's form is off by default, and fields missing from requests stay unchanged", async () => {
  const shop = await service.shop()
  const { id, leadForm } = (await shop.api.post('/galleries', { name: 'Home', status: 'published' })).body
  assert.deepEqual(leadForm, unset)
  assert.equal((await shown(shop, id)).form, null)
  const first = { enabled: true, title: ' Write to us ', consentText, fields: { phone: 'required' } }
  const set = await shop.api.patch(`/galleries/${id}`, { leadForm: first })
  assert.equal(set.status, 200, set.text)
  const expected = {
    ...unset,
    enabled: true,
    title: 'Write to us',
    consentText,
    fields: { ...unset.fields, phone: 'required' },
  }
  assert.deepEqual(set.body.leadForm, expected)
  const more = { intro: 'Hi', buttonLabel: '', privacyUrl: 'https://shop.example.com/privacy', retentionDays: 1825 }
  await shop.api.patch(`/galleries/${id}`, { title: 'Seen', leadForm: more })
  assert.deepEqual(await readLeadForm(shop, id), { ...expected, ...more, buttonLabel: null })
  const { updatedAt } = (await shop.api.get(`/galleries/${id}`)).body
  await shop.api.patch(`/galleries/${id}`, { leadForm: { ...more, buttonLabel: ' ' } })
  assert.equal((await shop.api.get(`/galleries/${id}`)).body.updatedAt, updatedAt, 'the same again is no change')
})

test('an error for an invalid value names the field, and nothing changes', async () => {
  const shop = await service.shop()
  const id = await galleryWithForm(shop)
  const before = await readLeadForm(shop, id)
  const refused: [object, string][] = [
    [{ consentText: ' ' }, '/leadForm/consentText'],
    [{ consentText: null }, '/leadForm/consentText'],
    ...['title', 'intro', 'buttonLabel', 'successText', 'consentText'].map((name): [object, string] => [
      { [name]: 'x'.repeat(501) },
      `/leadForm/${name}`,
    ]),
    [{ title: 'a\u0000' }, '/leadForm/title'],
    [{ fields: { name: 'maybe' } }, '/leadForm/fields/name'],
    [{ notificationEmail: 'nobody' }, '/leadForm/notificationEmail'],
    [{ notificationEmail: 'a@b.example, c@d.example' }, '/leadForm/notificationEmail'],
    [{ privacyUrl: 'javascript:alert(1)' }, '/leadForm/privacyUrl'],
    [{ privacyUrl: 'http://[' }, '/leadForm/privacyUrl'],
    [{ retentionDays: 0 }, '/leadForm/retentionDays'],
    [{ retentionDays: 1826 }, '/leadForm/retentionDays'],
    [{ retentionDays: 1.5 }, '/leadForm/retentionDays'],
    [{ webhookUrl: 'ftp://example.com/' }, '/leadForm/webhookUrl'],
  ]
  for (const [leadForm, path] of refused) {
    const { status, body, text } = await shop.api.patch(`/galleries/${id}`, { leadForm })
    assert.deepEqual([status, body.details?.[0].path], [400, path], text)
  }
  assert.deepEqual(await readLeadForm(shop, id), before)
  const unsaid = await shop.api.post('/galleries', { name: 'Home', leadForm: { enabled: true } })
  assert.deepEqual([unsaid.status, unsaid.body.details?.[0].path], [400, '/leadForm/consentText'])
})

test('an internal address is refused before anything is stored', async () => {
  const shop = await service.shop()
  const id = await galleryWithForm(shop)
  const api = guarded.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${shop.adminKey}` })
  for (const webhookUrl of [
    receiver.url,
    'http://example.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://localhost/',
  ])
    for (const [method, path] of [
      ['PATCH', `/galleries/${id}`],
      ['POST', '/galleries'],
    ] as const) {
      const { status, body } = await api.call(method, path, { name: 'Inside', leadForm: { webhookUrl } })
      assert.deepEqual([status, body.details?.[0].path], [400, '/leadForm/webhookUrl'], webhookUrl)
    }
  assert.equal((await readLeadForm(shop, id)).webhookUrl, null)
  assert.equal((await shop.api.get('/galleries')).body.data.length, 1)
})

test('shoppers see the required fields in their language, and nothing about the recipients', async () => {
  const shop = await service.shop()
  const secrets = {
    notificationEmail: 'reader@secret-address.example',
    webhookUrl: `${receiver.url}?secret-hook`,
    confirmEmail: true,
    retentionDays: 77,
  }
  const id = await galleryWithForm(
    shop,
    { title: 'Write to us', privacyUrl: 'https://shop.example.com/privacy', ...secrets },
    { locale: 'en', translations: { de: { leadForm: { title: 'Schreiben Sie uns', intro: ' ' } } } },
  )
  const { form, text } = await shown(shop, id, '?locale=de-AT')
  assert.deepEqual(form, {
    enabled: true,
    title: 'Schreiben Sie uns',
    intro: null,
    buttonLabel: null,
    successText: null,
    consentText,
    privacyUrl: 'https://shop.example.com/privacy',
    fields: { name: 'optional', phone: 'optional', message: 'optional' },
  })
  for (const word of [
    'notificationEmail',
    'webhookUrl',
    'webhookSecret',
    'webhookDisabled',
    'confirmEmail',
    'retentionDays',
  ])
    assert.doesNotMatch(text, new RegExp(word, 'i'))
  assert.doesNotMatch(text, /secret-address|secret-hook|whsec_|127\.0\.0\.1/)
  const { body } = await shop.api.get(`/galleries/${id}`)
  assert.deepEqual(body.translations, { de: { leadForm: { title: 'Schreiben Sie uns' } } })
  await shop.api.patch(`/galleries/${id}`, { leadForm: { enabled: false } })
  assert.equal((await shown(shop, id)).form, null)
})

test("only the response that sets the webhook's address contains its secret", async () => {
  const shop = await service.shop()
  const made = await shop.api.post('/galleries', { name: 'Home', leadForm: { webhookUrl: receiver.url } })
  assert.match(made.body.leadForm.webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const path = `/galleries/${made.body.id}`
  for (const answer of [
    await shop.api.get(path),
    await shop.api.get('/galleries'),
    await shop.api.patch(path, { leadForm: { webhookUrl: receiver.url, title: 'Hi' } }),
    await (await shop.signedIn()).get(path),
  ])
    assert.doesNotMatch(answer.text, /webhookSecret|whsec_/)
  const moved = await shop.api.patch(path, { leadForm: { webhookUrl: `${receiver.url}/2` } })
  assert.notEqual(moved.body.leadForm.webhookSecret, made.body.leadForm.webhookSecret)
  assert.deepEqual((await shop.api.get('/outbound-webhooks')).body.data, [], 'it is no webhook of the store')
  const off = await shop.api.patch(path, { leadForm: { webhookUrl: null } })
  assert.deepEqual([off.body.leadForm.webhookUrl, 'webhookSecret' in off.body.leadForm], [null, false])
  const log = (await (await shop.signedIn()).get('/account/audit-log?limit=20')).body.data
  const changes = log.filter(({ action }: { action: string }) => action === 'gallery.lead_form_changed')
  assert.deepEqual(changes.map(({ details }: { details: { fields: string[] } }) => details.fields).reverse(), [
    ['title'],
    ['webhookUrl'],
    ['webhookUrl'],
  ])
})

async function withReceiver(leadForm: object = {}) {
  const shop = await service.shop()
  receiver.received.length = 0
  receiver.answers(answering(200))
  const made = await (await shop.signedIn()).post('/galleries', {
    name: 'Home',
    status: 'published',
    leadForm: {
      ...{ enabled: true, consentText, webhookUrl: receiver.url, ...leadForm },
      fields: { name: 'optional', phone: 'off', message: 'optional' },
    },
  })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  return { shop, id, secret: made.body.leadForm.webhookSecret, send: await visitor(service, shop, id) }
}

test('a lead goes to the form’s own address and the store’s webhooks, each signed separately', async () => {
  const { shop, id, secret, send } = await withReceiver()
  const other = await startReceiver()
  const webhook = await register(shop, other.url, { events: ['gallery.lead_submitted'] })
  const elsewhere = await galleryWithForm(shop)
  await (await visitor(service, shop, elsewhere))({ message: 'To another gallery' })
  const lead = (await send({ message: 'Grüße ✓ "quoted"' })).body.id
  await send({ homepage: 'https://spam.example' })
  await service.runJobs()
  await Promise.all([receiver.has(1), other.has(2)])
  assert.equal(receiver.received.length, 1)
  const [mine] = receiver.received
  const theirs = other.received.find(({ body }) => body.data.id === lead)
  assert.deepEqual(mine?.body.data, {
    id: lead,
    sequence: mine?.body.data.sequence,
    galleryId: id,
    email: 'sam.fuller@customer.example',
    name: 'Sam Fuller',
    message: 'Grüße ✓ "quoted"',
  })
  assert.deepEqual(
    [mine?.body.event, mine?.body.store_env_id, mine?.body.event_id],
    ['gallery.lead_submitted', shop.storeEnvId, theirs?.body.event_id],
  )
  for (const [sent, key] of [
    [mine, secret],
    [theirs, webhook.secret],
  ] as const) {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(sent?.headers['x-service-signature-v2'] ?? '') ?? []
    assert.equal(v1, createHmac('sha256', key).update(`${t}.${sent?.text}`).digest('hex'))
  }
  assert.equal(mine?.headers['x-service-event'], 'gallery.lead_submitted')
  await other.close()
})

test('failed deliveries are retried, and 410 stops them until the address is saved again', async () => {
  const { shop, id, secret, send } = await withReceiver()
  receiver.answers(answering(503))
  await send({ message: 'one' })
  await service.runJobs()
  await receiver.has(1)
  receiver.answers(answering(410))
  service.advance(10_000)
  await tickSender()
  await receiver.has(2)
  assert.equal(receiver.received[0]?.body.event_id, receiver.received[1]?.body.event_id)
  assert.equal((await readLeadForm(shop, id)).webhookDisabledReason, 'gone')
  await send({ message: 'two' })
  const elsewhere = await galleryWithForm(shop)
  await (await visitor(service, shop, elsewhere))({ message: 'To another gallery' })
  await service.runJobs()
  assert.equal(receiver.received.length, 2)
  receiver.answers(answering(200))
  const again = await shop.api.patch(`/galleries/${id}`, { leadForm: { webhookUrl: receiver.url } })
  assert.deepEqual(
    [again.body.leadForm.webhookDisabledReason, again.body.leadForm.webhookSecret],
    [null, undefined],
    'the secret it has holds',
  )
  await service.runJobs()
  service.advance(7 * 60_000)
  await tickSender()
  const said = receiver.received.slice(2).map(({ body }) => body.data.message)
  assert.deepEqual(said.sort(), ['one', 'two'])
  const [last] = receiver.received.slice(-1)
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(last?.headers['x-service-signature-v2'] ?? '') ?? []
  assert.equal(v1, createHmac('sha256', secret).update(`${t}.${last?.text}`).digest('hex'))
})

test('an unconfirmed lead is not delivered, and an erased lead is delivered without content', async () => {
  const { shop, send } = await withReceiver({ confirmEmail: true })
  await send()
  await service.runJobs()
  await tickSender()
  assert.equal(receiver.received.length, 0)
  const open = await withReceiver()
  receiver.answers(answering(503))
  await open.send()
  await service.runJobs()
  await receiver.has(1)
  await (await open.shop.signedIn()).post('/customers/erase', { email: 'sam.fuller@customer.example' })
  receiver.answers(answering(200))
  service.advance(10_000)
  await tickSender()
  await receiver.has(2)
  assert.doesNotMatch(receiver.received[1]?.text ?? '', /sam\.fuller|Norway/)
  assert.equal(shop.storeEnvId === open.shop.storeEnvId, false)
})

test('deleting a gallery deletes its webhook', async () => {
  const { shop, id, send } = await withReceiver()
  receiver.answers(answering(503))
  await send()
  await service.runJobs()
  await receiver.has(1)
  assert.equal((await shop.api.delete(`/galleries/${id}`)).status, 204)
  assert.deepEqual(await listLeads(shop.api, await galleryWithForm(shop)), [])
  receiver.answers(answering(200))
  service.advance(10_000)
  await service.runJobs()
  await tickSender()
  assert.equal(receiver.received.length, 1)
})

async function tickSender(): Promise<void> {
  const { sendDueDeliveries } = await import('#resources/outbound-webhooks/sending/sender.ts')
  await sendDueDeliveries(service.service)
  await service.runJobs()
}
