import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cursorText, encodeCursor } from '#platform/calls/paging/page.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startService()
  shop = await service.shop()
})
after(() => service.close())

const titles = ['zebra', 'Apple', 'apple', null, 'Ärmel', '日本', '🍎 tea', 'x'.repeat(300), 'Zoo | bar', 'a']

/** The embedded PostgreSQL compares by code points; JavaScript strings compare by UTF-16 units. */
const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

async function walk(path: string): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = []
  let cursor = ''
  do {
    const { status, body, text } = await shop.api.get(`${path}&limit=3&includeTotal=true${cursor}`)
    assert.equal(status, 200, text)
    rows.push(...body.data)
    cursor = body.pagination.nextCursor ? `&cursor=${body.pagination.nextCursor}` : ''
    if (!cursor) assert.equal(body.pagination.total, rows.length, path)
  } while (cursor)
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, path)
  return rows
}

test('products sort by lower-case title, and products without a title by identifier', async () => {
  await shop.api.put(
    '/products',
    titles.map((title, i) => ({ platformProductId: `m${i}`, title })),
  )
  const expected = titles.map((title, i) => (title ?? `m${i}`).toLowerCase().slice(0, 60)).sort(byCodePoints)
  const keys = (rows: Record<string, string>[]) =>
    rows.map(({ title, platformProductId }) => (title ?? platformProductId ?? '').toLowerCase().slice(0, 60))
  assert.deepEqual(keys(await walk('/products?sort=title')), expected)
  assert.deepEqual(keys(await walk('/products?sort=title&direction=desc')), expected.toReversed())
  assert.deepEqual(keys(await walk('/products?sort=title&q=apple')), ['apple', 'apple'])
  const oldest = await walk('/products?direction=asc')
  assert.deepEqual(
    oldest.map(({ id }) => id),
    (await walk('/products?direction=desc')).map(({ id }) => id).toReversed(),
  )
})

test('customers sort by name in both directions, and each has the date of its first order', async () => {
  const placed = (n: number, customerName: string | null, day: string) => ({
    ...{ platformOrderId: `o${n}`, email: `c${n % 3}@example.com`, customerName, placedAt: `${day}T00:00:00.000Z` },
  })
  await shop.api.put('/orders', [
    placed(0, 'zoe', '2019-05-01'),
    placed(1, 'Ada', '2020-01-01'),
    placed(2, null, '2021-01-01'),
    placed(3, 'zoe', '2018-02-03'),
  ])
  await shop.api.post('/reviews', {
    ...{ platformProductId: 'm0', rating: 5, body: 'Good.', authorName: 'Mo', authorEmail: 'mo@example.com' },
  })
  const rows = await walk('/customers?sort=name')
  assert.deepEqual(
    rows.map(({ name, firstOrderAt }) => [name, firstOrderAt]),
    [
      [null, '2021-01-01T00:00:00.000Z'],
      ['Ada', '2020-01-01T00:00:00.000Z'],
      ['Mo', null],
      ['zoe', '2018-02-03T00:00:00.000Z'],
    ],
  )
  assert.deepEqual(
    (await walk('/customers?sort=name&direction=desc')).map(({ id }) => id),
    rows.map(({ id }) => id).toReversed(),
  )
})

test('suppressions and messages are listed oldest first on request', async () => {
  for (const n of [1, 2, 3, 4]) {
    await shop.api.post('/email-suppressions', { email: `s${n}@example.com` })
    service.advance(1000)
  }
  for (const path of ['/email-suppressions', '/email/messages']) {
    const [oldest, newest] = [await walk(`${path}?direction=asc`), await walk(`${path}?direction=desc`)]
    assert.deepEqual(
      oldest.map(({ id }) => id),
      newest.map(({ id }) => id).toReversed(),
    )
    if (path === '/email-suppressions') assert.equal(oldest.length, 4)
  }
})

test('a cursor of another order is refused, and so is a malformed cursor', async () => {
  const id = '0191a1fd-5168-7132-9760-04afd4de3803'
  const byTime = encodeCursor({ at: '2026-01-01T00:00:00.000Z', id })
  const byText = encodeCursor({ at: cursorText('apple'), id })
  const hostile = [`~`, `~%%`, `~AA`, `~/w`, cursorText('a\0b')].map((at) => encodeCursor({ at, id }))
  for (const path of [
    ...['/products?sort=title', '/customers?sort=name'].flatMap((list) =>
      [byTime, ...hostile.slice(1)].map((c) => `${list}&cursor=${c}`),
    ),
    ...['/products?', '/customers?', '/orders?', '/reviews?', '/products/identifier-gaps?'].map(
      (list) => `${list}cursor=${byText}`,
    ),
    '/products?sort=price',
    '/products?direction=up',
  ])
    assert.equal((await shop.api.get(path)).status, 400, path)
})
