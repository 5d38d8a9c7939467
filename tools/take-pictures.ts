// Takes the pictures of docs/pictures and of the guides from a running service with the demo shop, and writes their
// overview page: `node bin/run.mjs tools/take-pictures.ts ORIGIN DEMO_JSON`. DEMO_JSON is a file with the output of
// `npm run -s evident -- demo --json`. TEST_CHROMIUM is the path of the browser.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { enter, launchBrowser, noBrowser, openPage, untilStill, type Watched } from '../test/e2e/browser.ts'
import { compress } from './pictures/compress.ts'
import { type DemoAccess, type Furnished, furnish, newStoreName } from './pictures/furnish.ts'
import { guidePictures, type PicturedPage, picturedPages } from './pictures/pages.ts'
import { buildFileName, looks, writeSheet } from './pictures/sheet.ts'

const docs = join(import.meta.dirname, '..', 'docs')
const folder = join(docs, 'pictures')
const guideFolder = join(docs, 'guides', 'pictures')

type State = BrowserContextOptions['storageState']

const looksByName = { light: {}, dark: { colorScheme: 'dark' }, 375: { width: 375, height: 812 } } as const

async function signIn(browser: Browser, origin: string, person: DemoAccess): Promise<State> {
  const { page } = await openPage(browser, origin)
  await page.goto(`${origin}/admin`)
  await enter(page, person)
  await page.waitForURL(/\/stores\//)
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

/** Only a signed-in person opens a store. */
async function openNewStore(browser: Browser, origin: string, state: State): Promise<string> {
  const { page } = await openPage(browser, origin, {}, state)
  const data = { name: newStoreName, origins: ['https://studio.larkmoor.example'] }
  const response = await page.request.post(`${origin}/api/v1/account/stores`, { data, headers: { origin } })
  if (!response.ok()) throw new Error(`POST /account/stores: ${response.status()} ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  await page.context().close()
  return id
}

/** Only a signed-in person gets an order's form, because its link lets anyone write as the buyer. */
async function readFormUrl(browser: Browser, origin: string, state: State, storeEnvId: string, orderId: string) {
  const { page } = await openPage(browser, origin, {}, state)
  const headers = { origin, 'x-store-env-id': storeEnvId }
  const response = await page.request.post(`${origin}/api/v1/orders/${orderId}/review-link`, { headers })
  const { url } = response.ok() ? ((await response.json()) as { url: string }) : {}
  await page.context().close()
  return url
}

async function visitShop(browser: Browser, origin: string): Promise<void> {
  const { page, settled } = await openPage(browser, origin)
  await page.goto(`${origin}/demo-store`)
  await settled()
  await page.context().close()
}

async function takePictures(browser: Browser, origin: string, shop: Furnished, state: State): Promise<void> {
  for (const path of [folder, guideFolder]) mkdirSync(path, { recursive: true })
  for (const look of looks) {
    const watched = await openPage(browser, origin, looksByName[look], state)
    await watched.page.emulateMedia({ reducedMotion: 'reduce' })
    const visitor = await openPage(browser, origin, looksByName[look])
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
    for (const each of picturedPages) {
      const picture = await take(each.isSignedOut ? visitor : watched, origin, each, shop)
      writeFileSync(join(folder, buildFileName(each.name, look)), picture)
    }
    if (look !== '375')
      for (const each of guidePictures)
        writeFileSync(join(guideFolder, buildFileName(each.name, look)), await take(watched, origin, each, shop))
    await watched.page.context().close()
    await visitor.page.context().close()
  }
}

/** `settled` also waits for the frames of previews, which are busy until their widget is drawn. */
async function take({ page, settled }: Watched, origin: string, pictured: PicturedPage, shop: Furnished) {
  await page.goto(`${origin}${pictured.path(shop)}`)
  await page.getByRole('heading', { name: pictured.heading }).first().waitFor()
  await settled()
  if (pictured.scrollTo) {
    await page.evaluate(`document.querySelector('${pictured.scrollTo}').scrollIntoView()`)
    await settled()
  }
  await untilStill(page)
  return compress(await page.screenshot())
}

async function main([origin, file]: string[]): Promise<void> {
  if (!origin || !file) throw new Error('usage: tools/take-pictures.ts ORIGIN DEMO_JSON')
  if (noBrowser) throw new Error(noBrowser)
  const demo: DemoAccess = JSON.parse(readFileSync(file, 'utf8'))
  const browser = await launchBrowser()
  try {
    const state = await signIn(browser, origin, demo)
    const shop = await furnish(
      origin,
      demo,
      () => openNewStore(browser, origin, state),
      (orderId) => readFormUrl(browser, origin, state, demo.storeEnvId, orderId),
      () => visitShop(browser, origin),
    )
    await takePictures(browser, origin, shop, state)
  } finally {
    await browser.close()
  }
  const before = join(folder, 'before')
  writeFileSync(
    join(folder, 'README.md'),
    writeSheet(picturedPages, new Set(existsSync(before) ? readdirSync(before) : [])),
  )
}

await main(process.argv.slice(2))
