// Covers a merchant's steps from an empty shop to stars: Evident's admin application, the shop's configuration, the
// shop's admin. The shops' own steps are in the tests.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import type { Shop, TestService } from '#test/service.ts'
import { compress } from '../../../tools/pictures/compress.ts'
import type { Admin } from '../admin.ts'
import { untilStill } from '../browser.ts'

export const longestSeconds = 600

/** Makes a connection string in Evident's admin application. Returns the line for the file `.env`. */
export async function makeLine(
  admin: Admin,
  platform: 'medusa' | 'vendure',
  { shop = admin.shop, mayReply = true }: { shop?: Shop; mayReply?: boolean } = {},
): Promise<string> {
  const { page } = await admin.open({}, shop)
  await page.goto(`${admin.home}/stores/${shop.storeEnvId}/settings/shop?platform=${platform}`)
  if (mayReply) await page.getByText('Answer reviews in the shop’s admin').click()
  await page.getByRole('button', { name: 'Make the connection string' }).click()
  const line = await page.getByRole('textbox', { name: 'EVIDENT_CONNECTION' }).inputValue()
  await page.context().close()
  return line
}

/** Collects the bodies of all responses that the page receives. */
export function collectAnswers(page: Page): string[] {
  const answers: string[] = []
  page.on('response', (response) =>
    response.text().then(
      (text) => answers.push(text),
      () => {},
    ),
  )
  return answers
}

/** Asserts that the key and secrets in `line` are in no text and in no file of the folders. */
export function assertSecret(line: string, texts: readonly string[], folders: readonly string[]): void {
  const facts = JSON.parse(Buffer.from(line.split('evc1_')[1]?.slice(0, -9) ?? '', 'base64url').toString())
  const secrets: string[] = [facts.key, facts.toEvident, facts.toShop, line.slice(-40)]
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
  )
  assert.ok(texts.length > 5 && files.length > 5)
  for (const text of [...texts, ...files]) assert.ok(secrets.every((secret) => !text.includes(secret)))
}

/** Files of the shop's folder that differ from the copy in the folder `before`. */
export function listChanged(folder: string, before: string): string[] {
  const read = (from: string, file: string) => {
    try {
      return readFileSync(join(from, file), 'utf8')
    } catch {
      return undefined
    }
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && read(folder, entry.name) !== read(before, entry.name))
    .map(({ name }) => name)
    .sort()
}

export const writeSettings = (folder: string, lines: readonly string[]): void =>
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`)

export const readEventually =
  (service: TestService) =>
  async <T>(read: () => Promise<T>, isRight: (value: T) => boolean, ms = 20_000): Promise<T> => {
    const endsAt = performance.now() + ms
    for (;;) {
      await service.runJobs()
      const value = await read()
      if (isRight(value)) return value
      assert.ok(performance.now() < endsAt, `still ${JSON.stringify(value)}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

const hostile = (place: string) => `<script>ran=1</script><img src=x onerror=ran=1> ${place}`
export const hostileReview = { title: hostile('title'), body: hostile('body'), authorName: hostile('author') }

/** The page shows the markup of the review as text, and nothing of it ran. */
export async function assertText(
  page: Page,
  review: Partial<typeof hostileReview>,
  place: Pick<Locator, 'getByText'> = page,
): Promise<void> {
  for (const text of Object.values(review)) await place.getByText(text).first().waitFor()
  // A script in `onerror` would run only after the request for the picture has failed.
  await page.waitForLoadState('networkidle')
  assert.equal(await page.evaluate('globalThis.ran'), undefined)
}

/** Calls `act` while nothing listens at the address of Evident. */
export async function whileAway({ app }: TestService, act: () => Promise<void>): Promise<void> {
  const { port } = new URL(app.listeningOrigin)
  app.server.closeAllConnections()
  await new Promise<void>((resolve) => app.server.close(() => resolve()))
  try {
    await act()
  } finally {
    app.server.listen(Number(port), '127.0.0.1')
    await once(app.server, 'listening')
  }
}

/** Saves a guide's picture of a shop's admin in light and dark, if TEST_PICTURES is set. Scrolls `shown` into view. */
export async function keepGuidePicture(page: Page, name: string, shown?: Locator): Promise<void> {
  const folder = process.env.TEST_PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 800 })
  await shown?.evaluate((element) => (element as HTMLElement).scrollIntoView({ block: 'center' }))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Both admins choose their theme only when they start, and style it by this class.
    await page.evaluate(`document.documentElement.classList.remove('light', 'dark')`)
    await page.evaluate(`document.documentElement.classList.add('${colorScheme}')`)
    await untilStill(page)
    writeFileSync(join(folder, `${name}-${colorScheme}.webp`), await compress(await page.screenshot()))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(`document.documentElement.classList.replace('dark', 'light')`)
  if (before) await page.setViewportSize(before)
}
