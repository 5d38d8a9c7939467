import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from '#platform/db/query.ts'
import { createSecrets } from '#platform/process/secrets.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { addByClock } from '#test/queue.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { consentText, galleryWithForm, listLeads, mailTo, message, visitor } from './leads.testing.ts'
import { computeKeys } from './rules.ts'

const service = provideService({ now: new Date('2026-11-21T10:36:12Z') })

async function opened(leadForm: object = {}, more: object = {}) {
  const shop = await service.shop()
  const id = await galleryWithForm(shop, leadForm, more)
  return { shop, id, send: await visitor(service, shop, id) }
}

test('a lead records its consent text, and only signed-in people see the full address', async () => {
  const { shop, id, send } = await opened(
    {},
    { locale: 'en', translations: { de: { leadForm: { consentText: 'Ich bin einverstanden.' } } } },
  )
  const sent = await send()
  assert.equal(sent.status, 202, sent.text)
  assert.deepEqual(sent.body, { id: sent.body.id, status: 'received' })
  const [lead] = await listLeads(shop.api, id)
  const { createdAt, updatedAt, consentedAt, ...rest } = lead
  assert.deepEqual(rest, {
    id: sent.body.id,
    galleryId: id,
    status: 'new',
    emailLast4: 'ller',
    name: 'Sam Fuller',
    message: 'Do you ship to Norway?',
    note: null,
    locale: null,
    consentText,
    confirmedAt: null,
  })
  assert.equal(consentedAt, createdAt)
  const whole = (await (await shop.signedIn()).get(`/galleries/${id}/leads/${lead.id}`)).body
  assert.deepEqual([whole.email, whole.phone], ['sam.fuller@customer.example', '+47 22 12 34 56'])
  await send({ message: 'Und nach Österreich?', locale: 'de_at' })
  const [german] = await listLeads(shop.api, id)
  assert.deepEqual([german.locale, german.consentText], ['de-AT', 'Ich bin einverstanden.'])
})

test('a lead contains only the fields of its form, and all required ones', async () => {
  const { shop, id, send } = await opened({ fields: { name: 'off', phone: 'off', message: 'required' } })
  for (const said of [' ', '', null, undefined]) {
    const { status, body } = await send({ message: said })
    assert.deepEqual([status, body.details?.[0].path], [400, '/message'], JSON.stringify(said))
  }
  assert.equal((await send({ id: 'x', note: 'Mine', status: 'closed' })).status, 202)
  const owner = await shop.signedIn()
  const [lead] = await listLeads(owner, id)
  assert.deepEqual(
    [lead.name, lead.phone, lead.message, lead.note, lead.status],
    [null, null, 'Do you ship to Norway?', null, 'new'],
  )
})

test('a lead needs consent, a plausible form time, and valid fields', async () => {
  const { shop, id, send } = await opened()
  const refused: [object, string][] = [
    [{ consent: false }, '/consent'],
    [{ consent: undefined }, '/consent'],
    [{ startedAt: undefined }, '/startedAt'],
    [{ startedAt: 'abc.0123456789012345678901' }, '/startedAt'],
    [{ email: 'nobody' }, '/email'],
    [{ email: undefined }, '/email'],
    [{ email: `${'x'.repeat(310)}@customer.example` }, '/email'],
    [{ name: 'x'.repeat(121) }, '/name'],
    [{ phone: '1'.repeat(41) }, '/phone'],
    [{ message: 'x'.repeat(2_001) }, '/message'],
    [{ message: 'a\u0000' }, '/message'],
    [{ name: '\u0000' }, '/name'],
    [{ message: ['a'] }, '/message'],
  ]
  for (const [more, path] of refused) {
    const { status, body } = await send(more)
    assert.deepEqual([status, body.details?.[0].path], [400, path], JSON.stringify(more))
  }
  // The clock is frozen, because a slow machine could take longer than the form's minimum of three seconds.
  const goOn = freezeClock(service, service.service.clock.nowMs())
  const fresh = (await shop.storefront.get('/storefront/forms')).body.startedAt
  assert.equal((await send({ startedAt: fresh })).status, 400, 'nobody types so fast')
  goOn()
  service.advance(day + 1)
  assert.equal((await send({ startedAt: fresh })).status, 400, 'a day old')
  assert.deepEqual(await listLeads(shop.api, id), [])
})

test('unpublished galleries, galleries without a form and other stores accept no lead', async () => {
  const { shop, id, send } = await opened()
  await shop.api.patch(`/galleries/${id}`, { leadForm: { enabled: false } })
  assert.equal((await send()).status, 404)
  await shop.api.patch(`/galleries/${id}`, { status: 'draft', leadForm: { enabled: true } })
  assert.equal((await send()).status, 404)
  await shop.api.patch(`/galleries/${id}`, { status: 'published' })
  const other = await service.shop()
  assert.equal((await (await visitor(service, other, id))()).status, 404)
  assert.equal((await send({}, { origin: 'https://evil.example' })).status, 403)
  assert.deepEqual(await listLeads(shop.api, id), [])
})

test('the same message of an address within a day becomes one lead, even concurrently', async () => {
  const { shop, id, send } = await opened()
  const answers = await Promise.all([send(), send(), send()])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await send({ email: message.email.toUpperCase(), name: 'Else' })).body.id, answers[0]?.body.id)
  await send({ email: 'else@customer.example' })
  await send({ message: 'Do you ship to Norway at all?' })
  assert.equal((await listLeads(shop.api, id)).length, 3)
  service.advance(day)
  const again = await visitor(service, shop, id)
  assert.notEqual((await again()).body.id, answers[0]?.body.id)
  assert.equal((await listLeads(shop.api, id)).length, 4)
})

test('a repeat from another network has the same key but another visitor; spam has its own key', () => {
  const secrets = createSecrets('x'.repeat(40))
  const keys = (more: object = {}) =>
    computeKeys(secrets, {
      email: 'a@b.example',
      message: 'Hi',
      galleryId: 'g',
      isSpam: false,
      address: '1.1.1.1',
      ...more,
    })
  assert.ok(keys().key.equals(keys({ address: '2.2.2.2' }).key))
  assert.ok(!keys().visitor.equals(keys({ address: '2.2.2.2' }).visitor))
  for (const more of [
    { email: 'b@b.example' },
    { message: 'Ho' },
    { galleryId: 'h' },
    { isSpam: true },
    { message: null },
  ])
    assert.ok(!keys().key.equals(keys(more).key), JSON.stringify(more))
})

test('a form with a filled trap gets the usual response, becomes spam and notifies nobody', async () => {
  for (const confirmEmail of [false, true]) {
    const { shop, id, send } = await opened({ confirmEmail, notificationEmail: 'sales@shop.example' })
    const sent = await send({ homepage: 'https://spam.example' })
    assert.deepEqual([sent.status, sent.body.status], [202, confirmEmail ? 'confirmation_sent' : 'received'])
    const [lead] = await listLeads(shop.api, id)
    assert.equal(lead.status, 'spam')
    for (const address of ['sales@shop.example', 'sam.fuller@customer.example'])
      assert.deepEqual(await mailTo(service, shop, address), [])
    const taken = await shop.api.patch(`/galleries/${id}/leads/${lead.id}`, { status: 'new' })
    assert.equal(taken.body.status, 'new')
    assert.deepEqual(await mailTo(service, shop, 'sales@shop.example'), [])
  }
})

test('a visitor can send ten leads in ten minutes; invalid leads do not count', async () => {
  const { shop, id } = await opened()
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '1000/1s,1000/10s,1000/60s' } })
  try {
    const page = limited.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    const send = await visitor(limited, shop, id, page)
    for (let n = 0; n < 12; n++) assert.equal((await send({ consent: false })).status, 400)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await send({ message: `Message ${n}` })).status)
    assert.deepEqual(statuses, [...Array(10).fill(202), 429, 429])
  } finally {
    await limited.close()
  }
})

test("a visitor's forty concurrent leads result in ten accepted leads", async () => {
  const { shop, id } = await opened()
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '1000/1s,1000/10s,1000/60s' } })
  try {
    const page = limited.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    const send = await visitor(limited, shop, id, page)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send({ message: `Message ${n}` })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(202), ...Array(30).fill(429)])
    assert.equal((await listLeads(shop.api, id)).length, 10)
  } finally {
    await limited.close()
  }
})

const wave = 20

test('a flood of leads is stored completely, and sends twenty mails and one digest', async () => {
  const { shop, id, send } = await opened({ notificationEmail: 'sales@shop.example' })
  const flood = 120
  // A call that waits 5 seconds for others of its store is refused, so a busy machine gets smaller waves.
  for (let n = 0; n < flood; n += wave) {
    const sent = await Promise.all(
      Array.from({ length: wave }, (_, i) =>
        send({ email: `v${n + i}@customer.example`, message: `Message ${n + i}` }),
      ),
    )
    assert.deepEqual([...new Set(sent.map(({ status }) => status))], [202])
  }
  const { total } = (await shop.api.get(`/galleries/${id}/leads?limit=1&includeTotal=true`)).body.pagination
  assert.equal(total, flood)
  assert.equal((await mailTo(service, shop, 'sales@shop.example')).length, 20)
  service.advance(61 * 60_000)
  await service.tick()
  const mails = await mailTo(service, shop, 'sales@shop.example')
  assert.equal(mails.length, 21)
  assert.match(mails.at(-1)?.subject ?? '', new RegExp(`\\b${flood - 20}\\b`))
})

const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'

test("one mail notifies the store, and a reply to that mail reaches the lead's sender", async () => {
  const { shop, id, send } = await opened({ notificationEmail: 'sales@shop.example' }, { name: hostile.slice(0, 120) })
  await send({ name: hostile, message: `${hostile}\n{{ store.name }}`, phone: '<b>+47</b>' })
  await send({ name: hostile, message: `${hostile}\n{{ store.name }}`, phone: '<b>+47</b>' })
  const mails = await mailTo(service, shop, 'sales@shop.example')
  assert.equal(mails.length, 1)
  const [mail] = mails
  assert.equal(mail?.replyTo, 'sam.fuller@customer.example')
  assert.match(mail?.text ?? '', /sam\.fuller@customer\.example/)
  assert.match(mail?.text ?? '', /\{\{ store\.name \}\}/)
  assert.match(mail?.text ?? '', new RegExp(`/admin/galleries/${id}`))
  assert.doesNotMatch(mail?.html ?? '', /<script|<img src=x|<b>\+47/)
  assert.match(mail?.html ?? '', /&lt;script&gt;/)
  assert.doesNotMatch(mail?.subject ?? '', /sam|Sam/)
  const { data } = (await (await shop.signedIn()).get('/email/messages')).body
  assert.deepEqual(
    data.map(({ template, state }: Record<string, string>) => [template, state]),
    [['lead_notice', 'sent']],
  )
})

test('above twenty leads an hour one digest lists the rest, then single mails resume', async () => {
  const { shop, id, send } = await opened({ notificationEmail: 'sales@shop.example' })
  const notices = () => mailTo(service, shop, 'sales@shop.example')
  for (let n = 0; n < 26; n++) await send({ message: `Message ${n}` })
  assert.equal((await notices()).length, 20)
  service.advance(30 * 60_000)
  await send({ message: 'Message 26' })
  assert.equal((await notices()).length, 20)
  service.advance(31 * 60_000)
  await service.tick()
  const mails = await notices()
  assert.equal(mails.length, 21)
  const digest = mails.at(-1)
  assert.match(digest?.subject ?? '', /7/)
  assert.equal(digest?.replyTo, null)
  for (let n = 20; n < 27; n++) assert.match(digest?.text ?? '', new RegExp(`Message ${n}\\b`))
  assert.doesNotMatch(digest?.text ?? '', /Message 19\b/)
  const again = await visitor(service, shop, id)
  await again({ message: 'Message 27' })
  assert.equal((await notices()).length, 22)
  service.advance(2 * 3_600_000)
  await service.tick()
  assert.equal((await notices()).length, 22)
})

test('a lead that is erased before its mail is sent appears in no mail', async () => {
  const { shop, send } = await opened({ notificationEmail: 'sales@shop.example' })
  await send()
  const erased = await (await shop.signedIn()).post('/customers/erase', { email: 'sam.fuller@customer.example' })
  assert.equal(erased.body.leadsDeleted, 1, erased.text)
  assert.deepEqual(await mailTo(service, shop, 'sales@shop.example'), [])
})

const findLink = (text = '') => /\/l\/[\w-]{64}/.exec(text)?.[0] ?? ''
const open = (method: 'GET' | 'POST' | 'HEAD', url: string) => service.app.inject({ method, url })

test('with confirmEmail nothing is sent until the button is pressed; opening the link changes nothing', async () => {
  const { shop, id, send } = await opened({ confirmEmail: true, notificationEmail: 'sales@shop.example' })
  const sent = await send({ message: hostile, name: 'Click https://evil.example' })
  assert.deepEqual([sent.status, sent.body.status], [202, 'confirmation_sent'])
  assert.equal((await send({ message: hostile })).body.id, sent.body.id)
  const mails = await mailTo(service, shop, 'sam.fuller@customer.example')
  assert.equal(mails.length, 1)
  assert.doesNotMatch(
    `${mails[0]?.html}${mails[0]?.text}${mails[0]?.subject}`,
    // Searches for phrases, because the link's token could contain a single word by chance.
    /evil\.example|alert\(/,
    'nothing that was written',
  )
  const link = findLink(mails[0]?.text)
  const status = async () => (await listLeads(shop.api, id))[0].status
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const page = await open(method, link)
    assert.equal(page.statusCode, 200)
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.doesNotMatch(page.body, /<script>alert|<img src=x/)
  }
  assert.equal(await status(), 'unconfirmed')
  assert.deepEqual(await mailTo(service, shop, 'sales@shop.example'), [])
  const early = await shop.api.patch(`/galleries/${id}/leads/${sent.body.id}`, { status: 'contacted' })
  assert.deepEqual([early.status, early.body.code], [409, 'conflict'])
  const pressed = await Promise.all([open('POST', link), open('POST', link), open('POST', link)])
  assert.deepEqual(
    pressed.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.equal(await status(), 'new')
  assert.equal((await mailTo(service, shop, 'sales@shop.example')).length, 1)
  assert.equal((await open('GET', link)).statusCode, 200)
  await shop.api.patch(`/galleries/${id}/leads/${sent.body.id}`, { status: 'closed' })
  assert.equal((await open('POST', link)).statusCode, 200)
  assert.equal(await status(), 'closed')
})

test('a confirmation link fails if forged, or if its lead is spam, deleted or week-old', async () => {
  const { shop, id, send } = await opened({ confirmEmail: true })
  const linkFor = async (more: object) => {
    const { body } = await send(more)
    const mails = await mailTo(service, shop, 'sam.fuller@customer.example')
    return { link: findLink(mails.at(-1)?.text), lead: `/galleries/${id}/leads/${body.id}` }
  }
  const [one, two, three] = [await linkFor({}), await linkFor({ message: 'b' }), await linkFor({ message: 'c' })]
  await shop.api.patch(one.lead, { status: 'spam' })
  await shop.api.delete(two.lead)
  const forged = three.link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const link of [one.link, two.link, '/l/x', `/l/${'A'.repeat(64)}`, `${forged.slice(0, -4)}AAAA`])
    for (const method of ['GET', 'POST'] as const) assert.equal((await open(method, link)).statusCode, 404, link)
  service.advance(7 * day)
  assert.equal((await open('GET', three.link)).statusCode, 404)
  assert.equal((await open('POST', three.link)).statusCode, 404)
  assert.equal((await shop.api.get(three.lead)).body.status, 'unconfirmed')
})

test('an address gets a limited number of confirmation mails', async () => {
  const { shop, send } = await opened({ confirmEmail: true })
  for (let n = 0; n < 9; n++) assert.equal((await send({ message: `Message ${n}` })).status, 202)
  assert.equal((await mailTo(service, shop, 'sam.fuller@customer.example')).length, 5)
})

test("unconfirmed leads are deleted after seven days, others after their form's period", async () => {
  const clean = async () => {
    await addByClock(service.service, 'galleries.clean_leads')
    await service.runJobs()
  }
  const asked = await opened({ confirmEmail: true, retentionDays: 30 })
  const kept = await opened({ retentionDays: 30 })
  await asked.send()
  await kept.send()
  service.advance(7 * day - 60_000)
  await clean()
  const counts = async () => [
    (await listLeads(asked.shop.api, asked.id)).length,
    (await listLeads(kept.shop.api, kept.id)).length,
  ]
  assert.deepEqual(await counts(), [1, 1])
  service.advance(120_000)
  await clean()
  assert.deepEqual(await counts(), [0, 1])
  service.advance(23 * day)
  await clean()
  assert.deepEqual(await counts(), [0, 0])
})

test('a lead has a state and a note, and both are searchable', async () => {
  const { shop, id, send } = await opened()
  const first = (await send()).body.id
  service.advance(1000)
  const second = (await send({ email: 'jo@customer.example', name: '100 %_\\', message: 'Prices?' })).body.id
  const lead = `/galleries/${id}/leads/${first}`
  const changed = await shop.api.patch(lead, { status: 'contacted', note: ' Called on Monday. ' })
  assert.deepEqual([changed.status, changed.body.status, changed.body.note], [200, 'contacted', 'Called on Monday.'])
  assert.equal((await shop.api.patch(lead, { note: ' ' })).body.note, null)
  await shop.api.patch(lead, { note: 'Monday' })
  for (const [body, path] of [
    [{ status: 'unconfirmed' }, '/status'],
    [{ status: 'open' }, '/status'],
    [{ note: 'x'.repeat(2_001) }, '/note'],
    [{ note: '\u0000' }, '/note'],
  ] as const) {
    const refused = await shop.api.patch(lead, body)
    assert.deepEqual([refused.status, refused.body.details?.[0].path], [400, path])
  }
  const ids = async (query: string) => (await listLeads(shop.api, id, query)).map((each: { id: string }) => each.id)
  assert.deepEqual(await ids(''), [second, first])
  assert.deepEqual(await ids('&status=contacted,closed'), [first])
  assert.deepEqual(await ids('&q=monDAY'), [first])
  assert.deepEqual(await ids(`&q=${encodeURIComponent('%_\\')}`), [second])
  assert.deepEqual(await ids('&email=JO@customer.example'), [second])
  const { createdAt } = (await shop.api.get(`/galleries/${id}/leads/${second}`)).body
  assert.deepEqual(await ids(`&createdAfter=${createdAt}`), [second])
  assert.deepEqual(await ids(`&createdBefore=${createdAt}`), [first])
  const page = (await shop.api.get(`/galleries/${id}/leads?limit=1&includeTotal=true`)).body
  assert.deepEqual([page.data.length, page.pagination.hasMore, page.pagination.total], [1, true, 2])
  assert.equal((await shop.api.get(`/galleries/${id}/leads?status=open`)).status, 400)
  assert.equal((await shop.api.delete(lead)).status, 204)
  assert.equal((await shop.api.get(lead)).status, 404)
  assert.equal((await shop.api.delete(lead)).status, 404)
})

test('viewers read, members write, admins export, and other stores see nothing', async () => {
  const { shop, id, send } = await opened()
  const lead = `/galleries/${id}/leads/${(await send()).body.id}`
  const [viewer, member] = [await shop.as('VIEWER'), await shop.as('MEMBER')]
  assert.equal((await viewer.get(lead)).status, 200)
  assert.equal((await viewer.patch(lead, { status: 'closed' })).body.code, 'role_read_only')
  assert.equal((await member.patch(lead, { status: 'closed' })).status, 200)
  assert.equal((await member.get(`/galleries/${id}/leads/export?format=csv`)).body.code, 'role_insufficient')
  const elsewhere = await shop.as('ADMIN', ['faqs:write'])
  assert.equal((await elsewhere.get(lead)).body.code, 'scope_denied')
  const second = await galleryWithForm(shop)
  const other = await service.shop()
  const theirs = await galleryWithForm(other)
  for (const [api, gallery] of [
    [shop.api, second],
    [other.api, id],
    [other.api, theirs],
  ] as const) {
    const path = lead.replace(id, gallery)
    assert.equal((await api.get(path)).status, 404)
    assert.equal((await api.patch(path, { status: 'spam' })).status, 404)
    assert.equal((await api.delete(path)).status, 404)
  }
  assert.equal((await other.api.get(`/galleries/${id}/leads`)).status, 404)
  assert.equal((await other.api.get(`/galleries/${id}/leads/export`)).status, 404)
  assert.equal((await shop.api.get(lead)).body.status, 'closed')
})

type Line = Record<string, string>

test('the CSV contains no active formula and masks addresses for keys; the export is logged', async () => {
  const { shop, id, send } = await opened()
  await send({ name: '=1+1', message: '@SUM(A1), "quoted"\nand more', phone: '+47 22' })
  await send({ name: '-2', message: '\tTab', email: 'jo@customer.example' })
  await shop.api.patch(`/galleries/${id}/leads/${(await listLeads(shop.api, id))[0].id}`, { note: '\r+1' })
  const masked = await shop.api.get(`/galleries/${id}/leads/export?format=csv`)
  assert.equal(masked.status, 200)
  assert.equal(masked.headers['content-type'], 'text/csv; charset=utf-8')
  assert.doesNotMatch(masked.text, /customer\.example|47 22/)
  const whole = await (await shop.signedIn()).get(`/galleries/${id}/leads/export`)
  const rows: Line[] = parse(whole.text, { columns: true, record_delimiter: '\r\n' })
  assert.deepEqual(
    rows.map(({ email, phone, name, message: said, consentText: agreed }) => [email, phone, name, said, agreed]),
    [
      ['jo@customer.example', "'+47 22 12 34 56", "'-2", 'Tab', consentText],
      ['sam.fuller@customer.example', "'+47 22", "'=1+1", '\'@SUM(A1), "quoted"\nand more', consentText],
    ],
  )
  for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
  const some = await shop.api.get(`/galleries/${id}/leads/export?status=spam&email=jo@customer.example`)
  assert.equal(some.text.trim().split('\n').length, 1)
  const log = (await (await shop.signedIn()).get('/account/audit-log?limit=10')).body.data
  const lines = log.filter(({ action }: Line) => action === 'gallery_leads.exported')
  assert.equal(lines.length, 3)
  assert.doesNotMatch(JSON.stringify(lines), /customer\.example/)
  assert.equal((await shop.api.get(`/galleries/${id}/leads/export?format=xlsx`)).status, 400)
})

test("a person's export has their leads, an erasure deletes them, and senders become customers", async () => {
  const { shop, id, send } = await opened()
  await send()
  await send({ email: 'jo@customer.example' })
  const owner = await shop.signedIn()
  const exported = await owner.get('/customers/by-email/sam.fuller@customer.example/export')
  assert.equal(exported.status, 200, exported.text)
  assert.equal(exported.body.leads[0].message, 'Do you ship to Norway?')
  assert.equal(exported.body.leads[0].phone, '+47 22 12 34 56')
  assert.equal(exported.body.customer.name, 'Sam Fuller')
  const erased = await owner.post('/customers/erase', { email: 'SAM.fuller@customer.example' })
  assert.equal(erased.body.leadsDeleted, 1)
  assert.deepEqual(
    (await listLeads(owner, id)).map(({ email }: Line) => email),
    ['jo@customer.example'],
  )
  assert.equal((await owner.post('/customers/erase', { email: 'sam.fuller@customer.example' })).body.leadsDeleted, 0)
})

test('deleting a gallery deletes its leads', async () => {
  const { shop, id, send } = await opened()
  await send()
  assert.equal((await shop.api.delete(`/galleries/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/galleries/${id}/leads`)).status, 404)
  assert.equal((await send({ message: 'Still there?' })).status, 404)
})

test("a downgrade hides a gallery above the plan's limit, and an upgrade shows it", async () => {
  const paid = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    const { shop, id } = await opened()
    const page = paid.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    const read = () => page.get(`/storefront/galleries/${id}`)
    const put = (plan: string) =>
      paid.service.db.store(shop, 'write', async (tx) => {
        await tx.run(
          sql`update subscriptions set status = 'active', plan = ${plan} where store_env_id = ${shop.storeEnvId}`,
        )
        invalidateStorefront(tx)
      })
    await put('growth')
    for (let n = 0; n < 3; n++) assert.equal((await read()).status, 200)
    await put('starter')
    assert.equal((await read()).body.code, 'plan_required')
    await put('growth')
    assert.equal((await read()).status, 200)
  } finally {
    await paid.close()
  }
})

const withPlan = async (shop: Shop, plan: string) => {
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'active', plan = ${plan} where store_env_id = ${shop.storeEnvId}`),
  )
}

test('below the plan Growth, leads can be read and exported, but not sent or changed', async () => {
  const paid = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    const { shop, id, send } = await opened()
    const lead = `/galleries/${id}/leads/${(await send()).body.id}`
    await withPlan(shop, 'starter')
    const api = paid.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${shop.adminKey}` })
    const page = paid.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    assert.equal((await api.get(lead)).status, 200)
    assert.equal((await api.get(`/galleries/${id}/leads/export`)).status, 200)
    assert.equal((await api.patch(lead, { status: 'closed' })).body.code, 'plan_required')
    assert.equal((await (await visitor(paid, shop, id, page))({ message: 'New' })).body.code, 'plan_required')
  } finally {
    await paid.close()
  }
})
