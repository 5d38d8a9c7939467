import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { contrast, readableRatio } from '#platform/values/contrast.ts'
import { published as faq } from '#resources/faqs/faqs.testing.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, addReview, addReviews } from '#resources/reviews/reviews.testing.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { provideService, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { canonicalIn, jsonLdIn, page, published, setHandle, visit } from '../web-pages.testing.ts'

const service = provideService()

const pathOf = (url: string) => url.slice(new URL(url).origin.length)
const markdown = (text: string) => ({ blocks: [{ type: 'markdown', text }] })

test('a page is one document with h1, language, address and strict headers', async () => {
  const shop = await service.shop()
  const { url } = await published(shop.api, {
    slug: 'about',
    title: 'About us',
    description: 'Who we are',
    locale: 'en',
    ...markdown('# We\n\n## make\n\n###### mugs\n\n[shop](/all) [next](next) [there](https://x.example)'),
  })
  const { status, headers, text } = await visit(service, url)
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'no-cache')
  assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/)
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(headers['x-robots-tag'], undefined)
  const policy = String(headers['content-security-policy'])
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src [^;]+; form-action 'none'; base-uri 'none'/,
  )
  assert.doesNotMatch(policy, /script|unsafe/)
  assert.equal(text.match(/<h1/g)?.length, 1)
  assert.match(text, /<h2>We<\/h2>\n<h3>make<\/h3>\n<h6>mugs<\/h6>/)
  assert.match(text, /<html lang="en" dir="ltr">/)
  assert.match(text, /<meta name="description" content="Who we are">/)
  assert.equal(canonicalIn(text), url)
  assert.match(text, /href="https:\/\/shop\.example\.com\/all".*href="next".*href="https:\/\/x\.example"/)
  assert.doesNotMatch(text, /<script| on\w+=| style=/)
})

test("the header shows the shop's logo, or its name, and links to the shop", async () => {
  const shop = await service.shop('Hill & Dale')
  const { url } = await published(shop.api, markdown('text'))
  const fetchHeader = async () => {
    const { text, headers } = await visit(service, url)
    const [, header = ''] = /<header class="evident-brand">([\s\S]*?)<\/header>/.exec(text) ?? []
    return { header, policy: String(headers['content-security-policy']) }
  }
  assert.match(
    (await fetchHeader()).header,
    /^<a href="https:\/\/shop\.example\.com[^"]*"><strong dir="auto">Hill &amp; Dale</,
  )
  const logoUrl = 'https://cdn.example.com/logo.png'
  assert.equal((await shop.api.put('/email-branding', { logoUrl })).status, 200)
  await until(async () => (await fetchHeader()).header.includes(logoUrl), 'the logo is shown')
  const { header, policy } = await fetchHeader()
  assert.match(
    header,
    /^<a href="https:\/\/shop\.example\.com[^"]*"><img src="https:\/\/cdn\.example\.com\/logo\.png" alt="Hill &amp; Dale"/,
  )
  assert.match(
    header,
    /<a class="evident-back" href="https:\/\/shop\.example\.com[^"]*">Back to \u2068Hill &amp; Dale\u2069<\/a>$/,
  )
  assert.match(policy, /img-src[^;]* https:/)
})

test('a client with a current copy gets 304 in every encoding, until a change', async () => {
  const shop = await service.shop()
  const { id, url } = await published(shop.api, markdown('word '.repeat(2_000)))
  for (const encoding of ['identity', 'gzip', 'br']) {
    const asked = { 'accept-encoding': encoding }
    await visit(service, url, asked)
    const first = await visit(service, url, asked)
    const etag = String(first.headers.etag)
    const again = await visit(service, url, { ...asked, 'if-none-match': etag })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], encoding)
    assert.equal(again.headers['cache-control'], 'no-cache')
  }
  const { headers } = await visit(service, url)
  await shop.api.patch(`/web-pages/${id}`, { title: 'Changed' })
  await shop.api.post(`/web-pages/${id}/publish`)
  assert.equal((await visit(service, url, { 'if-none-match': String(headers.etag) })).status, 200)
  const head = await visit(service, url, {}, 'HEAD')
  assert.deepEqual([head.status, head.headers.etag], [200, (await visit(service, url)).headers.etag])
})

test('a rejected review is missing from the next response of every process', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const [id] = await addReviews(service, shop, [
    { productId, body: 'This one goes.' },
    { productId, body: 'This one stays.' },
  ])
  const { id: pageId, url } = await published(shop.api, { kind: 'reviews' })
  const beside = await startService({ beside: service })
  try {
    const both = async (does: (text: string, status: number) => void) => {
      for (const each of [service, beside]) {
        const { text, status } = await visit(each, url)
        does(text, status)
      }
    }
    await both((text) => assert.match(text, /This one goes\..*This one stays\.|This one stays\..*This one goes\./s))
    await both((text) => assert.match(text, /This one goes/))
    assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'rejected' })).status, 200)
    const { text } = await visit(service, url)
    assert.doesNotMatch(text, /This one goes/)
    assert.match(text, /This one stays/)
    // The other process receives the notification a moment later.
    await until(async () => !(await visit(beside, url)).text.includes('This one goes'), 'it leaves the other one')
    await shop.api.post(`/web-pages/${pageId}/unpublish`)
    assert.equal((await visit(service, url)).status, 404)
    await until(async () => (await visit(beside, url)).status === 404, 'the page leaves the other process')
    await shop.api.post(`/web-pages/${pageId}/publish`)
    await both((_, status) => assert.equal(status, 200))
  } finally {
    await beside.close()
  }
})

test('all approved reviews are paged by links and have structured data without ratings', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const at = (i: number) => new Date(Date.UTC(2026, 9, 1, 0, i)).toISOString()
  await addReviews(
    service,
    shop,
    Array.from({ length: 45 }, (_, i) => ({
      productId,
      body: `Number ${i}.`,
      rating: (i % 5) + 1,
      submittedAt: at(i),
      incentive: i === 44 ? ('coupon' as const) : null,
    })),
  )
  await addReview(service, shop, { productId, body: 'Pending.', status: 'pending' })
  const { url } = await published(shop.api, { kind: 'reviews' })
  const seen: string[] = []
  let address: string | undefined = url
  for (let i = 0; address && i < 10; i++) {
    const { status, text } = await visit(service, address)
    assert.equal(status, 200)
    seen.push(...[...text.matchAll(/Number (\d+)\./g)].map(([, n = '']) => n))
    assert.doesNotMatch(text, /aggregateRating|itemprop|itemscope|ld\+json|Pending/)
    assert.equal(canonicalIn(text), i === 0 ? url : `${url}?page=${i + 1}`)
    if (i === 0) assert.match(text, /evident-review-rewarded/)
    const next: string | undefined = /href="(\?[^"]*)" rel="next"/.exec(text)?.[1]
    address = next && new URL(next, url).href
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 45 }, (_, i) => String(44 - i)),
  )
  for (const odd of ['4', '0', '-1', 'x', '1e3', '99999999', '2.2', '1.2', '2&page=3'])
    assert.equal((await visit(service, `${url}?page=${odd}`)).status, 404, odd)
  assert.equal(canonicalIn((await visit(service, `${url}?page=1`)).text), url)
})

test('a review block shows only reviews of its products and has its own pagination', async () => {
  const shop = await service.shop()
  const [mug, cup] = [await addProduct(shop, 'mug'), await addProduct(shop, 'cup')]
  await addReviews(service, shop, [
    ...[1, 2, 3].map((n) => ({ productId: mug, body: `Mug ${n}.`, submittedAt: `2026-10-0${n}T00:00:00.000Z` })),
    ...[1, 2].map((n) => ({ productId: cup, body: `Cup ${n}.`, submittedAt: `2026-10-0${n}T00:00:00.000Z` })),
  ])
  const { url } = await published(shop.api, {
    blocks: [
      { type: 'reviews', productIds: [mug], limit: 2 },
      { type: 'reviews', productIds: [cup.toUpperCase()], limit: 1 },
    ],
  })
  const shown = async (query = '') =>
    [...(await visit(service, url + query)).text.matchAll(/(?:Mug|Cup) \d/g)].map(([each]) => each)
  assert.deepEqual(await shown(), ['Mug 3', 'Mug 2', 'Cup 2'])
  assert.deepEqual(await shown('?page=2'), ['Mug 1', 'Cup 2'])
  assert.deepEqual(await shown('?page=2.2'), ['Mug 3', 'Mug 2', 'Cup 1'])
})

test('only a page of kind faq has structured data, with exactly its questions', async () => {
  const shop = await service.shop()
  await faq(shop.api, { question: 'Safe?', answer: '# Yes\n\nvery', group: 'Care' })
  await faq(shop.api, { question: 'How long </script>?', answer: 'Long', group: 'Shipping' })
  await shop.api.post('/faqs', { question: 'Draft?', answer: 'No', group: 'Care' })
  const { url } = await published(shop.api, { kind: 'faq' })
  const { text } = await visit(service, url)
  const [ld, more] = jsonLdIn(text) as { '@type': string; mainEntity: { name: string }[] }[]
  assert.equal(more, undefined)
  assert.equal(ld?.['@type'], 'FAQPage')
  assert.deepEqual(
    ld?.mainEntity.map(({ name }) => name),
    ['Safe?', 'How long </script>?'],
  )
  assert.match(text, /<summary dir="auto">How long &lt;\/script&gt;\?<\/summary>/)
  assert.equal(text.match(/<h1/g)?.length, 1)
  const care = await published(shop.api, { kind: 'faq', blocks: [{ type: 'faqs', group: 'Care' }, { type: 'faqs' }] })
  const [both] = jsonLdIn((await visit(service, care.url)).text) as { mainEntity: { name: string }[] }[]
  assert.deepEqual(
    both?.mainEntity.map(({ name }) => name),
    ['Safe?', 'How long </script>?'],
  )
  const landing = await published(shop.api, { blocks: [{ type: 'faqs', group: 'Care' }] })
  const other = await visit(service, landing.url)
  assert.match(other.text, /Safe\?/)
  assert.doesNotMatch(other.text, /How long|Draft/)
  assert.deepEqual(jsonLdIn(other.text), [])
  const empty = await published((await service.shop()).api, { kind: 'faq' })
  assert.deepEqual(jsonLdIn((await visit(service, empty.url)).text), [])
})

test('a gallery block shows public content with sizes, and nothing of draft or deleted galleries', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const review = await addReview(service, shop, {
    productId,
    source: 'widget_form',
    incentive: 'points',
    authorName: 'Ann <b>',
  })
  const storageKey = newPhotoKey(shop.storeEnvId, service.service.services.clock.now(), 'webp')
  await service.service.db.store(shop, 'write', (tx) =>
    addPhotos(tx, review, [{ storageKey, width: 640, height: 480, variants: ['card.webp'] }]),
  )
  const reviewPhotoId = (await shop.api.get(`/reviews/${review}`)).body.photos[0].id
  const { id } = (await shop.api.post('/galleries', { name: 'G', title: 'At home', status: 'published' })).body
  await shop.api.post(`/galleries/${id}/items`, { items: [{ reviewPhotoId, caption: 'By "the" window' }] })
  const picture = service.service.services.media.publicUrl(storageKey)
  const { url } = await published(shop.api, {
    kind: 'gallery',
    blocks: [
      { type: 'gallery', galleryId: id },
      { type: 'markdown', text: `![mine](${picture}) ![theirs](https://evil.example/x.png)` },
    ],
  })
  const { text } = await visit(service, url)
  assert.match(text, /<h2 class="evident-gallery-heading" dir="auto">At home<\/h2>/)
  assert.match(text, /card\.webp" alt="Photo by Ann &lt;b&gt;"[^>]* width="640" height="480"/)
  assert.match(text, /By &quot;the&quot; window/)
  assert.match(text, /evident-review-rewarded/)
  assert.match(text, /<img src="[^"]+\.webp" alt="mine" width="640" height="480" loading="lazy"> theirs/)
  await shop.api.patch(`/galleries/${id}`, { status: 'draft' })
  assert.doesNotMatch((await visit(service, url)).text, /At home/)
  await shop.api.delete(`/galleries/${id}`)
  assert.equal((await visit(service, url)).status, 200)
})

test('active products are shown in the given order', async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [
    {
      platformProductId: 'a',
      title: 'Alpha',
      url: 'https://shop.example.com/a',
      imageUrl: 'https://cdn.example/a.jpg',
    },
    { platformProductId: 'b', title: 'Beta', status: 'archived' },
    { platformProductId: 'c', title: '<i>Gamma' },
  ])
  const ids = await Promise.all(
    ['c', 'b', 'a'].map(async (id) => (await shop.api.get(`/products/by-platform-id/${id}`)).body.id),
  )
  const { url } = await published(shop.api, { blocks: [{ type: 'products', productIds: ids }] })
  const { text } = await visit(service, url)
  assert.match(
    text,
    /&lt;i&gt;Gamma.*<img src="https:\/\/cdn\.example\/a\.jpg" alt="" [^>]*width="320" height="320">.*Alpha/s,
  )
  assert.doesNotMatch(text, /Beta/)
})

test("a page uses the reader's language, its parent language or the original, with matching direction", async () => {
  const shop = await service.shop()
  const { url } = await published(shop.api, {
    title: 'Reviews',
    locale: 'en',
    kind: 'reviews',
    translations: {
      ar: { title: 'آراء' },
      de: { title: 'Bewertungen', blocks: [{ type: 'markdown', text: 'Hallo' }] },
      de_ch: { title: 'Grüezi' },
    },
  })
  const seen = async (locale: string) => {
    const { text } = await visit(service, `${url}?locale=${locale}`)
    return [/<html ([^>]*)>/.exec(text)?.[1], /<h1[^>]*>([^<]*)/.exec(text)?.[1], canonicalIn(text)]
  }
  const own = ['lang="en" dir="ltr"', 'Reviews', url]
  assert.deepEqual(await seen('en'), own)
  assert.deepEqual(await seen('fr'), own)
  assert.deepEqual(await seen('%3Cscript%3E'), own)
  assert.deepEqual(await seen('x'.repeat(5_000)), own)
  assert.deepEqual(await seen('ar'), ['lang="ar" dir="rtl"', 'آراء', `${url}?locale=ar`])
  assert.deepEqual(await seen('de-AT'), ['lang="de" dir="ltr"', 'Bewertungen', `${url}?locale=de`])
  assert.deepEqual(await seen('de-CH'), ['lang="de-CH" dir="ltr"', 'Grüezi', `${url}?locale=de-CH`])
  const { text } = await visit(service, url)
  assert.match(text, /hreflang="en" href="[^"?]*">\n<link rel="alternate" hreflang="x-default"/)
  assert.match((await visit(service, `${url}?locale=ar`)).text, /آراء العملاء/)
  // A text in another language keeps its own direction and punctuation.
  const german = (await visit(service, `${url}?locale=de`)).text
  assert.match(german, /<div class="evident-text" dir="auto"><p>Hallo<\/p>/)
  assert.match(german, /\.evident-text :is\(p,[^)]*\)[^{]*\{unicode-bidi:plaintext\}/)
})

test('unindexed pages are excluded by tag and header, and from the sitemap', async () => {
  const shop = await service.shop()
  const address = await setHandle(shop, 'mapped')
  const sitemap = async () =>
    [...(await visit(service, `${address}sitemap.xml`)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  assert.deepEqual(await sitemap(), [])
  const shown = await published(shop.api, { slug: 'shown' })
  const hidden = await published(shop.api, { slug: 'hidden', noindex: true })
  const elsewhere = await published(shop.api, { slug: 'elsewhere', canonicalUrl: 'https://shop.example.com/pages/x' })
  await page(shop.api, { slug: 'draft' })
  assert.deepEqual(await sitemap(), [shown.url])
  const { headers, text } = await visit(service, hidden.url)
  assert.equal(headers['x-robots-tag'], 'noindex')
  assert.match(text, /<meta name="robots" content="noindex">/)
  assert.equal(canonicalIn((await visit(service, elsewhere.url)).text), 'https://shop.example.com/pages/x')
  const xml = await visit(service, `${address}sitemap.xml`)
  assert.match(String(xml.headers['content-type']), /xml/)
  assert.match(
    xml.text,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
  )
  await shop.api.post(`/web-pages/${shown.id}/unpublish`)
  assert.deepEqual(await sitemap(), [])
})

test('every missing page gives the same 404', async () => {
  const shop = await service.shop()
  const { url } = await page(shop.api, { slug: 'draft' })
  const base = pathOf(url).slice(0, -'draft'.length)
  const paths = [
    pathOf(url),
    `${base}unknown`,
    base,
    `${base}draft/more`,
    `${base}DRAFT`,
    `${base}..%2fdraft`,
    `${base}%00`,
    `${base}d%D1%80aft`,
    `${base}${'x'.repeat(900)}`,
    '/p/nobody/draft',
    '/p/nobody/sitemap.xml',
    '/p/__proto__/constructor',
    `${pathOf(url)}?preview=x`,
  ]
  const answers = await Promise.all(paths.map((path) => visit(service, path)))
  const [first] = answers
  for (const [i, { status, text, headers }] of answers.entries()) {
    assert.deepEqual([status, text], [404, first?.text], paths[i] ?? '')
    assert.deepEqual(
      [headers['cache-control'], headers['x-robots-tag'], headers['content-security-policy']],
      [first?.headers['cache-control'], 'noindex', first?.headers['content-security-policy']],
    )
  }
  const german = await visit(service, pathOf(url), { 'accept-language': 'de-AT,de;q=0.9' })
  assert.match(german.text, /<html lang="de".*Diese Seite gibt es nicht/s)
})

test('/p itself and unknown paths below it get 404, with and without a final slash', async () => {
  for (const path of ['/p', '/p/', '/p/unknown/%2e%2e']) assert.equal((await visit(service, path)).status, 404, path)
})

test('the storefront API returns the same content for a page on the shop’s own domain', async () => {
  const shop = await service.shop()
  await faq(shop.api, { question: 'Safe?', answer: 'Yes' })
  const made = await published(shop.api, {
    kind: 'faq',
    slug: 'help',
    title: 'Help',
    noindex: true,
    blocks: [{ type: 'faqs' }, { type: 'button', label: 'Go <b>', url: '/all' }],
    translations: { de: { title: 'Hilfe' } },
  })
  const ask = (path: string) => shop.storefront.get(`/storefront/web-pages/${path}`)
  const { status, body, headers } = await ask('help')
  assert.equal(status, 200)
  assert.match(String(headers['cache-control']), /public/)
  assert.equal(typeof headers.etag, 'string')
  const { html, jsonLd, ...rest } = body
  assert.deepEqual(rest, {
    slug: 'help',
    title: 'Help',
    description: null,
    canonicalUrl: made.url,
    noindex: true,
    locale: 'en',
  })
  assert.equal(jsonLd['@type'], 'FAQPage')
  assert.match(html, /^<div class="evident-page" lang="en" dir="ltr">/)
  assert.match(html, /<a class="evident-button" href="\/all">Go &lt;b&gt;<\/a>/)
  assert.doesNotMatch(html, /<h1|<style|<script| style=/)
  assert.equal((await ask('help?locale=de')).body.title, 'Hilfe')
  await shop.api.patch(`/web-pages/${made.id}`, { slug: 'support' })
  assert.equal((await ask('help')).body.slug, 'support')
  assert.equal((await ask('nothing')).status, 404)
  assert.equal((await ask('help?page=9')).status, 404)
  assert.equal(
    (
      await service
        .with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://evil.example' })
        .get('/storefront/web-pages/support')
    ).body.code,
    'origin_forbidden',
  )
  await shop.api.post(`/web-pages/${made.id}/unpublish`)
  assert.equal((await ask('support')).status, 404)
})

test('a preview URL shows unpublished content for one day', async () => {
  const shop = await service.shop()
  const { id } = await page(shop.api, { slug: 'soon', title: 'Soon', ...markdown('Saved.') })
  // The clock is frozen, because the next second may begin before the response.
  const askedMs = service.service.clock.nowMs()
  const goOn = freezeClock(service, askedMs)
  const { status, body } = await shop.api.post(`/web-pages/${id}/preview`)
  goOn()
  assert.equal(status, 200)
  assert.equal(Date.parse(body.expiresAt) - Math.floor(askedMs / 1000) * 1000, 86_400_000)
  const shown = await visit(service, body.url)
  assert.match(shown.text, /<h1[^>]*>Soon<\/h1>.*Saved\./s)
  assert.deepEqual([shown.headers['cache-control'], shown.headers['x-robots-tag']], ['private, no-store', 'noindex'])
  const typed = await shop.api.post(`/web-pages/${id}/preview`, {
    title: 'Typed <b>',
    translations: { de: { title: 'Getippt' } },
  })
  assert.match(typed.body.html, /<h1[^>]*>Typed &lt;b&gt;<\/h1>/)
  assert.match(
    (await shop.api.post(`/web-pages/${id}/preview`, { reader: 'de', translations: { de: { title: 'Getippt' } } })).body
      .html,
    /Getippt/,
  )
  assert.equal((await shop.api.get(`/web-pages/${id}`)).body.version, 1)
  assert.equal(
    (await shop.api.post(`/web-pages/${id}/preview`, { variables: { '--evident-accent': 'url(x)' } })).status,
    400,
  )
  const other = await service.shop()
  const theirs = await published(other.api, { slug: 'theirs' })
  const proof = new URL(body.url).searchParams.get('preview') ?? ''
  const [pageId, ends, sign] = proof.split('.')
  for (const bad of [
    `${pageId}.${ends}.${'A'.repeat(43)}`,
    `${pageId}.zzzzzzzz.${sign}`,
    `${id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))}.${ends}.${sign}`,
    '',
  ])
    assert.equal((await visit(service, `${body.url.split('?')[0]}?preview=${bad}`)).status, 404, bad)
  assert.equal((await visit(service, `${theirs.url}?preview=${proof}`)).status, 404)
  service.advance(86_400_000 + 2_000)
  assert.equal((await visit(service, body.url)).status, 404)
})

test('content of a page never runs as code', async () => {
  const shop = await service.shop('<img src=x onerror=alert(1)>')
  const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'`{{x}}'
  const short = '"><script>alert(1)</script>'
  const [productId, ...texts] = [await addProduct(shop), attack, short]
  await shop.api.put('/products', [
    {
      platformProductId: 'mug',
      title: attack,
      url: 'https://shop.example.com/"><script>',
      imageUrl: 'https://x.example/"onerror=alert(1)',
    },
  ])
  await addReview(service, shop, { productId, title: attack, body: attack, authorName: short, reply: attack })
  await faq(shop.api, { question: attack, answer: attack, group: short })
  const blocks = [
    {
      type: 'markdown',
      text: `${attack}\n\n[x](javascript:alert(1)) <javascript:alert(1)> ![x](javascript:alert(1))\n\n[y](data:text/html,x "${attack}")`,
    },
    { type: 'reviews' },
    { type: 'faqs' },
    { type: 'products', productIds: [productId] },
    { type: 'button', label: attack, url: 'https://x.example/"onmouseover="alert(1)' },
  ]
  const { url, id } = await published(shop.api, {
    kind: 'faq',
    title: attack,
    description: attack,
    blocks,
    locale: 'en',
    translations: { de: { title: attack, description: attack } },
    canonicalUrl: 'https://shop.example.com/"><script>',
    variables: { '--evident-font': `'Noto Sans', serif` },
  })
  assert.equal(texts.length, 2)
  for (const query of ['', '?locale=de', '?locale="><script>', '?page="><script>']) {
    const { text } = await visit(service, url + query)
    assert.doesNotMatch(text, /<script>|<img src=x|href="(?:javascript|data)/i, query)
    assert.doesNotMatch(text.replace(/"[^"]*"/g, '""'), /<[^>]*\s(?:onerror|onmouseover)=/i, query)
  }
  for (const bad of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    '//\\evil',
    'a b',
    '',
  ]) {
    const button = { type: 'button', label: 'Go', url: bad }
    const { status } = await shop.api.patch(`/web-pages/${id}`, { blocks: [button] })
    assert.equal(status, 400, bad)
  }
})

test('the longest possible page and the worst text are rendered', async () => {
  const shop = await service.shop()
  const hostile = [
    '[',
    '*a ',
    '> ',
    '`',
    '![',
    '<',
    '- ',
    '&',
    '_',
    '\\',
    '((',
    '[a](',
    '|',
    '# ',
    '1. ',
    '***',
    '[][',
  ].map((piece) => piece.repeat(20_000).slice(0, 20_000))
  const words = 'A sentence with **some** words and [a link](https://x.example). '.repeat(400).slice(0, 20_000)
  const blocks = Array.from({ length: 50 }, (_, i) => ({ type: 'markdown', text: hostile[i] ?? words }))
  const { url } = await published(shop.api, { blocks })
  const { status, text } = await visit(service, url)
  assert.equal(status, 200)
  assert.ok(text.length > 900_000)
})

test("links in a store's colour are readable on light and dark", async () => {
  const shop = await service.shop()
  const { id, url } = await published(shop.api, { variables: { '--evident-accent': '#43552f' } })
  const fetchLinkColors = async () => {
    const { text } = await visit(service, url)
    assert.match(text, /--c-link:var\(--link,var\(--c-accent\)\).*\na\{color:var\(--c-link\)/s)
    return [...text.matchAll(/--surface:(#\w{6})[^}]*--link:(#\w{6})/g)].map(([, surface = '', link = '']) => {
      assert.ok(contrast(surface, link) >= readableRatio, `${link} on ${surface}`)
      return link
    })
  }
  const [byDay, byNight] = await fetchLinkColors()
  assert.equal(byDay, '#43552f')
  assert.ok(byNight)
  await shop.api.patch(`/web-pages/${id}`, { variables: { '--evident-accent': '#fd0' } })
  await shop.api.post(`/web-pages/${id}/publish`)
  const [darker, same] = await fetchLinkColors()
  assert.ok(darker)
  assert.equal(same, '#ffdd00')
})

test('variables of a page appear in its style, and a background colour disables dark mode', async () => {
  const shop = await service.shop()
  const look = { '--evident-accent': '#ffd400', '--evident-font': "'Noto Serif', serif", '--evident-radius': '0' }
  const { id, url } = await published(shop.api, { variables: look })
  const { text, headers } = await visit(service, url)
  for (const said of ['--evident-on-accent:#000000', '--evident-accent:#ffd400', "--evident-font:'Noto Serif', serif"])
    assert.match(text, new RegExp(`[{;]${said}[;}]`))
  assert.match(text, /prefers-color-scheme:dark/)
  await shop.api.patch(`/web-pages/${id}`, { variables: { '--evident-background': '#fffbea' } })
  await shop.api.post(`/web-pages/${id}/publish`)
  const one = await visit(service, url)
  assert.doesNotMatch(one.text, /prefers-color-scheme|#ffd400/)
  assert.notEqual(one.headers['content-security-policy'], headers['content-security-policy'])
  assert.equal((await shop.api.patch(`/web-pages/${id}`, { variables: { '--evident-accent': 'red;x:y' } })).status, 400)
})

test('a page names its shop, links to it, and adds no heading', async () => {
  const shop = await service.shop('Brand & Sons')
  const productId = await addProduct(shop)
  for (const rating of [4, 4, 4, 5])
    await addReview(service, shop, { productId, rating, title: null, status: 'approved' })
  const { url } = await published(shop.api, { kind: 'reviews' })
  const { text } = await visit(service, url)
  assert.match(
    text,
    /<header class="evident-brand"><a href="https:\/\/shop\.example\.com"><strong dir="auto">Brand &amp; Sons/,
  )
  assert.match(text, /aria-label="4\.3 out of 5 stars"/)
  assert.match(text, /evident-reviews-average">4\.3</)
  assert.match(text, /<svg width="102" height="24">/)
  assert.doesNotMatch(text, /<h3/)
})

test('a page links to the URL for shopping agents only while the store answers agents', async () => {
  const shop = await service.shop()
  const { url } = await published(shop.api, markdown('text'))
  const link = `<link rel="service-desc" type="application/json" href="${new URL(url).origin}/agents/${shop.storeEnvId}">`
  assert.ok(!(await visit(service, url)).text.includes('service-desc'))
  await shop.api.put('/connectors/agents', { enabled: true })
  assert.ok((await visit(service, url)).text.includes(link))
  await shop.api.put('/connectors/agents', { enabled: false })
  assert.ok(!(await visit(service, url)).text.includes('service-desc'))
})
