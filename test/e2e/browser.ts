// A browser that fails a test when a page logs an error, requests another origin, scrolls sideways or is inaccessible.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { inTime } from '#test/until.ts'

/** Waits end as soon as something is ready, so a busy machine gets much time. */
const patience = 40_000

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** An interrupt must end the test and the browser. Playwright's own handlers would end only the browser. */
const leaveSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

export const noBrowser = process.env.TEST_CHROMIUM ? false : 'TEST_CHROMIUM names no browser'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...leaveSignals, executablePath: process.env.TEST_CHROMIUM, args: flags })

export type Watched = {
  page: Page
  /** Fails when the page did something forbidden. `except` matches the errors that a test provokes. */
  assertClean(except?: RegExp): void
  /** Resolves when no request is in flight and the page shows every response. */
  settled(): Promise<void>
}

export type Look = { width?: number; height?: number; colorScheme?: 'light' | 'dark'; locale?: string }

/** Opens a page with its own cookies, or with the cookies of a signed-in person. */
export async function openPage(
  browser: Browser,
  origin: string,
  look: Look = {},
  storageState?: BrowserContextOptions['storageState'],
): Promise<Watched> {
  const { width = 1280, height = 800, colorScheme = 'light', locale = 'en-US' } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    // Pages format numbers in the reader's language. By default that is the language of the machine.
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(storageState && { storageState }),
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  limitScripts(page)
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) faults.push(`foreign request: ${url}`)
  })
  return {
    page,
    assertClean(except) {
      assert.deepEqual(
        faults.filter((fault) => !except?.test(fault)),
        [],
      )
    },
    settled: untilSettled(page),
  }
}

/** This is faster than Playwright's "networkidle", which always waits half a second. */
function untilSettled(page: Page): () => Promise<void> {
  const underWay = new Map<Request, number>()
  let opening: Request | undefined
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) opening = request
    underWay.set(request, Date.now())
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => {
    // The navigation was a download, not a page.
    if (request === opening) opening = undefined
    underWay.delete(request)
  })
  // After a navigation, the browser does not always report the end of the previous page's requests.
  page.on('framenavigated', (frame) => {
    if (!opening || frame !== page.mainFrame()) return
    for (const request of underWay.keys()) if (request !== opening) underWay.delete(request)
    opening = undefined
  })
  return async () => {
    const deadline = Date.now() + patience
    // A page may send more requests after it shows a response, so one quiet moment is not enough.
    for (let quiet = 0; quiet < 4; ) {
      const unfinished = await evaluate<string[]>(page, unfinishedParts)
      // A request that is older than any response was never reported as ended.
      for (const [request, since] of underWay) if (Date.now() - since > longestResponseMs) underWay.delete(request)
      quiet = unfinished.length === 0 && underWay.size === 0 ? quiet + 1 : 0
      assert.ok(
        quiet > 0 || Date.now() < deadline,
        `${page.url()} has not settled after ${patience} ms: ${unfinished.join(', ') || `${underWay.size} requests`}`,
      )
    }
  }
}

const longestResponseMs = 20_000

/** Chromium draws no frame of a page that it believes to be hidden, so a second without a frame is enough. */
const nextFrame = `new Promise((resolve) => { requestAnimationFrame(resolve); setTimeout(resolve, 1000) })`

const unfinishedParts = `(async () => {
  await ${nextFrame}
  await new Promise((resolve) => setTimeout(resolve, 25))
  return [
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...[...document.querySelectorAll('[role="status"] .sr-only, [aria-busy="true"]')].map((part) => part.outerHTML.slice(0, 200)),
  ]
})()`

const evaluate = <T = unknown>(page: Page, script: string): Promise<T> =>
  inTime(page.evaluate<T>(script), () => describeScript(page, script), patience)

/** Playwright limits the time of every action except scripts, and a page that never answers would stop the whole file. */
function limitScripts(page: Page): void {
  const run = page.evaluate.bind(page) as (script: unknown, argument?: unknown) => Promise<never>
  page.evaluate = (script: unknown, argument?: unknown) =>
    inTime(run(script, argument), () => describeScript(page, script), longestScriptMs)
}

/** Some scripts of tests wait themselves, for a notice or a worker. */
const longestScriptMs = 2 * patience

const describeScript = (page: Page, script: unknown): string =>
  `${page.url()} finishes a script: ${String(script).slice(0, 300)}`

/** Notices close after 2 to 10 seconds, so a busy machine could miss them. Here they stay 60 times as long. */
export async function withLastingNotices(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(`{
    const wait = setTimeout
    globalThis.timesAsLong = 60
    const lasting = [2000, 3000, 5000, 10000]
    globalThis.setTimeout = (act, ms, ...more) => wait(act, lasting.includes(ms) ? ms * timesAsLong : ms, ...more)
  }`)
  return () => page.evaluate('timesAsLong = 1')
}

export type Person = { ownerEmail: string; password: string }

export async function enter(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.ownerEmail)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Violation = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }

/**
 * A color in transition is not the color that a person reads. Endless animations, such as a spinner, are not awaited. An
 * animation that a page stopped never finishes, so the list is read again after a time.
 */
export const untilStill = (page: Page): Promise<unknown> =>
  evaluate(
    page,
    `(async () => {
    const moving = () => document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    do {
      await ${nextFrame}
      await ${nextFrame}
      await Promise.race([Promise.allSettled(moving().map(({ finished }) => finished)), new Promise((resolve) => setTimeout(resolve, 6000))])
    } while (moving().length > 0)
  })()`,
  )

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** Axe is injected past the page's CSP, which forbids it. `only` limits a repeated check to the colors. */
export async function assertAccessible(page: Page, name: string, only?: 'colours'): Promise<void> {
  await untilStill(page)
  if (await evaluate(page, '!globalThis.axe')) await evaluate(page, axe)
  // Axe must skip frames, because it would wait for a response from them. It is not injected into frames.
  const options = {
    ...{ resultTypes: ['violations'], preload: false, iframes: false },
    ...(only && { runOnly: rulesOfColours }),
  }
  const violations = await evaluate<Violation[]>(
    page,
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
    )
  assert.deepEqual(serious, [], name)
}

export async function assertNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const [content, window] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[]
  assert.ok((content ?? 0) <= (window ?? 0), `${name} is ${content} px wide in a window of ${window} px`)
}
