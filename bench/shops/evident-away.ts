// Measures purchases in a real shop with the plugin, alternating with the same shop without it, while Evident fails in
// each possible way. Prints failed purchases, 95th percentiles, memory, connections and log lines of each kind of
// failure. At the end Evident is back, and every order must have arrived once.
// Run: TEST_NPM_REGISTRY=reachable node bin/run.mjs bench/shops/evident-away.ts medusa|vendure [purchases] [failure …]
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { encodeConnection } from '#resources/connectors/plugins/rules.ts'
import { startTestCluster } from '#test/cluster.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { buildPlugin } from '../../test/e2e/shops/built.ts'
import { type Front, startFront, type Trouble, troubles } from '../../test/e2e/shops/front.ts'
import { type Plugin, startMedusa } from '../../test/e2e/shops/real-medusa.ts'
import { startVendure } from '../../test/e2e/shops/real-vendure.ts'

type Walker = {
  /** Buys a product, and returns the id of the order. */
  walk(): Promise<string>
  /** Reads the product with the fields of the platform's own starter storefront, and with its stars. */
  read(): Promise<unknown>
  /** Reads the list of reviews, which may call Evident. This is not part of a purchase. */
  look(): Promise<unknown>
  /** Gives Evident access to the shop's orders. */
  connect(): Promise<unknown>
  /** Ends the process with SIGKILL, makes all changes in the plugin's outbox due, and starts it again. */
  crash(): Promise<unknown>
  countNotes(): Promise<number>
  memory(): number
  pid(): number
  printed(): string
  stop(): Promise<void>
}
type Platform = 'medusa' | 'vendure'

const mostWarmUp = 40
const settledMs = 5_000
const looksEvery = 5
const readsPerWalk = 5
const mostMemory = 50
const probe = { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'memory-probe.ts'))}` }

const startOne = { medusa, vendure }

async function bench(platform: Platform, walks: number, wanted: readonly string[]): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService()
  const ends: (() => Promise<unknown>)[] = [() => cluster.stop(), () => service.close()]
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const packed = await buildPlugin(platform)
    const trusted = join(packed.folder, 'front.pem')
    const front = await startFront(service.app.listeningOrigin, trusted)
    ends.push(() => front.close())
    const store = await service.shop()
    const owner = await store.signedIn()
    const page = 'https://shop.example.com'
    const made = await owner.post('/connectors/shops/connection-string', { platform, page })
    const { v: _, ...facts } = JSON.parse(Buffer.from(made.body.connectionString.slice(5, -9), 'base64url').toString())
    const name = `${platform}-plugin-evident`
    const plugin = { name, tarball: packed.tarball }
    const env = {
      ...{ EVIDENT_CONNECTION: encodeConnection({ ...facts, origin: front.origin }) },
      ...{ ...probe, NODE_EXTRA_CA_CERTS: trusted },
    }
    const plain = await startOne[platform](undefined, probe)
    ends.push(() => plain.stop())
    const shop = await startOne[platform](plugin, env)
    ends.push(() => shop.stop())
    await shop.connect()
    await service.runJobs()
    for (let at = 0; at < Math.min(walks, mostWarmUp); at += 1) for (const each of [plain, shop]) await each.walk()
    const placed: string[] = []
    // 429 comes last, because the plugin then waits for an hour.
    const sorted = troubles.toSorted((a, b) => Number(a.includes('429')) - Number(b.includes('429')))
    const chosen = sorted.filter((each) => wanted.length === 0 || wanted.some((part) => each.includes(part)))
    for (const trouble of [undefined, ...chosen]) {
      // The plugin pauses after failures, so the next failure begins only after a call of the plugin has succeeded.
      await front.set(undefined)
      placed.push(await shop.walk())
      await until(() => front.calls() > 0, 'the plugin reaches Evident', 120_000)
      await sleep(settledMs)
      await front.set(trouble)
      const measured = await alternate(plain, shop, walks)
      placed.push(...measured.placed)
      console.log(describe(trouble, measured, front.most()))
    }
    console.log(await arrive(placed, { service, store, front, shop }))
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

type Pair = { plain: number; shop: number }
type Measured = {
  ms: { plain: number[]; shop: number[] }
  readMs: { plain: number[]; shop: number[] }
  failed: number
  placed: string[]
  /** Megabytes in use after a garbage collection at the end, and their growth since the start. */
  inUse: Pair
  inUseGrown: Pair
  /** Peak of resident memory in megabytes, and its growth since the start. */
  resident: Pair
  residentGrown: Pair
  /** Milliseconds of processor time for each purchase. */
  processor: Pair
  lines: number
  minutes: number
}

async function alternate(plain: Walker, shop: Walker, walks: number): Promise<Measured> {
  const [ms, readMs] = [emptyPair(), emptyPair()]
  const placed: string[] = []
  const inUse = async () => ({ plain: await readInUse(plain), shop: await readInUse(shop) })
  const resident = () => ({ plain: plain.memory(), shop: shop.memory() })
  const processor = () => ({ plain: readProcessorMs(plain), shop: readProcessorMs(shop) })
  const before = { inUse: await inUse(), resident: resident(), processor: processor() }
  let most = before.resident
  const countLines = () => shop.printed().match(/^.*Evident.*$/gm)?.length ?? 0
  const linesBefore = countLines()
  const startedAt = performance.now()
  let failed = 0
  for (let at = 0; at < walks; at += 1) {
    const both = [
      ['plain', plain],
      ['shop', shop],
    ] as const
    for (const [name, each] of at % 2 === 0 ? both : both.toReversed()) {
      const from = performance.now()
      const id = await each.walk().catch(() => {
        failed += name === 'shop' ? 1 : -1
      })
      ms[name].push(performance.now() - from)
      if (id && name === 'shop') placed.push(id)
      for (let read = 0; read < readsPerWalk; read += 1) readMs[name].push(await timed(() => each.read()))
    }
    if (at % looksEvery === 0) await shop.look()
    const now = resident()
    most = { plain: Math.max(most.plain, now.plain), shop: Math.max(most.shop, now.shop) }
  }
  const minutes = (performance.now() - startedAt) / 60_000
  const used = minus(processor(), before.processor)
  const after = await inUse()
  return {
    ...{ ms, readMs, failed, placed, minutes, inUse: after, resident: most },
    processor: { plain: used.plain / walks, shop: used.shop / walks },
    inUseGrown: minus(after, before.inUse),
    residentGrown: minus(most, before.resident),
    lines: countLines() - linesBefore,
  }
}

const emptyPair = () => ({ plain: [] as number[], shop: [] as number[] })

async function timed(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await act()
  return performance.now() - from
}

const minus = (one: Pair, other: Pair): Pair => ({ plain: one.plain - other.plain, shop: one.shop - other.shop })

/** Milliseconds in user and kernel mode, in steps of 10. */
function readProcessorMs(walker: Walker): number {
  const text = readFileSync(`/proc/${walker.pid()}/stat`, 'latin1')
  const [user = 0, kernel = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + kernel) * 10
}

/** Megabytes in use after a garbage collection. */
async function readInUse(walker: Walker): Promise<number> {
  const last = () => [...walker.printed().matchAll(/MEMORY (\d+) (\d+)$/gm)].at(-1) ?? ['', '0', '0']
  const [, before] = last()
  process.kill(walker.pid(), 'SIGWINCH')
  await until(() => last()[1] !== before, 'the shop prints its memory', 60_000)
  return Math.round(Number(last()[2]) / 2 ** 20)
}

function describe(trouble: Trouble | undefined, measured: Measured, connections: number): string {
  const { ms, readMs, failed, inUse, inUseGrown, resident, residentGrown, processor, lines, minutes } = measured
  const [plain, shop] = [percentile(ms.plain, 0.95), percentile(ms.shop, 0.95)]
  const [plainHalf, shopHalf] = [percentile(ms.plain, 0.5), percentile(ms.shop, 0.5)]
  const most = plain * 1.1 + 20
  const [plainRead, shopRead] = [percentile(readMs.plain, 0.95), percentile(readMs.shop, 0.95)]
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
  const memory = (name: string, total: Pair, grown: Pair) =>
    `${name} ${signed(grown.shop)} MB to ${total.shop}, without the plugin ${signed(grown.plain)} MB to ${total.plain}` +
    ` (${verdict(grown.shop - grown.plain <= mostMemory)})`
  return [
    `${trouble ?? 'no trouble'}: ${ms.shop.length} walks each, ${failed} more failed (${verdict(failed <= 0)})`,
    `p95 ${shop.toFixed(0)} ms, without ${plain.toFixed(0)} ms, ratio ${(shop / plain).toFixed(2)}, ` +
      `at most ${most.toFixed(0)} ms (${verdict(shop <= most)}); median ${shopHalf.toFixed(0)} ms, ` +
      `ratio ${(shopHalf / plainHalf).toFixed(2)}`,
    `reads of a product p95 ${shopRead.toFixed(1)} ms, without ${plainRead.toFixed(1)} ms, ` +
      `ratio ${(shopRead / plainRead).toFixed(2)} (${verdict(shopRead <= plainRead * 1.1)})`,
    `processor time ${processor.shop.toFixed(0)} ms a walk, ratio ${(processor.shop / processor.plain).toFixed(2)}`,
    memory('in use after collection', inUse, inUseGrown),
    memory('resident at most', resident, residentGrown),
    `${connections} connections (${verdict(connections <= 4)})`,
    `${lines} log lines in ${minutes.toFixed(1)} minutes (${verdict(lines <= Math.ceil(minutes))})`,
  ].join('; ')
}

const signed = (mb: number) => (mb < 0 ? `${mb}` : `+${mb}`)

type Ended = { service: TestService; store: Shop; front: Front; shop: Walker }

/** Lets Evident respond again, and restarts the shop, which ends the one-hour pause after a 429. */
async function arrive(placed: readonly string[], { service, store, front, shop }: Ended): Promise<string> {
  await front.set(undefined)
  await shop.crash()
  const startedAt = performance.now()
  await until(async () => (await shop.countNotes()) === 0, 'all changes are sent', 600_000)
  const sentMs = performance.now() - startedAt
  await service.runJobs()
  let missing = 0
  for (const id of placed) if ((await store.api.get(`/orders/by-platform-id/${id}`)).status !== 200) missing += 1
  const { rows } = await service.query('select platform_order_id from orders')
  const stored = rows.map(({ platform_order_id }) => platform_order_id).filter((id) => placed.includes(id))
  assert.equal(new Set(placed).size, placed.length)
  return (
    `afterwards: ${placed.length} orders told in ${(sentMs / 1_000).toFixed(0)} s, ${missing} missing, ` +
    `${stored.length - new Set(stored).size} twice`
  )
}

const percentile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))] ?? 0

async function queryOnce<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const countNotes = async (url: string) =>
  (await queryOnce<{ n: number }>(url, 'select count(*)::int as n from evident_note'))[0]?.n ?? 0

async function medusa(plugin?: Plugin, env: Record<string, string> = {}): Promise<Walker> {
  const { url } = await createEmptyDatabase()
  // A log line of each request would push the plugin's lines out of the output that `printed` returns.
  const real = await startMedusa({ databaseUrl: url, ...(plugin && { plugin }), env: { ...env, LOG_LEVEL: 'info' } })
  const { id, variants } = await real.addProduct({ title: 'Teapot', variants: [{ sku: 'T-1' }] })
  const { regions } = await real.shopper('/store/regions')
  const fields = plugin ? 'id,title,*evident_rating' : 'id,title'
  const shown = `*variants.calculated_price,+variants.inventory_quantity${plugin ? ',*evident_rating' : ''}`
  return {
    read: () => real.shopper(`/store/products?handle=teapot&region_id=${regions[0].id}&fields=${shown}`),
    look: () => real.shopper(`/store/evident/reviews?product_id=${id}`),
    walk: async () => (await real.checkOut({ id, variantId: variants[0].id }, fields)).id,
    connect: () => real.admin('POST', '/admin/evident/connect', { address: real.address }),
    crash: () => real.crash(async () => void (await queryOnce(url, 'update evident_note set due_at = now()'))),
    countNotes: () => countNotes(url),
    ...{ memory: real.memory, pid: real.pid, printed: real.printed, stop: real.stop },
  }
}

async function vendure(plugin?: Plugin, env: Record<string, string> = {}): Promise<Walker> {
  const { url } = await createEmptyDatabase()
  const real = await startVendure({
    databaseUrl: url,
    ...(plugin && { tarball: plugin.tarball }),
    env: { ...env, WARN: '1' },
  })
  const { id, variants } = await real.addProduct({ name: 'Teapot', sku: 'T', price: 1_999 })
  if (plugin) await real.restart({ PLUGIN: plugin.name, MIGRATED: '1' }, { migrate: true })
  const fields = plugin ? 'name ratingSummary{average count}' : 'name'
  const read = (all: string) => real.shopper(`query($id:ID!){product(id:$id){${all}}}`, { id })
  const shown = `id description ${fields} facetValues{facet{code} name} assets{id source} variants{id name priceWithTax currencyCode sku}`
  return {
    read: () => read(shown),
    look: () => real.shopper('query($id:ID!){product(id:$id){reviews{isLoaded}}}', { id }),
    async walk() {
      await read(fields)
      return (await real.placeOrder(variants[0] ?? '')).id
    },
    connect: () => real.admin('mutation($p:String!){connectEvident(page:$p){isSuccess message}}', { p: real.address }),
    crash: () => real.crash(async () => void (await queryOnce(url, 'update evident_note set due_at = 0'))),
    countNotes: () => countNotes(url),
    ...{ memory: real.memory, pid: real.pid, printed: real.printed, stop: real.stop },
  }
}

const [platform = 'vendure', walks = '200', ...wanted] = process.argv.slice(2)
await bench(platform as Platform, Number(walks), wanted)
