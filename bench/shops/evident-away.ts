// Measures purchases in a real shop with the plugin, alternating with the same shop without it, while Evident fails in
// each possible way. Prints failed purchases, 95th percentiles, memory, connections and log lines of each kind of
// failure. Run: TEST_NPM_REGISTRY=reachable node bin/run.mjs bench/shops/evident-away.ts medusa|vendure [walks]
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeConnection } from '#resources/connectors/plugins/rules.ts'
import { startTestCluster } from '#test/cluster.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { buildPlugin } from '../../test/e2e/shops/built.ts'
import { startFront, type Trouble, troubles } from '../../test/e2e/shops/front.ts'
import { type Plugin, startMedusa } from '../../test/e2e/shops/real-medusa.ts'
import { startVendure } from '../../test/e2e/shops/real-vendure.ts'

type Walker = {
  walk(): Promise<unknown>
  /** Reads the list of reviews, which may call Evident. This is not part of a purchase. */
  look(): Promise<unknown>
  memory(): number
  printed(): string
  stop(): Promise<void>
}
type Platform = 'medusa' | 'vendure'

const warmUp = 20
const settledMs = 5_000
const looksEvery = 5

const startOne = { medusa, vendure }

async function bench(platform: Platform, walks: number): Promise<void> {
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
      EVIDENT_CONNECTION: encodeConnection({ ...facts, origin: front.origin }),
      NODE_EXTRA_CA_CERTS: trusted,
    }
    const plain = await startOne[platform]()
    ends.push(() => plain.stop())
    const shop = await startOne[platform](plugin, env)
    ends.push(() => shop.stop())
    for (let at = 0; at < warmUp; at += 1) for (const each of [plain, shop]) await each.walk()
    // 429 comes last, because the plugin then waits for an hour.
    const order = [undefined, ...troubles.filter((each) => !each.includes('429')), 'status 429 for an hour' as const]
    for (const trouble of order) {
      // The plugin pauses after failures. Each trouble begins with a plugin that just reached Evident.
      await front.set(undefined)
      await shop.walk()
      await until(() => front.calls() > 0, 'the plugin reaches Evident', 120_000)
      await sleep(settledMs)
      await front.set(trouble)
      const measured = await alternate(plain, shop, walks)
      console.log(describe(trouble, measured, front.most()))
    }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

type Measured = { ms: { plain: number[]; shop: number[] }; failed: number; memory: string; lines: string }

async function alternate(plain: Walker, shop: Walker, walks: number): Promise<Measured> {
  const ms = { plain: [] as number[], shop: [] as number[] }
  const memoryBefore = [plain.memory(), shop.memory()]
  const most = [...memoryBefore]
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
      await each.walk().catch(() => {
        failed += name === 'shop' ? 1 : -1
      })
      ms[name].push(performance.now() - from)
    }
    if (at % looksEvery === 0) await shop.look()
    for (const [i, each] of [plain, shop].entries()) most[i] = Math.max(most[i] ?? 0, each.memory())
  }
  const grown = most.map((mb, i) => mb - (memoryBefore[i] ?? 0))
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  const memory = `memory +${grown[1]} MB, without +${grown[0]} MB`
  return { ms, failed, memory, lines: `${countLines() - linesBefore} log lines in ${minutes} minutes` }
}

function describe(trouble: Trouble | undefined, { ms, failed, memory, lines }: Measured, connections: number): string {
  const [plain, shop] = [percentile(ms.plain, 0.95), percentile(ms.shop, 0.95)]
  const [plainHalf, shopHalf] = [percentile(ms.plain, 0.5), percentile(ms.shop, 0.5)]
  const verdict = shop <= plain * 1.1 + 20 ? 'within' : 'MISSED'
  return (
    `${trouble ?? 'no trouble'}: ${failed} more failed; p95 ${shop.toFixed(0)} ms, without ${plain.toFixed(0)} ms, ` +
    `ratio ${(shop / plain).toFixed(2)} (${verdict}); median ratio ${(shopHalf / plainHalf).toFixed(2)}; ${memory}; ` +
    `${connections} connections; ${lines}`
  )
}

const percentile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))] ?? 0

async function medusa(plugin?: Plugin, env: Record<string, string> = {}): Promise<Walker> {
  const database = await createEmptyDatabase()
  const real = await startMedusa({ databaseUrl: database.url, ...(plugin && { plugin }), env })
  const { id, variants } = await real.addProduct({ title: 'Teapot', variants: [{ sku: 'T-1' }] })
  const fields = plugin ? 'id,title,*evident_rating' : 'id,title'
  return {
    look: () => real.shopper(`/store/evident/reviews?product_id=${id}`),
    walk: () => real.checkOut({ id, variantId: variants[0].id }, fields),
    ...{ memory: real.memory, printed: real.printed, stop: real.stop },
  }
}

async function vendure(plugin?: Plugin, env: Record<string, string> = {}): Promise<Walker> {
  const database = await createEmptyDatabase()
  const real = await startVendure({
    databaseUrl: database.url,
    ...(plugin && { tarball: plugin.tarball }),
    env: { ...env, WARN: '1' },
  })
  const { id, variants } = await real.addProduct({ name: 'Teapot', sku: 'T', price: 1_999 })
  if (plugin) await real.restart({ PLUGIN: plugin.name, MIGRATED: '1' }, { migrate: true })
  const fields = plugin ? 'name ratingSummary{average count}' : 'name'
  return {
    look: () => real.shopper('query($id:ID!){product(id:$id){reviews{isLoaded}}}', { id }),
    async walk() {
      await real.shopper(`query($id:ID!){product(id:$id){${fields}}}`, { id })
      await real.placeOrder(variants[0] ?? '')
    },
    ...{ memory: real.memory, printed: real.printed, stop: real.stop },
  }
}

const [platform = 'vendure', walks = '200'] = process.argv.slice(2)
await bench(platform as Platform, Number(walks))
