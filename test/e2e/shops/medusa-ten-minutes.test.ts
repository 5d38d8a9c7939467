// An empty Medusa, its admin in a browser, and a merchant who follows the guide.
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
import { type RealMedusa, startMedusa } from './real-medusa.ts'
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

const name = 'medusa-plugin-evident'
const page = 'https://shop.example.com'
const source = join(import.meta.dirname, '../../shops/medusa')

describe('ten minutes in a real Medusa', { skip: skip || noBrowser }, () => {
  let packed: Packed
  let evident: Admin
  let database: TestDatabase
  let browser: Browser
  let real: RealMedusa
  let staff: Watched
  let line: string
  let productId: string
  before(async () => {
    packed = await buildPlugin('medusa')
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
  const rating = async () =>
    (await real.shopper(`/store/products/${productId}?fields=id,*evident_rating`)).product.evident_rating
  const open = async (path: string) => {
    await staff.page.goto(`${real.address}/app${path}`)
    await staff.settled()
  }

  /** Sessions end with the process of the shop. */
  const signIn = async () => {
    await open('/login')
    await staff.page.getByPlaceholder('Email').fill(real.email)
    await staff.page.getByPlaceholder('Password').fill(real.password)
    await staff.page.getByRole('button', { name: 'Continue with Email' }).click()
    await staff.page.getByRole('link', { name: 'Evident' }).waitFor()
  }

  test('a new shop shows stars after a merchant edits only its configuration', async () => {
    const { service, shop: store } = evident
    const steps = startSteps('Medusa')
    real = await startMedusa({ databaseUrl: database.url, node: 22 })
    const product = await real.addProduct({ title: 'Teapot', variants: [{ sku: 'T-1' }] })
    productId = product.id
    steps.done('empty shop')
    line = await makeLine(evident, 'medusa')
    steps.done('connection string')
    await real.restart({ ADMIN: '1' }, async () => {
      await real.install({ name, tarball: packed.tarball })
      steps.done('install')
      writeSettings(real.folder, [line])
      assert.deepEqual(listChanged(real.folder, source), [
        ...['.env', 'medusa-config.js', 'package-lock.json', 'package.json'],
      ])
      await real.migrate()
      steps.done('migrate')
      await real.buildAdmin()
      steps.done('build the admin')
    })
    steps.done('start')

    staff = await openPage(browser, real.address, { height: 1_600 })
    const answers = collectAnswers(staff.page)
    await signIn()
    await staff.page.getByRole('link', { name: 'Evident' }).click()
    await staff.page.getByText('Connect makes a secret API key in your name').waitFor()
    await keepPicture(staff.page, 'medusa-unconnected')
    await staff.page.getByRole('button', { name: 'Connect', exact: true }).click()
    await staff.page.getByText('Connected.').waitFor()
    await keepPicture(staff.page, 'medusa-connected')
    await keepGuidePicture(staff.page, 'connect-medusa')
    steps.done('Connect')
    await eventually(
      async () => (await store.api.get(`/products/by-platform-id/${productId}`)).body.title,
      (title) => title === 'Teapot',
    )
    steps.done('catalogue read')

    const placed = await real.placeOrder(product.variants[0].id)
    await real.deliver(placed)
    const order = await eventually(
      async () => (await store.api.get(`/orders/by-platform-id/${placed.id}`)).body,
      ({ deliveredAt }) => Boolean(deliveredAt),
    )
    steps.done('order, shipped')
    await open(`/orders/${placed.id}`)
    await staff.page.getByText('The request for a review is planned.').waitFor()
    await keepPicture(staff.page, 'medusa-order')
    const written = await reviewByMail(service, store, order.id, productId, steps)
    assert.equal((await eventually(rating, (value) => value?.count === 1, 10_000)).average, 5)
    steps.done("approved, in the shop's API")
    await open(`/products/${productId}`)
    await staff.page.getByText('5.0 out of 5 stars, 1 review').waitFor()
    await keepPicture(staff.page, 'medusa-product')
    await keepGuidePicture(staff.page, 'connect-medusa-product', staff.page.getByText('5.0 out of 5 stars, 1 review'))
    steps.done('in its admin')
    const render = () => renderInReact(evident.service.app.listeningOrigin, store.storeEnvId, page, productId)
    assert.match(await render(), /data-rating="5".*evident-review-verified/)
    steps.done('in a page of React')
    assert.ok(steps.print() <= longestSeconds)

    await store.api.put(`/reviews/${written}`, { status: 'rejected' })
    await eventually(rating, ({ count }) => count === 0, 10_000)
    assert.doesNotMatch(await render(), /data-rating/)
    assertSecret(line, [...answers, real.printed()], [join(real.folder, 'public')])
  })

  const walk = () => ({ platform: 'medusa' as const, evident, page: staff.page, productId, open, rating })

  test('markup in a review is text in the admin, and staff reply to the review', () => answerHostileReview(walk()))

  test("while Evident is down, a product's page works, and the outage is reported once", () => seeLastStars(walk()))

  test('Disconnect deletes the key after a confirmation, and Connect makes a new one', () =>
    disconnect(walk(), async () => {
      const { api_keys } = await real.admin('GET', '/admin/api-keys?type=secret')
      // One key is the one that the test created.
      return api_keys.length - 1
    }))

  test("with another store's connection string, the stars stay until staff change the store", async () => {
    const other = await evident.service.shop('Kettles')
    const theirs = await makeLine(evident, 'medusa', { shop: other, mayReply: false })
    await real.restart({}, async () => writeSettings(real.folder, [theirs]))
    await signIn()
    await changeStore(walk(), other, () => staff.page.evaluate("document.cookie = 'lng=de; path=/'"))
  })
})
