import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { launchBrowser } from './browser.ts'

const shots = process.env.TEST_SCREENSHOTS

export async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })
}

export type FormFixture = {
  service: TestService
  shop: Shop
  origin: string
  browser: Browser
  folder: string
  photo: string
  close(): Promise<void>
}

export async function openFormFixture(): Promise<FormFixture> {
  const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
  assert.ok(await buildWidgets(), 'the widgets are built')
  const port = await freePort()
  const service = await startService({ env: { PORT: String(port) }, now: new Date('2026-11-21T12:00:00Z') })
  await service.app.listen({ host: '127.0.0.1', port })
  const folder = mkdtempSync(join(tmpdir(), 'evident-form-'))
  const photo = join(folder, 'photo.jpg')
  writeFileSync(photo, await aPhoto(800, 600))
  if (shots) mkdirSync(shots, { recursive: true })
  const browser = await launchBrowser()
  return {
    service,
    shop: await service.shop('Larkmoor'),
    origin: `http://127.0.0.1:${port}`,
    browser,
    folder,
    photo,
    async close() {
      await browser.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
