// Measures mails a second to a local mail server: claimed, rendered, sent and recorded. The floor is nodemailer's pool with
// the same mails already rendered. Also measures the memory of 10,000 mails that are due together. Run: node
// bench/jobs/mail.ts, and with --own for a store with its own texts.
import { createTransport } from 'nodemailer'
import { loadConfig } from '#platform/process/config.ts'
import { newId } from '#platform/values/ids.ts'
import { queueMessages } from '#resources/email/commands.ts'
import { sendDueEmails } from '#resources/email/sending/sender.ts'
import { renderMessage } from '#resources/email/templates/commands.ts'
import { readTemplate, saveTemplate } from '#resources/email/templates/editing.ts'
import { setup } from '../../server/entry/commands/setup.ts'
import { composeService } from '../../server/entry/service.ts'
import { median, startBenchService, startServer } from '../support/bench-service.ts'

const rounds = 5
const perRound = 1_000
const drained = 10_000

const bench = await startBenchService()
const sink = await startServer('smtp-sink-server.ts', {})
const smtpUrl = `smtp://127.0.0.1:${new URL(sink.origin).port}`
const config = loadConfig({
  DATA_DIR: bench.dataDir,
  SECRET_KEY: bench.secretKey,
  LOG_LEVEL: 'warn',
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Bench <no-reply@mail.example.com>',
})
const service = composeService(config, bench.url)
const { db, services } = service
const scope = await setup(service, {
  org: 'Mail',
  owner: 'mail@example.com',
  password: 'correct horse battery',
  store: 'Mail',
  origins: [],
})
try {
  if (process.argv.includes('--own')) await wordItself()
  await drain()
  await compare()
} finally {
  await service.close()
  await sink.stop()
  await bench.stop()
}

async function wordItself(): Promise<void> {
  const { content } = await db.store(scope, 'read', (tx) => readTemplate(tx, 'review_request', 'en'))
  const body = `${content.body} {% for p in products %}{{ p.title | upcase }} {% endfor %}{{ order.placedAt | date }}`
  const wanted = { name: 'review_request', locale: 'en' }
  await saveTemplate({ db, scope }, wanted, { ...content, body }, async () => {})
}

async function drain(): Promise<void> {
  await queue(100)
  await sendAll(100)
  const startedAt = performance.now()
  await queue(drained)
  console.log(`${drained} mails queued in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const samples: number[] = []
  const sampler = setInterval(() => samples.push(process.memoryUsage().rss), 20)
  const rate = await sendAll(drained)
  clearInterval(sampler)
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const [atRest, early, late, most] = [
    before,
    median(samples.slice(quarter, 2 * quarter)),
    median(samples.slice(-quarter)),
    Math.max(...samples),
  ].map((bytes) => Math.round(bytes / 1e6))
  console.log(
    `${drained} due at the same time: ${Math.round(rate)} mails/s; resident memory ${atRest} MB before, ${early} MB in the second quarter, ${late} MB in the last, ${most} MB at most`,
  )
}

async function compare(): Promise<void> {
  const rates = { alone: [] as number[], ours: [] as number[] }
  const cpu = { alone: [] as number[], ours: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const spent = process.cpuUsage()
    const alone = await sendAlone(perRound)
    const spentAlone = process.cpuUsage(spent)
    await queue(perRound)
    const before = process.cpuUsage()
    const ours = await sendAll(perRound)
    const spentOurs = process.cpuUsage(before)
    if (round < 0) continue
    cpu.alone.push(msEach(spentAlone))
    cpu.ours.push(msEach(spentOurs))
    rates.alone.push(alone)
    rates.ours.push(ours)
  }
  const ratios = rates.ours.map((rate, i) => rate / (rates.alone[i] ?? 1))
  console.log(
    `nodemailer alone ${Math.round(median(rates.alone))}/s, ours ${Math.round(median(rates.ours))}/s, ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  )
  console.log(
    `processor time a mail: ${median(cpu.alone).toFixed(2)} ms alone, ${median(cpu.ours).toFixed(2)} ms ours, its making included`,
  )
}

function msEach({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000 / perRound
}

async function queue(count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    const some = Array.from({ length: Math.min(500, count - done) }, () => message())
    await db.store(scope, 'write', (tx) => queueMessages(tx, services.secrets, some))
  }
}

async function sendAll(count: number): Promise<number> {
  const before = await counted()
  const startedAt = performance.now()
  await sendDueEmails(
    { db, services, now: services.clock.now(), stopping: new AbortController().signal },
    new Map(),
    scope,
  )
  const tookMs = performance.now() - startedAt
  const arrived = (await counted()) - before
  if (arrived !== count) throw new Error(`${count} were due, ${arrived} arrived`)
  return (count / tookMs) * 1000
}

/** Sends the same mails, already rendered, over the same number of connections. */
async function sendAlone(count: number): Promise<number> {
  const { template, locale, data } = message()
  const content = await db.store(scope, 'read', (tx) => renderMessage(tx, { template, locale, data }))
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 5, maxMessages: 100 } as object)
  const headers = {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<https://reviews.example.com/u/${'a'.repeat(64)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  let left = count
  const startedAt = performance.now()
  const worker = async () => {
    while (left-- > 0)
      await transport.sendMail({ from: config.mailFrom, to: `${newId()}@example.com`, headers, ...content })
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  const rate = (count / (performance.now() - startedAt)) * 1000
  transport.close()
  return rate
}

function message() {
  const product = (n: number) => ({
    title: `A lamp number ${n}`,
    imageUrl: `https://cdn.example.com/${n}.jpg`,
    formUrl: `https://reviews.example.com/f/abcdefghijklmnopqrstuv?product=${n}`,
    ratingUrls: Object.fromEntries(
      [1, 2, 3, 4, 5].map((stars) => [stars, `https://reviews.example.com/f/x?rating=${stars}`]),
    ),
  })
  return {
    template: 'review_request',
    to: { email: `${newId()}@example.com`, name: 'Jane Doe' },
    locale: 'en',
    category: 'review_requests' as const,
    key: `test:${newId()}`,
    data: {
      store: { name: 'Lantern & Co', url: 'https://shop.example.com' },
      customer: { name: 'Jane Doe', firstName: 'Jane' },
      order: { number: '1001', placedAt: '2026-11-01T10:00:00.000Z' },
      products: [product(1), product(2)],
      formUrl: 'https://reviews.example.com/f/abcdefghijklmnopqrstuv',
    },
  }
}

function counted(): Promise<number> {
  return new Promise((resolve) => {
    sink.child.once('message', (message) => resolve((message as { count: number }).count))
    sink.child.send('count')
  })
}
