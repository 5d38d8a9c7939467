import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import schedule from '#platform/jobs/schedule.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { confirmation, listMessages, type MessageRow, minuteMs, openWitness, queue, request } from '../email.testing.ts'
import { type Break, type Sink, startBroken, startSink } from './sink.testing.ts'

type Setup = { service: TestService; shop: Shop; witness: Pool; rows(): Promise<MessageRow[]>; close(): Promise<void> }

async function setUp(smtpUrl: string): Promise<Setup> {
  const service = await startService({ env: { SMTP_URL: smtpUrl, MAIL_FROM: 'no-reply@mail.example.com' } })
  const [shop, witness] = [await service.shop(), openWitness(service)]
  return {
    service,
    shop,
    witness,
    rows: () => listMessages(witness, shop),
    async close() {
      await witness.end()
      await service.close()
    },
  }
}

let sink: Sink
let good: Setup
before(async () => {
  sink = await startSink()
  good = await setUp(sink.url)
})
after(async () => {
  await good.close()
  await sink.close()
})

async function newShop(): Promise<Setup> {
  sink.received.length = 0
  sink.rules = {}
  const shop = await good.service.shop()
  return { ...good, shop, rows: () => listMessages(good.witness, shop) }
}

const sayings = (rows: MessageRow[]) => rows.map(({ state, reason }) => `${state} ${reason}`)

for (const at of ['after the message', 'in the message'] as Break[]) {
  test(`if the server is lost ${at}, the mail is unknown and never repeated`, async (t) => {
    const server = await startBroken(at)
    const { service, shop, rows, close } = await setUp(server.url)
    t.after(async () => {
      await close()
      await server.close()
    })
    await queue(service, shop, confirmation())
    await service.runJobs()
    assert.deepEqual(sayings(await rows()), ['unknown connection_lost'])
    assert.equal((await rows())[0]?.data, null)
    const before = server.conversations
    const { id } = (await rows())[0] as MessageRow
    assert.equal((await shop.api.post(`/email/messages/${id}/retry`)).status, 409)
    service.advance(26 * 60 * minuteMs)
    await service.tick()
    assert.equal(server.conversations, before, 'nobody talked to it again')
    assert.ok(server.messages.length <= 1)
  })
}

for (const at of ['at the greeting', 'at MAIL', 'at DATA'] as Break[]) {
  test(`if the server is lost ${at}, the mail cannot have arrived and is retried`, async (t) => {
    const server = await startBroken(at)
    const { service, shop, rows, close } = await setUp(server.url)
    t.after(async () => {
      await close()
      await server.close()
    })
    await queue(service, shop, confirmation())
    await service.runJobs()
    assert.deepEqual(sayings(await rows()), ['queued unreachable'])
    const before = server.conversations
    await service.runJobs()
    assert.equal(server.conversations, before, 'not at once')
    service.advance(3 * minuteMs)
    await service.tick()
    assert.ok(server.conversations > before)
    assert.equal((await rows())[0]?.attempt, 2)
  })
}

test('a silent server does not delay other mail for long', async (t) => {
  const server = await startBroken('silence')
  const { service, shop, rows, close } = await setUp(`${server.url}?greetingTimeout=200`)
  t.after(async () => {
    await close()
    await server.close()
  })
  await queue(service, shop, ...Array.from({ length: 100 }, () => confirmation()))
  await service.runJobs()
  // Without a shared pause, each of the hundred mails would wait for the server.
  assert.ok(server.conversations <= 20, `waited for ${server.conversations} times`)
  const found = await rows()
  assert.ok(found.every(({ state, data }) => state === 'queued' && data !== null))
  assert.ok(found.filter(({ attempt }) => attempt > 0).length <= 20)
})

test('a server that refuses connections is tried rarely, and gets all mail after it recovers', async (t) => {
  const port = await freePort()
  const { service, shop, rows, close } = await setUp(`smtp://127.0.0.1:${port}`)
  t.after(close)
  await queue(service, shop, ...Array.from({ length: 40 }, () => confirmation()))
  await service.runJobs()
  const states = await rows()
  assert.ok(states.every(({ state }) => state === 'queued'))
  assert.ok(states.filter(({ attempt }) => attempt > 0).length <= 20, 'one look is enough to know')
  const { SMTPServer } = await import('smtp-server')
  const received: string[] = []
  const again = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      for await (const _ of stream);
      received.push(envelope.rcptTo[0]?.address ?? '')
      done()
    },
  })
  await new Promise<void>((resolve) => again.listen(port, '127.0.0.1', () => resolve()))
  t.after(() => new Promise<void>((resolve) => again.close(() => resolve())))
  service.advance(3 * minuteMs)
  await service.tick()
  service.advance(3 * minuteMs)
  await service.tick()
  assert.equal(received.length, 40)
  assert.ok((await rows()).every(({ state }) => state === 'sent'))
})

test('mail is given up after a day of attempts during an outage', async (t) => {
  const { service, shop, rows, close } = await setUp(`smtp://127.0.0.1:${await freePort()}`)
  t.after(close)
  await queue(service, shop, confirmation())
  await service.runJobs()
  for (let hour = 0; hour < 30; hour++) {
    service.advance(60 * minuteMs)
    await service.tick()
  }
  assert.deepEqual(sayings(await rows()), ['failed given_up'])
  const attempts = (await rows())[0]?.attempt ?? 0
  assert.ok(attempts >= 6 && attempts <= 20, `${attempts} attempts`)
})

test('a greylisting server gets the mail again a little later, and accepts it', async () => {
  const { service, shop, rows } = await newShop()
  sink.rules.recipient = () => ({ code: 451, text: '4.7.1 Greylisted, come back later <jane.doe@example.com>' })
  await queue(service, shop, confirmation())
  await service.runJobs()
  const [row] = await rows()
  assert.deepEqual(
    [row?.state, row?.reason, row?.answer],
    ['queued', 'deferred', '451 4.7.1 Greylisted, come back later <…>'],
  )
  sink.rules = {}
  service.advance(3 * minuteMs)
  await service.tick()
  assert.deepEqual(sayings(await rows()), ['sent null'])
  assert.equal(sink.received.length, 1)
})

test('a wake-up that a process with a fast clock consumed is scheduled again', async () => {
  const { service, shop, rows } = await newShop()
  sink.rules.recipient = () => ({ code: 451, text: '4.7.1 Greylisted, come back later' })
  await queue(service, shop, confirmation())
  await service.runJobs()
  sink.rules = {}
  const [row] = await rows()
  assert.equal(row?.state, 'queued')
  const dueInMs = Number(row?.due_at) - service.service.clock.nowMs()
  // A process with a fast clock consumes the wake-up. The job, by the slow clock, finds nothing due.
  service.advance(10 * minuteMs)
  const { db, services, clock } = service.service
  const tick = schedule.find(({ id }) => id === 'schedule.wake')
  await tick?.run({ db, services, now: clock.now(), stopping: new AbortController().signal }, {})
  service.advance(-10 * minuteMs)
  await service.runJobs()
  assert.deepEqual(sayings(await rows()), ['queued deferred'])
  service.advance(dueInMs + 2 * minuteMs)
  await service.tick()
  assert.deepEqual(sayings(await rows()), ['sent null'])
})

test('mail to a missing recipient fails permanently, and the address gets no more mail', async () => {
  const { service, shop, rows } = await newShop()
  sink.rules.recipient = (address) =>
    address.startsWith('gone') ? { code: 550, text: '5.1.1 <gone@example.com>: no such user' } : undefined
  await queue(service, shop, confirmation({ key: '1', to: { email: 'gone@example.com' } }), confirmation({ key: '2' }))
  await service.runJobs()
  assert.deepEqual(sayings(await rows()), ['failed refused', 'sent null'])
  const { body } = await shop.api.get('/email-suppressions')
  assert.deepEqual(
    body.data.map(({ scope, reason }: { scope: string; reason: string }) => [scope, reason]),
    [['all', 'hard_bounce']],
  )
  await queue(service, shop, confirmation({ key: '3', to: { email: 'GONE@example.com' } }))
  await service.runJobs()
  assert.equal((await rows())[2]?.reason, 'customer_suppressed')
  const [message] = (await shop.api.get('/email/messages?state=failed')).body.data
  assert.equal(message.bounce, 'hard')
  assert.doesNotMatch(message.answer, /gone@/)
})

for (const [code, text] of [
  [552, '5.2.2 Mailbox full'],
  [554, '5.7.1 Spam, we think'],
  [550, '5.1.8 Bad sender'],
] as const) {
  test(`after ${code} ${text} the mail fails, but the address is not suppressed`, async () => {
    const { service, shop, rows } = await newShop()
    sink.rules.message = () => ({ code, text })
    await queue(service, shop, confirmation())
    await service.runJobs()
    assert.deepEqual(sayings(await rows()), ['failed refused'])
    assert.deepEqual((await shop.api.get('/email-suppressions')).body.data, [])
  })
}

test("retrying a failed message runs its area's checks again", async () => {
  const { service, shop, rows } = await newShop()
  sink.rules.message = () => ({ code: 554, text: '5.7.1 no' })
  const [queued] = await queue(service, shop, request())
  await service.runJobs()
  sink.rules = {}
  const retried = await shop.api.post(`/email/messages/${queued?.id}/retry`)
  assert.equal(retried.status, 202)
  assert.equal(retried.body.state, 'queued')
  await service.runJobs()
  assert.deepEqual(sayings(await rows()), ['sent null'])
  assert.equal((await shop.api.post(`/email/messages/${queued?.id}/retry`)).status, 409)
})

test('a throttling server is not called for a while, and no attempt is counted', async () => {
  const { service, shop, rows } = await newShop()
  let asked = 0
  sink.rules.recipient = () => {
    asked++
    return { code: 452, text: '4.3.2 too many' }
  }
  await queue(service, shop, ...Array.from({ length: 100 }, () => request()))
  await service.runJobs()
  assert.ok(asked < 50, `asked ${asked} times`)
  assert.ok((await rows()).filter(({ attempt }) => attempt === 0).length > 50)
  sink.rules = {}
  for (let i = 0; i < 3; i++) {
    service.advance(6 * minuteMs)
    await service.tick()
  }
  assert.ok((await rows()).every(({ state }) => state === 'sent'))
  assert.equal(sink.received.length, 100)
})

test('two parallel senders send no mail twice', async (t) => {
  const { service, shop, rows } = await newShop()
  const beside = await startService({ beside: service, env: { SMTP_URL: sink.url } })
  t.after(() => beside.close())
  const keys = Array.from({ length: 120 }, (_, i) => `m${String(i).padStart(3, '0')}`)
  await queue(service, shop, ...keys.map((key) => confirmation({ key, to: { email: `${key}@example.com` } })))
  const { sendDueEmails } = await import('./sender.ts')
  const context = ({ service: { db, services } }: TestService) => ({
    db,
    services,
    now: services.clock.now(),
    stopping: new AbortController().signal,
  })
  await Promise.all([service, beside].map((each) => sendDueEmails(context(each), new Map(), shop)))
  assert.deepEqual(
    sink.received.map(({ to }) => to).sort(),
    keys.map((key) => `${key}@example.com`),
  )
  assert.ok((await rows()).every(({ state, attempt }) => state === 'sent' && attempt === 1))
})

test("large queues of two stores do not delay a third store's mail", async (t) => {
  const [busy, busier, quiet] = [await newShop(), await newShop(), await newShop()]
  const { service } = busy
  for (const { shop } of [busy, busier]) await queue(service, shop, ...Array.from({ length: 150 }, () => request()))
  const { sendDueEmails } = await import('./sender.ts')
  const { sliceMs } = await import('./store-sender.ts')
  const { db, services } = service.service
  const context = { db, services, now: services.clock.now(), stopping: new AbortController().signal }
  const gate = Promise.withResolvers<undefined>()
  sink.rules.message = () => gate.promise
  const piles = [busy, busier].map(({ shop }) => sendDueEmails(context, new Map(), shop))
  const isAtWork = async ({ rows }: Setup) => (await rows()).some(({ state }) => state === 'sending')
  await until(async () => (await isAtWork(busy)) && (await isAtWork(busier)), 'both piles are being sent')
  await queue(service, quiet.shop, confirmation({ to: { email: 'one@example.com' } }))
  await sendDueEmails(context, new Map(), quiet.shop)
  // The time slices of both stores end while their first mails are being sent.
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + sliceMs)
  gate.resolve(undefined)
  await Promise.all(piles)
  const place = sink.received.findIndex(({ to }) => to === 'one@example.com')
  assert.equal(sink.received.length, 301)
  assert.ok(place < 120, `it was number ${place + 1}`)
  sink.rules = {}
  await witnessQuiet(service)
})

const witnessQuiet = async (service: TestService) => {
  const before = sink.received.length
  await service.runJobs()
  assert.equal(sink.received.length, before)
}

test('lost database connections during sending cause no repeat and no unknown mail', async () => {
  const { service, shop, rows, witness } = await newShop()
  await queue(
    service,
    shop,
    ...Array.from({ length: 200 }, (_, i) => confirmation({ to: { email: `p${i}@example.com` } })),
  )
  const { sendDueEmails } = await import('./sender.ts')
  const { db, services } = service.service
  const sending = sendDueEmails(
    { db, services, now: services.clock.now(), stopping: new AbortController().signal },
    new Map(),
    shop,
  )
  while (sink.received.length < 20) await sleep(5)
  await witness.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like 'evident_app%'`,
  )
  await sending
  assert.equal(new Set(sink.received.map(({ to }) => to)).size, 200)
  assert.equal(sink.received.length, 200)
  assert.ok((await rows()).every(({ state }) => state === 'sent'))
})

test('a server that closes an idle connection does not delay the next mail', async (t) => {
  const server = await startSink()
  const { service, shop, rows, close } = await setUp(server.url)
  t.after(async () => {
    await close()
    await server.close()
  })
  for (let i = 0; i < 2; i++) {
    await queue(service, shop, confirmation())
    await service.runJobs()
    await server.hangUp()
  }
  assert.deepEqual(sayings(await rows()), ['sent null', 'sent null'])
})

test("a crashed process's mail becomes unknown after its lease and is not resent", async () => {
  const { service, shop, rows, witness } = await newShop()
  const [queued] = await queue(service, shop, confirmation())
  await witness.query(
    `update email_messages set state = 'sending', claimed_by = '${crypto.randomUUID()}', claimed_until = $1 where id = $2`,
    [new Date(service.service.clock.now().getTime() + 10 * minuteMs), queued?.id],
  )
  await service.runJobs()
  assert.deepEqual(sayings(await rows()), ['sending null'])
  service.advance(11 * minuteMs)
  await service.tick()
  assert.deepEqual(sayings(await rows()), ['unknown process_lost'])
  assert.equal(sink.received.length, 0)
})
