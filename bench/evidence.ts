// Measures the evidence ledger of a store. The first part is the cost per decision on a review: with the ledger, without
// it, and without marking the days that the reports must sum again, alternated. The second part, over a million entries,
// is the proof of one review, the head of a day, and a pack. Run: node --expose-gc bin/run.mjs bench/evidence.ts
// [entries]
import { randomBytes } from 'node:crypto'
import { createEvents } from '#platform/areas/events.ts'
import { auditAs } from '#platform/audit/audit.ts'
import { createDb } from '#platform/db/db.ts'
import { theService } from '#platform/identity/caller.ts'
import { newId } from '#platform/values/ids.ts'
import { changeSubscribers } from '#resources/analytics/engine/subscribers.ts'
import { dayOf } from '#resources/analytics/rules.ts'
import { ledgerSubscriber } from '#resources/evidence/commands.ts'
import { grow, proveReview, signHead } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { writePack } from '#resources/evidence/packs/write-pack.ts'
import type { NewEntry } from '#resources/evidence/rules.ts'
import { append, selectSalts } from '#resources/evidence/store.ts'
import { updateReview } from '#resources/reviews/moderation/commands.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { startTestCluster } from '#test/cluster.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { areas } from '../server/entry/areas.ts'
import { median } from './support/bench-service.ts'

const stopping = new AbortController().signal
const perReview = 3
const batch = 6_000

async function bench(entries: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService()
  try {
    await moderate(service)
    const shop = await service.shop('Large')
    const reviews = await fill(service, shop, entries)
    await prove(service, shop, reviews)
    await pack(service, shop)
  } finally {
    await service.close()
    await cluster.stop()
  }
}

/** Alternates single decisions, so that other work on the machine affects all variants. */
async function moderate(service: TestService): Promise<void> {
  const shop = await service.shop('Small')
  const productId = await addProduct(shop)
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 600 }, () => ({ productId })),
  )
  const { config, clock, log } = service.service.services
  // Each variant has its own database client, created in the same way. None uses the client of the service.
  const dbWith = (subscribers: typeof areas.subscribers) =>
    createDb({
      ...{ url: service.databaseUrl, secretKey: config.secretKey, clock, log, constraints: areas.constraints },
      dispatchEvents: createEvents(subscribers),
    })
  const dbs = {
    ledger: dbWith(areas.subscribers),
    bare: dbWith(areas.subscribers.filter((each) => each !== ledgerSubscriber)),
    unmarked: dbWith(areas.subscribers.filter((each) => !changeSubscribers.includes(each))),
  }
  const kinds = ['ledger', 'bare', 'unmarked'] as const
  const times = { ledger: [] as number[], bare: [] as number[], unmarked: [] as number[] }
  try {
    for (const status of ['approved', 'rejected', 'approved', 'rejected'] as const)
      for (const [i, id] of ids.entries()) {
        const which = kinds[i % kinds.length] ?? 'ledger'
        const startedMs = performance.now()
        await dbs[which].store(shop, 'write', (tx) => updateReview(tx, auditAs({ type: 'system' }), id, { status }))
        times[which].push(performance.now() - startedMs)
      }
  } finally {
    await dbs.ledger.close()
    await dbs.bare.close()
    await dbs.unmarked.close()
  }
  const [all, ...others] = kinds.map((kind) => median(times[kind]))
  const besides = others.map((ms) => `${ms.toFixed(2)} ms, ${((all ?? 0) / ms).toFixed(2)} x`)
  console.log(`a decision: ${all?.toFixed(2)} ms; without the ledger ${besides[0]}; without marks ${besides[1]}`)
}

async function fill({ service: { db } }: TestService, shop: Shop, count: number): Promise<string[]> {
  const reviews = Array.from({ length: Math.ceil(count / perReview) }, () => newId())
  const startedMs = performance.now()
  for (let at = 0; at < count; at += batch)
    await db.store(shop, 'write', async (tx) => append(tx, entriesOf(reviews, at, batch)))
  const seconds = (performance.now() - startedMs) / 1000
  console.log(`${count} entries appended, ${Math.round(count / seconds)} a second`)
  return reviews
}

const entriesOf = (reviews: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, i): NewEntry => {
    const review = reviews[Math.floor((from + i) / perReview)] ?? null
    const content = randomBytes(32).toString('hex')
    return {
      type: 'submitted',
      review,
      by: theService,
      data: { source: 'api', importedFrom: null, rating: 5, content },
    }
  })

async function prove({ service }: TestService, shop: Shop, reviews: readonly string[]): Promise<void> {
  const { db, services } = service
  await ensureKey(db, services.secrets)
  const timed = async (work: () => Promise<unknown>) => {
    const startedMs = performance.now()
    await work()
    return performance.now() - startedMs
  }
  const head = async () => {
    await grow({ db, stopping }, shop)
    await db.store(shop, 'write', (tx) => signHead(tx, services.secrets, '2026-12-01'))
  }
  console.log(`the first head: ${(await timed(head)).toFixed(0)} ms`)
  const later: number[] = []
  for (let i = 0; i < 5; i++) {
    await db.store(shop, 'write', async (tx) => append(tx, entriesOf([], 0, 1_000)))
    later.push(await timed(head))
  }
  console.log(`a head after 1,000 more: ${median(later).toFixed(1)} ms`)
  const proofs: number[] = []
  for (let i = 0; i < 200; i++) {
    const id = reviews[Math.floor((i * reviews.length) / 200)] ?? ''
    proofs.push(await timed(() => db.store(shop, 'read', (tx) => proveReview(tx, id, selectSalts(tx, [id])))))
  }
  console.log(`the proof of one review: ${median(proofs).toFixed(2)} ms`)
}

async function pack({ service }: TestService, shop: Shop): Promise<void> {
  const { db, services } = service
  const today = dayOf(services.clock.now(), 'UTC')
  // A pack with the maximum number of entries, including the newest ones.
  const days = {
    from: dayOf(new Date(services.clock.now().getTime() - 730 * day), 'UTC'),
    to: today,
    begin: new Date(0),
    end: new Date('2100-01-01'),
    now: services.clock.now(),
  }
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let [bytes, most] = [0, 0]
  const startedMs = performance.now()
  for await (const chunk of writePack(db.stream('export', shop), services.secrets, days, () => {})) {
    bytes += (chunk as Buffer).length
    most = Math.max(most, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - startedMs) / 1000
  const megabytes = bytes / 1024 ** 2
  console.log(
    `a pack: ${megabytes.toFixed(0)} MB, ${(megabytes / seconds).toFixed(1)} MB a second, memory grew by ${((most - before) / 1024 ** 2).toFixed(0)} MB`,
  )
}

await bench(Number(process.argv[2] ?? 1_000_000))
