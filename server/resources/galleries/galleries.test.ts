import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { photo as picture } from '#test/pictures.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'

let tiny: Buffer
const service = provideService({}, async () => {
  tiny = await picture(40, 30).jpeg().toBuffer()
})

async function illustrated(shop: Shop, more: object = {}): Promise<{ review: string; photo: string }> {
  const review = await addReview(service, shop, { productId: await addProduct(shop), status: 'approved', ...more })
  const storageKey = newPhotoKey(shop.storeEnvId, service.service.services.clock.now(), 'webp')
  await service.service.db.store(shop, 'write', (tx) =>
    addPhotos(tx, review, [{ storageKey, width: 640, height: 480, variants: ['card.webp'] }]),
  )
  return { review, photo: (await shop.api.get(`/reviews/${review}`)).body.photos[0].id }
}

async function gallery(shop: Shop, more: object = {}): Promise<string> {
  const { status, body, text } = await shop.api.post('/galleries', { name: 'Home', status: 'published', ...more })
  assert.equal(status, 201, text)
  return body.id
}

const shown = async (shop: Shop, id: string, query = '') => {
  const { status, body, text } = await shop.storefront.get(`/storefront/galleries/${id}${query}`)
  assert.equal(status, 200, text)
  return body
}

async function added(shop: Shop, id: string, items: object[]) {
  const { status, body, text } = await shop.api.post(`/galleries/${id}/items`, { items })
  assert.equal(status, 201, text)
  return body.data
}

test('shoppers never get a draft, and see a published gallery on the next request', async () => {
  const shop = await service.shop()
  const id = await gallery(shop, { status: 'draft', title: ' Seen at home ', description: '**Yours** <b>' })
  assert.equal((await shop.storefront.get(`/storefront/galleries/${id}`)).status, 404)
  await shop.api.patch(`/galleries/${id}`, { status: 'published', layout: 'masonry', columns: 4 })
  const { pagination, ...rest } = await shown(shop, id)
  assert.deepEqual(rest, {
    id,
    title: 'Seen at home',
    descriptionHtml: '<p><strong>Yours</strong> &lt;b&gt;</p>\n',
    layout: 'masonry',
    columns: 4,
    items: [],
    leadForm: null,
  })
  assert.equal(pagination.hasMore, false)
  await shop.api.patch(`/galleries/${id}`, { status: 'draft' })
  assert.equal((await shop.storefront.get(`/storefront/galleries/${id}`)).status, 404)
})

test('a gallery shows a photo only while it is permitted and its review approved', async () => {
  const shop = await service.shop()
  const id = await gallery(shop)
  const formed = await illustrated(shop, { source: 'widget_form' })
  const pushed = await illustrated(shop, { source: 'api' })
  const [mine, theirs] = await added(shop, id, [{ reviewPhotoId: formed.photo }, { reviewPhotoId: pushed.photo }])
  assert.deepEqual([mine.permission, mine.permissionBy], ['granted', { type: 'visitor' }])
  assert.deepEqual([theirs.permission, theirs.permissionBy, theirs.permissionAt], ['pending', null, null])
  const ids = async () => (await shown(shop, id)).items.map((item: { id: string }) => item.id)
  assert.deepEqual(await ids(), [mine.id])
  const granted = await shop.api.patch(`/galleries/${id}/items/${theirs.id}`, { permission: 'granted' })
  assert.equal(granted.body.permissionBy.type, 'key')
  assert.ok(granted.body.permissionAt)
  assert.deepEqual(await ids(), [mine.id, theirs.id])
  await shop.api.put(`/reviews/${formed.review}`, { status: 'rejected' })
  assert.deepEqual(await ids(), [theirs.id])
  await shop.api.patch(`/galleries/${id}/items/${theirs.id}`, { permission: 'declined' })
  assert.deepEqual(await ids(), [])
})

test("an item shows its texts in the reader's language, with active products only", async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'cup', title: 'Cup' },
    { platformProductId: 'gone', title: 'Gone', status: 'archived' },
  ])
  const findProductId = async (id: string) => (await shop.api.get(`/products/by-platform-id/${id}`)).body.id
  const id = await gallery(shop, { title: 'At home', locale: 'en', translations: { de: { title: 'Zuhause' } } })
  const { photo } = await illustrated(shop, { source: 'email_form' })
  await added(shop, id, [
    {
      reviewPhotoId: photo,
      caption: 'By the window ☕',
      alt: 'A mug',
      productIds: [await findProductId('gone'), await findProductId('cup')],
      translations: { de: { caption: 'Am Fenster' } },
    },
  ])
  const { title, items } = await shown(shop, id, '?locale=de-AT')
  const [{ url, cardUrl, thumbUrl, id: _, authorName: __, ...item }] = items
  assert.equal(title, 'Zuhause')
  assert.match(url, /\/media\/photos\//)
  assert.match(cardUrl, /card\.webp$/)
  assert.equal(thumbUrl, null)
  assert.deepEqual(item, {
    width: 640,
    height: 480,
    alt: 'A mug',
    caption: 'Am Fenster',
    incentive: null,
    products: [{ platformProductId: 'cup', title: 'Cup', url: null, imageUrl: null }],
  })
})

test('listed galleries have their first four pictures in order, and counts of placements and pages', async () => {
  const shop = await service.shop()
  const [full, empty] = [await gallery(shop), await gallery(shop, { name: 'Empty' })]
  const shots = await Promise.all(Array.from({ length: 4 }, () => illustrated(shop)))
  const photos = await added(
    shop,
    full,
    shots.map(({ photo }) => ({ reviewPhotoId: photo })),
  )
  const [own] = await added(shop, full, [{ uploadId: await uploaded(shop.api) }])
  await shop.api.put(`/galleries/${full}/items/order`, {
    ids: [own, ...photos].map(({ id }: { id: string }) => id),
  })
  const placed = { name: 'Home', widget: 'gallery', pageType: 'home', selector: 'main', insert: 'append' }
  for (const status of ['draft', 'published'])
    await shop.api.post('/placements', { ...placed, status, settings: { galleryId: full } })
  const page = await shop.api.post('/web-pages', {
    kind: 'gallery',
    slug: 'seen',
    title: 'Seen',
    blocks: [{ type: 'gallery', galleryId: full }],
  })
  const listed = async () =>
    (await shop.api.get('/galleries')).body.data.map((row: Record<string, unknown>) => ({
      id: row.id,
      pictures: (row.firstPictures as string[]).map((url) => new URL(url).pathname),
      shown: [row.placementCount, row.webPageCount],
    }))
  const pathOf = ({ cardUrl, url }: { cardUrl: string | null; url: string }) => new URL(cardUrl ?? url).pathname
  const [{ cardUrl, url }] = (await shop.api.get(`/galleries/${full}/items`)).body.data
  assert.deepEqual(await listed(), [
    { id: empty, pictures: [], shown: [0, 0] },
    { id: full, pictures: [pathOf({ cardUrl, url }), ...photos.slice(0, 3).map(pathOf)], shown: [1, 0] },
  ])
  await shop.api.post(`/web-pages/${page.body.id}/publish`)
  assert.deepEqual((await listed())[1].shown, [1, 1])
  const { body } = await shop.api.get(`/galleries/${full}`)
  assert.equal(await openedWithKey(body.firstPictures[0]), 200, 'the address of an upload nobody sees yet is signed')
})

const openedWithKey = async (url: string) => {
  const { pathname, search } = new URL(url)
  return (await service.app.inject({ url: pathname + search })).statusCode
}

test('a photo is in a gallery once, and a refused call adds nothing', async () => {
  const shop = await service.shop()
  const other = await service.shop()
  const id = await gallery(shop)
  const [one, two] = [await illustrated(shop), await illustrated(shop)]
  const foreign = await illustrated(other)
  const add = async (...items: object[]) => (await shop.api.post(`/galleries/${id}/items`, { items })).status
  const item = ({ photo }: { photo: string }) => ({ reviewPhotoId: photo })
  assert.equal(await add(item(one), item(one)), 400)
  assert.equal(await add(item(one), item(foreign)), 404)
  assert.equal(await add({ ...item(one), productIds: [await addProduct(other)] }), 404)
  assert.equal(await add({ ...item(one), caption: 'x'.repeat(301) }), 400)
  assert.equal(await add(), 400)
  assert.deepEqual((await shop.api.get(`/galleries/${id}/items`)).body.data, [])
  assert.deepEqual((await Promise.all([add(item(one)), add(item(one))])).sort(), [201, 409])
  assert.equal(await add(item(two), item(one)), 409)
  assert.equal((await shop.api.get(`/galleries/${id}`)).body.itemCount, 1)
  assert.equal((await other.api.get(`/galleries/${id}/items`)).status, 404)
  assert.equal((await other.storefront.get(`/storefront/galleries/${id}`)).status, 404)
})

test('paging through a changing gallery of 500 photos returns each photo exactly once', async () => {
  const shop = await service.shop()
  const id = await gallery(shop)
  const product = await addProduct(shop)
  const reviews: string[] = []
  const photos: string[] = []
  for (let n = 0; n < 5; n++) {
    const review = await addReview(service, shop, { productId: product, status: 'approved', source: 'widget_form' })
    const now = service.service.services.clock.now()
    const keys = Array.from({ length: 100 }, () => newPhotoKey(shop.storeEnvId, now, 'webp'))
    await service.service.db.store(shop, 'write', (tx) =>
      addPhotos(
        tx,
        review,
        keys.map((storageKey) => ({ storageKey, width: 640, height: 480 })),
      ),
    )
    reviews.push(review)
    photos.push(...(await shop.api.get(`/reviews/${review}`)).body.photos.map((each: { id: string }) => each.id))
  }
  for (let n = 0; n < 500; n += 100)
    await added(
      shop,
      id,
      photos.slice(n, n + 100).map((reviewPhotoId) => ({ reviewPhotoId })),
    )
  assert.equal((await shop.api.post(`/galleries/${id}/items`, { items: [{ reviewPhotoId: photos[0] }] })).status, 409)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 10; page++) {
    const { items, pagination } = await shown(shop, id, `?limit=100${cursor && `&cursor=${cursor}`}`)
    seen.push(...items.map((item: { id: string }) => item.id))
    if (page === 0) for (const n of [0, 3]) await shop.api.put(`/reviews/${reviews[n]}`, { status: 'rejected' })
    if (pagination.nextCursor === null) break
    cursor = encodeURIComponent(pagination.nextCursor)
  }
  assert.deepEqual([seen.length, new Set(seen).size], [400, 400])
  const first = await shown(shop, id, '?limit=100&includeTotal=true')
  assert.deepEqual([first.items.length, first.pagination.total], [100, 300])
})

test('concurrent edits of a gallery or its translations get 409, except the first', async () => {
  const shop = await service.shop()
  const id = await gallery(shop)
  const change = (changes: object) => shop.api.patch(`/galleries/${id}`, changes)
  const { updatedAt } = (await shop.api.get(`/galleries/${id}`)).body
  const both = await Promise.all(
    ['de', 'fr', 'pt'].map((language) => change({ translations: { [language]: { title: language } }, updatedAt })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409, 409])
  const [first] = both.filter(({ status }) => status === 200)
  const { translations } = (await shop.api.get(`/galleries/${id}`)).body
  assert.deepEqual(translations, first?.body.translations)
  const stale = await change({ name: 'Mine', updatedAt })
  assert.deepEqual([stale.status, stale.body.code], [409, 'conflict'])
  assert.equal((await change({ name: 'Mine' })).body.name, 'Mine')
})

test('a new sort order must name every item once; one of two concurrent changes wins completely', async () => {
  const shop = await service.shop()
  const id = await gallery(shop)
  const photos = [await illustrated(shop), await illustrated(shop), await illustrated(shop)]
  const items = await added(
    shop,
    id,
    photos.map(({ photo }) => ({ reviewPhotoId: photo, permission: 'granted' })),
  )
  const ids: string[] = items.map((item: { id: string }) => item.id)
  const order = (wanted: string[]) => shop.api.put(`/galleries/${id}/items/order`, { ids: wanted })
  assert.equal((await order(ids.slice(1))).status, 400)
  assert.equal((await order([...ids, ids[0] ?? ''])).status, 400)
  assert.equal((await order([...ids.slice(1), id])).status, 404)
  const backwards = ids.toReversed()
  await Promise.all([order(backwards), order(ids)])
  const seen = (await shown(shop, id)).items.map((item: { id: string }) => item.id)
  assert.ok([ids.join(), backwards.join()].includes(seen.join()))
  const first = await shown(shop, id, '?limit=2')
  const rest = await shown(shop, id, `?limit=2&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual(
    [...first.items, ...rest.items].map((item: { id: string }) => item.id),
    seen,
  )
})

test('candidates are photos of approved reviews, independent of the rating', async () => {
  const shop = await service.shop()
  const id = await gallery(shop)
  const bad = await illustrated(shop, { rating: 1 })
  await illustrated(shop, { status: 'pending' })
  const { data } = (await shop.api.get(`/galleries/${id}/candidates`)).body
  assert.deepEqual(
    data.map(({ reviewPhotoId, rating, itemId }: Record<string, unknown>) => [reviewPhotoId, rating, itemId]),
    [[bad.photo, 1, null]],
  )
})

async function uploaded(api: Api, path = '/uploads'): Promise<string> {
  const { status, body, text } = await api.call('POST', path, tiny, { 'content-type': 'image/jpeg' })
  assert.equal(status, 201, text)
  return body.id
}

const opened = async (url: string) => (await service.app.inject({ url: new URL(url).pathname })).statusCode

test('an uploaded picture is public once permitted, and is deleted with its last gallery', async () => {
  const shop = await service.shop()
  const [one, two] = [await gallery(shop), await gallery(shop)]
  const uploadId = await uploaded(shop.api)
  const [item] = await added(shop, one, [{ uploadId, alt: 'Our workshop' }])
  assert.deepEqual(
    [item.uploadId, item.reviewPhotoId, item.reviewId, item.authorName, item.permission, item.isShown],
    [uploadId, null, null, null, 'pending', false],
  )
  assert.equal((await shop.api.get(`/uploads/${uploadId}`)).status, 404, 'it waits for nobody any more')
  assert.deepEqual((await shown(shop, one)).items, [])
  assert.equal(await opened(item.url), 404)
  await shop.api.patch(`/galleries/${one}/items/${item.id}`, { permission: 'granted' })
  const [seen] = (await shown(shop, one)).items
  assert.deepEqual([seen.authorName, seen.incentive, seen.alt, seen.width], [null, null, 'Our workshop', 40])
  assert.equal(await opened(seen.url), 200)
  assert.equal(await opened(seen.thumbUrl), 200)
  const [again] = await added(shop, two, [{ uploadId }])
  await shop.api.patch(`/galleries/${one}`, { status: 'draft' })
  assert.equal(await opened(seen.url), 404, 'no gallery that is published shows it')
  await shop.api.delete(`/galleries/${one}`)
  await service.runJobs()
  const key = new URL(seen.url).pathname.slice('/media/'.length)
  assert.ok(await service.service.services.storage.exists(key))
  assert.equal((await shop.api.delete(`/galleries/${two}/items/${again.id}`)).status, 204)
  await service.runJobs()
  assert.equal(await service.service.services.storage.exists(key), false)
})

test("only the store's own uploads can be added, each once; refused requests leave uploads unchanged", async () => {
  const shop = await service.shop()
  const other = await service.shop()
  const id = await gallery(shop)
  const { photo } = await illustrated(shop)
  const [mine, foreign] = [await uploaded(shop.api), await uploaded(other.api)]
  const shoppers = await uploaded(shop.storefront, '/storefront/uploads')
  const add = async (...items: object[]) => (await shop.api.post(`/galleries/${id}/items`, { items })).status
  assert.equal(await add({ uploadId: mine }, { uploadId: foreign }), 404)
  assert.equal(await add({ uploadId: shoppers }), 404)
  assert.equal(await add({ uploadId: mine, reviewPhotoId: photo }), 400)
  assert.equal(await add({ caption: 'Of nothing' }), 400)
  assert.equal(await add({ uploadId: mine }, { uploadId: mine.toUpperCase() }), 400)
  assert.equal((await shop.api.get(`/uploads/${mine}`)).status, 200)
  assert.deepEqual((await Promise.all([add({ uploadId: mine }), add({ uploadId: mine })])).sort(), [201, 409])
  assert.equal((await shop.api.get(`/galleries/${id}`)).body.itemCount, 1)
})

test('photos to choose from are sorted by time or by product, on every page', async () => {
  const shop = await service.shop()
  const id = await gallery(shop)
  const photos: Record<string, string> = {}
  for (const [name, title] of [
    ['first', 'Vase'],
    ['second', 'apron'],
    ['third', 'Mug'],
  ] as const) {
    await shop.api.put('/products', [{ platformProductId: name, title }])
    const { id: productId } = (await shop.api.get(`/products/by-platform-id/${name}`)).body
    photos[name] = (await illustrated(shop, { productId })).photo
    service.advance(1_000)
  }
  const read = async (query: string) => {
    const seen: (string | undefined)[] = []
    let cursor = ''
    do {
      const { body, text, status } = await shop.api.get(`/galleries/${id}/candidates?limit=1${query}${cursor}`)
      assert.equal(status, 200, text)
      for (const { reviewPhotoId } of body.data)
        seen.push(Object.keys(photos).find((name) => photos[name] === reviewPhotoId))
      cursor = body.pagination.nextCursor ? `&cursor=${body.pagination.nextCursor}` : ''
    } while (cursor !== '')
    return seen
  }
  assert.deepEqual(await read(''), ['third', 'second', 'first'])
  assert.deepEqual(await read('&sort=newest'), ['third', 'second', 'first'])
  assert.deepEqual(await read('&sort=oldest'), ['first', 'second', 'third'])
  assert.deepEqual(await read('&sort=product'), ['second', 'third', 'first'])
  assert.equal((await shop.api.get(`/galleries/${id}/candidates?sort=rating`)).status, 400)
})
