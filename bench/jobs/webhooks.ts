// Measures deliveries a second to a fast receiver, including their rows and log entries. The floor is undici posting the
// same bytes. Also measures the delay of one endpoint beside a hanging and a failing one, and the memory of a long drain.
// Run: node bench/jobs/webhooks.ts
import { createHmac, randomBytes } from 'node:crypto'
import { Pool } from 'undici'
import { publish } from '#platform/areas/events.ts'
import { sql } from '#platform/db/query.ts'
import { capabilitiesOfSession } from '#platform/identity/caller.ts'
import { startWorkers } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { newId } from '#platform/values/ids.ts'
import { createWebhook } from '#resources/outbound-webhooks/commands.ts'
import { startSender } from '#resources/outbound-webhooks/sending/sender.ts'
import { reviewCreated } from '#resources/reviews/events.ts'
import { jobs } from '../../server/entry/areas.ts'
import { setup } from '../../server/entry/commands/setup.ts'
import { composeService, type Service } from '../../server/entry/service.ts'
import { median, startBenchService, startServer } from '../support/bench-service.ts'

const rounds = 5
const perRound = 10_000
const drained = 100_000

type Scope = { storeEnvId: string; organizationId: string }

const bench = await startBenchService()
const receiver = await startServer('hook-receiver.ts', {})
const config = loadConfig({
  DATA_DIR: bench.dataDir,
  SECRET_KEY: bench.secretKey,
  LOG_LEVEL: 'warn',
  WEBHOOK_ALLOW_PRIVATE: 'true',
})
const service = composeService(config, bench.url)
try {
  await throughput()
  await isolation()
  await drain()
} finally {
  await service.close()
  await receiver.stop()
  await bench.stop()
}

async function throughput(): Promise<void> {
  const scope = await shop('Fast')
  await endpoint(scope, '/ok')
  const rates = { undici: [] as number[], ours: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const alone = await postAlone(round < 0 ? 2000 : perRound)
    await publishMany(scope, round < 0 ? 2000 : perRound)
    const ours = await deliverAll(scope, round < 0 ? 2000 : perRound)
    if (round < 0) continue
    rates.undici.push(alone)
    rates.ours.push(ours)
  }
  const ratios = rates.ours.map((rate, i) => rate / (rates.undici[i] ?? 1))
  console.log(
    `undici alone ${Math.round(median(rates.undici))}/s, deliveries ${Math.round(median(rates.ours))}/s (goal 2000), ratio ${median(ratios).toFixed(2)}`,
  )
}

/** Sends 32 at a time, the sender's maximum. */
async function postAlone(count: number): Promise<number> {
  await reset()
  const { kind, data } = { kind: reviewCreated, data: reviewCreated.example }
  const body = JSON.stringify({
    event_id: newId(),
    event: kind.name,
    created_at: new Date(),
    store_env_id: newId(),
    data,
  })
  const pool = new Pool(receiver.origin, { connections: 32, pipelining: 1 })
  const secret = randomBytes(32).toString('base64url')
  let left = count
  const startedAt = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const headers = {
        'content-type': 'application/json',
        'x-service-signature-v2': createHmac('sha256', secret).update(body).digest('hex'),
      }
      const { body: answer } = await pool.request({ method: 'POST', path: '/ok', headers, body })
      await answer.dump()
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  const rate = (count / (performance.now() - startedAt)) * 1000
  await pool.close()
  return rate
}

async function deliverAll(scope: Scope, count: number): Promise<number> {
  await reset()
  const startedAt = performance.now()
  const sender = startSender(service)
  while ((await waiting(scope)) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const tookMs = performance.now() - startedAt
  await sender.stop()
  const arrived = await counted()
  if (arrived !== count) throw new Error(`${count} were due, ${arrived} arrived`)
  return (count / tookMs) * 1000
}

async function isolation(): Promise<void> {
  const [alone, crowded] = [await shop('Alone'), await shop('Crowded')]
  await endpoint(alone, '/timed')
  for (const path of ['/hang', '/fail', '/timed']) await endpoint(crowded, path)
  const workers = await startWorkers({ jobs, db: service.db, services: service.services })
  const sender = startSender(service)
  const lags = { alone: [] as number[], crowded: [] as number[] }
  for (let round = 0; round < 9; round++) {
    for (const [name, scope] of Object.entries({ alone, crowded })) {
      await reset()
      await stream(scope, 150)
      while ((await counted()) < 150) await new Promise((resolve) => setTimeout(resolve, 10))
      // The first round opens connections and lets the breaker detect the two bad endpoints.
      if (round > 0) lags[name as 'alone' | 'crowded'].push(percentile(await fetchLags(), 0.95))
    }
  }
  await sender.stop()
  await workers.stop()
  const [a, c] = [median(lags.alone), median(lags.crowded)]
  console.log(
    `p95 from change to arrival: alone ${a} ms, beside a hanging and a failing one ${c} ms (${(c / a).toFixed(2)} ×, goal 1.2)`,
  )
}

async function stream(scope: Scope, count: number): Promise<void> {
  const begun = performance.now()
  for (let i = 0; i < count; i++) {
    const behind = begun + i * 40 - performance.now()
    if (behind > 0) await new Promise((resolve) => setTimeout(resolve, behind))
    await service.db.store(scope, 'write', async (tx) => {
      const sentAt = new Date().toISOString()
      publish(tx, reviewCreated, { ...reviewCreated.example, id: newId(), sentAt } as typeof reviewCreated.example)
    })
  }
}

async function drain(): Promise<void> {
  const scope = await shop('Long')
  await endpoint(scope, '/ok')
  const startedAt = performance.now()
  await publishMany(scope, drained)
  console.log(`${drained} events written in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const memory: number[] = []
  const sampler = setInterval(() => {
    globalThis.gc?.()
    memory.push(process.memoryUsage().heapUsed / 1e6)
  }, 2000)
  const rate = await deliverAll(scope, drained)
  clearInterval(sampler)
  const part = Math.max(1, Math.floor(memory.length / 4))
  const early = median(memory.slice(0, part))
  const late = median(memory.slice(-part))
  console.log(
    `${drained} events of one store drained at ${Math.round(rate)}/s; heap ${early.toFixed(0)} MB in the first quarter, ${late.toFixed(0)} MB in the last`,
  )
}

async function publishMany(scope: Scope, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    await service.db.store(scope, 'write', async (tx) => {
      for (let i = 0; i < Math.min(500, count - done); i++)
        publish(tx, reviewCreated, { ...reviewCreated.example, id: newId() })
    })
  }
}

async function shop(name: string): Promise<Scope> {
  const email = `${name.toLowerCase()}@example.com`
  return setup(service as Service, {
    org: name,
    owner: email,
    password: 'correct horse battery',
    store: name,
    origins: [],
  })
}

function endpoint(scope: Scope, path: string) {
  const url = receiver.origin + path
  return service.db.store(scope, 'write', (tx) =>
    createWebhook(
      tx,
      async () => {},
      service.services.secrets,
      { url },
      { ...capabilitiesOfSession, id: 'bench', scopes: [] },
      [],
    ),
  )
}

async function waiting(scope: Scope): Promise<number> {
  const pending = sql`d.state = 'pending'`
  const find = sql`select 1 from webhook_deliveries d where d.store_env_id = ${scope.storeEnvId} and ${pending} limit 1`
  return service.db.store(scope, 'read', async (tx) => (await tx.all(find)).length)
}

async function ask(path: string): Promise<{ count: number; lags: number[] }> {
  return (await (await fetch(receiver.origin + path)).json()) as { count: number; lags: number[] }
}
async function reset(): Promise<void> {
  await ask('/reset')
}
async function counted(): Promise<number> {
  return (await ask('/')).count
}
async function fetchLags(): Promise<number[]> {
  return (await ask('/')).lags
}
function percentile(values: number[], share: number): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length * share)] ?? Number.NaN
}
