// Reads whole catalogues from fake platforms that respond immediately, into a temporary database: Shopify's bulk file, and
// BigCommerce page by page. Prints the variants stored per second, Node's processor time and memory growth, then the same
// for an unchanged catalogue. The launcher sets the service's flags. Run: node bin/run.mjs bench/catalogue-read.ts
// [variants]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from '#platform/db/query.ts'
import { type Job, perform } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { startTestCluster } from '#test/cluster.ts'
import { startService } from '#test/service.ts'
import { jobs } from '../server/entry/areas.ts'
import { composeService } from '../server/entry/service.ts'
import { measureAlone } from './support/measured-child.ts'

const variantsEach = 10
const shops = {
  shopify: {
    what: 'Shopify, a bulk file',
    origin: 'SHOPIFY_ORIGIN',
    body: { address: 'acme.myshopify.com', credentials: { accessToken: 'shpat_good', clientSecret: 'app-secret' } },
  },
  bigcommerce: {
    what: 'BigCommerce, page by page',
    origin: 'BIGCOMMERCE_ORIGIN',
    body: { address: 'abc123', credentials: { accessToken: 'bc-token', clientSecret: 'bc-secret' } },
  },
} as const

type Work = { storeEnvId: string; organizationId: string }
type Measured = { ms: number; cpuMs: number; startMb: number; peakMb: number; error: string | null }

async function bench(variants: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  try {
    for (const platform of ['shopify', 'bigcommerce'] as const) {
      const size = platform === 'shopify' ? variants : Math.min(variants, 200_000)
      const fake = fork(new URL('./support/shop-server.ts', import.meta.url), {
        env: {
          ...process.env,
          PLATFORM: platform,
          PRODUCTS: String(size / variantsEach),
          VARIANTS: String(variantsEach),
        },
      })
      const [origin] = (await once(fake, 'message')) as [string]
      await readTwice(platform, origin, size)
      fake.kill()
    }
  } finally {
    await cluster.stop()
  }
}

async function readTwice(platform: keyof typeof shops, origin: string, variants: number): Promise<void> {
  const { what, origin: name, body } = shops[platform]
  const service = await startService({ env: { [name]: origin } })
  try {
    const shop = await service.shop()
    const answer = await shop.api.post('/connectors/shops', { platform, ...body })
    if (answer.status !== 201) throw new Error(answer.text)
    for (const which of ['first', 'nothing new']) {
      const { storeEnvId, organizationId } = shop
      const work = { storeEnvId, organizationId }
      const env = { WEBHOOK_ALLOW_PRIVATE: 'true', [name]: origin }
      const measured = await measureAlone<Measured>(import.meta.filename, service, work, env)
      print(`${what}, ${which}`, variants, measured)
      await shop.api.post('/products/sync')
    }
  } finally {
    await service.close()
  }
}

function print(what: string, variants: number, { ms, cpuMs, startMb, peakMb, error }: Measured): void {
  console.log(
    `${what.padEnd(40)} ${variants} variants in ${(ms / 1000).toFixed(1)} s: ${Math.round((variants / ms) * 1_000)}/s; ` +
      `a variant costs Node ${((cpuMs / variants) * 1_000).toFixed(1)} µs; RSS ${startMb} MB, grows by ${peakMb - startMb} MB` +
      `${error ? `; IT FAILED: ${error}` : ''}`,
  )
}

async function measure(work: Work): Promise<void> {
  const { db, services, close } = composeService(loadConfig(), process.env.BENCH_DATABASE ?? '', { poolSize: 4 })
  const job = jobs.find(({ id }) => id === 'shops.read') as Job
  const unfinished = () =>
    db.store(work, 'read', (tx) =>
      tx.first<{ error: string | null }>(sql`
        select y.error::text as error from shop_syncs y
         where y.store_env_id = ${tx.storeEnvId} and y.kind = 'catalogue' and y.status in ('queued', 'running')`),
    )
  const mb = () => Math.round(process.memoryUsage.rss() / 1e6)
  await unfinished()
  const [startMb, startedAt, cpu] = [mb(), performance.now(), process.cpuUsage()]
  const endsAt = startedAt + 900_000
  let left = await unfinished()
  const error = () => (left?.error ? left.error : null)
  while (left && !left.error && performance.now() < endsAt) {
    await perform(job, { db, services, stopping: new AbortController().signal }, work)
    left = await unfinished()
  }
  const used = process.cpuUsage(cpu)
  process.send?.({
    ms: performance.now() - startedAt,
    cpuMs: (used.user + used.system) / 1000,
    startMb,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1000),
    error: error(),
  } satisfies Measured)
  await close()
}

// This call comes last, because it uses the constants and functions above.
if (process.argv[2] === 'measure') await measure(JSON.parse(process.argv[3] ?? ''))
else await bench(Number(process.argv[2] ?? 1_000_000))
