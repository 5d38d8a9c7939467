import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'

const pictures = process.env.TEST_PICTURES

describe('the form beside each operation', { skip: noBrowser }, () => {
  let service: TestService
  let shop: Shop
  let browser: Browser
  let origin: string
  before(async () => {
    const port = await freePort()
    service = await startService({ env: { PORT: String(port) } })
    shop = await service.shop('Larkmoor')
    await service.app.listen({ host: '127.0.0.1', port })
    origin = `http://127.0.0.1:${port}`
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  const call = (page: Page, id: string) => page.locator('.call', { has: page.locator(`h2[id="${id}"]`) })
  const keepPicture = async (page: Page, name: string) => {
    if (!pictures) return
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }

  test('the keyboard alone leads from the reference to a response', async () => {
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/docs/try`)
    await page.getByRole('main').getByRole('link', { name: 'Products' }).first().focus()
    await page.keyboard.press('Enter')
    const put = call(page, 'products.upsert')
    await put.getByText('Try it').focus()
    await page.keyboard.press('Enter')
    await put.getByRole('button', { name: 'Send PUT' }).waitFor()
    await put.getByLabel('API key').focus()
    await page.keyboard.type(shop.adminKey)
    await page.keyboard.press('Tab')
    await page.keyboard.type(shop.storeEnvId)
    await put.getByLabel('Body').fill('[{"platformProductId": "mug-1", "title": "The <b>mug</b>"}]')
    await put.getByLabel('Body').press('Tab')
    await page.keyboard.press('Enter')
    await put.getByRole('status').getByText('200 OK').waitFor()
    const [product] = (await shop.api.get('/products')).body.data
    assert.equal(product.title, 'The <b>mug</b>')
    await keepPicture(page, 'try-put')
    const list = call(page, 'products.list')
    await list.getByText('Try it').focus()
    await page.keyboard.press('Enter')
    await list.getByRole('button', { name: 'Send GET' }).waitFor()
    assert.equal(await list.getByLabel('x-store-env-id').inputValue(), shop.storeEnvId)
    await list.getByLabel('limit').fill('1')
    await list.getByText('Maximum number of items on a page.').first().waitFor()
    assert.equal(await list.getByLabel('sort').locator('option').first().textContent(), 'Default: createdAt')
    await list.getByRole('group', { name: 'status' }).getByLabel('active').check()
    await list.getByRole('group', { name: 'status' }).getByLabel('draft').check()
    await list.getByRole('button', { name: 'Send GET' }).click()
    await list.getByRole('region', { name: 'Body' }).getByText('The <b>mug</b>').waitFor()
    await list.getByText('As curl', { exact: true }).click()
    await list.getByRole('region', { name: 'Command' }).getByText('status=active%2Cdraft').waitFor()
    await list.getByText('Headers of the response').click()
    await list.getByRole('region', { name: 'Headers' }).getByText('content-type: application/json').waitFor()
    assertClean()
  })

  test('an error response is shown unchanged, and invalid input is marked at its field', async () => {
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/docs/reference/reviews?try#reviews.get`)
    const get = call(page, 'reviews.get')
    await get.getByLabel('API key').fill('evnt_wrong')
    await get.getByRole('button', { name: 'Send GET' }).click()
    await get.getByRole('status').getByText('401 Unauthorized').waitFor()
    await get.getByRole('region', { name: 'Body' }).getByText('requestId').waitFor()
    await get.getByLabel('id', { exact: true }).fill('')
    await get.getByRole('button', { name: 'Send GET' }).click()
    await get.getByText('Fill in id.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.closest("label").textContent'), 'id')
    const create = call(page, 'reviews.create')
    await create.getByText('Try it').click()
    await create.getByLabel('Body').fill('{"rating": }')
    await create.getByRole('button', { name: 'Send POST' }).click()
    await create.getByText('The body is not valid JSON').waitFor()
    assertClean(/401/)
  })

  test('the copied command reads the key from a variable, and no input is stored', async () => {
    const { page } = await openPage(browser, origin)
    await page.goto(`${origin}/docs/reference/reviews?try#reviews.create`)
    const create = call(page, 'reviews.create')
    await create.getByLabel('API key').fill(shop.adminKey)
    await create.getByLabel('x-store-env-id').fill(shop.storeEnvId)
    await create.getByLabel('Body').fill(`{"body": "It's fine"}`)
    await create.getByRole('button', { name: 'Copy as curl' }).click()
    await create.getByRole('button', { name: 'Copied' }).waitFor()
    const command = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.ok(!command.includes(shop.adminKey))
    for (const part of [
      `-X POST '${origin}/api/v1/reviews'`,
      '-H "Authorization: Bearer $KEY"',
      `-H 'x-store-env-id: ${shop.storeEnvId}'`,
      `-d '{"body": "It'\\''s fine"}'`,
    ])
      assert.ok(command.includes(part), `${part}\n${command}`)
    const kept = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'))
    assert.ok(!kept.includes(shop.adminKey) && !kept.includes(shop.storeEnvId))
    await page.reload()
    assert.equal(await create.getByLabel('API key').inputValue(), '')
  })

  test('a signed-in person sends a call with their session and store, without typing', async () => {
    const { page, assertClean } = await openPage(browser, origin)
    const { ownerEmail: email, password } = shop
    const outlet = { name: 'Larkmoor Outlet', origins: ['https://outlet.example'], timezone: 'Europe/Berlin' }
    const other = (await (await shop.signedIn()).post('/account/stores', outlet)).body.id
    const signedIn = await page.request.post(`${origin}/api/v1/auth/sign-in/email`, {
      data: { email, password },
      headers: { origin },
    })
    assert.equal(signedIn.status(), 200)
    await page.goto(`${origin}/docs/reference/products`)
    await page.evaluate((id) => localStorage.setItem('evident.store', id), other)
    const list = call(page, 'products.list')
    const startedAt = Date.now()
    await list.getByText('Try it').click()
    await list.getByLabel(`Your session, ${email}`).waitFor()
    assert.ok(await list.getByLabel(`Your session, ${email}`).isChecked())
    assert.ok(Date.now() - startedAt < 5_000)
    assert.equal(await list.getByLabel('API key').isVisible(), false)
    assert.equal(await list.getByLabel('x-store-env-id').inputValue(), other)
    await list.getByLabel('x-store-env-id').selectOption({ label: `Larkmoor (…${shop.storeEnvId.slice(-4)})` })
    await list.locator('.examples').getByText(`x-store-env-id: ${shop.storeEnvId}`).first().waitFor()
    await list.getByRole('button', { name: 'Send GET' }).click()
    await list.getByRole('status').getByText('200 OK').waitFor()
    await list.getByText('As curl', { exact: true }).click()
    await list.getByRole('region', { name: 'Command' }).getByText(`x-store-env-id: ${shop.storeEnvId}`).waitFor()
    await keepPicture(page, 'try-session')
    assertClean()
  })

  test('a person who is not signed in finds the way to the sign-in', async () => {
    const { page, assertClean } = await openPage(browser, origin)
    await page.goto(`${origin}/docs/reference/account?try#account.list_stores`)
    const stores = call(page, 'account.list_stores')
    await stores.getByLabel('The session of this browser').check()
    assert.equal(await stores.getByLabel('API key').isVisible(), false)
    await stores.getByRole('link', { name: 'Sign in to the admin application' }).waitFor()
    assertClean()
  })

  test('a form that failed to load opens on the next attempt', async () => {
    const { page } = await openPage(browser, origin)
    await page.route('**/*.forms.json', (route) => route.abort())
    await page.goto(`${origin}/docs/reference/reviews`)
    const list = call(page, 'reviews.list')
    await list.getByText('Try it').click()
    await list.locator('details.try:not([open])').waitFor()
    await page.unroute('**/*.forms.json')
    await list.getByText('Try it').click()
    await list.getByRole('button', { name: 'Send GET' }).waitFor()
  })

  for (const [name, look] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['375', { width: 375 }],
  ] as const)
    test(`a form with its response is accessible, ${name}`, async () => {
      const { page } = await openPage(browser, origin, look)
      await page.goto(`${origin}/docs/reference/reviews?try#reviews.create`)
      const create = call(page, 'reviews.create')
      await create.getByLabel('API key').fill('evnt_wrong')
      await keepPicture(page, `try-form-${name}`)
      await create.getByRole('button', { name: 'Send POST' }).click()
      await create.getByRole('status').getByText('401 Unauthorized').waitFor()
      await create.getByRole('button', { name: 'Send POST' }).scrollIntoViewIfNeeded()
      await keepPicture(page, `try-answer-${name}`)
      await assertAccessible(page, `a form, ${name}`)
      await assertNoSidewaysScroll(page, `a form, ${name}`)
    })
})
