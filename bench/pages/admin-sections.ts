// Measures how long each section of the admin application takes on the demo shop's data, from the click on its link to the
// last change of the page. The first visit also loads the section's script. The floor is one request and one frame.
// Run: TEST_CHROMIUM=/usr/bin/chromium node bench/pages/admin-sections.ts [rounds, default 5]
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { createClock } from '#platform/process/clock.ts'
import { loadConfig } from '#platform/process/config.ts'
import { freePort } from '#test/free-port.ts'
import { createApi } from '../../server/entry/api.ts'
import { composeService } from '../../server/entry/service.ts'
import { enter, type Person } from '../../test/e2e/browser.ts'
import { median, startBenchService } from '../support/bench-service.ts'

const rounds = Number(process.argv[2] ?? 5)
const executablePath = process.env.TEST_CHROMIUM ?? '/usr/bin/chromium'
const goalMs = 300

/** Resolves with the time from the click to the last change, once nothing has changed for a while. */
const measure = `(href) => new Promise((done) => {
  const quietMs = 250
  const startedAt = performance.now()
  let changedAt = startedAt
  const watch = new MutationObserver(() => { changedAt = performance.now() })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  const isWaiting = () => document.querySelector('[role="status"] .sr-only, [aria-busy="true"]') !== null
  const look = () => {
    if (location.pathname !== href || isWaiting() || performance.now() - changedAt < quietMs) return setTimeout(look, 10)
    watch.disconnect()
    done(changedAt - startedAt)
  }
  const isLink = ({ pathname }) => pathname === href
  ;[...document.querySelectorAll('nav[aria-label="Store"] a')].find(isLink).click()
  look()
})`

const floor = `new Promise(async (done) => {
  const startedAt = performance.now()
  await (await fetch('/api/v1/auth/get-session')).json()
  requestAnimationFrame(() => done(performance.now() - startedAt))
})`

// Uses the launcher's own build step, which is JavaScript without types.
const { buildAdmin } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
if (!(await buildAdmin())) throw new Error('The admin application could not be built. See the lines above.')

const bench = await startBenchService()
const port = await freePort()
const env = {
  ...{ DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir },
  ...{ PORT: String(port), RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
}
const config = loadConfig(env)
const service = composeService(config, bench.url, { clock: createClock() })
const app = await createApi(service)
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
try {
  const shop = await loadDemo()
  await app.listen({ host: '127.0.0.1', port })
  const first = new Map<string, number[]>()
  const again = new Map<string, number[]>()
  const floors: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await openAdmin(shop)
    const places = await listPlaces(page)
    for (const times of [first, again])
      for (const { name, href, group } of places) {
        await showLink(page, href, group)
        const ms = Number(await page.evaluate(`(${measure})(${JSON.stringify(href)})`))
        times.set(name, [...(times.get(name) ?? []), ms])
        floors.push(Number(await page.evaluate(floor)))
      }
    await page.context().close()
  }
  console.table(
    [...first].map(([name, each]) => ({
      section: name,
      'first ms': median(each).toFixed(0),
      'again ms': median(again.get(name) ?? []).toFixed(0),
      'within the goal': median(each) <= goalMs ? 'yes' : `NO, ${goalMs} ms`,
    })),
  )
  const slowest = Math.max(...[...first.values()].map(median))
  console.log(`floor ${median(floors).toFixed(1)} ms; slowest section ${slowest.toFixed(0)} ms, goal ${goalMs} ms`)
} finally {
  await browser.close()
  await app.close()
  await service.close()
  await bench.stop()
}

async function loadDemo(): Promise<Person> {
  const command = new URL('../../server/entry/cli.ts', import.meta.url).pathname
  const options = { env: { ...process.env, ...env } }
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'demo', '--json'], options)
  return JSON.parse(stdout) as Person
}

async function openAdmin(shop: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`http://127.0.0.1:${port}/admin`)
  await enter(page, shop)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return page
}

type Place = { name: string; href: string; group: string | undefined }

/** Opens each group of the navigation in turn, because only one is open at a time. */
async function listPlaces(page: Page): Promise<Place[]> {
  const nav = page.getByRole('navigation', { name: 'Store' })
  const places = new Map<string, Place>()
  const read = async (group?: string) => {
    for (const link of await nav.getByRole('link').all()) {
      // The link to reviews gets a filter once the pending reviews are counted, so the query string is removed.
      const href = ((await link.getAttribute('href')) ?? '').replace(/\?.*/, '')
      if (!places.has(href)) places.set(href, { href, name: (await link.textContent()) ?? '', group })
    }
  }
  await read()
  for (const button of await nav.getByRole('button').all()) {
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    await nav.getByRole('list').nth(1).getByRole('link').first().waitFor()
    await read((await button.textContent()) ?? '')
  }
  return [...places.values()]
}

async function showLink(page: Page, href: string, group: string | undefined): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Store' })
  const link = nav.locator(`a[href="${href}"], a[href^="${href}?"]`)
  if (group !== undefined && (await link.count()) === 0) await nav.getByRole('button', { name: group }).click()
  await link.waitFor()
}
