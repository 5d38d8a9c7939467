import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { canonicalIn, published, visit } from '../web-pages.testing.ts'

const service = provideService()

const at = (n: number) => new Date(Date.UTC(2026, 9, 1, 0, n)).toISOString()

/** Reviews `r0` to `r9`, the last one newest, with 1 to 5 stars twice. */
async function addTen(shop: Shop, productId: string, name = 'r'): Promise<string[]> {
  const rows = Array.from({ length: 10 }, (_, n) => ({
    ...{ productId, rating: (n % 5) + 1, body: `${name}${n}.`, submittedAt: at(n) },
  }))
  return addReviews(service, shop, rows)
}

const bodiesIn = (text: string) => [...text.matchAll(/<p>([a-z]\d+)\.<\/p>/g)].map(([, body]) => body)
const linksIn = (text: string, part: string) =>
  [...text.matchAll(new RegExp(`<a class="${part}" href="([^"]*)"`, 'g'))].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )

async function addPhoto(shop: Shop, reviewId: string): Promise<void> {
  const storageKey = newPhotoKey(shop.storeEnvId, service.service.services.clock.now(), 'webp')
  await service.service.db.store(shop, 'write', (tx) =>
    addPhotos(tx, reviewId, [{ storageKey, width: 640, height: 480, variants: ['card.webp'] }]),
  )
}

test('the stars of a page are links, and each leads to exactly its reviews', async () => {
  const shop = await service.shop()
  await addTen(shop, await addProduct(shop))
  const { url } = await published(shop.api, { kind: 'reviews', locale: 'en' })
  const { text } = await visit(service, url)
  const links = linksIn(text, 'evident-reviews-row')
  assert.deepEqual(
    links,
    [5, 4, 3, 2, 1].map((stars) => `?rating=${stars}#reviews`),
  )
  assert.match(text, /title="5 out of 5 stars: 2 reviews"/)
  const three = await visit(service, new URL('?rating=3', url).href)
  assert.deepEqual(bodiesIn(three.text), ['r7', 'r2'])
  assert.match(three.text, /href="\?#reviews" title="3 out of 5 stars: 2 reviews" aria-current="true"/)
  assert.match(three.text, /evident-reviews-average">3\.0</, 'the average stays that of all reviews')
})

test('the orders of a page cover every review, with the newest of equal stars first', async () => {
  const shop = await service.shop()
  await addTen(shop, await addProduct(shop))
  const { url } = await published(shop.api, { blocks: [{ type: 'reviews', limit: 4 }] })
  const read = async (query: string) => {
    const seen: unknown[] = []
    let address: string | undefined = url + query
    while (address) {
      const { text, status } = await visit(service, address)
      assert.equal(status, 200)
      seen.push(...bodiesIn(text))
      const [, next] = /href="(\?[^"]*)" rel="next"/.exec(text) ?? []
      address = next && new URL(next.replaceAll('&amp;', '&'), url).href
    }
    return seen
  }
  assert.deepEqual(await read('?sort=highest'), ['r9', 'r4', 'r8', 'r3', 'r7', 'r2', 'r6', 'r1', 'r5', 'r0'])
  assert.deepEqual(await read('?sort=lowest'), ['r5', 'r0', 'r6', 'r1', 'r7', 'r2', 'r8', 'r3', 'r9', 'r4'])
  assert.deepEqual(await read('?sort=newest'), await read(''))
})

test('a page filters by photos only while a review has one, and combines filters', async () => {
  const shop = await service.shop()
  const ids = await addTen(shop, await addProduct(shop))
  const { url } = await published(shop.api, { kind: 'reviews', locale: 'en' })
  assert.doesNotMatch((await visit(service, url)).text, /With photos/)
  for (const n of [4, 8, 9]) await addPhoto(shop, String(ids[n]))
  const { text } = await visit(service, url)
  assert.match(text, /href="\?hasPhotos=true#reviews">With photos</)
  assert.deepEqual(bodiesIn((await visit(service, `${url}?hasPhotos=true&sort=lowest`)).text), ['r8', 'r9', 'r4'])
  assert.deepEqual(bodiesIn((await visit(service, `${url}?hasPhotos=true&rating=5`)).text), ['r9', 'r4'])
  const none = (await visit(service, `${url}?hasPhotos=true&rating=1`)).text
  assert.match(none, /No matching reviews\./)
  assert.match(none, /<a class="evident-reviews-clear" href="\?#reviews">Clear filters</)
})

test('search engines index a page and not its filtered or sorted variants', async () => {
  const shop = await service.shop()
  await addTen(shop, await addProduct(shop))
  const { url } = await published(shop.api, { kind: 'reviews', locale: 'en', translations: { de: { title: 'Alle' } } })
  for (const query of ['', '?sort=newest', '?hasPhotos=false']) {
    const { text, headers } = await visit(service, url + query)
    assert.deepEqual([headers['x-robots-tag'], canonicalIn(text)], [undefined, url])
    assert.match(text, /hreflang="de"/)
  }
  for (const [query, canonical] of [
    ['?rating=5', url],
    ['?sort=lowest', url],
    ['?locale=de&rating=5', `${url}?locale=de`],
  ] as const) {
    const { text, headers } = await visit(service, url + query)
    assert.deepEqual([headers['x-robots-tag'], canonicalIn(text)], ['noindex', canonical], query)
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.doesNotMatch(text, /hreflang/)
  }
  assert.match((await visit(service, `${url}?locale=de`)).text, /href="\?locale=de&amp;rating=5#reviews"/)
})

test('unknown choices are 404 on the page and 400 in the API', async () => {
  const shop = await service.shop()
  await addTen(shop, await addProduct(shop))
  const { url, slug } = await published(shop.api, { kind: 'reviews' })
  const faq = await published(shop.api, { kind: 'faq' })
  for (const odd of ['rating=0', 'rating=6', 'rating=x', 'rating=1&rating=2', 'sort=best', 'hasPhotos=yes']) {
    assert.equal((await visit(service, `${url}?${odd}`)).status, 404, odd)
    assert.equal((await shop.storefront.get(`/storefront/web-pages/${slug}?${odd}`)).status, 400, odd)
  }
  assert.equal((await visit(service, `${faq.url}?rating=5`)).status, 404)
})

test('the parameter page names the block that is filtered', async () => {
  const shop = await service.shop()
  const [mug, cup] = [await addProduct(shop, 'mug'), await addProduct(shop, 'cup')]
  await addTen(shop, mug, 'm')
  await addTen(shop, cup, 'c')
  const { url } = await published(shop.api, {
    blocks: [
      { type: 'reviews', productIds: [mug], limit: 1 },
      { type: 'reviews', productIds: [cup], limit: 1 },
    ],
  })
  const shown = async (query: string) => bodiesIn((await visit(service, url + query)).text)
  assert.deepEqual(await shown('?rating=2'), ['m6', 'c9'])
  const { text } = await visit(service, url)
  const href = linksIn(text, 'evident-reviews-row').at(-1)
  assert.equal(href, '?rating=1&page=1.2#reviews-2')
  assert.deepEqual(await shown('?rating=1&page=1.2'), ['m9', 'c5'])
  assert.deepEqual(await shown('?rating=1&page=2.2'), ['m9', 'c0'])
})

test('a former address keeps the choice of the reader', async () => {
  const shop = await service.shop()
  await addTen(shop, await addProduct(shop))
  const { id, url } = await published(shop.api, { kind: 'reviews', slug: 'former' })
  await shop.api.patch(`/web-pages/${id}`, { slug: 'latter' })
  const { status, headers } = await visit(service, `${url}?rating=4&sort=lowest`)
  assert.deepEqual([status, headers.location], [301, `${url.replace('former', 'latter')}?rating=4&sort=lowest`])
})

test('reviews of several products have their pictures, and those of one product do not', async () => {
  const shop = await service.shop()
  const [mug, cup] = [await addProduct(shop, 'mug'), await addProduct(shop, 'cup')]
  await shop.api.put('/products', [
    {
      platformProductId: 'mug',
      title: 'Mug',
      url: 'https://shop.example.com/mug',
      imageUrl: 'https://cdn.example/m.jpg',
    },
  ])
  await addReviews(
    service,
    shop,
    [mug, cup].map((productId) => ({ productId })),
  )
  const all = await published(shop.api, { kind: 'reviews' })
  const { text } = await visit(service, all.url)
  assert.match(
    text,
    /<a class="evident-review-picture" href="https:\/\/shop\.example\.com\/mug" tabindex="-1" aria-hidden="true"><img src="https:\/\/cdn\.example\/m\.jpg" alt="" loading="lazy" decoding="async" width="80" height="80"><\/a>/,
  )
  assert.equal(text.match(/class="evident-review-picture"/g)?.length, 2, 'a review without a picture has its place')
  const one = await published(shop.api, { blocks: [{ type: 'reviews', productIds: [mug] }] })
  assert.doesNotMatch((await visit(service, one.url)).text, /class="evident-review-picture"/)
})

test('the API adds the controls of a page only on request', async () => {
  const shop = await service.shop()
  await addTen(shop, await addProduct(shop))
  const { slug } = await published(shop.api, { kind: 'reviews' })
  const ask = async (query = '') => (await shop.storefront.get(`/storefront/web-pages/${slug}${query}`)).body
  const plain = await ask()
  assert.doesNotMatch(plain.html, /evident-reviews-(?:row|tools|overview)|evident-chip/)
  assert.equal(plain.noindex, false)
  const full = await ask('?controls=true&rating=5')
  assert.match(full.html, /evident-reviews-overview[\s\S]*evident-reviews-tools/)
  assert.deepEqual([bodiesIn(full.html), full.noindex], [['r9', 'r4'], true])
  assert.doesNotMatch(full.html, /<script|<style|\sstyle=/)
})
