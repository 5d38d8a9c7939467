// Measures the widgets' cost for a visitor in Chromium: their size, the time from the script's arrival to the first review,
// and layout shifts, against a bare script that makes the same requests and writes only the authors' names.
// Run: node bench/widgets.ts [rounds, default 15]
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { type Browser, chromium } from 'playwright-core'
import { median, startBenchService, startServer } from './support/bench-service.ts'
import { fillStorefronts } from './support/storefront-data.ts'

const rounds = Number(process.argv[2] ?? 15)
const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium'
const dist = join(import.meta.dirname, '../widgets/dist')

const watch = `
  globalThis.shift = 0
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
    .observe({ type: 'layout-shift', buffered: true })
  globalThis.firstContent = new Promise((done) => {
    const isThere = () => {
      const [host] = document.querySelectorAll('evident-reviews, evident-stars:last-of-type, #bare')
      return (host?.shadowRoot ?? host)?.querySelector('article, .count, p')
    }
    const look = () => isThere() ? done(performance.now()) : requestAnimationFrame(look)
    look()
  })`

// Uses the launcher's own build step, which is JavaScript without types.
const { buildWidgets } = await import(new URL('../bin/build.mjs', import.meta.url).href)
if (!(await buildWidgets())) throw new Error('The widgets could not be built. See the lines above.')
printSizes()

const bench = await startBenchService()
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
try {
  const shop = await fillStorefronts(bench.url, { reviews: 20_000, products: 100 })
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const service = await startServer('service-server.ts', env)
  const pages = await servePages(service.origin, shop.storeEnvId)
  await allow(bench.url, shop.storeEnvId, pages.origin)
  const subjects = [
    { what: 'a bare script', path: '/bare', ms: [] as number[], shifts: 0 },
    { what: '<evident-reviews>', path: '/reviews', ms: [] as number[], shifts: 0 },
    { what: '100 × <evident-stars>', path: '/stars', ms: [] as number[], shifts: 0 },
  ]
  for (let round = -2; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const { ms, shift } = await visit(browser, pages.origin + subject.path)
      if (round < 0) continue
      subject.ms.push(ms)
      subject.shifts += shift
    }
  }
  const floor = median(subjects[0]?.ms ?? [])
  console.table(
    subjects.map(({ what, ms, shifts }) => ({
      what,
      'first content, ms after the script': median(ms).toFixed(1),
      slowest: Math.max(...ms).toFixed(1),
      ratio: (median(ms) / floor).toFixed(2),
      'layout shift': shifts,
    })),
  )
  console.log('goals: at most 100 ms on loopback, layout shift 0')
  pages.close()
  await service.stop()
} finally {
  await browser.close()
  await bench.stop()
}

function printSizes(): void {
  const chunks = readdirSync(join(dist, 'chunks')).map((name) => join('chunks', name))
  const named = (part: string) => chunks.find((name) => name.includes(part)) ?? ''
  const files = ['reviews.js', 'stars.js', 'review-form.js', named('reviews-en-'), named('reviews-dialogs-')]
  console.table(
    files.map((file) => {
      const bytes = readFileSync(join(dist, file))
      const gzip = gzipSync(bytes, { level: 9 }).length
      return { file, bytes: bytes.length, gzip, brotli: brotliCompressSync(bytes).length }
    }),
  )
  console.log('goal: reviews.js, with stars, Preact and styles, at most 12,000 bytes gzip')
}

async function allow(databaseUrl: string, storeEnvId: string, origin: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update stores set origins = $1 where id = $2', [[origin], storeEnvId])
  await client.end()
}

/** Each visit has an empty browser cache. Only the service's cache is warm. */
async function visit(browser: Browser, url: string): Promise<{ ms: number; shift: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto(url)
  const at = (await page.evaluate('firstContent')) as number
  // Measured in the page, from the script's arrival.
  const loaded = (await page.evaluate(
    `performance.getEntriesByType('resource').find(({ name }) => /widgets|bare\\.js/.test(name)).responseEnd`,
  )) as number
  const shift = (await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(shift)))))',
  )) as number
  await context.close()
  return { ms: at - loaded, shift }
}

async function servePages(service: string, store: string) {
  const style =
    '<style>evident-reviews { display: block; min-height: 42rem } evident-stars { display: block; min-height: 1.5em }</style>'
  const tag = (name: string) =>
    `<script type="module" src="${service}/widgets/v1/${name}.js" data-store="${store}"></script>`
  const stars = Array.from({ length: 100 }, (_, i) => `<evident-stars product="p${i}"></evident-stars>`).join('')
  const bodies: Record<string, string> = {
    '/reviews': `${tag('reviews')}<evident-reviews product="p0"></evident-reviews>`,
    '/stars': `${tag('stars')}${stars}`,
    '/bare': '<script type="module" src="/bare.js"></script><div id="bare"></div>',
  }
  const bare = `
    const ask = (path) => fetch('${service}/api/v1/storefront/' + path, { headers: { 'x-store-env-id': '${store}' } }).then((r) => r.json())
    const answers = await Promise.all([ask('config'), ask('summary?platformProductIds=p0'),
      ask('reviews?platformProductId=p0&sort=newest&limit=10')])
    document.getElementById('bare').append(...answers[2].data.map(({ authorName }) =>
      Object.assign(document.createElement('p'), { textContent: authorName })))`
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript
        ? bare
        : `<!doctype html><html lang="en">${style}<h1>Shop</h1>${bodies[request.url ?? '']}<footer>End</footer>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
