import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { Pool } from 'pg'
import PostalMime from 'postal-mime'
import { perform } from '#platform/jobs/jobs.ts'
import { compose, type Draft } from '#platform/mail/compose.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import type { MessageKind, NewMessage } from '../commands.ts'
import { confirmation, listMessages, openWitness, queue, request } from '../email.testing.ts'
import { emailJobs } from '../jobs.ts'
import { type Sink, startSink } from './sink.testing.ts'

let service: TestService
let sink: Sink
let witness: Pool
let shop: Shop
before(async () => {
  sink = await startSink()
  service = await startService({
    now: new Date('2026-11-21T10:00:00.000Z'),
    env: {
      SMTP_URL: sink.url,
      MAIL_FROM: 'Evident <no-reply@mail.example.com>',
      PUBLIC_ORIGIN: 'https://reviews.example.com',
    },
  })
  witness = openWitness(service)
})
after(async () => {
  await witness.end()
  await service.close()
  await sink.close()
})
beforeEach(async () => {
  shop = await service.shop()
  sink.received.length = 0
  sink.rules = {}
})

const send = async (...messages: NewMessage[]) => {
  const queued = await queue(service, shop, ...messages)
  await service.runJobs()
  return queued
}

const only = () => {
  assert.equal(sink.received.length, 1)
  return sink.received[0] as Sink['received'][number]
}

test('a mail arrives unchanged, with both parts and every header it needs', async () => {
  const [queued] = await send(request({ to: { email: 'Jane.Doe@Example.com', name: 'Jane Doe' } }))
  const { raw, from, to } = only()
  const mail = await PostalMime.parse(raw)
  const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value)
  assert.deepEqual([from, to], ['no-reply@mail.example.com', 'Jane.Doe@example.com'])
  assert.equal(mail.from?.address, 'no-reply@mail.example.com')
  assert.match(mail.from?.name ?? '', /^Shop \d+$/)
  assert.deepEqual(mail.to, [{ address: 'Jane.Doe@example.com', name: 'Jane Doe' }])
  assert.match(mail.date ?? '', /^2026-11-21T10:0/)
  assert.equal(mail.messageId, `<${queued?.id}@mail.example.com>`)
  assert.deepEqual(header('auto-submitted'), ['auto-generated'])
  assert.deepEqual(header('x-auto-response-suppress'), ['OOF, AutoReply'])
  assert.deepEqual(header('feedback-id'), [`review_reply:${shop.storeEnvId}:review_requests:evident`])
  assert.deepEqual(header('list-unsubscribe-post'), ['List-Unsubscribe=One-Click'])
  assert.match(header('list-unsubscribe').join(), /^<https:\/\/reviews\.example\.com\/u\/[\w-]{64}>$/)
  assert.match(raw.toString(), /^List-Unsubscribe: <https:\/\/reviews\.example\.com\/u\/[\w-]{64}>\r$/m)
  assert.deepEqual(header('precedence'), [])
  assert.ok(mail.subject && mail.text && mail.html)
  const url = header('list-unsubscribe').join().slice(1, -1)
  assert.ok(mail.html.includes(url) && mail.text.includes(url), 'the footer leads to the same place')
})

test("mail that responds to a person's action has no unsubscribe link", async () => {
  await send(confirmation())
  assert.doesNotMatch(only().raw.toString(), /list-unsubscribe/i)
})

test("the log shows the sent mail, and the mail's data is deleted", async () => {
  const [queued] = await send(request())
  const { body } = await shop.api.get(`/email/messages/${queued?.id}`)
  assert.equal(body.state, 'sent')
  assert.match(body.sentAt, /^2026-11-21T10:0/)
  assert.equal(body.attempts, 1)
  assert.equal(body.subject, (await PostalMime.parse(only().raw)).subject)
  assert.equal(body.recipientLast4, '.doe')
  assert.equal('recipient' in body, false, 'a key is not told the address')
  const [row] = await listMessages(witness, shop)
  assert.equal(row?.data, null)
})

test('queued data is sealed, so a database copy reveals no content', async () => {
  await queue(service, shop, confirmation())
  const [row] = await listMessages(witness, shop)
  assert.ok(row?.data && !row.data.toString('latin1').includes('confirm'))
  await service.runJobs()
})

test('a second message with the same key is not queued, in one transaction or two', async () => {
  const message = confirmation({ key: 'once' })
  const [first, second] = await queue(service, shop, message, { ...message, to: { email: 'other@example.com' } })
  const [third] = await queue(service, shop, message)
  await service.runJobs()
  assert.deepEqual([first?.isNew, second?.id, third?.id, third?.isNew], [true, first?.id, first?.id, false])
  assert.equal(only().to, 'jane.doe@example.com')
})

test('the same key in two stores queues two messages', async () => {
  const other = await service.shop()
  await queue(service, other, confirmation({ key: 'same' }))
  await send(confirmation({ key: 'same' }))
  assert.equal(sink.received.length, 2)
})

test('a message queued in a transaction that fails is never sent', async () => {
  const { db, services } = service.service
  const { queueMessage } = await import('../commands.ts')
  await assert.rejects(
    db.store(shop, 'write', async (tx) => {
      await queueMessage(tx, services.secrets, confirmation())
      throw new Error('no')
    }),
  )
  await service.runJobs()
  assert.equal(sink.received.length, 0)
})

test('the DKIM signature covers the whole mail, with both list headers', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const draft: Draft = {
    from: { name: 'Läden & Söhne, GmbH "Nord"', address: 'hello@shop.example.com' },
    to: { name: 'Zoë 🦊', address: 'zoe@example.com' },
    replyTo: 'help@shop.example.com',
    subject: `Wie war’s? ${'ü'.repeat(80)}`,
    text: 'Grüße\n.\nFrom here\n',
    html: '<p>Grüße</p>\n.\n',
    unsubscribeUrl: `https://reviews.example.com/u/${'a'.repeat(64)}`,
    headers: { 'Feedback-ID': 'review_request:shop:review_requests:evident' },
    dkim: { domainName: 'shop.example.com', keySelector: 'ev1', privateKey },
    date: new Date('2026-11-21T10:00:00Z'),
  }
  const { outcome: result } = await service.service.services.mail.deliver(compose(draft))
  assert.equal(result, 'accepted')
  const { raw } = only()
  const resolver = async (name: string, type: string) => {
    assert.deepEqual([name, type], ['ev1._domainkey.shop.example.com', 'TXT'])
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
  }
  const verified = await dkimVerify(raw, { resolver } as object)
  const [signature] = verified.results
  assert.equal(signature?.status.result, 'pass')
  const signed = String(signature?.signingHeaders?.keys).toLowerCase()
  for (const name of [
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
    'From',
    'To',
    'Subject',
    'Date',
    'Message-ID',
    'Reply-To',
    'Feedback-ID',
  ])
    assert.ok(signed.split(/[:,\s]+/).includes(name.toLowerCase()), `${name} is signed: ${signed}`)
})

const hostile: [string, string][] = [
  ['a line break', 'Jane\r\nBcc: evil@example.com'],
  ['a bare carriage return', 'Jane\rBcc: evil@example.com'],
  ['a line separator', 'Jane\u2028Bcc: evil@example.com'],
  ['a NUL', 'Jane\0Doe'],
  ['an address', 'Jane <evil@example.com>, "x" <other@example.com>'],
  ['quotes and backslashes', '"Jane" \\" Doe\\'],
  ['an encoded word', '=?utf-8?q?=0d=0aBcc:_evil=40example.com?='],
  ['a turned direction', 'Jane\u202Emoc.elpmaxe@live\u202C'],
  ['10 kB', 'x'.repeat(10_000)],
  ['10 kB of emoji', '👩‍👩‍👧‍👦'.repeat(1_000)],
  ['half a character', 'Jane \uD83D'],
  ['Arabic', 'أحمد الحربي'],
]

for (const [what, text] of hostile) {
  test(`a name and a subject with ${what} arrive unchanged`, async () => {
    const draft: Draft = {
      from: { name: text, address: 'hello@shop.example.com' },
      to: { name: text, address: 'zoe@example.com' },
      subject: text,
      text: 'Hello',
      html: '<p>Hello</p>',
      unsubscribeUrl: 'https://reviews.example.com/u/x',
      date: new Date('2026-11-21T10:00:00Z'),
    }
    assert.equal((await service.service.services.mail.deliver(compose(draft))).outcome, 'accepted')
    const { raw, to } = only()
    const mail = await PostalMime.parse(raw)
    assert.equal(to, 'zoe@example.com')
    assert.equal(mail.to?.length, 1)
    assert.equal(mail.to?.[0]?.address, 'zoe@example.com')
    assert.equal(mail.from?.address, 'hello@shop.example.com')
    assert.deepEqual(mail.bcc ?? [], [])
    const names = mail.headers.map(({ key }) => key).sort()
    const expected = ['auto-submitted', 'content-type', 'date', 'from', 'list-unsubscribe', 'list-unsubscribe-post']
    assert.deepEqual(
      names,
      [...expected, 'message-id', 'mime-version', 'subject', 'to', 'x-auto-response-suppress'].sort(),
    )
    const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1')
    assert.ok(
      head.split('\r\n').every((line) => line.length <= 998 && /^[\x20-\x7e\t]*$/.test(line)),
      head,
    )
    assert.ok((mail.subject ?? '').length <= 250)
    assert.equal((mail.subject ?? '').isWellFormed(), true)
  })
}

test('an address that could be parsed as several addresses gets no mail', async () => {
  const addresses = [
    'a@example.com, b@example.com',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'a@example.com>',
    '<a@example.com>',
    '@example.com',
    'nobody',
    'a b@example.com',
    `${'a'.repeat(300)}@example.com`,
  ]
  await send(...addresses.map((email) => confirmation({ to: { email } })))
  assert.equal(sink.received.length, 0)
  const rows = await listMessages(witness, shop)
  assert.deepEqual(
    rows.map(({ state, reason }) => `${state} ${reason}`),
    addresses.map(() => 'failed invalid_address'),
  )
})

test('unsubscribing from one category ends its mail, but not other categories or transactional mail', async () => {
  const email = 'jane.doe@example.com'
  assert.equal(
    (await shop.api.post('/email-suppressions', { email, scope: 'review_requests', reason: 'unsubscribe' })).status,
    201,
  )
  await send(request({ key: '1' }), request({ key: '2', category: 'loyalty' }), confirmation({ key: '3' }))
  const rows = await listMessages(witness, shop)
  assert.deepEqual(
    rows.map(({ state, reason }) => [state, reason]),
    [
      ['skipped', 'customer_unsubscribed'],
      ['sent', null],
      ['sent', null],
    ],
  )
})

test('an address suppressed for all mail gets not even transactional mail', async () => {
  await shop.api.post('/email-suppressions', { email: 'JANE.doe@example.com', scope: 'all', reason: 'manual' })
  await send(request(), confirmation())
  const rows = await listMessages(witness, shop)
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ['customer_suppressed', 'customer_suppressed'],
  )
  assert.equal(sink.received.length, 0)
})

const sendWith = (kind: MessageKind) => {
  const job = emailJobs([kind])[0]
  if (!job) throw new Error('no job')
  const { db, services } = service.service
  const { storeEnvId, organizationId } = shop
  return perform(job, { db, services, stopping: new AbortController().signal }, { storeEnvId, organizationId })
}

const ofKind = (key: string): NewMessage => ({ ...confirmation(), key })

test('an area can skip its mail right before sending, and gets each outcome once', async () => {
  const outcomes: unknown[] = []
  const asked: string[] = []
  await queue(service, shop, ofKind('wanted'), ofKind('unwanted'))
  await sendWith({
    template: 'review_confirmation',
    async stillWanted(_tx, { key }) {
      asked.push(key)
      return key === 'wanted' || { skip: 'order_cancelled' }
    },
    async settled(_tx, { key, email }, { state, reason }) {
      outcomes.push([key, email, state, reason])
    },
  })
  assert.deepEqual(asked.sort(), ['unwanted', 'wanted'])
  assert.deepEqual(outcomes.sort(), [
    ['unwanted', 'jane.doe@example.com', 'skipped', 'order_cancelled'],
    ['wanted', 'jane.doe@example.com', 'sent', null],
  ])
  assert.equal(sink.received.length, 1)
})

test("an area's failing callback does not repeat the mail", async () => {
  await queue(service, shop, ofKind('told'))
  await sendWith({
    template: 'review_confirmation',
    async settled(tx) {
      const { sql } = await import('#platform/db/query.ts')
      await tx.run(sql`select 1 / 0`)
    },
  })
  await service.runJobs()
  assert.equal(sink.received.length, 1)
  assert.equal((await listMessages(witness, shop))[0]?.state, 'sent')
})

test('an area whose check fails postpones only its own mail', async () => {
  await queue(service, shop, ofKind('bad'), request({ key: 'good' }))
  await sendWith({
    template: 'review_confirmation',
    async stillWanted() {
      throw new Error('broken')
    },
  })
  const rows = await listMessages(witness, shop)
  assert.deepEqual(
    rows.map(({ key, state, reason }) => [key, state, reason]),
    [
      ['bad', 'queued', 'not_rendered'],
      ['good', 'sent', null],
    ],
  )
  service.advance(120_000)
  await sendWith({ template: 'review_confirmation' })
  assert.equal((await listMessages(witness, shop))[0]?.state, 'sent', 'the next attempt finds it mended')
})

test('urgent mail is sent before mail that can wait', async () => {
  await send(...Array.from({ length: 30 }, () => request()), confirmation({ to: { email: 'waiting@example.com' } }))
  const place = sink.received.findIndex(({ to }) => to === 'waiting@example.com')
  assert.equal(sink.received.length, 31)
  assert.ok(place < 10, `it was number ${place + 1}`)
})

test('more than one mail is sent over a connection', async () => {
  await send(...Array.from({ length: 60 }, () => confirmation()))
  assert.equal(sink.received.length, 60)
  assert.ok(new Set(sink.received.map(({ connection }) => connection)).size <= 10)
})
