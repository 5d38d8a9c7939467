import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { type NameServer, startNameServer } from '#test/fakes/name-server.ts'
import { type Api, day, type Shop, startService, type TestService } from '#test/service.ts'
import { bounceAddress, readSender } from './commands.ts'

const hour = 3_600_000
let first: NameServer
let second: NameServer
let service: TestService
let shop: Shop

before(async () => {
  first = await startNameServer()
  second = await startNameServer()
  service = await startService({
    now: new Date('2026-11-21T09:00:00Z'),
    env: {
      BILLING: 'manual',
      DNS_SERVERS: `${first.address},${second.address}`,
      MAIL_FROM: 'Evident <no-reply@mail.evident.example>',
      BOUNCE_ADDRESS: 'bounces@mail.evident.example',
    },
  })
})
after(async () => {
  await service.close()
  await Promise.all([first.close(), second.close()])
})
beforeEach(async () => {
  for (const { zone, asked } of [first, second]) {
    for (const name of Object.keys(zone)) delete zone[name]
    asked.length = 0
  }
  // Earlier tests claimed domains, and moved the clock beyond the last shop's paid period.
  await service.query('delete from sending_domain_claims')
  shop = await paying()
})

async function paying(): Promise<Shop> {
  const made = await service.shop()
  await pay('growth', made)
  return made
}

const pay = (plan: string, of: Shop = shop) =>
  service.query(`update subscriptions set plan = $1, status = 'active' where store_env_id = $2`, [plan, of.storeEnvId])

type Record_ = {
  purpose: string
  type: string
  host: string
  value: string
  expected: string
  status: string
  found: string[]
  note: string | null
  noteCode: string | null
  noteValue: string | null
}
const findRecord = (body: { records: Record_[] }, purpose: string): Record_ => {
  const found = body.records.find((record) => record.purpose === purpose)
  assert.ok(found, `no record for ${purpose}`)
  return found
}

function publish({ host, type, value }: Record_, servers = [first, second]): void {
  for (const { zone } of servers) zone[host] = type === 'CNAME' ? { CNAME: value } : { TXT: [value] }
}

async function verified(of: Shop = shop, domain = 'mail.shop.example'): Promise<void> {
  const { body } = await of.api.post('/sending-domain', { domain })
  publish(findRecord(body, 'dkim'))
  assert.equal((await of.api.post('/sending-domain/verify')).body.status, 'verified')
}

const findSender = (of: Shop = shop) =>
  service.service.db.store(of, 'read', (tx) => readSender(tx, service.service.services))

/** Advances the clock hour by hour and runs the check each time, in place of the hourly schedule. */
async function hours(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    service.advance(hour)
    await check()
  }
}

async function check(): Promise<void> {
  const { checkWhenDue } = await import('./checking.ts')
  const { db, services, clock } = service.service
  await checkWhenDue({ db, services, now: clock.now() }, shop)
}

test("a store without a domain sends from the operator's address under its own name", async () => {
  const { status, body } = await shop.api.get('/sending-domain')
  assert.equal(status, 200)
  assert.deepEqual([body.status, body.domain, body.records], ['none', null, []])
  assert.deepEqual(body.sender, { name: 'Shop 1', from: 'no-reply@mail.evident.example', replyTo: null })
  assert.deepEqual(await findSender(), {
    from: { name: 'Shop 1', address: 'no-reply@mail.evident.example' },
    replyTo: null,
    dkim: null,
    returnPathHost: null,
  })
})

test('name and reply address can be set on every plan and are used in mails', async () => {
  await pay('starter')
  const refused = await shop.api.post('/sending-domain', { domain: 'shop.example' })
  assert.deepEqual([refused.status, refused.body.code, refused.body.requiredPlan], [403, 'plan_required', 'growth'])
  const set = await shop.api.patch('/sending-domain/settings', {
    fromName: ' Café Zürich ',
    replyTo: 'Hilfe@MÜLLER.example',
  })
  assert.equal(set.status, 200)
  assert.deepEqual([set.body.fromName, set.body.replyTo], ['Café Zürich', 'hilfe@xn--mller-kva.example'])
  const sender = await findSender()
  assert.deepEqual([sender.from.name, sender.replyTo], ['Café Zürich', 'hilfe@xn--mller-kva.example'])
  const partly = await shop.api.patch('/sending-domain/settings', { replyTo: null })
  assert.deepEqual([partly.body.fromName, partly.body.replyTo], ['Café Zürich', null])
  const cleared = await shop.api.patch('/sending-domain/settings', { fromName: null })
  assert.deepEqual([cleared.body.fromName, cleared.body.sender.name], [null, (await findSender()).from.name])
})

test("after a downgrade the domain stays stored, but mail uses the operator's address until an upgrade", async () => {
  await verified()
  const { keySelector } = (await findSender()).dkim ?? {}
  await pay('starter')
  const { body } = await shop.api.get('/sending-domain')
  assert.deepEqual([body.status, body.domain, body.includedInPlan], ['verified', 'mail.shop.example', false])
  assert.equal(body.sender.from, 'no-reply@mail.evident.example')
  assert.equal(findRecord(body, 'dkim').status, 'ok')
  const meanwhile = await findSender()
  assert.deepEqual(
    [meanwhile.from.address, meanwhile.replyTo, meanwhile.dkim, meanwhile.returnPathHost],
    ['no-reply@mail.evident.example', null, null, null],
  )
  // The domain's record is still checked, but its loss causes no notice, because no mail was sent from the domain.
  const { host } = findRecord(body, 'dkim')
  const kept = first.zone[host]
  for (const { zone } of [first, second]) delete zone[host]
  await hours(100)
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'degraded')
  await service.runJobs()
  assert.deepEqual(await listMailbox(shop), [])
  for (const { zone } of [first, second]) zone[host] = kept
  await hours(1)
  await pay('scale')
  const again = (await shop.api.get('/sending-domain')).body
  assert.deepEqual(
    [again.status, again.includedInPlan, again.sender.from],
    ['verified', true, 'reviews@mail.shop.example'],
  )
  assert.equal((await findSender()).dkim?.keySelector, keySelector)
})

test('a name or reply address that would break its header is refused', async () => {
  const settings = [
    { fromName: 'Shop\r\nBcc: all@example.com' },
    { fromName: '\u202eexe.gpj' },
    { fromName: '   ' },
    { replyTo: 'a@b.example\r\nBcc: c@d.example' },
    { replyTo: 'two@b.example, three@b.example' },
    { replyTo: 'Name <a@b.example>' },
    { replyTo: 'nobody' },
  ]
  for (const each of settings) {
    const { status, body } = await shop.api.patch('/sending-domain/settings', each)
    assert.deepEqual([status, body.code], [400, 'validation_failed'], JSON.stringify(each))
    assert.equal(body.details[0].path, `/${Object.keys(each)[0]}`)
  }
})

test('a domain is verified when all name servers return its key, and then signs mail', async () => {
  const made = await shop.api.post('/sending-domain', { domain: 'Mail.Shop.Example.', fromLocalPart: 'Hello' })
  assert.equal(made.status, 201)
  assert.deepEqual([made.body.status, made.body.domain], ['pending', 'mail.shop.example'])
  const dkim = findRecord(made.body, 'dkim')
  assert.match(dkim.host, /^ev-[a-z0-9]{10}\._domainkey\.mail\.shop\.example$/)
  assert.match(dkim.value, /^v=DKIM1; k=rsa; p=MIIB[A-Za-z0-9+/]{380,}=*$/)
  assert.deepEqual([dkim.status, dkim.found], ['missing', []])
  assert.equal((await shop.api.post('/sending-domain/verify')).body.status, 'pending')

  publish(dkim, [first])
  const half = await shop.api.post('/sending-domain/verify')
  assert.deepEqual([half.body.status, findRecord(half.body, 'dkim').status], ['pending', 'missing'])
  assert.match(findRecord(half.body, 'dkim').note ?? '', /Some name servers/)
  assert.equal(findRecord(half.body, 'dkim').noteCode, 'servers_divided')
  assert.equal((await findSender()).dkim, null)

  publish(dkim)
  const whole = await shop.api.post('/sending-domain/verify')
  assert.deepEqual([whole.body.status, findRecord(whole.body, 'dkim').status], ['verified', 'ok'])
  assert.equal(whole.body.sender.from, 'hello@mail.shop.example')
  const sender = await findSender()
  assert.equal(sender.from.address, 'hello@mail.shop.example')
  assert.deepEqual([sender.dkim?.domainName, sender.dkim?.keySelector], ['mail.shop.example', dkim.host.split('.')[0]])
  const key = createPrivateKey(sender.dkim?.privateKey ?? '')
  assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048)
  assert.equal(
    createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    dkim.value.split('p=')[1],
  )
})

test('a reformatted key is accepted; a truncated, revoked, foreign or duplicate key is not', async () => {
  const { body } = await shop.api.post('/sending-domain', { domain: 'shop.example' })
  const dkim = findRecord(body, 'dkim')
  const key = dkim.value.split('p=')[1] ?? ''
  const other = findRecord(
    (await (await paying()).api.post('/sending-domain', { domain: 'shop.example' })).body,
    'dkim',
  )
  const bad: [string[], string, RegExp, string][] = [
    [['hello'], 'missing', /no key/, 'dkim_no_key'],
    [[dkim.value.slice(0, 255)], 'mismatch', /incomplete/, 'dkim_cut'],
    [['v=DKIM1; p='], 'mismatch', /Another key/, 'dkim_other'],
    [[other.value], 'mismatch', /Another key/, 'dkim_other'],
    [[dkim.value, other.value], 'mismatch', /several keys/, 'dkim_several'],
    [[dkim.value.replace('rsa', 'ed25519')], 'mismatch', /Another key/, 'dkim_other'],
  ]
  for (const [values, status, note, code] of bad) {
    for (const { zone } of [first, second]) zone[dkim.host] = { TXT: values }
    const checked = findRecord((await shop.api.post('/sending-domain/verify')).body, 'dkim')
    assert.equal(checked.status, status, values.join())
    assert.match(checked.note ?? '', note)
    assert.equal(checked.noteCode, code)
    assert.deepEqual(checked.found.toSorted(), values.toSorted())
  }
  for (const value of [
    `p=${key}`,
    `k=rsa;t=s; p=${key.slice(0, 200)} ${key.slice(200)};`,
    `V=DKIM1 ; K=rsa ;P=${key}`,
  ]) {
    for (const { zone } of [first, second]) zone[dkim.host] = { TXT: ['unrelated', value] }
    assert.equal(findRecord((await shop.api.post('/sending-domain/verify')).body, 'dkim').status, 'ok', value)
  }
})

test('a key is found through a CNAME alias', async () => {
  const dkim = findRecord((await shop.api.post('/sending-domain', { domain: 'shop.example' })).body, 'dkim')
  for (const { zone } of [first, second]) {
    zone[dkim.host] = { CNAME: 'keys.agency.example' }
    zone['keys.agency.example'] = { TXT: [dkim.value] }
  }
  assert.equal((await shop.api.post('/sending-domain/verify')).body.status, 'verified')
})

test('any published record is shown as plain text', async () => {
  const dkim = findRecord((await shop.api.post('/sending-domain', { domain: 'shop.example' })).body, 'dkim')
  const hostile = `p=${'\u0000\u0007'}<script>${'x'.repeat(700)}`
  for (const { zone } of [first, second]) zone[dkim.host] = { TXT: [hostile, 'p=\ud83d\ude00', 'p=\u00ff'] }
  const { status, body } = await shop.api.post('/sending-domain/verify')
  assert.equal(status, 200)
  assert.equal(findRecord(body, 'dkim').status, 'mismatch')
  assert.ok(findRecord(body, 'dkim').found.every((text) => !/\p{Cc}/u.test(text) && text.length <= 1000))
})

test("domains of mail providers and invalid domains are refused with the field's path", async () => {
  const bad = [
    'gmail.com',
    'mail.GMX.de',
    'foo.yahoo.co.uk',
    '127.0.0.1',
    '[::1]',
    '::1',
    '127.1',
    '0x7f.1',
    'localhost',
    'intranet',
    'shop.local',
    'a.localhost',
    'co.uk',
    'github.io',
    'com',
    'https://shop.example',
    'a@shop.example',
    'shop example.com',
    'shop..example',
    '.',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(110)}example.com`,
    'shop.example/x',
    'x\u0000.example',
    '1.2.3.4.in-addr.arpa',
    'xn--.example',
    'shop.example:25',
    '%2e.example',
    'ｇｍａｉｌ.com',
  ]
  for (const domain of bad) {
    const { status, body } = await shop.api.post('/sending-domain', { domain })
    assert.deepEqual([status, body.details?.[0]?.path], [400, '/domain'], `${domain}: ${status}`)
  }
  for (const fromLocalPart of ['a b', 'a@b', '.a', 'a..b', 'ä', 'a\r\nb', '"a"']) {
    const { status, body } = await shop.api.post('/sending-domain', { domain: 'shop.example', fromLocalPart })
    assert.deepEqual([status, body.details?.[0]?.path], [400, '/fromLocalPart'], fromLocalPart)
  }
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'none')
})

test('a domain in any script is one domain, and both of its forms are shown', async () => {
  const { status, body } = await shop.api.post('/sending-domain', { domain: 'Bücher.example' })
  assert.deepEqual([status, body.domain, body.domainUnicode], [201, 'xn--bcher-kva.example', 'bücher.example'])
  const again = await shop.api.post('/sending-domain', { domain: 'XN--BCHER-KVA.example' })
  assert.equal(again.status, 200)
  assert.deepEqual(again.body.records, body.records)
})

test('choosing the same domain again keeps its key; another domain gets a new key', async () => {
  const one = await shop.api.put('/sending-domain', { domain: 'shop.example' })
  const same = await shop.api.put('/sending-domain', {
    domain: 'shop.example',
    fromLocalPart: 'team',
    fromName: 'Team',
  })
  assert.deepEqual([same.body.fromLocalPart, same.body.fromName], ['team', 'Team'])
  assert.equal(findRecord(same.body, 'dkim').value, findRecord(one.body, 'dkim').value)
  const other = await shop.api.post('/sending-domain', { domain: 'other.example' })
  assert.deepEqual([other.status, other.body.fromLocalPart], [201, 'team'])
  assert.notEqual(findRecord(other.body, 'dkim').value, findRecord(one.body, 'dkim').value)
  assert.equal(other.body.records.filter((record: Record_) => record.purpose === 'dkim').length, 1)
})

test('one of many concurrent calls creates the key', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => shop.api.post('/sending-domain', { domain: 'shop.example' })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => findRecord(body, 'dkim').value)).size, 1)
})

test("another store's domain is not revealed, and cannot be used without proof", async () => {
  await verified()
  const rival = await paying()
  const asked = await rival.api.post('/sending-domain', { domain: 'mail.shop.example' })
  const fresh = await (await paying()).api.post('/sending-domain', { domain: 'fresh.example' })
  const withoutNames = (text: string) =>
    text.replaceAll(
      /mail\.shop\.example|fresh\.example|shop\.example|"(value|expected|host|requestId|name|note|noteCode|noteValue|found|failingSince)":[^,]*/g,
      '',
    )
  assert.equal(asked.status, fresh.status)
  assert.equal(withoutNames(asked.text), withoutNames(fresh.text))
  const unproven = await rival.api.post('/sending-domain/verify')
  assert.deepEqual([unproven.body.status, findRecord(unproven.body, 'dkim').note], ['pending', null])

  publish(findRecord(asked.body, 'dkim'))
  const proven = await rival.api.post('/sending-domain/verify')
  assert.equal(proven.body.status, 'pending')
  assert.match(findRecord(proven.body, 'dkim').note ?? '', /another store here/)
  assert.equal(findRecord(proven.body, 'dkim').noteCode, 'domain_taken')
  assert.equal((await findSender(rival)).dkim, null)

  assert.equal((await shop.api.delete('/sending-domain')).status, 204)
  assert.equal((await rival.api.post('/sending-domain/verify')).body.status, 'verified')
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'none')
})

test('if several stores prove a domain concurrently, one of them gets the domain', async () => {
  const rivals = [shop, await paying(), await paying()]
  for (const rival of rivals)
    publish(findRecord((await rival.api.post('/sending-domain', { domain: 'shop.example' })).body, 'dkim'))
  const answers = await Promise.all(rivals.map((rival) => rival.api.post('/sending-domain/verify')))
  assert.deepEqual(answers.map(({ body }) => body.status).sort(), ['pending', 'pending', 'verified'])
})

test('a new key signs after its publication, and then the old key is deleted', async () => {
  await verified()
  const before = await findSender()
  const rotating = await shop.api.post('/sending-domain/rotate')
  assert.equal(rotating.status, 200)
  const next = findRecord(rotating.body, 'dkim_next')
  assert.deepEqual((await shop.api.post('/sending-domain/rotate')).body.records, rotating.body.records)
  const old = findRecord(rotating.body, 'dkim')
  assert.notEqual(next.host, old.host)
  assert.equal((await shop.api.post('/sending-domain/verify')).body.status, 'verified')
  assert.deepEqual((await findSender()).dkim, before.dkim)

  publish(next)
  const done = await shop.api.post('/sending-domain/verify')
  assert.deepEqual([done.body.status, findRecord(done.body, 'dkim').host], ['verified', next.host])
  const retired = findRecord(done.body, 'dkim_retired')
  assert.match(retired.note ?? '', /Leave it until 2026-/)
  assert.equal(retired.noteCode, 'dkim_retired')
  assert.match(retired.noteValue ?? '', /^2026-\d\d-\d\d$/)
  assert.equal((await findSender()).dkim?.keySelector, next.host.split('.')[0])
  assert.notEqual((await findSender()).dkim?.privateKey, before.dkim?.privateKey)
  const [{ left }] = (await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ left: number }>(
      sql`select count(private_key) as left from sending_keys where store_env_id = ${shop.storeEnvId}`,
    ),
  )) as [{ left: number }]
  assert.equal(left, 1)
  service.advance(8 * day)
  const later = await shop.api.post('/sending-domain/verify')
  assert.ok(!later.body.records.some((record: Record_) => record.purpose === 'dkim_retired'))
})

test('a record missing for 72 hours stops mail from the domain and notifies the owners', async () => {
  await verified()
  const { host } = findRecord((await shop.api.get('/sending-domain')).body, 'dkim')
  const kept = first.zone[host]
  for (const { zone } of [first, second]) delete zone[host]
  await hours(30)
  const wrong = (await shop.api.get('/sending-domain')).body
  assert.deepEqual([wrong.status, findRecord(wrong, 'dkim').status], ['verified', 'missing'])
  assert.ok(wrong.failingSince)
  assert.ok((await findSender()).dkim)
  await hours(60)
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'verified')
  await hours(12)
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'degraded')
  const sender = await findSender()
  assert.deepEqual([sender.from.address, sender.dkim], ['no-reply@mail.evident.example', null])
  await service.runJobs()
  const mails = await listMailbox(shop)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.subject ?? '', /no longer sent from mail\.shop\.example/)

  for (const { zone } of [first, second]) zone[host] = kept
  await hours(1)
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'verified')
  assert.ok((await findSender()).dkim)
})

const listMailbox = (of: Shop) =>
  service.service.db.system('read', (tx) =>
    tx.all<{ subject: string; recipient: string }>(
      sql`select subject, recipient from mailbox where organization_id = ${of.organizationId} order by id`,
    ),
  )

test('silent name servers prove nothing about a domain, but an error response counts as failure', async () => {
  await verified()
  const { host } = findRecord((await shop.api.get('/sending-domain')).body, 'dkim')
  const kept = first.zone[host]
  first.zone[host] = 'silent'
  service.advance(25 * hour)
  await check()
  const silent = (await shop.api.get('/sending-domain')).body
  assert.deepEqual([silent.status, silent.failingSince, findRecord(silent, 'dkim').status], ['verified', null, 'ok'])
  assert.match(findRecord(silent, 'dkim').note ?? '', /did not answer/)
  first.zone[host] = 'servfail'
  await hours(1)
  const failing = (await shop.api.get('/sending-domain')).body
  assert.equal(failing.status, 'verified')
  assert.ok(failing.failingSince)
  first.zone[host] = kept
  await hours(1)
  assert.equal((await shop.api.get('/sending-domain')).body.failingSince, null)
})

test('checks of an unpublished domain stop after two weeks, and restart on request', async () => {
  const dkim = findRecord((await shop.api.post('/sending-domain', { domain: 'shop.example' })).body, 'dkim')
  service.advance(15 * day)
  await check()
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'failed')
  first.asked.length = 0
  await hours(3)
  assert.deepEqual(first.asked, [])
  assert.equal((await shop.api.post('/sending-domain/verify')).body.status, 'pending')
  publish(dkim)
  await hours(1)
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'verified')
})

test('the schedule checks soon after the domain is set, and regularly', async () => {
  const dkim = findRecord((await shop.api.post('/sending-domain', { domain: 'shop.example' })).body, 'dkim')
  publish(dkim)
  service.advance(3 * 60_000)
  await service.tick()
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'verified')
  first.asked.length = 0
  service.advance(23 * hour)
  await service.tick()
  assert.ok(!first.asked.includes(`TXT ${dkim.host}`))
  service.advance(2 * hour)
  await service.tick()
  assert.ok(first.asked.includes(`TXT ${dkim.host}`))
})

test('a check runs even if a process with a fast clock has claimed its wake-up', async () => {
  publish(findRecord((await shop.api.post('/sending-domain', { domain: 'shop.example' })).body, 'dkim'))
  await service.service.db.system('write', (tx) => tx.run(sql`delete from wake_ups`))
  await check()
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'pending')
  service.advance(3 * 60_000)
  await service.tick()
  assert.equal((await shop.api.get('/sending-domain')).body.status, 'verified')
})

test('recommendations are shown and block no sending', async () => {
  for (const { zone } of [first, second]) {
    zone['mail.shop.example'] = {
      TXT: ['google-site-verification=secret', 'v=spf1 -all', 'v=spf1 include:a.example -all'],
    }
    zone['_dmarc.shop.example'] = { TXT: ['v=DMARC1; p=none; rua=mailto:dmarc@shop.example'] }
  }
  await verified()
  const { body } = await shop.api.get('/sending-domain')
  assert.deepEqual([findRecord(body, 'spf').status, findRecord(body, 'spf').found.length], ['mismatch', 2])
  assert.match(findRecord(body, 'spf').note ?? '', /Join them/)
  assert.deepEqual([findRecord(body, 'dmarc').host, findRecord(body, 'dmarc').status], ['_dmarc.shop.example', 'ok'])
  assert.match(findRecord(body, 'dmarc').note ?? '', /only monitors/)
  assert.ok(!JSON.stringify(body).includes('google-site-verification'))
  assert.ok(
    body.records.every((record: Record_ & { required: boolean }) => record.required === (record.purpose === 'dkim')),
  )
  assert.ok(body.records.every((record: Record_) => record.expected === record.value))
})

test("bounces return through the store's domain when its alias points to our bounce host", async () => {
  await verified()
  const { services } = service.service
  const message = '019a9f60-4c1d-7e2f-8a3b-b1c2d3e4f50a'
  const plain = await findSender()
  assert.equal(plain.returnPathHost, null)
  assert.match(
    String(bounceAddress(services, shop.storeEnvId, message, plain.returnPathHost)),
    /^bounces\+[0-9a-z.]{55}@mail\.evident\.example$/,
  )
  const returnPath = findRecord((await shop.api.get('/sending-domain')).body, 'return_path')
  assert.deepEqual([returnPath.type, returnPath.value], ['CNAME', 'mail.evident.example'])
  publish(returnPath)
  await shop.api.post('/sending-domain/verify')
  const own = await findSender()
  assert.equal(own.returnPathHost, 'ev-bounces.mail.shop.example')
  const address = String(bounceAddress(services, shop.storeEnvId, message, own.returnPathHost))
  assert.match(address, /@ev-bounces\.mail\.shop\.example$/)
  assert.ok(address.split('@')[0]?.length === 63)
})

test('Admins set the domain, Viewers read it, and a lapsed store can still remove it', async () => {
  await verified()
  const [viewer, member]: Api[] = [await shop.as('VIEWER'), await shop.as('MEMBER')]
  assert.equal((await viewer?.get('/sending-domain'))?.status, 200)
  assert.equal((await member?.post('/sending-domain', { domain: 'x.example' }))?.body.code, 'role_insufficient')
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${shop.storeEnvId}`),
  )
  assert.equal((await shop.api.post('/sending-domain/verify')).body.code, 'subscription_expired')
  assert.equal((await shop.api.delete('/sending-domain')).status, 204)
  assert.equal((await shop.api.delete('/sending-domain')).status, 404)
})

test('no response, audit entry or readable column contains a private key', async () => {
  await verified()
  await shop.api.post('/sending-domain/rotate')
  const answer = await shop.api.get('/sending-domain')
  assert.ok(!/PRIVATE/.test(answer.text))
  const owner = await shop.signedIn()
  assert.ok(!/PRIVATE/.test((await owner.get('/account/audit-log')).text))
  const rows = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ row: string }>(
      sql`select to_jsonb(k)::text as row from sending_keys k where store_env_id = ${shop.storeEnvId}`,
    ),
  )
  assert.equal(rows.length, 2)
  assert.ok(rows.every(({ row }) => !row.includes(Buffer.from('PRIVATE KEY').toString('hex'))))
})
