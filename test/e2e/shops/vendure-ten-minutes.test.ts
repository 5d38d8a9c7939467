// An empty Vendure, its dashboard in a browser, and a merchant who follows the guide.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import type { Packed } from '../../plugins/packed.ts'
import { type Admin, keepPicture, startAdmin } from '../admin.ts'
import { launchBrowser, noBrowser, openPage, type Watched } from '../browser.ts'
import { buildPlugin } from './built.ts'
import { skip } from './installed.ts'
import { renderInReact, reviewByMail } from './order-to-stars.ts'
import { type RealVendure, startVendure } from './real-vendure.ts'
import { answerHostileReview, changeStore, disconnect, seeLastStars } from './staff-walk.ts'
import { startSteps } from './steps.ts'
import {
  assertSecret,
  collectAnswers,
  keepGuidePicture,
  listChanged,
  longestSeconds,
  makeLine,
  readEventually,
  writeSettings,
} from './ten-minutes.ts'

const page = 'https://shop.example.com'
const source = join(import.meta.dirname, '../../shops/vendure')
const named = 'PLUGIN=vendure-plugin-evident'

describe('ten minutes in a real Vendure', { skip: skip || noBrowser }, () => {
  let packed: Packed
  let evident: Admin
  let database: TestDatabase
  let browser: Browser
  let real: RealVendure
  let staff: Watched
  let line: string
  let productId: string
  before(async () => {
    packed = await buildPlugin('vendure')
    evident = await startAdmin()
    browser = await launchBrowser()
    database = await createEmptyDatabase()
  })
  after(async () => {
    await real?.stop()
    await browser?.close()
    await evident?.close()
    await database?.drop()
    if (packed) rmSync(packed.folder, { recursive: true, force: true })
  })

  const eventually = <T>(read: () => Promise<T>, isRight: (value: T) => boolean, ms?: number) =>
    readEventually(evident.service)(read, isRight, ms)
  const readProduct = async (fields: string) =>
    (await real.shopper(`query($id:ID!){product(id:$id){${fields}}}`, { id: productId })).product
  const rating = async () => (await readProduct('ratingSummary{average count}')).ratingSummary
  const open = async (path: string) => {
    await staff.page.goto(`${real.address}/dashboard${path}`)
    await staff.settled()
  }

  test('an empty shop shows stars, and only its configuration was edited', async () => {
    const { service, shop: store } = evident
    const steps = startSteps('Vendure')
    real = await startVendure({ databaseUrl: database.url, env: { WARN: '1' } })
    const product = await real.addProduct({ name: 'Teapot', sku: 'T', price: 1_999 })
    productId = product.id
    steps.done('empty shop')
    line = await makeLine(evident, 'vendure')
    steps.done('connection string')
    await real.install(packed.tarball)
    steps.done('install')
    writeSettings(real.folder, [named, line])
    assert.deepEqual(listChanged(real.folder, source), ['.env', 'package-lock.json', 'package.json'])
    await real.buildDashboard()
    steps.done('build the dashboard')
    await real.restart({ MIGRATED: '1', DASHBOARD: real.dashboard }, { migrate: true })
    steps.done('migrate and start')

    staff = await openPage(browser, real.address, { height: 1_600 })
    const answers = collectAnswers(staff.page)
    await open('/login')
    await staff.page.locator('#field-username').fill(real.username)
    await staff.page.locator('#field-password').fill(real.password)
    await staff.page.getByRole('button', { name: 'Sign in' }).click()
    await staff.page.getByRole('button', { name: 'Marketing' }).click()
    await staff.page.getByRole('link', { name: 'Evident' }).click()
    await staff.page.getByText('Connect makes an administrator who only reads').waitFor()
    await keepPicture(staff.page, 'vendure-unconnected')
    await staff.page.getByRole('button', { name: 'Connect', exact: true }).click()
    await staff.page.getByText('Connected.').waitFor()
    await keepPicture(staff.page, 'vendure-connected')
    await keepGuidePicture(staff.page, 'connect-vendure')
    steps.done('Connect')
    await eventually(
      async () => (await store.api.get(`/products/by-platform-id/${productId}`)).body.title,
      (title) => title === 'Teapot',
    )
    steps.done('catalogue read')

    const placed = await real.placeOrder(product.variants[0] ?? '')
    await real.fulfil(placed)
    const order = await eventually(
      async () => (await store.api.get(`/orders/by-platform-id/${placed.id}`)).body,
      ({ deliveredAt }) => Boolean(deliveredAt),
    )
    steps.done('order, shipped')
    await open(`/orders/${placed.id}`)
    await staff.page.getByText('The request for a review is planned.').waitFor()
    await keepPicture(staff.page, 'vendure-order')
    const written = await reviewByMail(service, store, order.id, productId, steps)
    assert.equal((await eventually(rating, ({ count }) => count === 1, 10_000)).average, 5)
    steps.done("approved, in the shop's API")
    await open(`/products/${productId}`)
    await staff.page.getByText('5.0 out of 5 stars, 1 review').waitFor()
    await keepPicture(staff.page, 'vendure-product')
    await keepGuidePicture(staff.page, 'connect-vendure-product', staff.page.getByText('5.0 out of 5 stars, 1 review'))
    steps.done('in its dashboard')
    const render = () => renderInReact(service.app.listeningOrigin, store.storeEnvId, page, productId)
    assert.match(await render(), /data-rating="5".*evident-review-verified/)
    steps.done('in a page of React')
    assert.ok(steps.print() <= longestSeconds)

    await store.api.put(`/reviews/${written}`, { status: 'rejected' })
    await eventually(rating, ({ count }) => count === 0, 10_000)
    assert.doesNotMatch(await render(), /data-rating/)
    assertSecret(line, [...answers, real.printed()], [real.dashboard])
  })

  const walk = () => ({ platform: 'vendure' as const, evident, page: staff.page, productId, open, rating })

  test('markup in a review is text in the dashboard, and staff reply to the review', () => answerHostileReview(walk()))

  test("while Evident is down, a product's page works, and the outage is reported once", () => seeLastStars(walk()))

  test('Disconnect deletes the administrator after a confirmation, and Connect makes a new one', () =>
    disconnect(walk(), async () => {
      const { administrators, roles } = await real.admin('{administrators{totalItems} roles{items{code}}}')
      const ours = roles.items.filter(({ code }: { code: string }) => code.startsWith('evident-'))
      assert.equal(administrators.totalItems - 1, ours.length)
      return ours.length
    }))

  test("with another store's connection string, the stars stay until staff change the store", async () => {
    const other = await evident.service.shop('Kettles')
    const theirs = await makeLine(evident, 'vendure', { shop: other, mayReply: false })
    writeSettings(real.folder, [named, theirs])
    await real.restart({})
    await changeStore(walk(), other, () =>
      real.admin(
        'mutation($v:JSON!){setSettingsStoreValue(input:{key:"vendure.dashboard.userSettings",value:$v}){result}}',
        { v: { displayLanguage: 'de' } },
      ),
    )
  })
})
