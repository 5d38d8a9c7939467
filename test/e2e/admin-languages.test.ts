import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type FakeLibreTranslate, startLibreTranslate } from '#test/fakes/libretranslate.ts'
import type { Shop } from '#test/service.ts'
import { type Admin, assertForEverybody, startAdmin } from './admin.ts'
import { assertAccessible, noBrowser } from './browser.ts'

const shots = process.env.TEST_PICTURES

suite('languages and digests in the storefront settings', { skip: noBrowser }, () => {
  let engine: FakeLibreTranslate
  let admin: Admin
  let shop: Shop
  before(async () => {
    engine = await startLibreTranslate()
    engine.translate = () => 'Der Henkel bleibt kühl, auch mit kochendem Wasser.'
    admin = await startAdmin(engine.env)
    shop = admin.shop
    await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Stoneware mug' }])
    for (let i = 0; i < 11; i++) {
      const { body } = await shop.api.post('/reviews', {
        ...{ platformProductId: 'mug', rating: [5, 5, 5, 4, 1, 3][i % 6], locale: 'en', authorName: `Ada ${i}` },
        ...{
          body: `Sentence number ${i} tells how cool the handle stays. Bye.`,
          authorEmail: `ada${i}@customer.example`,
        },
      })
      await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })
    }
    if (shots) mkdirSync(shots, { recursive: true })
  })
  after(async () => {
    await admin?.close()
    await engine?.close()
  })

  const open = async (look: object = {}) => {
    const opened = await admin.open(look)
    await opened.page.goto(`${admin.home}/stores/${shop.storeEnvId}/settings/storefront`)
    await opened.page.getByRole('heading', { name: 'Machine translation' }).waitFor()
    return opened
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `settings-${name}.png`), fullPage: true })
  }
  const settings = async () => (await shop.api.get('/reviews/settings')).body

  test("a trial shows the engine's translation before a language is turned on", async () => {
    const { page, assertClean } = await open()
    await page.getByText('No languages yet.').waitFor()
    await page.getByRole('button', { name: 'Translate', exact: true }).click()
    await page.getByText('Der Henkel bleibt kühl').waitFor()
    await page.getByText('LibreTranslate,', { exact: false }).waitFor()
    await page.getByLabel('Into').selectOption('pl')
    await page.getByRole('button', { name: 'Translate', exact: true }).click()
    await page.getByText('pl is not supported', { exact: false }).waitFor()
    assertClean()
  })

  test('languages are added and removed, and the page shows how many reviews are left', async () => {
    const { page, assertClean } = await open()
    await page.getByLabel('Add a language').selectOption('de')
    await page.getByRole('button', { name: 'Stop translating into German (de)' }).waitFor()
    assert.deepEqual((await settings()).translate, ['de'])
    await page.getByText('Older reviews are being queued.').waitFor()
    await assertAccessible(page, 'languages')
    await page.getByRole('button', { name: 'Stop translating into German (de)' }).click()
    await page.getByText('No languages yet.').waitFor()
    assert.deepEqual((await settings()).translate, [])
    assertClean()
  })

  test('a preview shows the digest of a product before digests are turned on', async () => {
    const { page, assertClean } = await open()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('tells how cool the handle stays', { exact: false }).first().waitFor()
    assert.equal(await preview.locator('q').count(), 6)
    await page.getByLabel('Show sentences of reviews above the list').click()
    await page.getByText('Saved.').first().waitFor()
    assert.equal((await settings()).digest, true)
    assertClean()
  })

  test('the cards of languages and digests fit every screen', async () => {
    await shop.api.put('/reviews/settings', { translate: ['de', 'fr'] })
    const opened = await open()
    await opened.page.getByRole('button', { name: 'Stop translating into French (fr)' }).waitFor()
    await assertForEverybody(opened, 'settings-languages')
    for (const look of [{ width: 1280 }, { width: 1280, colorScheme: 'dark' }, { width: 375, height: 740 }] as const) {
      const { page } = await open(look)
      await page.getByRole('button', { name: 'Translate', exact: true }).click()
      await page.getByText('Der Henkel bleibt kühl').waitFor()
      await shoot(page, `${look.width}-${'colorScheme' in look ? 'dark' : 'light'}`)
    }
  })
})
