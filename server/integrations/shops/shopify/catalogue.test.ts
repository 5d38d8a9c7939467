import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  addProduct,
  createShopData,
  type FakeShopify,
  lazyProducts,
  makeVariant,
  nextId,
  startShopify,
} from '#test/fakes/shops/shopify.ts'
import { createTools, makeConnection, readAll, type TestTools } from '#test/shop-tools.ts'
import { type IdentifierSources, type Position, type Shop, ShopFailure, type ShopProduct } from '../shop.ts'
import { createShopify } from './shopify.ts'

let fake: FakeShopify
let tools: TestTools
let clock = Date.now()

before(async () => {
  fake = await startShopify({ now: () => clock })
})
after(() => fake.close())
beforeEach(() => {
  clock = Date.parse('2026-11-20T10:00:00Z')
  tools = createTools({ at: clock })
  const { wait } = tools
  tools.wait = async (ms) => {
    await wait(ms)
    clock += ms
  }
  fake.data = createShopData()
  fake.calls.length = 0
  fake.failures.length = 0
  fake.bucket = null
  Object.assign(fake.bulk, {
    polls: 0,
    order: 'apart',
    end: 'COMPLETED',
    errorCode: null,
    cutAt: null,
    breakAt: null,
    leaveOut: null,
    busy: false,
  })
})

function open(identifiers?: IdentifierSources): Shop {
  const platform = createShopify(fake.origin)
  return platform.open(
    makeConnection({
      credentials: { accessToken: 'shpat_good', clientSecret: 's' },
      identifiers: identifiers ?? platform.identifiers,
    }),
    tools,
  )
}

async function readCatalogue(shop = open()) {
  const { items, last } = await readAll((from: Position | null) => shop.readProducts(from))
  const variants = items.reduce((sum, { variants }) => sum + variants.length, 0)
  const verdict = await shop.verify({ products: items.length, variants, last })
  return { items, verdict, last }
}

const byId = (items: readonly ShopProduct[], id: number) =>
  items.find(({ platformProductId }) => platformProductId === String(id))

describe('a catalogue of Shopify', () => {
  it('a catalogue of Shopify is read with identifiers, collections, addresses and the shop’s currency', async () => {
    const [shoes, sale] = [nextId(), nextId()]
    const product = addProduct(fake.data, {
      title: 'Läufer №1',
      vendor: 'Nordlauf',
      image: 'https://cdn.example/1.jpg',
      description: 'Runs.',
      collections: [shoes, sale],
      metafields: { 'custom.mpn': 'P-1' },
      variants: [
        makeVariant({
          title: '42',
          sku: 'L-42',
          barcode: 'free text, not a barcode',
          image: 'https://cdn.example/42.jpg',
        }),
        makeVariant({ title: '43', sku: '', barcode: '4006381333931', metafields: { 'custom.mpn': 'V-43' } }),
      ],
    })
    const { items, verdict } = await readCatalogue()
    assert.deepEqual(verdict, { isWhole: true })
    assert.equal(items.length, 1)
    const [found] = items
    assert.deepEqual(
      { ...found, variants: undefined, updatedAt: undefined },
      {
        platformProductId: String(product.id),
        title: 'Läufer №1',
        handle: product.handle,
        url: product.onlineStoreUrl,
        imageUrl: 'https://cdn.example/1.jpg',
        description: 'Runs.',
        status: 'active',
        categoryIds: [String(shoes), String(sale)],
        groupKey: null,
        variants: undefined,
        updatedAt: undefined,
      },
    )
    const [first, second] = found?.variants ?? []
    assert.deepEqual(first, {
      platformVariantId: String(product.variants[0]?.id),
      title: '42',
      sku: 'L-42',
      gtin: 'free text, not a barcode',
      mpn: 'P-1',
      brand: 'Nordlauf',
      price: '19.90',
      currency: 'EUR',
      imageUrl: 'https://cdn.example/42.jpg',
    })
    assert.equal(second?.mpn, 'V-43')
    assert.equal(second?.sku, null)
  })

  it('identifiers of a Shopify catalogue come from the fields that the merchant chose', async () => {
    addProduct(fake.data, {
      productType: 'Shoe',
      variants: [makeVariant({ metafields: { 'facts.ean-13': '4006381333931' } })],
    })
    const { items } = await readCatalogue(open({ gtin: 'meta:facts.ean-13', mpn: 'sku', brand: 'productType' }))
    const [variant] = items[0]?.variants ?? []
    assert.equal(variant?.gtin, '4006381333931')
    assert.match(variant?.mpn ?? '', /^SKU-/)
    assert.equal(variant?.brand, 'Shoe')
  })

  it('a catalogue of Shopify has each product’s status, and no URL for products outside the online store', async () => {
    const draft = addProduct(fake.data, { status: 'DRAFT', onlineStoreUrl: null })
    const archived = addProduct(fake.data, { status: 'ARCHIVED' })
    const unlisted = addProduct(fake.data, { status: 'UNLISTED' })
    const { items } = await readCatalogue()
    assert.equal(byId(items, draft.id)?.status, 'draft')
    assert.equal(byId(items, draft.id)?.url, null)
    assert.equal(byId(items, archived.id)?.status, 'archived')
    assert.equal(byId(items, unlisted.id)?.status, 'active')
  })

  for (const order of ['together', 'apart', 'children first'] as const)
    it(`a catalogue of Shopify is complete when its variants are ${order}`, async () => {
      fake.bulk.order = order
      fake.data.products = lazyProducts(700, 20)
      const { items, verdict } = await readCatalogue()
      assert.deepEqual(verdict, { isWhole: true })
      assert.equal(items.length, 700)
      assert.ok(items.every(({ variants }) => variants.length === 20))
      assert.equal(new Set(items.map(({ platformProductId }) => platformProductId)).size, 700)
    })

  it('a catalogue of Shopify is returned in pages of at most 250 products and about 3,000 variants', async () => {
    fake.data.products = lazyProducts(10, 2_048)
    const shop = open()
    let next: Position | null = null
    let seen = 0
    do {
      const page = await shop.readProducts(next)
      assert.ok(page.items.length <= 250)
      assert.ok(page.items.reduce((sum, { variants }) => sum + variants.length, 0) <= 3_000 + 2_048)
      seen += page.items.length
      next = page.next
    } while (next)
    assert.equal(seen, 10)
  })

  it('a read of a Shopify catalogue continues from its position in another process, and reads each product once', async () => {
    fake.data.products = lazyProducts(1_500, 4)
    const ids: string[] = []
    let next: Position | null = null
    do {
      const shop = open()
      const page = await shop.readProducts(next)
      await shop.close?.()
      ids.push(...page.items.map(({ platformProductId }) => platformProductId))
      next = JSON.parse(JSON.stringify(page.next))
      if (page.next) assert.ok(JSON.stringify(page.next).length < 1_000)
      if (!page.next) break
    } while (next)
    assert.equal(ids.length, 1_500)
    assert.equal(new Set(ids).size, 1_500)
  })

  it('a read of a Shopify catalogue waits for an unfinished operation', async () => {
    fake.bulk.polls = 3
    addProduct(fake.data)
    const { items, verdict } = await readCatalogue()
    assert.equal(items.length, 1)
    assert.deepEqual(verdict, { isWhole: true })
    assert.deepEqual(tools.waits, [1_000, 2_000, 4_000])
  })

  it('a catalogue of Shopify without products is reported as complete', async () => {
    const { items, verdict } = await readCatalogue()
    assert.deepEqual([items, verdict], [[], { isWhole: true }])
  })

  it('a catalogue of Shopify is incomplete when its file is truncated, but its lines are returned', async () => {
    fake.data.products = lazyProducts(100, 3)
    fake.bulk.cutAt = 60_000
    const { items, verdict } = await readCatalogue()
    assert.ok(items.length > 50)
    assert.equal(verdict.isWhole, false)
  })

  it('a catalogue of Shopify with more lines than Shopify counted is incomplete, and reading stops', async () => {
    fake.data.products = lazyProducts(100, 3)
    const { download } = tools
    let more = 0
    tools.download = async (url) => {
      const chunks = await download(url)
      return (async function* () {
        yield* chunks
        for (; more < 1_000; more += 1)
          yield Buffer.from(`{"id":"gid://shopify/Product/${9_000_000 + more}"}\n`.repeat(1_000))
      })()
    }
    const { items, verdict } = await readCatalogue()
    assert.ok(items.length >= 100)
    assert.equal(verdict.isWhole, false)
    assert.ok(more < 3, `${more} pieces too many were read`)
  })

  it('a catalogue of Shopify is incomplete when a line is missing in its file', async () => {
    const product = addProduct(fake.data)
    addProduct(fake.data)
    fake.bulk.leaveOut = (line) => line.startsWith(`{"id":"gid://shopify/ProductVariant/${product.variants[0]?.id}`)
    assert.equal((await readCatalogue()).verdict.isWhole, false)
  })

  it('a catalogue of Shopify is incomplete when variants lack their product, even if the line count matches', async () => {
    const product = addProduct(fake.data)
    addProduct(fake.data)
    const { id } = product
    const other = [...(fake.data.products as Map<number, typeof product>).values()].at(-1)
    fake.bulk.leaveOut = (line) => line.startsWith(`{"id":"gid://shopify/Product/${id}"`)
    const shop = open()
    const { items, last } = await readAll((from: Position | null) => shop.readProducts(from))
    assert.equal(items.length, 1)
    assert.ok(other)
    const verdict = await open().verify({ products: 1, variants: 1, last: { ...last, objects: Number(last?.lines) } })
    assert.equal(verdict.isWhole, false)
  })

  it('a catalogue of Shopify is incomplete until its end is read', async () => {
    assert.equal((await open().verify({ products: 0, variants: 0, last: null })).isWhole, false)
  })

  it('a catalogue of Shopify is requested again after its operation failed, and the partial file is never downloaded', async () => {
    addProduct(fake.data)
    for (const end of ['FAILED', 'CANCELED', 'EXPIRED'] as const) {
      Object.assign(fake.bulk, { end, errorCode: end === 'FAILED' ? 'TIMEOUT' : null })
      const shop = open()
      const started = await shop.readProducts(null)
      fake.bulk.end = 'COMPLETED'
      const again = await shop.readProducts(started.next)
      assert.notEqual(again.next?.operation, started.next?.operation)
      assert.ok(!fake.calls.some(({ path }) => path === '/bulk'))
      const { items, last } = await readAll((from: Position | null) => shop.readProducts(from ?? again.next))
      assert.equal(items.length, 1)
      assert.deepEqual(await shop.verify({ products: 1, variants: 1, last }), { isWhole: true })
      fake.calls.length = 0
    }
  })

  it('a catalogue of Shopify that fails repeatedly is a failure of the shop', async () => {
    addProduct(fake.data)
    fake.bulk.end = 'FAILED'
    const shop = open()
    let { next } = await shop.readProducts(null)
    for (let again = 0; again < 3; again += 1) ({ next } = await shop.readProducts(next))
    await assert.rejects(shop.readProducts(next), { code: 'shop_failed' })
    assert.equal(fake.calls.filter(({ document }) => document === 'startBulk').length, 4)
  })

  it('a read of a Shopify catalogue with a slow operation is postponed, and each poll has a new position', async () => {
    addProduct(fake.data)
    fake.bulk.polls = 100
    const shop = open()
    const seen = new Set<string>()
    let { next } = await shop.readProducts(null)
    const waiting = async () => {
      for (;;) {
        assert.ok(!seen.has(JSON.stringify(next)))
        seen.add(JSON.stringify(next))
        ;({ next } = await shop.readProducts(next))
      }
    }
    await assert.rejects(waiting(), { code: 'throttled', afterMs: 30_000 })
    assert.ok(tools.waits.every((ms) => ms <= 4_000))
  })

  it("a read of a Shopify catalogue without the app's permission fails because of refused credentials", async () => {
    addProduct(fake.data)
    Object.assign(fake.bulk, { end: 'FAILED', errorCode: 'ACCESS_DENIED' })
    const shop = open()
    const { next } = await shop.readProducts(null)
    await assert.rejects(shop.readProducts(next), { code: 'credentials_refused' })
  })

  it('a catalogue of Shopify with a broken download is downloaded again from the same position', async () => {
    fake.data.products = lazyProducts(500, 10)
    fake.bulk.breakAt = 200_000
    const shop = open()
    const { next } = await shop.readProducts(null)
    await assert.rejects(shop.readProducts(next), ShopFailure)
    const { items, last } = await readAll((from: Position | null) => shop.readProducts(from ?? next))
    assert.equal(items.length, 500)
    assert.deepEqual(await shop.verify({ products: 500, variants: 5_000, last }), { isWhole: true })
  })

  it('a read of a Shopify catalogue waits for other operations of the app', async () => {
    fake.bulk.busy = true
    await assert.rejects(open().readProducts(null), { code: 'throttled', afterMs: 60_000 })
  })

  it('a Shopify catalogue preserves 64 kB titles, 40-decimal prices and titles that look like JSONL', async () => {
    const title = `"__parentId":"gid://shopify/Product/1"}\n${'ß'.repeat(32_000)}`
    const price = `0.${'1'.repeat(40)}`
    addProduct(fake.data, { title, variants: [makeVariant({ price }), makeVariant({ price: '-1.00' })] })
    const { items, verdict } = await readCatalogue()
    assert.deepEqual(verdict, { isWhole: true })
    assert.equal(items[0]?.title, title)
    assert.deepEqual(
      items[0]?.variants.map((variant) => variant.price),
      [price, null],
    )
  })
})

describe('products of Shopify read by their ids', () => {
  it('products of Shopify read by their ids have all 2,048 variants', async () => {
    const product = addProduct(fake.data, {
      collections: Array.from({ length: 60 }, () => nextId()),
      variants: Array.from({ length: 2_048 }, (_, index) => makeVariant({ title: `V${index}` })),
    })
    const [found] = await open().findProducts([String(product.id)])
    assert.equal(found?.variants.length, 2_048)
    assert.equal(new Set(found?.variants.map(({ platformVariantId }) => platformVariantId)).size, 2_048)
    assert.equal(found?.categoryIds.length, 60)
    assert.ok(fake.calls.every(({ cost = 0 }) => cost <= 1_000))
  })

  it('250 products of Shopify are requested by id in two calls, and missing ones are omitted', async () => {
    const there = addProduct(fake.data)
    const gone = Array.from({ length: 248 }, () => String(nextId()))
    const found = await open().findProducts([...gone, String(there.id), 'my-own-id'])
    assert.deepEqual(
      found.map(({ platformProductId }) => platformProductId),
      [String(there.id)],
    )
    assert.equal(fake.calls.length, 2)
  })
})

describe('collections of Shopify', () => {
  it('collections of Shopify are read page by page as categories', async () => {
    for (let index = 0; index < 600; index += 1)
      fake.data.collections.push({ id: nextId(), title: `Collection ${index}`, handle: `c-${index}` })
    const shop = open()
    const { items, pages } = await readAll((from: Position | null) => shop.readCategories(from))
    assert.equal(items.length, 600)
    assert.equal(pages, 3)
    assert.equal((await shop.readCategories(null)).total, 600)
  })
})
