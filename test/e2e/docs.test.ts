import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import {
  assertAccessible,
  assertNoSidewaysScroll,
  launchBrowser,
  noBrowser,
  openPage,
  type Watched,
} from './browser.ts'

describe('the search of the documentation', { skip: noBrowser }, () => {
  let service: TestService
  let browser: Browser
  let origin: string
  before(async () => {
    service = await startService()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.close()
  })

  test('/docs opens the guides, and the first one is one click away', async () => {
    const opened = await openPage(browser, origin)
    const { page } = opened
    await page.goto(`${origin}/docs`)
    await page.getByRole('heading', { name: 'Evident documentation', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Start here' }).click()
    await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor()
    opened.assertClean()
    await page.context().close()
  })

  async function follow({ page }: Watched, question: string, title = question) {
    await page.goto(`${origin}/docs/search?q=${encodeURIComponent(question)}`)
    const found = page.locator('#found a').filter({ has: page.locator('strong').getByText(title, { exact: true }) })
    await found.first().click()
  }

  async function assertShown(place: Locator, what: string) {
    await place.waitFor()
    await until(async () => {
      const box = await place.boundingBox()
      return box !== null && box.y >= 50 && box.y + box.height <= 700
    }, `${what} is on the screen`)
  }

  /** Checks that the target stays in view, because the page scrolls smoothly and may only pass it. */
  async function assertStays(place: Locator, what: string) {
    await assertShown(place, what)
    await until(async () => {
      const tops = await place.evaluate(async (element) => {
        const seen = [element.getBoundingClientRect().top]
        while (seen.length < 10) {
          await new Promise(requestAnimationFrame)
          seen.push(element.getBoundingClientRect().top)
        }
        return seen
      })
      return tops.every((top) => top === tops[0] && top >= 50 && top <= 700)
    }, `${what} stays on the screen`)
  }

  for (const [call, summary] of [
    ['PUT /orders', 'Push orders'],
    ['DELETE /orders/by-platform-id/:platformOrderId', 'Delete an order'],
    ['POST /auth/invitations/:token/accept', 'Accept an invitation'],
    ['GET /customers/by-email/:email/activity', ''],
  ] as const)
    test(`the search result for a call opens its description: ${call}`, async () => {
      const opened = await openPage(browser, origin)
      await follow(opened, call)
      const { paths } = (await service.anonymous.get('/openapi.json')).body
      const [method = '', path = ''] = call.split(' ')
      const text: string = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].summary
      assert.ok(text.startsWith(summary))
      await assertShown(opened.page.getByRole('heading', { name: text.replace(/\.$/, '') }), call)
      await opened.page.context().close()
    })

  test('the search result for an error code scrolls to its table row', async () => {
    for (const code of ['link_used', 'rate_limited', 'api_key_expired', 'idempotency_key_reused']) {
      const opened = await openPage(browser, origin)
      await follow(opened, code)
      await assertShown(opened.page.locator(`td code#${code}`), code)
      opened.assertClean()
      await opened.page.context().close()
    }
  })

  test('the search result for a section of a guide scrolls to it', async () => {
    const opened = await openPage(browser, origin, { width: 375 })
    await follow(opened, 'Following every change')
    await assertShown(opened.page.getByRole('heading', { name: 'Following every change' }), 'the section')
    opened.assertClean()
    await opened.page.context().close()
  })

  for (const width of [1280, 375])
    test(`a link to a call on the longest page scrolls to it, ${width} wide`, async () => {
      const opened = await openPage(browser, origin, { width })
      const { page } = opened
      const calls = page.locator('.call h2')
      const at = async (index: number) => {
        const heading = calls.nth(index)
        return { heading, id: (await heading.getAttribute('id')) ?? '' }
      }
      await page.goto(`${origin}/docs/reference/reviews`)
      const count = await calls.count()
      assert.ok(count > 10, `${count} calls`)
      for (const index of [Math.floor(count / 2), count - 1, 3]) {
        const { heading, id } = await at(index)
        await page.goto('about:blank')
        await page.goto(`${origin}/docs/reference/reviews#${id}`)
        await assertStays(heading, `${id}, by its address`)
      }
      for (const index of [count - 1, 1, Math.floor(count / 2)]) {
        const { heading, id } = await at(index)
        await page.evaluate(() => {
          const contents = document.querySelector<HTMLDetailsElement>('.contents')
          if (contents) contents.open = true
        })
        await page.locator(`.contents a[href="#${id}"]`).evaluate((link) => (link as HTMLElement).click())
        await assertStays(heading, `${id}, by the contents`)
      }
      await page.goto(`${origin}/docs/reference/reviews`)
      await page.emulateMedia({ media: 'print' })
      const skipped = page
        .locator('.call')
        .evaluateAll((all) =>
          all.filter((call) => getComputedStyle(call).contentVisibility !== 'visible').map((call) => call.textContent),
        )
      assert.deepEqual(await skipped, [])
      opened.assertClean()
      await page.context().close()
    })

  test('the language of the examples is chosen once for every page', async () => {
    const opened = await openPage(browser, origin)
    const { page } = opened
    await page.goto(`${origin}/docs/quick-start`)
    const [first, second] = [page.getByRole('tablist').nth(0), page.getByRole('tablist').nth(1)]
    const shown = () =>
      page.getByRole('tabpanel').evaluateAll((panels) => panels.map((panel) => panel.getAttribute('data-language')))
    assert.deepEqual([...new Set(await shown())], ['bash'])
    await first.getByRole('tab', { name: 'Python', exact: true }).click()
    assert.deepEqual([...new Set(await shown())], ['python'])
    await page.keyboard.press('ArrowRight')
    assert.equal(await second.getByRole('tab', { selected: true }).textContent(), 'PHP')
    await page.goto(`${origin}/docs/reference/products`)
    assert.deepEqual([...new Set(await shown())], ['php'])
    opened.assertClean()
    await page.context().close()
  })

  test('the slash key opens the search, and is an ordinary character inside it', async () => {
    for (const width of [1280, 375]) {
      const opened = await openPage(browser, origin, { width })
      const { page } = opened
      await page.goto(`${origin}/docs/quick-start`)
      const box = page.getByRole('link', { name: 'Search', exact: true }).first()
      const { height = 0, width: wide = 0 } = (await box.boundingBox()) ?? {}
      assert.ok(height >= 34 && wide >= 34, `${wide} × ${height}`)
      await page.keyboard.press('/')
      await page.waitForURL('**/docs/search')
      await page.locator('#question:focus').waitFor()
      await page.keyboard.type('and/or')
      assert.equal(await page.locator('#question').inputValue(), 'and/or')
      opened.assertClean()
      await page.context().close()
    }
  })

  test('code can be copied without hovering over it', async () => {
    const opened = await openPage(browser, origin)
    const { page } = opened
    await page.goto(`${origin}/docs/quick-start`)
    const copy = page.getByRole('button', { name: 'Copy' }).first()
    await copy.waitFor()
    assert.equal(await copy.evaluate((each) => getComputedStyle(each).opacity), '1')
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const covers = await page.getByRole('button', { name: 'Copy' }).evaluateAll((all) =>
        all.filter((each) => {
          const code = each.closest('.code')?.querySelector('pre')?.getBoundingClientRect()
          const { bottom, left } = each.getBoundingClientRect()
          return code && bottom > code.top && left < code.right
        }),
      )
      assert.deepEqual(covers, [], `${width}`)
    }
    await copy.click()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'npm start')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' })
    opened.assertClean()
  })

  test('an operation has its request before its parameters and its form last, and the examples beside them if wide', async () => {
    for (const width of [1280, 375]) {
      const opened = await openPage(browser, origin, { width })
      const { page } = opened
      await page.goto(`${origin}/docs/reference/products`)
      const call = page.locator('.call').nth(1)
      await call.evaluate((each) => each.scrollIntoView({ behavior: 'instant' }))
      const [head, fields, request, response, form, returned] = await Promise.all(
        ['.head', '.fields:not(.returned)', '.request', '.response', '.try', '.returned'].map((name) =>
          call.locator(name).boundingBox(),
        ),
      )
      assert.ok(head && fields && request && response && form && returned)
      const sort = call.locator('.fields:not(.returned) tr', { hasText: /^sort/ })
      assert.match((await sort.textContent()) ?? '', /^sortstring optionalSort order\./)
      assert.deepEqual(
        (await sort.getByRole('listitem').allTextContents()).map((line) => line.split(' ')[0]),
        ['createdAt', 'title', 'updatedAt', 'rating', 'reviewCount'],
      )
      const isBelow = (lower: { y: number }, upper: { y: number; height: number }) => lower.y >= upper.y + upper.height
      assert.ok(isBelow(fields, head) && isBelow(form, fields) && isBelow(returned, form))
      if (width === 1280) {
        assert.ok(request.x >= head.x + head.width && request.x >= fields.x + fields.width)
        assert.ok(Math.abs(request.y - head.y) < 20, `${request.y} beside ${head.y}`)
        assert.ok(isBelow(response, request))
        await page.mouse.wheel(0, 500)
        await until(async () => ((await call.locator('.examples').boundingBox())?.y ?? 0) > 55, 'the examples stay')
      } else {
        assert.ok(isBelow(request, head) && isBelow(fields, request))
        assert.ok(isBelow(response, fields) && isBelow(form, response))
      }
      await assertNoSidewaysScroll(page, `the reference, ${width}`)
      await assertAccessible(page, `the reference, ${width}`)
      opened.assertClean()
      await page.context().close()
    }
  })

  test('no line of an example is cut off, and the lists of fields have one size of text', async () => {
    for (const width of [1280, 375]) {
      const { page } = await openPage(browser, origin, { width })
      await page.goto(`${origin}/docs/reference/reviews#reviews.create`)
      const cut = page
        .locator('.examples pre')
        .evaluateAll((all) =>
          all
            .filter((pre) => pre.scrollWidth > pre.clientWidth)
            .map((pre) => pre.closest('.call')?.querySelector('h2')?.id),
        )
      assert.deepEqual(await cut, [], `${width}`)
      const call = page.locator('.call', { has: page.locator('h2[id="reviews.create"]') })
      await call.getByText('Fields of the response').click()
      assert.deepEqual(await call.locator('.fields:not(.returned) th:first-child').allTextContents(), [
        'Parameters',
        'Fields of the body',
      ])
      for (const name of ['td:first-child code', 'td:nth-child(2)', 'td:nth-child(3)', 'th:first-child']) {
        const sizes = await call
          .locator(`.fields ${name}`)
          .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).fontSize))])
        assert.equal(sizes.length, 1, `${name}: ${sizes}`)
      }
      const row = call.locator('.fields:not(.returned) tr', { hasText: 'authorEmail' })
      assert.match((await row.textContent()) ?? '', /^authorEmailstring, up to 320 characters RequiredEmail address/)
      const copied = await call.locator('.code[data-language="json"] code').textContent()
      assert.equal(JSON.parse(copied ?? '').rating, 5, 'a copied response is JSON')
      await page.context().close()
    }
  })

  test('without scripts, all example languages and the reference are readable', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${origin}/docs/reference/products`)
    for (const text of ['curl', 'TypeScript', 'Python', 'PHP', 'Ruby', 'Go'])
      await page
        .locator('.language', { hasText: new RegExp(`^${text}$`) })
        .first()
        .waitFor()
    await page.locator('.code[data-language="go"]').first().waitFor()
    await context.close()
  })
})
