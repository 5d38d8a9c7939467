import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { fillShop } from '#test/filled-shop.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import {
  assertAccessible,
  assertNoSidewaysScroll,
  enter,
  type Look,
  launchBrowser,
  openPage,
  type Person,
  type Watched,
} from './browser.ts'

type AnyShop = Person & { storeEnvId: string }

export type Admin<S extends AnyShop = Shop> = {
  service: TestService
  shop: S
  origin: string
  home: string
  path(path: string): string
  /** Opens a blank page for a signed-in person, by default the shop's owner. */
  open(look?: Look, person?: Person): Promise<Watched>
  openUnknown(look?: Look): Promise<Watched>
  close(): Promise<void>
}

/** `hostname` is the host in the browser's address; passkeys are bound to a name, not to an IP address. */
export async function startAdmin(env: Record<string, string> = {}, hostname = '127.0.0.1'): Promise<Admin> {
  const port = await freePort()
  const service = await startService({ env: { ...env, PORT: String(port) } })
  const shop = await service.shop('Larkmoor')
  return openAdmin({ service, shop, port, hostname, close: () => service.close() })
}

/** Runs the admin application on a shop with content on every page. Calls to the whole API create this content. */
export async function startFilledAdmin(): Promise<Admin> {
  const port = await freePort()
  const { service, shop, close } = await fillShop({ tidy: false, env: { PORT: String(port) } })
  return openAdmin({ service, shop, port, hostname: '127.0.0.1', close })
}

type Opened<S> = { service: TestService; shop: S; port: number; hostname: string; close(): Promise<unknown> }

export async function openAdmin<S extends AnyShop>({
  service,
  shop,
  port,
  hostname,
  close,
}: Opened<S>): Promise<Admin<S>> {
  const { buildAdmin } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
  assert.ok(await buildAdmin(), 'the admin application is built')
  const origin = `http://${hostname}:${port}`
  await service.app.listen({ host: '127.0.0.1', port })
  const browser = await launchBrowser()
  const home = `${origin}/admin`
  const readCookies = rememberCookies(browser, origin)
  return {
    service,
    shop,
    origin,
    home,
    path: (path) => `${home}/stores/${shop.storeEnvId}${path}`,
    open: async (look, person = shop) => openPage(browser, origin, look, await readCookies(person)),
    openUnknown: (look) => openPage(browser, origin, look),
    async close() {
      await browser.close()
      await close()
    },
  }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Each person signs in through the page only once. */
function rememberCookies(browser: Browser, origin: string): (person: Person) => Promise<State> {
  const kept = new Map<string, Promise<State>>()
  const signIn = async (person: Person) => {
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/admin`)
    await enter(page, person)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    const state = await page.context().storageState()
    await page.context().close()
    // The local storage with the last store is dropped, because it belongs to another test.
    return { ...state, origins: [] }
  }
  return (person) => {
    const state = kept.get(person.ownerEmail) ?? signIn(person)
    kept.set(person.ownerEmail, state)
    return state
  }
}

/** Checks one loaded page in light, dark and narrow layouts, because three loads would take three times as long. */
export async function assertForEverybody({ page, settled }: Pick<Watched, 'page' | 'settled'>, name: string) {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await settled()
  await assertLook(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertLook(page, `${name}-dark`, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 375, height: 700 })
  await settled()
  await assertLook(page, `${name}-375`)
  await page.setViewportSize(before)
}

async function assertLook(page: Page, name: string, only?: 'colours') {
  await keepPicture(page, name)
  await assertAccessible(page, name, only)
  await assertNoSidewaysScroll(page, name)
}

const pictures = process.env.TEST_PICTURES

/** Saves a full screenshot for inspection if TEST_PICTURES names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  const height = Number(await page.evaluate(`document.querySelector('#main')?.scrollHeight ?? 0`))
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ ...before, height: Math.min(4_000, Math.max(before.height, height)) })
  await page.screenshot({ path: join(pictures, `${name.replace(/\W+/g, '-')}.png`) })
  await page.setViewportSize(before)
}

/** Clicks a link of the navigation, after opening its group if necessary. */
export async function openPlace(page: Page, group: string, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Store' })
  const folded = navigation.getByRole('button', { name: group, exact: true })
  if ((await folded.getAttribute('aria-expanded')) === 'false') await folded.click()
  await navigation.getByRole('link', { name, exact: true }).click()
}
