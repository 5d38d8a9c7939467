// Runs Lighthouse on visitors' pages, as a phone and as a desktop, each in a new Chromium. The pages are the demo shop,
// pages that the service hosts for shops, its documentation, and pages behind mailed links. Run: node bin/run.mjs
// bench/lighthouse.ts [part of a page's name]
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { median, startBenchService } from './support/bench-service.ts'
import { type HostedShop, openHostedShop } from './support/hosted-shop.ts'

const run = promisify(execFile)
const lighthouse = 'lighthouse@13.5.0'
const goal = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const forms = { mobile: [], desktop: ['--preset=desktop'] }
/** A busy machine can lower a page's score, so a page below the goal is measured twice more. */
const runs = 3

type Category = (typeof categories)[number]
type Report = {
  categories: Record<string, { auditRefs: { id: string; weight: number }[] }>
  /** Null means not applicable, or for information only. */
  audits: Record<string, { score: number | null }>
}
type Page = { name: string; path: string; isPrivate?: true }

/** `isPrivate` pages are not for search engines, so "noindex" does not lower their score. */
const listPages = ({ paths }: HostedShop): Page[] => [
  { name: 'sign-in', path: '/admin', isPrivate: true },
  { name: 'docs reference', path: '/docs/reference/reviews' },
  { name: 'docs guide', path: '/docs/quick-start' },
  { name: 'docs start', path: '/docs/guides' },
  { name: 'docs, calls to try', path: '/docs/try' },
  { name: 'hosted reviews', path: paths.reviews },
  { name: 'hosted FAQs', path: paths.faq },
  { name: 'hosted gallery', path: paths.gallery },
  { name: 'hosted landing page', path: paths.landing },
  { name: 'review form', path: paths.form, isPrivate: true },
  { name: 'confirmation', path: paths.confirmation, isPrivate: true },
  { name: 'evidence', path: paths.evidence },
  { name: 'demo shop, a product', path: paths.product, isPrivate: true },
]

const { buildPages } = await import(new URL('../bin/build.mjs', import.meta.url).href)
if (!(await buildPages()))
  throw new Error('The admin application and the widgets could not be built. See the lines above.')
const bench = await startBenchService()
try {
  const shop = await openHostedShop(bench)
  try {
    await rateAll(shop)
  } finally {
    await shop.stop()
  }
} finally {
  await bench.stop()
}

async function rateAll(shop: HostedShop): Promise<void> {
  const rows = []
  for (const page of listPages(shop).filter(({ name }) => name.includes(process.argv[2] ?? '')))
    for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
      const row = await rate(shop.origin, page, form)
      console.log(Object.values(row).join(' | '))
      rows.push(row)
    }
  console.table(rows)
  if (rows.some((row) => categories.some((category) => row[category] < goal))) process.exitCode = 1
}

async function rate(origin: string, page: Page, form: keyof typeof forms) {
  const reports = [await audit(origin + page.path, form)]
  if (categories.some((category) => computeScore(reports, page, category) < goal))
    while (reports.length < runs) reports.push(await audit(origin + page.path, form))
  keep(`${page.name} ${form}`, reports)
  return {
    page: page.name,
    form,
    ...(Object.fromEntries(categories.map((name) => [name, computeScore(reports, page, name)])) as Record<
      Category,
      number
    >),
    'not whole': [...new Set(reports.flatMap(failedIn))].join(' '),
  }
}

/** Chromium sometimes records nothing, and Lighthouse asks to be run again. */
async function audit(url: string, form: keyof typeof forms): Promise<Report> {
  for (let attempt = 1; ; attempt++)
    try {
      return await runLighthouse(url, forms[form])
    } catch (error) {
      if (attempt === runs) throw error
    }
}

async function runLighthouse(url: string, more: readonly string[]): Promise<Report> {
  const flags = ['--output=json', '--quiet', '--chrome-flags=--headless --no-sandbox', ...more]
  const { stdout } = await run('npx', ['--yes', lighthouse, url, ...flags], {
    maxBuffer: 1e8,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      CHROME_PATH: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    },
  })
  return JSON.parse(stdout) as Report
}

function computeScore(reports: readonly Report[], page: Page, category: Category): number {
  const without = page.isPrivate ? 'is-crawlable' : ''
  return Math.round(100 * median(reports.map((report) => weighed(report, category, without))))
}

/** Computes a category's score with Lighthouse's own weights, leaving out the audit `without`. */
function weighed({ categories, audits }: Report, category: Category, without: string): number {
  const counted = (categories[category]?.auditRefs ?? []).filter(
    ({ id, weight }) => weight > 0 && id !== without && typeof audits[id]?.score === 'number',
  )
  const sum = (of: (ref: { id: string; weight: number }) => number) => counted.reduce((all, ref) => all + of(ref), 0)
  return sum(({ id, weight }) => weight * (audits[id]?.score ?? 0)) / sum(({ weight }) => weight)
}

function failedIn({ categories, audits }: Report): string[] {
  return Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id)
}

function keep(name: string, reports: readonly Report[]): void {
  const folder = process.env.LIGHTHOUSE_REPORTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  reports.forEach((report, i) => {
    writeFileSync(join(folder, `${name} ${i + 1}.json`), JSON.stringify(report))
  })
}
