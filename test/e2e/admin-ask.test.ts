import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import sharp from 'sharp'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import type { Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { type Admin, assertForEverybody, openPlace, startAdmin } from './admin.ts'
import { noBrowser } from './browser.ts'

suite('asking for reviews in the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  before(async () => {
    admin = await startAdmin()
  })
  after(() => admin?.close())

  const askOf = (shop: Shop, by = '') => `${admin.home}/stores/${shop.storeEnvId}/ask${by && `?by=${by}`}`

  async function openShop(name: string): Promise<Shop> {
    const shop = await admin.service.shop(name)
    await addProduct(shop, 'mug')
    await shop.api.put('/products', [
      { platformProductId: 'mug', title: 'Stoneware mug', url: 'https://shop.example.com/mug' },
      { platformProductId: 'bare', title: 'Bare bowl' },
    ])
    return shop
  }

  test('pasted addresses are checked, skipped people are named, and the others are asked', async () => {
    const shop = await openShop('Askers')
    const owner = await shop.signedIn()
    await owner.post('/email-suppressions', { email: 'left@customer.example', scope: 'all', reason: 'manual' })
    const { page, settled, assertClean } = await admin.open({}, shop)
    await page.goto(`${admin.home}/stores/${shop.storeEnvId}`)
    await openPlace(page, 'Emails', 'Ask for a review')
    await page.getByRole('heading', { name: 'Ask for a review', level: 1 }).waitFor()
    await page.getByText('Buyers are also asked automatically, 14 days after delivery.').waitFor()
    await page.getByText('Subject:').waitFor()
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await preview.getByText('Example', { exact: true }).waitFor()
    await preview.getByRole('button', { name: 'Text' }).click()
    await preview.getByText(/Anna.*Bare bowl/s).waitFor()
    assert.doesNotMatch((await preview.textContent()) ?? '', /% off/, 'the shop gives no reward')
    await assertForEverybody({ page, settled }, 'ask-empty')
    await page.getByRole('button', { name: 'Check, then send' }).click()
    for (const problem of [
      'Enter at least one email address.',
      'Choose at least one product.',
      'Confirm this statement to continue.',
    ])
      await page.getByText(problem).waitFor()
    await page
      .getByLabel('Customers', { exact: true })
      .fill('Ada Lane <ada@customer.example>\nnobody here\nleft@customer.example\nADA@customer.example\nbad@address\n')
    await page.getByText('Line 2: nobody here').waitFor()
    await page.getByLabel('Products they bought').fill('stone')
    await page.getByRole('button', { name: 'Stoneware mug' }).click()
    await preview.getByText(/Ada,.*Stoneware mug/s).waitFor()
    for (const gone of [preview.getByText('Example', { exact: true }), preview.getByText(/Bare bowl/)])
      await gone.waitFor({ state: 'detached' })
    await page.getByLabel(/These customers bought the products/).check()
    await page.getByRole('button', { name: 'Check, then send' }).click()
    const report = page.getByRole('region', { name: 'Result of the check' })
    await report.getByText('One customer will be asked. 3 are skipped.').waitFor()
    for (const reason of [
      'the address bounced, complained or was suppressed',
      'the address is on an earlier line',
      'the address is invalid',
    ])
      await report.getByText(reason).waitFor()
    assert.equal((await shop.api.get('/orders?includeTotal=true')).body.pagination.total, 0)
    await assertForEverybody({ page, settled }, 'ask-checked')
    await page.getByRole('button', { name: 'Send one request' }).click()
    await page.getByText('One request is planned.').waitFor()
    assert.equal(await page.getByLabel('Customers', { exact: true }).inputValue(), '')
    await page.getByRole('main').getByRole('link', { name: 'View requests' }).last().click()
    await page.getByText('Ada Lane').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Ask for a review' }).click()
    await page.getByRole('heading', { name: 'Ask for a review', level: 1 }).waitFor()
    assertClean()
  })

  test('a change after the check needs another check, and requests use the chosen time', async () => {
    const shop = await openShop('Planners')
    const { page, assertClean } = await admin.open({}, shop)
    await page.goto(askOf(shop))
    await page.getByLabel('Customers', { exact: true }).fill('bo@customer.example')
    await page.getByLabel('Products they bought').fill('stone')
    await page.getByRole('button', { name: 'Stoneware mug' }).click()
    await page.getByLabel('At a chosen time').check()
    await page.getByLabel(/These customers bought the products/).check()
    await page.keyboard.press('Enter')
    await page
      .getByText('Choose a time.')
      .or(page.getByRole('button', { name: 'Check, then send' }))
      .first()
      .waitFor()
    const at = new Date(admin.service.service.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 16)
    await page.getByLabel('Time', { exact: true }).fill(at)
    await page.getByRole('button', { name: 'Check, then send' }).click()
    await page.getByRole('button', { name: 'Schedule one request' }).waitFor()
    await page.getByLabel('Customers', { exact: true }).fill('bo@customer.example\ncy@customer.example')
    await page.getByRole('button', { name: 'Check, then send' }).click()
    await page.getByRole('button', { name: 'Schedule 2 requests' }).click()
    await page.getByText('2 requests are planned.').waitFor()
    const { body } = await shop.api.get('/orders?sort=scheduledFor')
    assert.equal(body.data.length, 2)
    assert.ok(
      Date.parse(body.data[0].reviewRequest.scheduledFor) > admin.service.service.clock.now().getTime() + 86_400_000,
    )
    assertClean()
  })

  test('a refused check says why and keeps what was typed', async () => {
    const shop = await openShop('Refused')
    const { page, assertClean } = await admin.open({}, shop)
    await page.route('**/api/v1/orders/review-requests*', (route) =>
      route.fulfill({ status: 500, body: '{"code":"internal_error","message":"It broke."}' }),
    )
    await page.goto(askOf(shop))
    await page.getByLabel('Customers', { exact: true }).fill('bo@customer.example')
    await page.getByLabel('Products they bought').fill('stone')
    await page.getByRole('button', { name: 'Stoneware mug' }).click()
    await page.getByLabel(/These customers bought the products/).check()
    await page.getByRole('button', { name: 'Check, then send' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Customers', { exact: true }).inputValue(), 'bo@customer.example')
    assertClean(/500|Failed to load/)
  })

  test('on phones, the first screen has buttons for the check and the preview', async () => {
    const shop = await openShop('Pocketers')
    const { page, assertClean } = await admin.open({ width: 375, height: 800 }, shop)
    await page.goto(askOf(shop))
    const [check, toPreview] = [
      page.getByRole('button', { name: 'Check, then send' }),
      page.getByRole('button', { name: 'Preview', exact: true }),
    ]
    await page.getByText('Subject:').waitFor()
    for (const button of [check, toPreview]) {
      const box = await button.boundingBox()
      assert.ok(box && box.y + box.height <= 800, JSON.stringify(box))
    }
    await toPreview.click()
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await until(async () => ((await preview.boundingBox())?.y ?? 800) < 400, 'the preview')
    assertClean()
  })

  test('an order file is checked row by row and then imported', async () => {
    const shop = await openShop('Filers')
    const { page, settled, assertClean } = await admin.open({}, shop)
    await page.goto(askOf(shop))
    await page.getByRole('link', { name: 'Order file' }).click()
    await page.waitForURL(/by=file/)
    await assertForEverybody({ page, settled }, 'ask-file')
    const placed = new Date(admin.service.service.clock.now().getTime() - 5 * 86_400_000).toISOString().slice(0, 10)
    await page.locator('input[type=file]').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `order id,email,order date,product id\n1,ada@customer.example,${placed},mug\n2,old@customer.example,2020-01-01,mug\n`,
      ),
    })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.waitForURL(/imports\//)
    await admin.service.runJobs()
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.waitForURL((url) => !url.href.includes('by='))
    await settled()
    await admin.service.runJobs()
    await page.getByRole('main').getByRole('link', { name: 'View requests' }).click()
    await page.getByText('ada@customer.example').waitFor()
    assertClean()
  })

  test('a product and a parcel get a QR code as PNG and SVG', async () => {
    const shop = await openShop('Coders')
    await shop.api.put('/orders', [
      {
        ...{ platformOrderId: '77', orderNumber: '#77', email: 'dee@customer.example' },
        placedAt: admin.service.service.clock.now().toISOString(),
        lineItems: [{ platformProductId: 'mug' }],
      },
    ])
    const { page, settled, assertClean } = await admin.open({}, shop)
    await page.goto(askOf(shop, 'code'))
    const product = page.getByRole('region', { name: 'For a product' })
    await product.getByLabel('Product', { exact: true }).fill('stone')
    await product.getByRole('button', { name: 'Stoneware mug' }).click()
    await product.getByRole('img', { name: 'QR code for Stoneware mug' }).waitFor()
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      product.getByRole('button', { name: 'PNG' }).click(),
    ])
    assert.equal(png.suggestedFilename(), 'review-mug.png')
    const { format, width, height } = await sharp(readFileSync(await png.path())).metadata()
    assert.ok(format === 'png' && width === height && width > 800)
    const [svg] = await Promise.all([
      page.waitForEvent('download'),
      product.getByRole('button', { name: 'SVG' }).click(),
    ])
    assert.match(readFileSync(await svg.path(), 'utf8'), /^<svg [^>]*xmlns/)
    const parcel = page.getByRole('region', { name: 'For a parcel' })
    await parcel.getByLabel('Order number').fill('nothing')
    await parcel.getByRole('button', { name: 'Create QR code' }).click()
    await parcel.getByText('No order has this number.').waitFor()
    await parcel.getByLabel('Order number').fill('77')
    await page.keyboard.press('Enter')
    await parcel.getByRole('img', { name: 'QR code for order #77' }).waitFor()
    assert.match(await parcel.getByLabel('Link', { exact: true }).inputValue(), /\/f\/[\w-]{22}$/)
    await assertForEverybody({ page, settled }, 'ask-code')
    assertClean()
  })
})
