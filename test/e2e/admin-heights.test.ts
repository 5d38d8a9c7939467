// The admin application has one scrollable area, so that its navigation never scrolls off the screen.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Api } from '#test/service.ts'
import { type Admin, startFilledAdmin } from './admin.ts'
import { storePaths } from './admin-routes.ts'
import { noBrowser, type Watched } from './browser.ts'

const publicPaths = ['/sign-in', '/sign-up', '/first-account', '/forgot-password', '/two-factor']

suite('the height of the admin application', { skip: noBrowser }, () => {
  let admin: Admin
  let paths: string[]
  let desk: Watched

  before(async () => {
    admin = await startFilledAdmin()
    await fillLists(admin.shop.api)
    const ids = await fetchIds(await admin.shop.signedIn())
    paths = storePaths().map((path) => path.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(ids[name] ?? name)))
    desk = await admin.open()
  })

  after(() => admin?.close())

  for (const declared of storePaths())
    test(`${declared} ends at the window's lower edge`, async () => {
      const path = paths[storePaths().indexOf(declared)] ?? ''
      await desk.page.setViewportSize({ width: 1280, height: 800 })
      await desk.page.goto(admin.path(path))
      await desk.settled()
      assert.doesNotMatch(desk.page.url(), /\/sign-in/)
      const missing = await desk.page.getByText(/There is no such|not found$/).allInnerTexts()
      assert.deepEqual(missing.filter(Boolean), [], path)
      assert.deepEqual(await measureHeights(desk.page), { document: 800, scrolled: 0 })
      await desk.page.setViewportSize({ width: 375, height: 700 })
      await desk.settled()
      const { document, application } = await measure(desk.page)
      assert.equal(document, Math.max(700, application), `${path} at 375 px`)
    })

  test('pages for signed-out people are as high as their content', async () => {
    const { page, settled } = await admin.openUnknown({ height: 800 })
    for (const path of publicPaths)
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${admin.home}${path}`)
        await settled()
        const { document, application } = await measure(page)
        assert.equal(document, Math.max(800, application), `${path} at ${width} px`)
      }
  })
})

type Measures = { document: number; application: number }

const measure = (page: Page): Promise<Measures> =>
  page.evaluate(`({
    document: document.documentElement.scrollHeight,
    application: Math.round(document.querySelector('#app').getBoundingClientRect().height),
  })`)

const measureHeights = (page: Page): Promise<{ document: number; scrolled: number }> =>
  page.evaluate(`(() => {
    scrollTo(0, 100_000)
    return { document: document.documentElement.scrollHeight, scrolled: scrollY }
  })()`)

async function fillLists(api: Api): Promise<void> {
  const numbers = Array.from({ length: 40 }, (_, i) => i)
  await api.put(
    '/products',
    numbers.map((i) => ({ platformProductId: `tall-${i}`, title: `Tall product ${i}` })),
  )
  await api.put(
    '/orders',
    numbers.map((i) => ({
      ...{ platformOrderId: `tall-${i}`, email: `tall-${i}@example.com`, customerName: `Tall ${i}` },
      ...{ placedAt: '2026-11-10T10:00:00Z', total: '24.90', currency: 'EUR' },
    })),
  )
}

async function fetchIds(api: Api): Promise<Record<string, string>> {
  const first = async (path: string) => (await api.get(path)).body.data[0]
  const id = async (path: string): Promise<string> => (await first(path)).id
  const shop = await first('/connectors/shops')
  return {
    reviewId: await id('/reviews'),
    productId: await id('/products?hasReviews=true'),
    importId: await id('/imports'),
    orderId: await id('/orders'),
    mailId: await id('/email/mailbox'),
    email: (await first('/customers')).email,
    memberId: await id('/loyalty/members'),
    ticketId: await id('/support/tickets'),
    name: 'review_request',
    galleryId: await id('/galleries'),
    pageId: await id('/web-pages'),
    sequenceId: await id('/email-sequences'),
    connectionId: await id('/connectors'),
    syncId: await id(`/connectors/shops/${shop.id}/syncs`),
    webhookId: await id('/outbound-webhooks'),
  }
}
