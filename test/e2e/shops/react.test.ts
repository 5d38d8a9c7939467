// Runs the package in real builds, served by Next and React Router, and its own tests with the oldest supported React.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Shop, startService, type TestService } from '#test/service.ts'
import type { Packed } from '../../plugins/packed.ts'
import { packReact } from '../../plugins/react-package.ts'
import { declareReactTests } from '../../plugins/react-suite.ts'
import { assertAccessible, launchBrowser, noBrowser, openPage } from '../browser.ts'
import { installPackages, skip } from './installed.ts'
import { type ReactApp, startReactApp } from './react-app.ts'
import { keepGuidePicture } from './ten-minutes.ts'
import { assertTypes } from './typed.ts'

if (!skip) declareReactTests('18.3', () => installPackages('react-18'))

const root = join(import.meta.dirname, '../../..')
const script = '<script>alert(1)</script>'
const praises = [
  { rating: 4, title: 'A good pot', body: 'Pours well. The lid sits a little loose.', authorName: 'Tom Baker' },
  {
    rating: 5,
    title: 'Every morning',
    body: 'It keeps the tea warm for an hour, and nothing drips.',
    authorName: 'Ida L.',
  },
]

describe('@evident/react in real apps', { skip: skip || noBrowser }, () => {
  let packed: Packed
  let service: TestService
  let store: Shop
  let evident: string
  let browser: Browser
  before(async () => {
    packed = await packReact()
    browser = await launchBrowser()
    service = await startService()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    evident = service.app.listeningOrigin
    store = await service.shop('Larkmoor')
    const products = ['pot', 'teapot'].map((platformProductId) => ({ platformProductId, title: 'Teapot' }))
    await store.api.put('/products', products)
    for (const [rating, body] of [
      [5, 'Holds tea.'],
      [3, script],
    ]) {
      const made = await store.api.post('/reviews', {
        ...{ platformProductId: 'pot', rating, title: 'Pot', body, authorName: 'Jane D.' },
        authorEmail: `jane${rating}@customer.example`,
      })
      assert.equal((await store.api.put(`/reviews/${made.body.id}`, { status: 'approved' })).status, 200)
    }
    await service.runJobs()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
    if (packed) rmSync(packed.folder, { recursive: true, force: true })
  })

  test('the code of a shop that uses the package is checked against its types', async () => {
    const modules = join(packed.folder, 'node_modules')
    mkdirSync(join(modules, '@types'), { recursive: true })
    for (const name of ['react', '@types/react', 'csstype'])
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
    await assertTypes(packed.folder, 'react', root)
  })

  for (const name of ['next', 'react-router'] as const)
    describe(name, () => {
      let app: ReactApp
      before(async () => {
        const source = { EVIDENT_ORIGIN: evident, EVIDENT_STORE: store.storeEnvId, PRODUCT_ID: 'pot' }
        app = await startReactApp(name, packed.tarball, source)
        const owner = await store.signedIn()
        const changed = await owner.patch(`/account/stores/${store.storeEnvId}`, { origins: [app.origin] })
        assert.equal(changed.status, 200, changed.text)
      })
      after(() => app?.stop())

      test('the HTML of the server has stars, reviews and JSON-LD, and no markup from reviews', async () => {
        const answer = await fetch(app.origin)
        const html = await answer.text()
        assert.equal(answer.status, 200, html)
        assert.match(html, /data-rating="4"/)
        assert.match(html, /class="evident-review-title"/)
        assert.match(html, /<script type="application\/ld\+json">/)
        assert.ok(!html.includes(script))
        assert.ok(!html.includes('customer.example'))
      })

      test('the first render in a browser equals the server, and more reviews come from Evident', async () => {
        const { page, settled, assertClean } = await openPage(browser, app.origin)
        try {
          await page.goto(app.origin)
          await settled()
          const [server, client] = await readMain(page)
          assert.ok(server?.includes('evident-reviews-list'))
          assert.equal(client, server)
          await page.getByRole('button', { name: 'More reviews' }).click()
          await page.locator('#client .evident-review').nth(1).waitFor()
          assert.equal(await page.locator('#client .evident-review').count(), 2)
          assert.equal(await page.getByRole('button', { name: 'More reviews' }).count(), 0)
          assert.ok((await page.locator('#client').textContent())?.includes(script))
          await assertAccessible(page, name)
          assert.deepEqual(await page.evaluate('axe.run(document).then(({ violations }) => violations)'), [])
          assertClean(new RegExp(`^foreign request: ${evident}/api/v1/storefront/reviews`))
        } finally {
          await page.context().close()
        }
      })

      if (name === 'next')
        test('another product has its own stars, its reviews and the reply to one', async () => {
          for (const [at, words] of praises.entries()) {
            const authorEmail = `teapot-${at}@customer.example`
            const made = await store.api.post('/reviews', { platformProductId: 'teapot', ...words, authorEmail })
            const reply = at === 0 ? { reply: { body: 'Thank you, Tom. A new lid is on its way.' } } : {}
            const changed = await store.api.put(`/reviews/${made.body.id}`, { status: 'approved', ...reply })
            assert.equal(changed.status, 200, changed.text)
          }
          await service.runJobs()
          const { page, settled } = await openPage(browser, app.origin)
          try {
            await page.goto(`${app.origin}/?product=teapot`)
            await settled()
            await page.locator('main > [data-rating="4.5"]').waitFor()
            await page.getByRole('button', { name: 'More reviews' }).click()
            await page.locator('#client .evident-review').nth(1).waitFor()
            for (const { body } of praises) await page.locator('#client').getByText(body).waitFor()
            await page.locator('#client .evident-review-reply').getByText('A new lid').waitFor()
            await keepGuidePicture(page, 'react-reviews')
          } finally {
            await page.context().close()
          }
        })

      test('the page works without reviews while Evident is down', async () => {
        const { server } = service.app
        server.closeAllConnections()
        await new Promise<void>((resolve) => server.close(() => resolve()))
        try {
          const answer = await fetch(app.origin)
          assert.equal(answer.status, 200)
          assert.match(await answer.text(), /There are no reviews yet\./)
        } finally {
          server.listen(Number(new URL(evident).port), '127.0.0.1')
          await once(server, 'listening')
        }
      })
    })
})

/** The page's content as the server sent it and as the browser shows it, without React's comments, which differ. */
async function readMain(page: Page): Promise<string[]> {
  return await page.evaluate(`(async () => {
    const read = (root) => root.querySelector('main').innerHTML.replace(/<!--.*?-->/g, '')
    const html = await (await fetch(location.href)).text()
    return [new DOMParser().parseFromString(html, 'text/html'), document].map(read)
  })()`)
}
