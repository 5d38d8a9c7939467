import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { queueMessage } from '#resources/email/commands.ts'
import { bounceAddress } from '#resources/sending-domain/commands.ts'
import { messageToken } from '#resources/sending-domain/rules.ts'
import { type Answer, day, type Shop, startService, type TestService } from '#test/service.ts'
import { receiveMessage } from './commands.ts'
import { type BounceListener, startBounceListener } from './listener.ts'
import { sample } from './samples.testing.ts'

let service: TestService
let listener: BounceListener
let shop: Shop
let token: string

before(async () => {
  service = await startService({
    now: new Date('2026-11-21T09:00:00Z'),
    env: { BOUNCE_ADDRESS: 'bounces@mail.evident.example', MAIL_FROM: 'Evident <no-reply@mail.evident.example>' },
  })
  token = service.service.services.secrets.operatorTokenFor('mail feedback')
  listener = await startBounceListener(context(), { host: '127.0.0.1', port: 0 })
})
after(async () => {
  await listener.stop()
  await service.close()
})
beforeEach(async () => {
  shop = await service.shop()
})

const context = () => ({ db: service.service.db, services: service.service.services })

type Sent = { id: string; returnAddress: string; token: string }

async function sent(email = 'jane@buyer.example', of: Shop = shop): Promise<Sent> {
  const { db, services } = context()
  const { id } = await db.store(of, 'write', (tx) =>
    queueMessage(tx, services.secrets, {
      template: 'review_request',
      to: { email },
      locale: 'en',
      category: 'review_requests',
      key: newId(),
      data: {},
    }),
  )
  const returnAddress = bounceAddress(services, of.storeEnvId, id)
  assert.ok(returnAddress)
  return { id, returnAddress, token: messageToken(services.secrets, of.storeEnvId, id) }
}

const listReasons = async (email = 'jane@buyer.example', of: Shop = shop): Promise<string[]> => {
  const { body } = await of.api.get(`/email-suppressions?email=${encodeURIComponent(email)}`)
  return body.data.map(({ scope, reason, source }: Record<string, string>) => `${scope} ${reason} ${source}`)
}
const findMessage = (id: string) =>
  context().db.store(shop, 'read', (tx) =>
    tx.first<{ bounce: string | null; complained_at: string | null }>(
      sql`select bounce, complained_at from email_messages where store_env_id = ${tx.storeEnvId} and id = ${id}`,
    ),
  )
const receive = (bytes: Buffer, recipient?: string) => receiveMessage(context(), bytes, recipient)

test('a hard bounce stops all mail to the address and marks the message', async () => {
  const { id, returnAddress } = await sent()
  assert.equal(await receive(sample('postfix-unknown-user', returnAddress)), 'applied')
  assert.deepEqual(await listReasons(), ['all hard_bounce bounce 5.1.1'])
  assert.equal((await findMessage(id))?.bounce, 'hard')
})

test('repeated and parallel reports have no further effect', async () => {
  const { returnAddress } = await sent()
  const report = sample('postfix-unknown-user', returnAddress)
  await Promise.all([receive(report), receive(report), receive(report, returnAddress)])
  const before = (await shop.api.get('/email-suppressions')).body
  assert.equal(await receive(report), 'applied')
  assert.deepEqual((await shop.api.get('/email-suppressions')).body, before)
  assert.equal(before.data.length, 1)
})

test('a report without a valid return address of our messages has no effect', async () => {
  const { returnAddress } = await sent()
  assert.equal(await receive(sample('postfix-unknown-user')), 'unmatched')
  const [local = '', host = ''] = returnAddress.split('@')
  const forgeries = [
    `${local.slice(0, -1)}${local.endsWith('0') ? '1' : '0'}@${host}`,
    `${local.slice(0, 8)}000000000000${local.slice(20)}@${host}`,
    returnAddress.replace(/\.[0-9a-z]{25}\./, (id) => `.${id.slice(1, -2)}${id.at(-2) === '0' ? '1' : '0'}.`),
    `jane@buyer.example`,
  ]
  for (const forged of forgeries)
    assert.equal(await receive(sample('postfix-unknown-user', forged), forged), 'unmatched', forged)
  assert.deepEqual(await listReasons(), [])
})

test('a report counts for the recipient of its message, even if it names another address', async () => {
  const { returnAddress } = await sent('other@buyer.example')
  assert.equal(await receive(sample('postfix-unknown-user', returnAddress)), 'applied')
  assert.deepEqual(await listReasons('jane@buyer.example'), [])
  assert.deepEqual(await listReasons('other@buyer.example'), ['all hard_bounce bounce 5.1.1'])
})

test("a report affects only its own store, and mixing two stores' ids has no effect", async () => {
  const other = await service.shop()
  const { returnAddress } = await sent('jane@buyer.example', other)
  assert.equal(await receive(sample('postfix-unknown-user', returnAddress)), 'applied')
  assert.deepEqual(await listReasons('jane@buyer.example', shop), [])
  assert.deepEqual(await listReasons('jane@buyer.example', other), ['all hard_bounce bounce 5.1.1'])
  // The address combines one store's id with another store's message id.
  const { id } = await sent('jane@buyer.example', other)
  const { services } = context()
  const crossed = bounceAddress(services, shop.storeEnvId, id) ?? ''
  assert.equal(await receive(sample('postfix-unknown-user', crossed)), 'unmatched')
})

test('a report also counts if the mail system wrote the return address in capitals', async () => {
  const { returnAddress } = await sent()
  assert.equal(await receive(sample('outlook-german', returnAddress.toUpperCase())), 'applied')
  assert.deepEqual(await listReasons(), ['all hard_bounce bounce 5.1.10'])
})

test('neither a temporary failure on its first day nor a policy rejection suppresses an address', async () => {
  for (const name of ['postfix-policy', 'exchange-full-japanese', 'postfix-expired', 'passed-on']) {
    const { id, returnAddress } = await sent()
    assert.equal(await receive(sample(name, returnAddress)), 'applied', name)
    assert.equal((await findMessage(id))?.bounce, 'soft', name)
  }
  assert.deepEqual(await listReasons(), [])
  for (let i = 0; i < 2; i++) {
    service.advance(day)
    const { returnAddress } = await sent()
    await receive(sample('exchange-full-japanese', returnAddress))
  }
  assert.deepEqual(await listReasons(), ['all soft_bounce bounce 5.2.2'])
})

test('delays, automatic replies and personal replies have no effect', async () => {
  const { id, returnAddress } = await sent()
  for (const name of ['gmail-delayed', 'auto-reply-german', 'person', 'not-spam'])
    assert.equal(await receive(sample(name, returnAddress), returnAddress), 'ignored', name)
  assert.deepEqual(await listReasons(), [])
  assert.equal((await findMessage(id))?.bounce, null)
})

test("a complaint is matched by our mail's token, and stops all mail to the address", async () => {
  const [one, two] = [await sent(), await sent('aoi@buyer.example')]
  assert.equal(await receive(sample('yahoo-complaint', 'someone@else.example', one.token)), 'applied')
  assert.deepEqual(await listReasons(), ['all complaint complaint'])
  assert.ok((await findMessage(one.id))?.complained_at)
  assert.equal(await receive(sample('outlook-junk', '', two.token)), 'applied')
  assert.deepEqual(await listReasons('aoi@buyer.example'), ['all complaint complaint'])
})

test('a report about an erased message has no effect', async () => {
  const { returnAddress } = await sent()
  assert.equal((await shop.api.post('/customers/erase', { email: 'jane@buyer.example' })).status, 200)
  assert.equal(await receive(sample('postfix-unknown-user', returnAddress)), 'unmatched')
})

const deliver = (to: string[], raw: Buffer, from = '') =>
  createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true }).sendMail({
    envelope: { from, to },
    raw,
  })

test('a bounce by SMTP is processed', async () => {
  const { returnAddress } = await sent()
  // In this report only the envelope identifies the message.
  const { response } = await deliver([returnAddress], sample('postfix-unknown-user', 'no-reply@mail.evident.example'))
  assert.match(response, /^250/)
  assert.deepEqual(await listReasons(), ['all hard_bounce bounce 5.1.1'])
})

test('mail for any other address is refused, because the listener is neither relay nor mailbox', async () => {
  const { returnAddress } = await sent()
  const guess = returnAddress.replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'))
  for (const to of ['someone@else.example', 'bounces@mail.evident.example', 'postmaster@mail.evident.example', guess])
    await assert.rejects(deliver([to], sample('postfix-unknown-user', to)), { responseCode: 550 }, to)
})

test('a report over one megabyte is refused, whether or not its size is announced', async () => {
  const { returnAddress } = await sent()
  const large = Buffer.concat([sample('postfix-unknown-user', returnAddress), Buffer.alloc(1_200_000, 'x')])
  await assert.rejects(deliver([returnAddress], large), { responseCode: 552 })
  assert.deepEqual(await listReasons(), [])
})

test('the listener offers no login or encryption, and survives garbage', async () => {
  const { connect } = await import('node:net')
  const socket = connect(listener.port, '127.0.0.1').setEncoding('utf8')
  let said = ''
  socket.on('data', (chunk: string) => {
    said += chunk
  })
  for (const line of [
    'EHLO x',
    'AUTH PLAIN AAAA',
    'STARTTLS',
    `MAIL FROM:<${'a'.repeat(5000)}>`,
    '\u0000\u0001',
    'QUIT',
  ])
    socket.write(`${line}\r\n`)
  await once(socket, 'close')
  assert.ok(!/250[- ](AUTH|STARTTLS)/.test(said))
  const { returnAddress } = await sent()
  assert.match((await deliver([returnAddress], sample('gmail-delayed', returnAddress))).response, /^250/)
})

const post = (body: unknown, type = 'application/json', secret = token): Promise<Answer> =>
  service.anonymous.post(`/email/feedback/${secret}`, body, { 'content-type': type })

test('a wrong token returns 404, like any unknown path', async () => {
  const { returnAddress } = await sent()
  for (const secret of ['x', `${token}x`, token.slice(0, -1), token.toLowerCase()]) {
    const { status, body } = await post(sample('postfix-unknown-user', returnAddress), 'message/rfc822', secret)
    assert.deepEqual([status, body.code], [404, 'not_found'], secret)
  }
  assert.deepEqual(await listReasons(), [])
})

test('a report posted as `message/rfc822` takes effect', async () => {
  const { returnAddress } = await sent()
  const { status, body } = await post(sample('gmail-unknown-user', returnAddress), 'message/rfc822')
  assert.deepEqual([status, body], [200, { applied: 1, ignored: 0, unmatched: 0 }])
  assert.deepEqual(await listReasons(), ['all hard_bounce bounce 5.1.1'])
})

test('malformed, mistyped and oversized bodies are refused, and JSON without a report gets 200', async () => {
  assert.equal((await post('{"half":')).status, 400)
  assert.equal((await post('x', 'text/html')).body.code, 'unsupported_media_type')
  assert.equal((await post(Buffer.alloc(1_100_000, 'x'), 'message/rfc822')).body.code, 'payload_too_large')
  assert.equal((await post(Buffer.alloc(5_300_000, ' '))).body.code, 'payload_too_large')
  const odd = [
    null,
    [],
    {},
    1,
    'x',
    [[]],
    [null],
    { RecordType: 'Bounce' },
    { RecordType: 'Bounce', Type: '__proto__' },
    { Type: 'Notification', Message: '{' },
    { Type: 'Notification', Message: '"x"' },
    { Type: 'Notification', Message: '{"notificationType":"Bounce","mail":null}' },
    { notificationType: 'Bounce', mail: {}, bounce: { bouncedRecipients: [null] } },
    { 'event-data': { event: 'failed', severity: 'permanent', 'delivery-status': null } },
    [{ event: 'bounce', sg_event_id: 'x', status: {}, reason: [] }],
    Array.from({ length: 5000 }, () => ({ event: 'bounce', sg_event_id: 'x' })),
  ]
  for (const body of odd) {
    const { status } = await post(JSON.stringify(body))
    assert.equal(status, 200, JSON.stringify(body).slice(0, 100))
  }
})

test('bounces and complaints reported by Postmark take effect', async () => {
  const [dead, full, angry, away] = [
    await sent('a@b.example'),
    await sent('c@d.example'),
    await sent('e@f.example'),
    await sent('g@h.example'),
  ]
  const event = (RecordType: string, Type: string, about: Sent, Details: string) => ({
    RecordType,
    Type,
    TypeCode: 1,
    ID: 42,
    MessageID: newId(),
    Metadata: { evident: about.token },
    Details,
    // Only the message's token counts, so this address has no effect.
    Email: 'victim@buyer.example',
    BouncedAt: '2026-11-21T09:00:00Z',
  })
  const bodies = [
    event('Bounce', 'HardBounce', dead, 'smtp;550 5.1.1 The email account that you tried to reach does not exist.'),
    event('Bounce', 'HardBounce', full, 'smtp;552 5.2.2 over quota'),
    event('SpamComplaint', 'SpamComplaint', angry, ''),
    event('Bounce', 'AutoResponder', away, 'smtp;250 out of office 550 5.1.1'),
  ]
  const outcomes = []
  for (const body of bodies) outcomes.push((await post(JSON.stringify(body))).body)
  assert.deepEqual(
    outcomes.map(({ applied, ignored }) => [applied, ignored]),
    [
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
    ],
  )
  assert.deepEqual(await listReasons('a@b.example'), ['all hard_bounce bounce 5.1.1'])
  assert.deepEqual(await listReasons('c@d.example'), [])
  assert.deepEqual(await listReasons('e@f.example'), ['all complaint complaint'])
  assert.deepEqual(await listReasons('g@h.example'), [])
  assert.deepEqual(await listReasons('victim@buyer.example'), [])
})

test('bounces and complaints reported by Amazon SES take effect, although SNS posts JSON as text', async () => {
  const [dead, remembered, slow, angry] = [
    await sent('a@b.example'),
    await sent('c@d.example'),
    await sent('e@f.example'),
    await sent('g@h.example'),
  ]
  const mail = (about: Sent) => ({
    timestamp: '2026-11-21T09:00:00Z',
    source: about.returnAddress,
    messageId: '0100',
    destination: ['x@y.example'],
  })
  const bounce = (about: Sent, bounceType: string, bounceSubType: string, recipient: object) => ({
    notificationType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [{ emailAddress: 'x@y.example', action: 'failed', ...recipient }],
    },
    mail: mail(about),
  })
  const sns = (message: object) =>
    JSON.stringify({
      Type: 'Notification',
      MessageId: newId(),
      TopicArn: 'arn:aws:sns:eu-central-1:1:mail',
      Message: JSON.stringify(message),
    })
  const bodies = [
    sns(bounce(dead, 'Permanent', 'General', { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' })),
    // "Raw message delivery" posts the event without the SNS envelope.
    JSON.stringify(bounce(remembered, 'Permanent', 'OnAccountSuppressionList', {})),
    sns(bounce(slow, 'Transient', 'General', { status: '4.4.7', diagnosticCode: 'smtp; 554 4.4.7 expired' })),
    sns({ eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' }, mail: mail(angry) }),
    sns({ notificationType: 'Delivery', delivery: {}, mail: mail(slow) }),
  ]
  for (const body of bodies) assert.equal((await post(body, 'text/plain; charset=UTF-8')).status, 200)
  assert.deepEqual(await listReasons('a@b.example'), ['all hard_bounce bounce 5.1.1'])
  assert.deepEqual(await listReasons('c@d.example'), ['all hard_bounce bounce'])
  assert.deepEqual(await listReasons('e@f.example'), [])
  assert.equal((await findMessage(slow.id))?.bounce, 'soft')
  assert.deepEqual(await listReasons('g@h.example'), ['all complaint complaint'])
})

test('the operator confirms an SNS subscription, and the log shows only links from Amazon', async () => {
  const { log } = service.service.services
  const lines: [object, string][] = []
  const { warn } = log
  log.warn = (fields, message) => void lines.push([fields, message])
  try {
    const good = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=1'
    for (const SubscribeURL of [
      good,
      'https://sns.eu-central-1.amazonaws.com.evil.example/',
      'http://169.254.169.254/',
      'https://evil.example/amazonaws.com',
      '',
      7,
    ])
      assert.equal(
        (await post(JSON.stringify({ Type: 'SubscriptionConfirmation', Message: 'x', SubscribeURL }), 'text/plain'))
          .status,
        200,
      )
    assert.deepEqual(
      lines.map(([fields]) => fields),
      [{ confirm: good }, {}, {}, {}, {}, {}],
    )
  } finally {
    log.warn = warn
  }
})

test('final failures and complaints reported by Mailgun take effect', async () => {
  const [dead, later, angry] = [await sent('a@b.example'), await sent('c@d.example'), await sent('e@f.example')]
  const event = (data: object, about: Sent) =>
    JSON.stringify({ signature: {}, 'event-data': { ...data, 'user-variables': { evident: about.token } } })
  await post(
    event(
      {
        event: 'failed',
        severity: 'permanent',
        reason: 'generic',
        'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: 'unknown' },
      },
      dead,
    ),
  )
  await post(
    event(
      { event: 'failed', severity: 'temporary', reason: 'generic', 'delivery-status': { code: 550, message: '5.1.1' } },
      later,
    ),
  )
  await post(event({ event: 'complained' }, angry))
  assert.deepEqual(await listReasons('a@b.example'), ['all hard_bounce bounce 5.1.1'])
  assert.deepEqual(await listReasons('c@d.example'), [])
  assert.deepEqual(await listReasons('e@f.example'), ['all complaint complaint'])
})

test('each of several events in one request from SendGrid is processed', async () => {
  const [dead, blocked, angry, dropped] = [
    await sent('a@b.example'),
    await sent('c@d.example'),
    await sent('e@f.example'),
    await sent('g@h.example'),
  ]
  const event = (data: object, about: Sent) => ({
    email: 'x@y.example',
    sg_event_id: newId(),
    evident: about.token,
    ...data,
  })
  const { body } = await post(
    JSON.stringify([
      event({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 unknown' }, dead),
      event({ event: 'bounce', type: 'blocked', status: '5.1.1', reason: '550 5.1.1' }, blocked),
      event({ event: 'spamreport' }, angry),
      event({ event: 'dropped', reason: 'Bounced Address' }, dropped),
      event({ event: 'processed' }, dead),
      event({ event: 'bounce', type: 'bounce', status: '5.1.1' }, { ...dead, token: 'none' }),
    ]),
  )
  assert.deepEqual(body, { applied: 4, ignored: 0, unmatched: 1 })
  assert.deepEqual(await listReasons('a@b.example'), ['all hard_bounce bounce 5.1.1'])
  assert.deepEqual(await listReasons('c@d.example'), [])
  assert.deepEqual(await listReasons('e@f.example'), ['all complaint complaint'])
  assert.deepEqual(await listReasons('g@h.example'), ['all hard_bounce bounce'])
})

async function pipe(input: Buffer, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['server/entry/cli.ts', 'bounces', 'receive', '--json'], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: process.env.TEST_SECRET_KEY ?? '',
      DATA_DIR: service.service.services.config.dataDir,
      BOUNCE_ADDRESS: 'bounces@mail.evident.example',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // If the first line is refused, the command ends and closes the pipe during the write.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, output: output.trim() }
}

test('a mail server pipes in a report, and the exit code says whether to retry', async () => {
  const { returnAddress } = await sent()
  const report = sample('exim-report', returnAddress)
  assert.deepEqual(await pipe(report), { code: 0, output: '{"outcome":"applied"}' })
  assert.deepEqual(await listReasons(), ['all hard_bounce bounce 5.1.1'])
  assert.deepEqual(await pipe(Buffer.from('no report at all')), { code: 0, output: '{"outcome":"ignored"}' })
  const larger = Buffer.concat([report, Buffer.alloc(2_000_000, 'x')])
  assert.deepEqual(await pipe(larger), { code: 0, output: '{"outcome":"applied"}' })
  assert.equal((await pipe(report, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })).code, 75)
})
