import assert from 'node:assert/strict'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { createElement as CreateElement, ReactElement, StrictMode as Strict } from 'react'
import type { renderToString as RenderToString } from 'react-dom/server'
import { rolldown } from 'rolldown'
import type { Packed } from './packed.ts'
import { packReact } from './react-package.ts'

// biome-ignore lint/suspicious/noExplicitAny: loaded from what was packed
type Module = any

const review = {
  id: '019a9f3c-6b1e-7c55-9d0a-2f4c8e7b1a60',
  rating: 4,
  title: 'Holds <b>tea</b>',
  body: 'First.\nSecond.\n\n<script>alert(1)</script>',
  authorName: 'Jane "J" D.',
  verified: true,
  incentive: 'coupon',
  photos: [
    { url: 'javascript:alert(1)', thumbUrl: null, width: null, height: null },
    { url: 'https://evident.example/p.webp', thumbUrl: null, width: 800, height: 600 },
  ],
  reply: { body: 'Thanks', authorName: 'Acme' },
  helpfulCount: 3,
  locale: 'en',
  submittedAt: '2026-11-02T23:30:00.000Z',
}

/** Tests the package with the React in the folder's `node_modules`. The version of React must begin with `version`. */
export const declareReactTests = (version: string, findFolder: () => Promise<string>) =>
  suite(`the package @evident/react with React ${version}`, () => {
    let packed: Packed
    let main: Module
    let hooks: Module
    let createElement: typeof CreateElement
    let StrictMode: typeof Strict
    let renderToString: typeof RenderToString
    before(async () => {
      const from = await findFolder()
      const require = createRequire(join(from, 'package.json'))
      assert.ok(require('react').version.startsWith(version), require('react').version)
      ;({ createElement, StrictMode } = require('react'))
      ;({ renderToString } = require('react-dom/server'))
      packed = await packReact()
      for (const name of ['react', 'react-dom', 'scheduler'])
        symlinkSync(join(from, 'node_modules', name), join(packed.folder, 'node_modules', name))
      const at = (file: string) => pathToFileURL(join(packed.folder, 'node_modules/@evident/react/dist', file)).href
      main = await import(at('index.js'))
      hooks = await import(at('hooks.js'))
    })
    after(() => packed && rmSync(packed.folder, { recursive: true, force: true }))

    test('the tarball has built files, README and licence, and no dependencies', () => {
      const built = ['JsonLd', 'ReviewList', 'Stars', 'hooks', 'index', 'load', 'texts', 'types']
      assert.deepEqual(
        packed.files,
        [
          ...['LICENSE', 'README.md', 'package.json'],
          ...built.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
        ].sort(),
      )
    })

    test('the whole package is at most 4 kB, and components need no hooks', async () => {
      const entry = join(packed.folder, 'entry.js')
      writeFileSync(entry, "export * from '@evident/react'\nexport * from '@evident/react/hooks'\n")
      const bundle = await rolldown({ input: entry, external: ['react', 'react/jsx-runtime'], logLevel: 'silent' })
      const { output } = await bundle.generate({ minify: true, format: 'esm' })
      await bundle.close()
      const size = gzipSync(output[0].code).length
      assert.ok(size <= 4_000, `${size} bytes`)
      assert.ok(size > 1_000, 'nothing was bundled')
    })

    test('reviews are rendered as text, with the marks for a purchase and a reward', () => {
      const { ReviewList } = main
      const texts = { verified: '', rewarded: ' ' }
      const html = renderToString(createElement(ReviewList, { reviews: [review], texts }) as ReactElement)
      assert.ok(!html.includes('<script>') && !html.includes('<b>') && !html.includes('javascript:'), html)
      assert.match(html, /<span class="evident-review-verified">Verified purchase<\/span>/)
      assert.match(html, /<span class="evident-review-rewarded">Received a reward for this review<\/span>/)
      assert.match(html, /November 2, 2026/)
      const plain = { ...review, verified: false, incentive: null }
      const without = renderToString(createElement(ReviewList, { reviews: [plain] }) as ReactElement)
      assert.doesNotMatch(without, /verified|rewarded/)
    })

    test('JSON-LD cannot end its script, and is empty without reviews', () => {
      const render = (data: unknown) => renderToString(createElement(main.JsonLd, { data }) as ReactElement)
      const html = render({ name: '</script><script>alert(1)</script>' })
      assert.equal(html.match(/<\/script>/g)?.length, 1, html)
      const text = html.replace(/^<script[^>]*>/, '').replace('</script>', '')
      assert.equal(JSON.parse(text).name, '</script><script>alert(1)</script>')
      assert.equal(render({}), '')
      assert.equal(render(undefined), '')
    })

    test('a rating outside 0 to 5 draws no stars', () => {
      const render = (rating: unknown) => renderToString(createElement(main.Stars, { rating }) as ReactElement)
      assert.match(render(4.256), /aria-label="4.26 out of 5 stars" data-rating="4.26"/)
      for (const rating of [null, undefined, Number.NaN, -1, 5.1, '5']) assert.equal(render(rating), '')
    })

    test("with the server's data the first render is complete, and the same in strict mode", () => {
      const source = { origin: 'http://127.0.0.1:1', store: 's' }
      const initial = { reviews: [review], nextCursor: null, isLoaded: true }
      const Page = () => {
        const { reviews, isLoading, hasMore } = hooks.useReviews('mug', { initial })
        assert.deepEqual([isLoading, hasMore], [false, false])
        return createElement(main.ReviewList, { reviews })
      }
      const App = () => createElement(hooks.EvidentProvider, { source }, createElement(Page))
      const once = renderToString(createElement(App))
      assert.equal(once, renderToString(createElement(StrictMode, null, createElement(App))))
      assert.ok(once.includes('evident-review-title'))
      assert.throws(() => renderToString(createElement(Page)), /EvidentProvider/)
    })

    suite('loaders', () => {
      const asked: { url: string; headers: Record<string, unknown> }[] = []
      let answer: RequestListener
      const server = createServer((request, response) => {
        asked.push({ url: request.url ?? '', headers: request.headers })
        answer(request, response)
      })
      let source: { origin: string; store: string; page: string; timeoutMs?: number }
      let patient: typeof source
      before(async () => {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
        const { port } = server.address() as AddressInfo
        source = { origin: `http://127.0.0.1:${port}/`, store: 'store-1', page: 'https://acme.example' }
        // A busy machine may take longer than 300 ms for an answer.
        patient = { ...source, timeoutMs: 10_000 }
      })
      after(() => server.closeAllConnections())
      after(() => void server.close())
      const json =
        (body: unknown): RequestListener =>
        (_, response) =>
          void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

      test("each request sends the store id and the page's origin, and no key", async () => {
        answer = json({ data: [review], pagination: { nextCursor: 'next' } })
        const found = await main.loadReviews(patient, 'a&b', { limit: 3, sort: 'highest' })
        assert.deepEqual(found, { reviews: [review], nextCursor: 'next', isLoaded: true })
        const last = asked.at(-1)
        assert.equal(last?.url, '/api/v1/storefront/reviews?platformProductId=a%26b&limit=3&sort=highest')
        assert.deepEqual(
          [last?.headers['x-store-env-id'], last?.headers.origin, last?.headers.authorization],
          ['store-1', 'https://acme.example', undefined],
        )
      })

      test('250 products take three calls, and an id with a comma is one product', async () => {
        answer = (request, response) => {
          const ids = new URL(`http://x${request.url}`).searchParams.getAll('platformProductIds')
          json({ data: [...new Set(ids)].map((id) => ({ platformProductId: id, count: 1 })) })(request, response)
        }
        asked.length = 0
        const ids = Array.from({ length: 250 }, (_, i) => `p${i}`)
        const found = await main.loadSummaries(patient, [...ids, ...ids])
        assert.deepEqual([Object.keys(found).length, asked.length], [250, 3])
        assert.equal((await main.loadSummaries(patient, ['a,b']))['a,b'].count, 1)
        assert.match(asked.at(-1)?.url ?? '', /platformProductIds=a%2Cb&platformProductIds=a%2Cb$/)
        assert.equal(found.constructor, undefined, 'a product may be named "constructor"')
      })

      for (const [name, fails] of Object.entries({
        'a server error': ((_, response) => void response.writeHead(500).end('no')) as RequestListener,
        'invalid JSON': ((_, response) => void response.end('<html>')) as RequestListener,
        'another shape': json({ data: 'no' }),
        silence: (() => {}) as RequestListener,
        'endless bytes': ((_, response) => {
          const write = () => response.write(Buffer.alloc(65_536)) && !response.destroyed && setImmediate(write)
          response.on('drain', write).on('error', () => {})
          write()
        }) as RequestListener,
      }))
        test(`${name} gives an empty list within five seconds`, async () => {
          answer = fails
          const startedAt = performance.now()
          const found = await main.loadReviews(source, 'mug')
          assert.deepEqual(found, { reviews: [], nextCursor: null, isLoaded: false })
          assert.deepEqual({ ...(await main.loadSummaries(source, ['mug'])) }, {})
          assert.equal(await main.loadJsonLd(source, 'mug'), undefined)
          assert.ok(performance.now() - startedAt < 5_000)
          server.closeAllConnections()
        })

      test('a closed port gives an empty list', async () => {
        const closed = { ...source, origin: 'http://127.0.0.1:1' }
        assert.equal((await main.loadReviews(closed, 'mug')).isLoaded, false)
      })
    })
  })
