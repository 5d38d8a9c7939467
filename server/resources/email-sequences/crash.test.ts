import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { startSink } from '#resources/email/sending/sink.testing.ts'
import type { Shop } from '#test/service.ts'
import { type Moment, startKilling, waitingFor, whenTrue } from '../connectors/shops/killed.testing.ts'
import { hour, listRuns, mail, orderedByMany, published, startSequences, wait } from './sequences.testing.ts'

const sink = await startSink()
// Registered before the service's hook, so that connections close before that hook drops the database by force.
after(() => Promise.all([working.close(), sending.close(), client.end()]))
const { service, shop: open, pass, now } = await startSequences({ SMTP_URL: sink.url })
const killJob = (job: string, roundMs: number) => startKilling(service, { job, roundMs, env: { SMTP_URL: sink.url } })
const working = killJob('email_sequences.work', 7 * 60_000)
// Claims have expired after this time, and the claimed mails are marked unknown.
const sending = killJob('email.send', 18 * 60_000)
const client = new Client({ connectionString: service.databaseUrl })
before(() => client.connect())
after(() => sink.close())

type Waiting = { shop: Shop; id: string; people: number }

async function waiting(people: number): Promise<Waiting> {
  const shop = await open()
  const { id } = await published(shop.api, { steps: [mail('First'), wait(0, { hours: 1 }), mail('Last')] })
  await orderedByMany(shop, people, now())
  // A run that an order began waits for further pushes of that order, so the jobs are made due now.
  await client.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
  return { shop, id, people }
}

async function queued(people: number): Promise<Waiting> {
  const made = await waiting(people)
  await working.workUntil('all are handed over', async () => (await listStates(made, 0)).length === people)
  return made
}

async function listStates({ shop }: Waiting, step: number): Promise<string[]> {
  const { rows } = await client.query(
    'select state from email_sequence_messages where store_env_id = $1 and step = $2 order by state',
    [shop.storeEnvId, step],
  )
  return rows.map(({ state }) => state)
}

async function countMails({ shop }: Waiting): Promise<number> {
  const { rows } = await client.query('select count(*)::int as n from email_messages where store_env_id = $1', [
    shop.storeEnvId,
  ])
  return rows[0].n
}

/** Runs the next process until no job is left, and checks each run. Returns the states of the first mails. */
async function goOn(waited: Waiting, what: string): Promise<string[]> {
  const { shop, id, people } = waited
  await pass(0)
  await pass(hour)
  const { rows: runs } = await client.query(
    'select state, step from email_sequence_runs where store_env_id = $1 and sequence_id = $2',
    [shop.storeEnvId, id],
  )
  assert.deepEqual(
    runs,
    Array.from({ length: people }, () => ({ state: 'completed', step: 3 })),
    `${what}: each run is through`,
  )
  const arrived = sink.received.flatMap(({ to, raw }) =>
    to.endsWith(`@${shop.storeEnvId}.example`) ? `${to} ${/^Subject: (.*)$/m.exec(raw.toString())?.[1]?.trim()}` : [],
  )
  assert.equal(new Set(arrived).size, arrived.length, `${what}: nothing arrived twice`)
  const counted = (subject: string) => arrived.filter((each) => each.endsWith(` ${subject}`)).length
  assert.equal(counted('Last'), people, `${what}: the step after it comes to everybody`)
  assert.deepEqual(
    await listStates(waited, 2),
    Array.from({ length: people }, () => 'sent'),
    what,
  )
  const states = await listStates(waited, 0)
  assert.equal(states.length, people)
  assert.ok(
    states.every((state) => state === 'sent' || state === 'unknown'),
    `${what}: ${states}`,
  )
  const sent = states.filter((state) => state === 'sent').length
  assert.ok(counted('First') >= sent, `${what}: what is called sent arrived`)
  assert.equal(await countMails(waited), 2 * people, `${what}: one mail for each step`)
  return states
}

const locked = (table: string): Moment => waitingFor(service.databaseUrl, `lock table ${table} in share mode`)

test("a kill before a step's commit changes nothing, and the next process repeats the step", {
  timeout: 300_000,
}, async () => {
  for (const [what, table] of [
    ['mails are handed over', 'email_messages'],
    ['what was handed over is written down', 'email_sequence_messages'],
  ] as const) {
    const waited = await waiting(3)
    await working.killAt(what, locked(table))
    assert.deepEqual([await countMails(waited), await listStates(waited, 0)], [0, []], what)
    const runs = await listRuns(waited.shop.api, waited.id)
    assert.ok(
      runs.every(({ state, nextDueAt }) => state === 'active' && nextDueAt !== null),
      what,
    )
    assert.deepEqual(await goOn(waited, what), ['sent', 'sent', 'sent'])
  }
})

test("a kill after a step's commit leaves its mails queued, and later mails follow", {
  timeout: 300_000,
}, async () => {
  const waited = await waiting(250)
  const { storeEnvId } = waited.shop
  const committed = `select from email_sequence_messages where store_env_id = '${storeEnvId}'`
  await working.killAt('a batch is committed', whenTrue(service.databaseUrl, committed))
  const handed = (await listStates(waited, 0)).length
  assert.ok(handed > 0)
  assert.equal(await countMails(waited), handed, 'a mail in the queue for each that a run names')
  assert.ok((await goOn(waited, 'a batch is committed')).every((state) => state === 'sent'))
})

/** The moment when the mail server receives this part. The kill loses the server's response. */
const inConversation =
  (part: 'recipient' | 'message'): Moment =>
  (come) => {
    sink.rules[part] = () => {
      come()
      return part === 'recipient' ? { code: 451, text: 'Nobody hears this' } : undefined
    }
    return () => {
      delete sink.rules[part]
    }
  }

test("a kill after sending text makes a mail's outcome unknown; earlier kills delay the mail", {
  timeout: 300_000,
}, async () => {
  for (const [what, moment, isInDoubt] of [
    ['the mail server is told to whom it goes', inConversation('recipient'), false],
    ['the mail server has the mail', inConversation('message'), true],
    ['the answer is written down', locked('email_sequence_messages'), true],
  ] as const) {
    const waited = await queued(3)
    await sending.killAt(what, moment)
    assert.deepEqual(await listStates(waited, 0), ['queued', 'queued', 'queued'], what)
    const states = await goOn(waited, what)
    assert.equal(states.includes('unknown'), isInDoubt, `${what}: ${states}`)
  }
})
