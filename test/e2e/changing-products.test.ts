import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { freePort } from '#test/free-port.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { aPhoto } from '../../server/resources/storefront/form/form.testing.ts'
import { launchBrowser, noBrowser, openPage } from './browser.ts'
import { type ShopPages, serveShopPages } from './shop-pages.ts'

/** Maps each element to the texts that identify its product. */
const widgets = {
  reviews: { mug: 'Words of the mug.', cup: 'Words of the cup.' },
  stars: { mug: '4.0', cup: '2.0' },
  badge: { mug: '4.0', cup: '2.0' },
  tab: { mug: '4.0', cup: '2.0' },
  carousel: { mug: 'Words of the mug.', cup: 'Words of the cup.' },
  photos: { mug: 'Author of the mug', cup: 'Author of the cup' },
  faq: { mug: 'Of the mug?', cup: 'Of the cup?' },
  'review-form': { mug: 'Thanks for the mug', cup: 'Thanks for the cup' },
}
type Name = keyof typeof widgets
const names = Object.keys(widgets) as Name[]
/** These elements show nothing without a product. All others show the whole store. */
const needProduct: readonly Name[] = ['reviews', 'stars', 'review-form']

const strange = ['a,b', 'tea/pot', 'it\'s "hot"', '100% wool', 'black tea', 'c++', 'a&b=c#d?e', 'größe', '<b>']

suite('widgets of pages that change their product', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let shop: Shop
  let pages: ShopPages

  before(async () => {
    const { buildWidgets } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
    assert.ok(await buildWidgets(), 'the widgets are built')
    const port = await freePort()
    service = await startService({ env: { PORT: String(port) }, now: new Date('2026-11-21T12:00:00Z') })
    await service.app.listen({ host: '127.0.0.1', port })
    pages = await serveShopPages(`http://127.0.0.1:${port}`)
    shop = await service.shop('Larkmoor')
    const owner = await shop.signedIn()
    await owner.patch(`/account/stores/${shop.storeEnvId}`, { origins: [pages.origin] })
    await fill(shop)
    browser = await launchBrowser()
  })

  after(async () => {
    await browser?.close()
    pages?.close()
    await service?.close()
  })

  const open = async (body: string, script: string) => {
    const watched = await openPage(browser, 'http://127.0.0.1:')
    const { page } = watched
    await page.goto(pages.put({ body, script }))
    return watched
  }
  const openOne = (name: Name, product: string) =>
    open(`<evident-${name} store="${shop.storeEnvId}" product="${product}"></evident-${name}>`, name)
  const shown = (page: Page, name: Name): Promise<string> =>
    page.evaluate(`document.querySelector('evident-${name}').shadowRoot?.innerHTML ?? ''`)
  const untilShown = (page: Page, name: Name, words: string) =>
    until(async () => (await shown(page, name)).includes(words), `${name} shows ${words}`)
  const turn = (page: Page, name: Name, product: string | null): Promise<string> =>
    page.evaluate(`new Promise((done) => {
      const element = document.querySelector('evident-${name}')
      const product = ${JSON.stringify(product)}
      if (product === null) element.removeAttribute('product')
      else element.setAttribute('product', product)
      requestAnimationFrame(() => requestAnimationFrame(() => done(element.shadowRoot.innerHTML)))
    })`)
  const intercept = (page: Page, product: string, deal: (route: Route) => unknown) =>
    page.route(
      (url) => url.pathname.includes('/storefront/') && url.search.includes(product),
      async (route) => void (await deal(route)),
    )

  for (const name of names) {
    const { mug, cup } = widgets[name]

    test(`${name}: the previous product disappears while the next one loads or fails`, async () => {
      for (const fail of [
        (route: Route) => route.abort(),
        (route: Route) => route.fulfill({ status: 500, json: { message: 'Out of order.', code: 'internal_error' } }),
      ]) {
        const { page, settled } = await openOne(name, 'mug')
        await untilShown(page, name, mug)
        const held: Route[] = []
        await intercept(page, 'cup', (route) => held.push(route))
        assert.ok(!(await turn(page, name, 'cup')).includes(mug), 'while it loads')
        await until(async () => held.length > 0)
        await Promise.all(held.splice(0).map(fail))
        await settled()
        assert.ok(!(await shown(page, name)).includes(mug), 'when it has failed')
        await page.context().close()
      }
    })

    test(`${name}: a late response is discarded`, async () => {
      const { page } = await openOne(name, 'mug')
      await untilShown(page, name, mug)
      const held: Route[] = []
      await intercept(page, 'cup', (route) => held.push(route))
      await turn(page, name, 'cup')
      await until(async () => held.length > 0)
      await turn(page, name, 'mug')
      await untilShown(page, name, mug)
      // A call that the widget has aborted can no longer receive a response.
      await Promise.all(held.map((route) => route.continue().catch(() => {})))
      await page.unrouteAll({ behavior: 'wait' })
      assert.ok(!(await turn(page, name, 'mug')).includes(cup))
      await untilShown(page, name, mug)
    })

    test(`${name}: without a product it shows nothing of the previous product`, async () => {
      const { page } = await openOne(name, 'mug')
      await untilShown(page, name, mug)
      const html = await turn(page, name, null)
      if (!needProduct.includes(name)) return assert.ok(!html.includes('Words of the mug.') || name === 'carousel')
      assert.equal(html.replace(/<div class="place"[^>]*><\/div>/, ''), '')
      await turn(page, name, 'cup')
      await untilShown(page, name, cup)
    })
  }

  test('a response for a removed product is discarded', async () => {
    for (const name of needProduct) {
      const { page, settled } = await openOne(name, 'new')
      const held: Route[] = []
      await intercept(page, 'cup', (route) => held.push(route))
      await turn(page, name, 'cup')
      await until(async () => held.length > 0)
      await turn(page, name, null)
      await Promise.all(held.map((route) => route.continue().catch(() => {})))
      await page.unrouteAll({ behavior: 'wait' })
      await settled()
      assert.ok(!(await shown(page, name)).includes(widgets[name].cup), name)
      await page.context().close()
    }
  })

  test("placed widgets follow the page's product, and disappear when the new product fails to load", async () => {
    const { page } = await open(
      `<div id="here"></div><script type="module" src="${service.service.origin}/widgets/v1/placements.js"
         data-store="${shop.storeEnvId}" data-page-type="product" data-product="mug"></script>`,
      '',
    )
    const { mug } = widgets.reviews
    const placed = () => page.evaluate(`document.querySelector('#here evident-reviews')?.shadowRoot?.innerHTML ?? null`)
    await until(async () => String(await placed()).includes(mug))
    const held: Route[] = []
    await intercept(page, 'cup', (route) => held.push(route))
    const html = await page.evaluate(`new Promise((done) => {
      document.querySelector('script[data-product]').dataset.product = 'cup'
      requestAnimationFrame(() => requestAnimationFrame(() =>
        done(document.querySelector('#here evident-reviews')?.shadowRoot.innerHTML ?? '')))
    })`)
    assert.ok(!String(html).includes(mug), 'while it loads')
    await until(async () => held.some((route) => route.request().url().includes('/placements?')))
    await Promise.all(held.map((route) => route.abort()))
    await until(async () => (await placed()) === null, 'the widget is gone')
  })

  test('ids with special characters show their stars and reviews', async () => {
    const escaped = (id: string) =>
      id.replace(/[&<"]/g, (each) => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[each] ?? '')
    for (const ids of [...strange.map((id) => [id]), [...strange, 'mug']]) {
      const stars = ids.map(
        (id) => `<evident-stars store="${shop.storeEnvId}" product="${escaped(id)}"></evident-stars>`,
      )
      const { page, assertClean } = await open(stars.join(''), 'stars')
      await until(
        async () => (await page.getByRole('img', { name: '4.0 out of 5 stars. Reviews: 1' }).count()) === ids.length,
        ids.join(' '),
      )
      assertClean()
      await page.context().close()
    }
    for (const [at, id] of strange.entries()) {
      const { page, assertClean } = await open(
        `<script type="module" src="${service.service.origin}/widgets/v1/reviews.js" data-store="${shop.storeEnvId}" data-product="${escaped(id)}"></script>`,
        '',
      )
      await page.getByText(`Strange ${at}.`).waitFor()
      assertClean()
      await page.context().close()
    }
  })
})

async function fill(shop: Shop): Promise<void> {
  await shop.api.put('/products', [
    ...['mug', 'cup', 'new', ...strange].map((platformProductId) => ({ platformProductId, title: platformProductId })),
  ])
  for (const [name, rating] of [['mug', 4] as const, ['cup', 2] as const]) {
    const { id } = (await shop.api.get(`/products/by-platform-id/${name}`)).body
    const photo = await shop.api.call('POST', '/uploads', await aPhoto(80, 60), { 'content-type': 'image/jpeg' })
    await review(shop, {
      ...{ platformProductId: name, rating, body: `Words of the ${name}.`, authorName: `Author of the ${name}` },
      photoIds: [photo.body.id],
    })
    await shop.api.post('/faqs', { question: `Of the ${name}?`, answer: 'Yes.', productIds: [id], status: 'published' })
    const offer = await shop.api.post('/review-incentives', {
      ...{ name, kind: 'coupon', text: `Thanks for the ${name}`, code: 'THANKS', productIds: [id] },
    })
    await shop.api.patch(`/review-incentives/${offer.body.id}`, { status: 'active' })
  }
  const placed = await shop.api.post('/placements', {
    ...{
      name: 'All',
      widget: 'reviews',
      pageType: 'product',
      selector: '#here',
      insert: 'append',
      status: 'published',
    },
  })
  assert.equal(placed.status, 201, placed.text)
  for (const [at, platformProductId] of strange.entries())
    await review(shop, { platformProductId, rating: 4, body: `Strange ${at}.` })
}

let authors = 0

async function review(shop: Shop, more: object): Promise<void> {
  const made = await shop.api.post('/reviews', {
    ...{ authorName: 'Ann', authorEmail: `author${++authors}@example.com`, ...more },
  })
  assert.equal(made.status, 201, made.text)
  assert.equal((await shop.api.put(`/reviews/${made.body.id}`, { status: 'approved' })).status, 200)
}
