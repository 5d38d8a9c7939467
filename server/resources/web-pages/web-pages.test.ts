import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, auditLines, nobody } from '#resources/reviews/reviews.testing.ts'
import { provideService } from '#test/service.ts'
import { limits } from './schema.ts'
import { page, published, setHandle, visit } from './web-pages.testing.ts'

const service = provideService()

test("a new page is draft version 1; the handle comes from the store's name", async () => {
  const shop = await service.shop('Mühle & Söhne')
  assert.deepEqual((await shop.api.get('/web-pages/settings')).body, { handle: null, baseUrl: null, formerHandles: [] })
  const made = await page(shop.api, { slug: 'about', title: ' About us ', description: ' ' })
  assert.equal(made.url, `${service.service.origin}/p/muhle-sohne/about`)
  const { status, version, publishedVersion, title, description, blocks, variables, noindex, canonicalUrl } = made
  assert.deepEqual(
    { status, version, publishedVersion, title, description, blocks, variables, noindex, canonicalUrl },
    {
      status: 'draft',
      version: 1,
      publishedVersion: null,
      title: 'About us',
      description: null,
      blocks: [],
      variables: {},
      noindex: false,
      canonicalUrl: null,
    },
  )
  assert.deepEqual((await shop.api.get(`/web-pages/${made.id}`)).body, made)
  assert.equal((await visit(service, made.url)).status, 404)
})

test('a store with the same name gets another handle, and each has its own pages', async () => {
  const [one, other] = [await service.shop('Twins'), await service.shop('Twins!')]
  const [first, second] = [await published(one.api, { slug: 'a' }), await published(other.api, { slug: 'a' })]
  assert.match(first.url, /\/p\/twins\/a$/)
  assert.match(second.url, /\/p\/twins-[0-9a-f]{10}\/a$/)
})

test('each change creates the next version, and shoppers see the last published one', async () => {
  const shop = await service.shop()
  const made = await published(shop.api, { title: 'First' })
  assert.deepEqual([made.status, made.version, made.publishedVersion], ['published', 1, 1])
  const changed = await shop.api.patch(`/web-pages/${made.id}`, { title: 'Second', version: 1 })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.version, changed.body.publishedVersion, changed.body.status], [2, 1, 'published'])
  assert.match((await visit(service, made.url)).text, /<h1[^>]*>First<\/h1>/)
  assert.equal((await shop.api.post(`/web-pages/${made.id}/publish`)).body.publishedVersion, 2)
  assert.match((await visit(service, made.url)).text, /<h1[^>]*>Second<\/h1>/)
  const taken = await shop.api.post(`/web-pages/${made.id}/unpublish`)
  assert.deepEqual([taken.body.status, taken.body.publishedAt], ['draft', null])
  assert.equal((await visit(service, made.url)).status, 404)
})

test('an edit of an older version is refused and changes nothing', async () => {
  const shop = await service.shop()
  const { id } = await page(shop.api)
  await shop.api.patch(`/web-pages/${id}`, { title: 'Second', version: 1 })
  for (const [method, path] of [
    ['PATCH', ''],
    ['POST', '/publish'],
    ['POST', '/versions/1/restore'],
  ] as const) {
    const stale = await shop.api.call(method, `/web-pages/${id}${path}`, { title: 'Mine', version: 1 })
    assert.deepEqual([stale.status, stale.body.code], [409, 'conflict'], path)
  }
  const { body } = await shop.api.get(`/web-pages/${id}`)
  assert.deepEqual([body.version, body.title, body.status], [2, 'Second', 'draft'])
})

test('only one of several edits of a version succeeds; edits without a version all apply', async () => {
  const shop = await service.shop()
  const { id } = await page(shop.api)
  const patch = (body: object) => shop.api.patch(`/web-pages/${id}`, body)
  const stale = await Promise.all(['A', 'B', 'C'].map((title) => patch({ title, version: 1 })))
  assert.deepEqual(stale.map(({ status }) => status).sort(), [200, 409, 409])
  const free = await Promise.all(['D', 'E', 'F'].map((title) => patch({ title })))
  assert.deepEqual(free.map(({ body }) => body.version).sort(), [3, 4, 5])
})

test('two concurrent publish requests publish once', async () => {
  const shop = await service.shop()
  const { id } = await page(shop.api)
  const both = await Promise.all([1, 2].map(() => shop.api.post(`/web-pages/${id}/publish`)))
  assert.deepEqual(
    both.map(({ status, body }) => [status, body.publishedVersion]),
    [
      [200, 1],
      [200, 1],
    ],
  )
  const lines = (await auditLines(service, shop)).filter(({ action }) => action === 'web_page.published')
  assert.equal(lines.length, 1)
})

test('restoring an earlier version creates the next version', async () => {
  const shop = await service.shop()
  const { id } = await page(shop.api, { title: 'One', blocks: [{ type: 'markdown', text: 'Text' }] })
  await shop.api.patch(`/web-pages/${id}`, { title: 'Two', blocks: [] })
  const back = await shop.api.post(`/web-pages/${id}/versions/1/restore`)
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(
    [back.body.version, back.body.title, back.body.blocks],
    [3, 'One', [{ type: 'markdown', text: 'Text' }]],
  )
  const { body } = await shop.api.get(`/web-pages/${id}/versions?includeTotal=true`)
  assert.deepEqual(
    body.data.map(({ version, title, isPublished }: Record<string, unknown>) => [version, title, isPublished]),
    [
      [3, 'One', false],
      [2, 'Two', false],
      [1, 'One', false],
    ],
  )
  assert.equal(body.pagination.total, 3)
  assert.equal(body.data[0].createdBy.type, 'key')
  const first = await shop.api.get(`/web-pages/${id}/versions?limit=2`)
  const next = await shop.api.get(`/web-pages/${id}/versions?limit=2&cursor=${first.body.pagination.nextCursor}`)
  assert.deepEqual([next.body.data.length, next.body.pagination.hasMore], [1, false])
  assert.equal((await shop.api.post(`/web-pages/${id}/versions/9/restore`)).status, 404)
  assert.equal((await shop.api.get(`/web-pages/${nobody}/versions`)).status, 404)
})

test('the newest versions and the published version survive the deletion of old versions', async () => {
  const shop = await service.shop()
  const { id, url } = await published(shop.api, { title: 'Shown' })
  for (let i = 0; i < limits.versions + 2; i++) await shop.api.patch(`/web-pages/${id}`, { title: `Change ${i}` })
  const { body } = await shop.api.get(`/web-pages/${id}/versions?includeTotal=true&limit=1`)
  assert.equal(body.pagination.total, limits.versions + 1)
  assert.match((await visit(service, url)).text, /<h1[^>]*>Shown</)
})

test('a slug belongs to one page; a former slug redirects until another page takes it', async () => {
  const shop = await service.shop('Slugs')
  const one = await published(shop.api, { slug: 'first' })
  const taken = await shop.api.post('/web-pages', { kind: 'landing', slug: 'first', title: 'T' })
  assert.deepEqual([taken.status, taken.body.code], [409, 'slug_taken'])
  const moved = await shop.api.patch(`/web-pages/${one.id}`, { slug: 'second' })
  assert.match(moved.body.url, /\/p\/slugs\/second$/)
  assert.deepEqual([moved.body.version, moved.body.publishedVersion], [2, 2])
  const led = await visit(service, `${one.url}?locale=de`)
  assert.deepEqual([led.status, led.headers.location], [301, `${moved.body.url}?locale=de`])
  assert.equal((await visit(service, moved.body.url)).status, 200)
  const other = await published(shop.api, { slug: 'first', title: 'Another' })
  assert.match((await visit(service, other.url)).text, /Another/)
  const clash = await shop.api.patch(`/web-pages/${one.id}`, { slug: 'first' })
  assert.deepEqual([clash.status, clash.body.code], [409, 'slug_taken'])
  await shop.api.patch(`/web-pages/${other.id}`, { slug: 'third' })
  await shop.api.patch(`/web-pages/${one.id}`, { slug: 'first' })
  assert.equal((await visit(service, one.url)).status, 200)
  assert.equal((await visit(service, moved.body.url)).status, 301)
  await shop.api.post(`/web-pages/${one.id}/unpublish`)
  assert.equal((await visit(service, moved.body.url)).status, 404)
})

test('exactly one of several concurrent claims of a slug succeeds', async () => {
  const shop = await service.shop()
  const all = await Promise.all(
    [1, 2, 3].map(() => shop.api.post('/web-pages', { kind: 'landing', slug: 'race', title: 'T' })),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, 409, 409])
})

test('slugs are lower case letters, digits and single hyphens', async () => {
  const { api } = await service.shop()
  const bad = [
    '',
    '-a',
    'a-',
    'a--b',
    'A',
    'ä',
    'a b',
    'a/b',
    '..',
    '%2e',
    'a.b',
    'a\u0000',
    'а',
    'a'.repeat(81),
    'a\n',
  ]
  for (const slug of bad) {
    const { status, body } = await api.post('/web-pages', { kind: 'landing', slug, title: 'T' })
    assert.equal(status, 400, `${JSON.stringify(slug)} ${JSON.stringify(body)}`)
  }
  assert.equal((await page(api, { slug: 'a'.repeat(80) })).slug.length, 80)
})

test('invalid or too large content is refused, and the error names the field', async () => {
  const { api } = await service.shop()
  const text = (length: number) => 'x'.repeat(length)
  const refused: [object, string][] = [
    [{ title: '' }, '/title'],
    [{ title: '   ' }, '/title'],
    [{ title: text(151) }, '/title'],
    [{ title: 'a\u0000' }, '/title'],
    [{ description: text(301) }, '/description'],
    [{ kind: 'shop' }, '/kind'],
    [{ blocks: Array(51).fill({ type: 'reviews' }) }, '/blocks'],
    [{ blocks: [{ type: 'markdown', text: text(20_001) }] }, '/blocks/0/text'],
    [{ blocks: [{ type: 'markdown' }] }, '/blocks/0/text'],
    [{ blocks: [{ type: 'gallery' }] }, '/blocks/0/galleryId'],
    [{ blocks: [{ type: 'products' }] }, '/blocks/0/productIds'],
    [{ blocks: [{ type: 'button', url: '/x' }] }, '/blocks/0/label'],
    [{ blocks: [{ type: 'button', label: 'Go' }] }, '/blocks/0/url'],
    [{ blocks: [{ type: 'script' }] }, '/blocks/0/type'],
    [{ blocks: [{ type: 'reviews', limit: 51 }] }, '/blocks/0/limit'],
    [{ translations: { de: { title: text(151) } } }, '/translations/de/title'],
    [{ translations: { de: { blocks: [{ type: 'markdown' }] } } }, '/translations/de/blocks/0/text'],
    [{ translations: { 'not a tag': {} } }, '/translations'],
    [{ locale: 'x' }, '/locale'],
  ]
  for (const [more, path] of refused) {
    const { status, body } = await api.post('/web-pages', { kind: 'landing', slug: 'limits', title: 'T', ...more })
    assert.equal(status, 400, JSON.stringify(more).slice(0, 100))
    assert.ok(
      body.details.some((each: { path: string }) => each.path.startsWith(path)),
      `${path}: ${JSON.stringify(body.details)}`,
    )
  }
  const most = { title: text(150), description: text(300), blocks: [{ type: 'markdown', text: text(20_000) }] }
  assert.equal((await page(api, most)).title.length, 150)
  const languages = Array.from({ length: 3 }, (_, i) => [['de', 'fr', 'es'][i], {}])
  const huge = Array(40).fill({ type: 'markdown', text: text(20_000) })
  const over = await api.post('/web-pages', {
    kind: 'landing',
    slug: 'over',
    title: 'T',
    blocks: huge,
    translations: Object.fromEntries(languages.map(([tag]) => [tag, { blocks: huge }])),
  })
  assert.deepEqual([over.status, over.body.details[0].path], [400, '/blocks'])
})

test('a canonical URL must be on an origin of the store', async () => {
  const { api } = await service.shop()
  const said = async (canonicalUrl: string) =>
    (
      await api.post('/web-pages', {
        kind: 'landing',
        slug: `c-${Math.random().toString(36).slice(2)}`,
        title: 'T',
        canonicalUrl,
      })
    ).status
  for (const url of ['https://shop.example.com/pages/about', 'https://www.shop.example.com/?a=1'])
    assert.equal(await said(url), 201, url)
  for (const url of [
    'https://other.example.com/',
    'http://shop.example.com/',
    'https://shop.example.com.evil.example/',
    'https://shop.example.com@evil.example/',
    'https://a:b@shop.example.com/',
    'javascript:alert(1)',
    '/pages/about',
    'x',
  ])
    assert.equal(await said(url), 400, url)
})

test('products and galleries of another store are not found, and nothing is written', async () => {
  const [mine, theirs] = [await service.shop(), await service.shop()]
  const product = await addProduct(theirs)
  const gallery = (await theirs.api.post('/galleries', { name: 'G' })).body.id
  const own = await page(mine.api)
  for (const block of [
    { type: 'products', productIds: [product] },
    { type: 'reviews', productIds: [product] },
    { type: 'gallery', galleryId: gallery },
    { type: 'gallery', galleryId: nobody },
  ]) {
    const body = { kind: 'landing', slug: 'theirs', title: 'T' }
    assert.equal((await mine.api.post('/web-pages', { ...body, blocks: [block] })).status, 404)
    assert.equal(
      (await mine.api.post('/web-pages', { ...body, translations: { de: { blocks: [block] } } })).status,
      404,
    )
    assert.equal((await mine.api.patch(`/web-pages/${own.id}`, { blocks: [block] })).status, 404)
    assert.equal((await mine.api.post(`/web-pages/${own.id}/preview`, { blocks: [block] })).status, 404)
  }
  const { data } = (await mine.api.get('/web-pages')).body
  assert.deepEqual([data.length, data[0].version], [1, 1])
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/publish'],
    ['POST', '/unpublish'],
    ['POST', '/preview'],
    ['GET', '/versions'],
    ['POST', '/versions/1/restore'],
  ] as const)
    assert.equal((await theirs.api.call(method, `/web-pages/${own.id}${path}`, {})).status, 404, `${method} ${path}`)
})

test('lists show pages without their content', async () => {
  const { api } = await service.shop()
  const draft = await page(api, { kind: 'faq' })
  const shown = await published(api, { kind: 'reviews' })
  const { data } = (await api.get('/web-pages')).body
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [shown.id, draft.id],
  )
  assert.equal('blocks' in data[0], false)
  const ids = async (query: string) =>
    (await api.get(`/web-pages?${query}`)).body.data.map((each: { id: string }) => each.id)
  assert.deepEqual(await ids('status=published'), [shown.id])
  assert.deepEqual(await ids('status=draft'), [draft.id])
  assert.deepEqual(await ids('status=draft,published'), [shown.id, draft.id])
  assert.deepEqual(await ids('kind=faq'), [draft.id])
})

test('members write; admins publish, delete and set the handle', async () => {
  const shop = await service.shop()
  const [member, viewer] = [await shop.as('MEMBER'), await shop.as('VIEWER')]
  const { id } = await page(member)
  assert.equal((await member.patch(`/web-pages/${id}`, { title: 'T' })).status, 200)
  assert.equal((await member.post(`/web-pages/${id}/preview`)).status, 200)
  for (const [method, path, body] of [
    ['POST', `/web-pages/${id}/publish`, {}],
    ['POST', `/web-pages/${id}/unpublish`, {}],
    ['DELETE', `/web-pages/${id}`, undefined],
    ['PUT', '/web-pages/settings', { handle: 'mine-now' }],
  ] as const)
    assert.equal((await member.call(method, path, body)).body.code, 'role_insufficient', path)
  assert.equal((await viewer.get(`/web-pages/${id}`)).status, 200)
  assert.equal((await viewer.patch(`/web-pages/${id}`, { title: 'T' })).body.code, 'role_read_only')
  assert.equal((await (await shop.as('ADMIN', ['galleries:write'])).get('/web-pages')).body.code, 'scope_denied')
  assert.equal((await shop.api.delete(`/web-pages/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/web-pages/${id}`)).status, 404)
})

test('a handle belongs to one store; a former handle redirects and stays reserved', async () => {
  const [one, other] = [await service.shop(), await service.shop()]
  await setHandle(one, 'acme')
  const taken = await other.api.put('/web-pages/settings', { handle: 'acme' })
  assert.deepEqual([taken.status, taken.body.code], [409, 'handle_taken'])
  const { url } = await published(one.api, { slug: 'about' })
  const address = await setHandle(one, 'acme-mugs')
  const led = await visit(service, `${url}?page=2`)
  assert.deepEqual([led.status, led.headers.location], [301, `${address}about?page=2`])
  assert.equal((await visit(service, `${address}about`)).status, 200)
  assert.equal((await other.api.put('/web-pages/settings', { handle: 'acme' })).status, 409)
  assert.deepEqual((await one.api.get('/web-pages/settings')).body, {
    handle: 'acme-mugs',
    baseUrl: address,
    formerHandles: ['acme'],
  })
  await setHandle(one, 'acme')
  assert.equal((await visit(service, url)).status, 200)
  assert.equal((await visit(service, `${address}about`)).status, 301)
  const changes = (await auditLines(service, one)).filter(({ action }) => action === 'web_pages.handle_changed')
  assert.deepEqual(
    changes.map(({ details }) => details),
    [
      { from: null, to: 'acme' },
      { from: 'acme', to: 'acme-mugs' },
      { from: 'acme-mugs', to: 'acme' },
    ],
  )
})

test('one of several concurrent claims of a handle succeeds; the sixth former handle becomes free', async () => {
  const shops = await Promise.all([1, 2, 3].map(() => service.shop()))
  const all = await Promise.all(shops.map(({ api }) => api.put('/web-pages/settings', { handle: 'wanted' })))
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 409, 409])
  const winner = shops[all.findIndex(({ status }) => status === 200)] ?? assert.fail()
  const loser = shops[all.findIndex(({ status }) => status === 409)] ?? assert.fail()
  for (let i = 0; i < 6; i++) {
    service.advance(1_000)
    await setHandle(winner, `wanted-${i}`)
  }
  assert.equal((await winner.api.get('/web-pages/settings')).body.formerHandles.length, 5)
  assert.equal((await loser.api.put('/web-pages/settings', { handle: 'wanted' })).status, 200)
})

test('handles have the same form as slugs', async () => {
  const { api } = await service.shop()
  for (const handle of ['', 'a', '-ab', 'ab-', 'a--b', 'AB', 'ä1', 'a/b', '..', 'a\u0000b', 'x'.repeat(64), null, 7])
    assert.equal((await api.put('/web-pages/settings', { handle })).status, 400, String(handle))
})
