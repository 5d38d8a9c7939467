import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { assertAccessible, assertNoSidewaysScroll, launchBrowser, noBrowser, openPage } from './browser.ts'
import { readShifts, type ShopPages, serveShopPages, watchShifts } from './shop-pages.ts'

const shots = process.env.TEST_SCREENSHOTS
const now = '2026-11-21T12:00:00Z'

suite('the points of a shopper', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages
  let secret: string

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({ env: { BILLING: 'manual', PORT: String(port) }, now: new Date(now) })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    const changed = await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    assert.equal(changed.status, 200, changed.text)
    secret = (await owner.get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body.secret
    await fill(shop)
    await service.runJobs()
    if (shots) mkdirSync(shots, { recursive: true })
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const signToken = (email: string) => {
    const exp = Date.parse(now) / 1000 + 3600
    return signCustomerToken(Buffer.from(JSON.stringify({ email, exp })).toString('base64url'), secret)
  }
  const element = (attributes: string) => `<evident-loyalty store="${shop.storeEnvId}" ${attributes}></evident-loyalty>`
  const of = (email: string) => element(`customer-token="${signToken(email)}"`)
  const open = async (page: Parameters<ShopPages['put']>[0], look: Parameters<typeof openPage>[2] = {}) => {
    const watched = await openPage(browser, 'http://127.0.0.1:', look)
    await watchShifts(watched.page)
    await watched.page.goto(pages.put({ script: 'loyalty', ...page }))
    return watched
  }
  const shoot = async (page: Page, name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `loyalty-${name}.png`), fullPage: true })
  }

  test('points, pending and expiring points, level, rewards and rules appear in plain words', async () => {
    const { page, assertClean } = await open({ body: of('Ida@customer.example') })
    await page.getByText('640 points', { exact: true }).waitFor()
    await page.getByText('75 points on the way').waitFor()
    await page.getByText('640 points will expire after October 2, 2027').waitFor()
    await page.getByRole('heading', { name: 'Your level: Silver' }).waitFor()
    await page.getByText('1,360 points to Gold').waitFor()
    assert.equal(await page.getByRole('meter', { name: '1,360 points to Gold' }).count(), 1)
    const rewards = page.getByRole('list').first().getByRole('listitem')
    assert.deepEqual(await rewards.locator('.name').allTextContents(), ['A tea', '20 € off', '<b>Mug</b>'])
    assert.deepEqual(await rewards.locator('.state').allTextContents(), [
      'You have enough points',
      'You have enough points',
      '360 points to go',
    ])
    await page.getByText('How points work').focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 point for every €1 of an order.').waitFor()
    await page.getByText('The points of an order can be spent after 14 days.').waitFor()
    await page.getByText('50 points for your birthday, once a year.').waitFor()
    assert.equal(await page.evaluate('document.cookie + localStorage.length + sessionStorage.length'), '00')
    await assertAccessible(page, 'points')
    await shoot(page, 'light')
    assertClean()
  })

  test('the filled part of the level bar shows the share of points, in a color for light and dark', async () => {
    const { status, text } = await shop.api.put('/placements/settings', { theme: { accentColor: '#43552f' } })
    assert.equal(status, 200, text)
    const colors: number[][] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, assertClean } = await open({ body: of('ida@customer.example') }, { colorScheme })
      const bar = page.getByRole('meter', { name: '1,360 points to Gold' })
      const [track, fill] = await Promise.all([bar.boundingBox(), bar.locator('div').boundingBox()])
      assert.ok(track && fill)
      // The track has a border of one pixel on each side. 640 points are 140 of the 1,500 from Silver to Gold.
      assert.ok(Math.abs(track.height - 2 - fill.height) < 0.6, `${fill.height} of ${track.height} px high`)
      assert.ok(Math.abs(fill.width / (track.width - 2) - 140 / 1500) < 0.01, `${fill.width} of ${track.width} px wide`)
      colors.push(
        await bar.locator('div').evaluate((each) => {
          const canvas = Object.assign(each.ownerDocument.createElement('canvas'), { width: 1, height: 1 })
          const pen = canvas.getContext('2d') as CanvasRenderingContext2D
          pen.fillStyle = getComputedStyle(each).backgroundColor
          pen.fillRect(0, 0, 1, 1)
          return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)]
        }),
      )
      await shoot(page, `level-${colorScheme}`)
      assertClean()
    }
    const [day = [], night = []] = colors
    assert.deepEqual(day, [67, 85, 47])
    assert.ok(Math.min(...night) > 110, `the fill is as dark as ${night}`)
    await shop.api.put('/placements/settings', { theme: { accentColor: null } })
  })

  test('a customer without orders has no points and sees how to earn them', async () => {
    const { page, assertClean } = await open({ body: of('new@customer.example') })
    await page.getByText('0 points', { exact: true }).waitFor()
    await page.getByText('500 points to Silver').waitFor()
    assertClean()
  })

  test('without a token, or with an invalid one, only the sign-in link is shown', async () => {
    const asked: string[] = []
    const { page, assertClean } = await openPage(browser, 'http://127.0.0.1:')
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(pages.put({ script: 'loyalty', body: element('sign-in="/account/login"') }))
    await page.getByText('Sign in to see your points.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href'), '/account/login')
    assert.deepEqual(
      asked.filter((url) => url.includes('loyalty/member')),
      [],
    )
    await assertAccessible(page, 'signed out')
    await shoot(page, 'signed-out')
    assertClean()
    // The last digit is replaced by a different digit. A fixed digit could equal the original, because secrets differ in
    // each run.
    const token = signToken('ida@customer.example').replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    const forged = await open({ body: element(`customer-token="${token}"`) })
    await forged.page.getByText('Sign in to see your points.').waitFor()
    assert.equal(await forged.page.getByRole('link').count(), 0)
    forged.assertClean(/401|Evident: /)
  })

  test("a page can set and change the token, and the previous customer's data disappears", async () => {
    const { page, assertClean } = await open({ body: element('') })
    await page.getByText('Sign in to see your points.').waitFor()
    const give = (token: string | null) =>
      page.evaluate(`document.querySelector('evident-loyalty').customerToken = ${JSON.stringify(token)}`)
    await give(signToken('ida@customer.example'))
    await page.getByText('640 points', { exact: true }).waitFor()
    await give(null)
    await page.getByText('Sign in to see your points.').waitFor()
    assert.equal(await page.getByText('640 points').count(), 0)
    assert.equal(await page.evaluate(`document.querySelector('evident-loyalty').getAttribute('customer-token')`), null)
    assertClean()
  })

  test('a request to an unavailable service is retried', async () => {
    const { page } = await openPage(browser, 'http://127.0.0.1:')
    await page.route('**/storefront/**', (route) => route.abort())
    await page.goto(pages.put({ script: 'loyalty', body: of('ida@customer.example') }))
    await page.getByText('could not be loaded').waitFor()
    await shoot(page, 'failed')
    await page.unroute('**/storefront/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('640 points', { exact: true }).waitFor()
  })

  test('a shop without a programme says so and offers no retry', async () => {
    const other = await service.shop('Elsewhere')
    const owner = await other.signedIn()
    await owner.patch(`/account/stores/${other.storeEnvId}`, { origins: [pages.origin] })
    const stored = await owner.get(`/account/stores/${other.storeEnvId}/storefront-secret`)
    const payload = { email: 'ida@customer.example', exp: Date.parse(now) / 1000 + 60 }
    const token = signCustomerToken(Buffer.from(JSON.stringify(payload)).toString('base64url'), stored.body.secret)
    const { page } = await open({
      body: `<evident-loyalty store="${other.storeEnvId}" customer-token="${token}"></evident-loyalty>`,
    })
    await page.getByText('Points cannot be shown here').waitFor()
    assert.equal(await page.getByRole('button').count(), 0)
  })

  test('nothing shifts in any window, and clipped content appears on request', async () => {
    for (const height of [500, 900, 2000]) {
      const { page } = await open({ body: of('ida@customer.example'), above: 4 }, { height })
      await page.getByText('640 points', { exact: true }).waitFor()
      assert.deepEqual(await readShifts(page), [], `in a window of ${height}`)
      const all = page.getByRole('button', { name: 'Show all' })
      if (await all.count()) await all.click()
      await page.getByText('How points work').click()
      await page.getByText('Refunds and cancellations').waitFor()
      await page.context().close()
    }
  })

  test('a shopper redeems a reward after a confirmation, copies the code and shares the link', async () => {
    const redeeming = await service.shop('Redeeming')
    const owner = await redeeming.signedIn()
    await owner.patch(`/account/stores/${redeeming.storeEnvId}`, { origins: [pages.origin] })
    const stored = await owner.get(`/account/stores/${redeeming.storeEnvId}/storefront-secret`)
    await fill(redeeming, { shopperRedeems: true })
    await service.runJobs()
    const payload = { email: 'ida@customer.example', exp: Date.parse(now) / 1000 + 3600 }
    const token = signCustomerToken(Buffer.from(JSON.stringify(payload)).toString('base64url'), stored.body.secret)
    const body = `<evident-loyalty store="${redeeming.storeEnvId}" customer-token="${token}"></evident-loyalty>`
    for (const look of [{}, { colorScheme: 'dark' }, { width: 375 }] as const) {
      const name = JSON.stringify(look).replace(/\W+/g, '-')
      const { page, assertClean } = await open({ body }, look)
      await page
        .getByText(/ points$/)
        .first()
        .waitFor()
      assert.deepEqual(await readShifts(page), [])
      const all = page.getByRole('button', { name: 'Show all' })
      if (await all.count()) await all.click()
      await page.getByRole('button', { name: 'Redeem: A tea' }).click()
      await page.getByText('Redeem A tea for 100 points?').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Redeem: A tea' }).click()
      await shoot(page, `asked${name}`)
      await page.getByRole('button', { name: 'Redeem', exact: true }).click()
      await page.getByText('Redeemed. Your code is in “Your rewards”.').waitFor()
      await page.getByText('TEA-4U', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Get my link' }).click()
      await page.getByText(/\/\?ref=[2-9A-Z]{10}$/).waitFor()
      await assertAccessible(page, 'redeeming')
      await assertNoSidewaysScroll(page, 'redeeming')
      await shoot(page, `redeemed${name}`)
      assertClean()
    }
    const { data } = (await redeeming.api.get('/loyalty/redemptions')).body
    assert.equal(data.length, 3)
    const { body: left } = await redeeming.api.get('/loyalty/members/by-email/ida@customer.example')
    assert.equal(left.balance, 340)
  })

  const views = [
    ['German, 375 px', { lang: 'de' }, { width: 375 }, '640 Punkte', 'So funktionieren Punkte'],
    ['in the dark', { lang: 'en' }, { colorScheme: 'dark' }, '640 points', 'How points work'],
    ['Polish, with four forms of a number', { lang: 'pl' }, {}, '640 punktów', 'Jak działają punkty'],
    ['Hebrew, from right to left, 375 px', { lang: 'he' }, { width: 375 }, '640 נקודות', 'איך הנקודות עובדות'],
    ['a language without words', { lang: 'fi' }, {}, '640 points', 'How points work'],
  ] as const
  for (const [name, more, look, points, rules] of views) {
    test(`${name}: rendered, accessible and never wider than the window`, async () => {
      const { page, assertClean } = await open({ ...more, body: of('ida@customer.example') }, look)
      await page.getByText(points, { exact: true }).waitFor()
      await page.getByText(rules).click()
      assert.deepEqual(await readShifts(page), [])
      await assertAccessible(page, name)
      await assertNoSidewaysScroll(page, name)
      await shoot(page, name.replace(/\W+/g, '-'))
      assertClean()
    })
  }
})

async function fill(shop: Shop, more: object = {}): Promise<void> {
  const program = {
    ...more,
    enabled: true,
    startsAt: '2026-01-01T00:00:00Z',
    timezone: 'UTC',
    currency: 'EUR',
    pointsPerUnit: 1,
    holdDays: 14,
    expiry: { enabled: true, days: 365, startsAt: '2026-01-01T00:00:00Z' },
    tiers: [
      { name: 'Silver', threshold: 500 },
      { name: 'Gold', threshold: 2000 },
    ],
    birthdayPoints: 50,
    referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '20' },
  }
  const { status, text } = await shop.api.put('/loyalty/program', program)
  assert.equal(status, 200, text)
  const order = { email: 'ida@customer.example', currency: 'EUR' }
  await shop.api.put('/orders', [
    { ...order, platformOrderId: '1', total: '640.00', placedAt: '2026-10-02T10:00:00Z' },
    { ...order, platformOrderId: '2', total: '75.00', placedAt: '2026-11-20T10:00:00Z' },
  ])
  const reward = { kind: 'custom', description: null }
  for (const more of [
    { name: 'A tea', cost: 100, description: 'Any of our house blends.', codes: 'shared', code: 'TEA-4U' },
    { name: '20 € off', kind: 'fixed_amount', value: '20', currency: 'EUR', cost: 400 },
    { name: '<b>Mug</b>', cost: 1000 },
  ]) {
    const made = await shop.api.post('/loyalty/rewards', { ...reward, ...more })
    assert.equal(made.status, 201, made.text)
  }
}
