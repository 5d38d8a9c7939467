// A browser that notices what a page must never do: log an error, ask another origin, scroll sideways, lock people out.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'

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

/** Who is interrupted ends, and the browser with it; with handlers of its own, only the browser would. */
const leaveSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

export const noBrowser = process.env.TEST_CHROMIUM ? false : 'TEST_CHROMIUM names no browser'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...leaveSignals, executablePath: process.env.TEST_CHROMIUM, args: flags })

export type Watched = {
  page: Page
  /** Fails when the page did something it must not; what a test provokes on purpose is named by `except`. */
  assertClean(except?: RegExp): void
  /** Nothing is on its way any more, and what came is drawn. */
  settled(): Promise<void>
}

export type Look = { width?: number; height?: number; colorScheme?: 'light' | 'dark'; locale?: string }

/** A page with cookies of its own, or those of somebody who is signed in. */
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
    // Pages say numbers as their reader's language does, which is otherwise that of the machine.
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(storageState && { storageState }),
  })
  // Long, for machines that do much else; what is there in time is not waited for.
  context.setDefaultTimeout(40_000)
  const page = await context.newPage()
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

/** Sooner than the browser's own "network idle", which waits half a second for nothing. */
function untilSettled(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let opening: Request | undefined
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) opening = request
    underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => {
    // It was no page, but a file that is kept.
    if (request === opening) opening = undefined
    underWay.delete(request)
  })
  // Of what a page had asked for when it was left, the browser does not always say that it ended.
  page.on('framenavigated', (frame) => {
    if (!opening || frame !== page.mainFrame()) return
    for (const request of underWay) if (request !== opening) underWay.delete(request)
    opening = undefined
  })
  return async () => {
    // A page asks for more once it has drawn what came, so one quiet moment is not yet the end.
    for (let quiet = 0; quiet < 4; ) {
      const isDrawn = await page.evaluate(drawn)
      quiet = isDrawn && underWay.size === 0 ? quiet + 1 : 0
    }
  }
}

const drawn = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() =>
  resolve(document.fonts.status === 'loaded' && !document.querySelector('[role="status"] .sr-only, [aria-busy="true"]')), 25)))`

/**
 * A notice closes after 3, 5 or 10 seconds, and its undo with it; "copied" shows for 2. A busy machine misses them, so pages
 * opened from now on show them 60 times as long, until the returned function is called.
 */
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

/** Fills in the admin's sign-in page. */
export async function enter(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(person.ownerEmail)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Violation = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }

/** Colours that still change are not those a person reads. What turns for ever, as a spinner does, has no end to wait for. */
export const untilStill = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const moving = () => document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    do {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await Promise.allSettled(moving().map(({ finished }) => finished))
    } while (moving().length > 0)
  })()`)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * No serious or critical violation of what axe can judge, or of the colours alone, of a page that has others than when it was
 * judged whole. It is put in past the page's policy, which forbids it otherwise.
 */
export async function assertAccessible(page: Page, name: string, only?: 'colours'): Promise<void> {
  await untilStill(page)
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axe)
  // In frames it is not put in, and would wait for an answer.
  const options = {
    ...{ resultTypes: ['violations'], preload: false, iframes: false },
    ...(only && { runOnly: rulesOfColours }),
  }
  const violations = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[]
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
