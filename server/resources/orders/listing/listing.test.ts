import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { daysAgo, openShop, order, push, start } from '#resources/review-requests/requests.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { requestStates } from '../schema.ts'

const service = provideService({ now: start })

type Listed = {
  id: string
  platformOrderId: string
  createdAt: string
  placedAt: string
  reviewRequest: { state: string; scheduledFor: string | null; sentAt: string | null } | null
}

async function listAllPages(shop: Shop, query: string): Promise<{ rows: Listed[]; total: number }> {
  const rows: Listed[] = []
  let [cursor, total] = ['', 0]
  do {
    const { status, body, text } = await shop.api.get(`/orders?limit=3&includeTotal=true&${query}${cursor}`)
    assert.equal(status, 200, text)
    rows.push(...body.data)
    total = body.pagination.total
    cursor = body.pagination.nextCursor ? `&cursor=${body.pagination.nextCursor}` : ''
  } while (cursor)
  return { rows, total }
}

async function shopOfMany(): Promise<Shop> {
  const shop = await openShop(service)
  const hours = [5, 1, 3, 3, 3, 9, 2, 7, 3, 1, 8, 4]
  for (const [i, each] of hours.entries()) {
    const placedAt = daysAgo(each)
    await push(shop, order(`o${i}`, { placedAt, deliveredAt: null, email: i === 7 ? null : 'jane@customer.example' }))
    service.advance(i % 3 === 0 ? 0 : 1000)
  }
  await service.service.db.store(shop, 'write', async (tx) => {
    // In UTC, because timestamptz with an interval is STABLE, which Citus refuses over columns.
    const at = sql`(${start}::timestamptz at time zone 'UTC' - make_interval(days => length(o.platform_order_id))) at time zone 'UTC'`
    const set = (fields: ReturnType<typeof sql>, ids: string[]) =>
      tx.run(sql`
        update review_requests q set ${fields} from orders o
         where q.store_env_id = ${tx.storeEnvId} and o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
           and o.platform_order_id = any(${ids}::text[])`)
    await set(sql`state = 'sent', sent_at = ${at}`, ['o1', 'o2', 'o5', 'o10', 'o11'])
    await set(sql`state = 'failed', reason = 'refused'`, ['o9'])
    await set(sql`queued_at = ${start}`, ['o4'])
    await tx.run(sql`
      delete from review_requests q using orders o
       where q.store_env_id = ${tx.storeEnvId} and o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
         and o.platform_order_id = 'o8'`)
  })
  return shop
}

test('every list of orders is sorted and counted correctly, page by page', async () => {
  const shop = await shopOfMany()
  const { rows: all } = await listAllPages(shop, '')
  assert.equal(all.length, 12)
  const keys = {
    createdAt: (each: Listed) => each.createdAt,
    placedAt: (each: Listed) => each.placedAt,
    scheduledFor: ({ reviewRequest }: Listed) =>
      reviewRequest?.state === 'scheduled' ? reviewRequest.scheduledFor : null,
    sentAt: ({ reviewRequest }: Listed) => reviewRequest?.sentAt ?? null,
  }
  const names = (list: Listed[]) => list.map(({ platformOrderId }) => platformOrderId)
  for (const [sort, keyOf] of Object.entries(keys)) {
    for (const direction of [undefined, 'asc', 'desc']) {
      for (const state of sort === 'placedAt' ? [undefined] : [undefined, ...requestStates]) {
        const isUpwards = (direction ?? (sort === 'scheduledFor' ? 'asc' : 'desc')) === 'asc'
        const place = (each: Listed) => `${keyOf(each)} ${each.id}`
        const expected = all
          .filter((each) => keyOf(each) !== null && (state === undefined || each.reviewRequest?.state === state))
          .sort((a, b) => (place(a) < place(b) === isUpwards ? -1 : 1))
        const query = `sort=${sort}${direction ? `&direction=${direction}` : ''}${state ? `&reviewRequestState=${state}` : ''}`
        const { rows, total } = await listAllPages(shop, query)
        assert.deepEqual(names(rows), names(expected), query)
        assert.equal(total, expected.length, query)
      }
    }
  }
})

test("sorting by `placedAt` works with an address filter, but not with the request's state", async () => {
  const shop = await shopOfMany()
  const { rows, total } = await listAllPages(shop, 'sort=placedAt&direction=asc&email=jane@customer.example')
  assert.deepEqual([rows.length, total], [11, 11])
  assert.deepEqual(
    rows.map((each) => each.placedAt),
    rows.map((each) => each.placedAt).sort(),
  )
  const refused = await shop.api.get('/orders?sort=placedAt&reviewRequestState=sent')
  assert.deepEqual([refused.status, refused.body.details[0].path], [400, '/sort'])
})

test('an order is found by the start of its customer’s first or last name', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  const names = {
    n1: 'Ada Brook',
    n2: 'Adam Stone',
    n3: '  brook FIELD ',
    n4: 'Örjan van der Åkern',
    n5: 'Brook',
    n6: 'Madonna 100%_',
    n7: '山田 太郎',
  }
  await push(shop, ...Object.entries(names).map(([id, customerName]) => order(id, { customerName })))
  await push(shop, order('n8', { customerName: null }))
  await push(other, order('n1', { customerName: 'Ada Brook' }))
  for (const [sought, expected] of [
    ['ada', ['n1', 'n2']],
    ['ADA B', ['n1']],
    ['brook', ['n1', 'n3', 'n5']],
    ['örjan', ['n4']],
    ['åke', ['n4']],
    ['van der', []],
    ['100%', ['n6']],
    ['100__', []],
    ['山田', ['n7']],
    ['太郎', ['n7']],
    ['rook', []],
  ] as const) {
    for (const sort of ['createdAt', 'placedAt', 'scheduledFor']) {
      const { rows, total } = await listAllPages(shop, `sort=${sort}&customerName=${encodeURIComponent(sought)}`)
      const found = rows.map(({ platformOrderId }) => platformOrderId).sort()
      assert.deepEqual([found, total], [expected, expected.length], `${sought} ${sort}`)
    }
  }
  await push(shop, order('n2', { customerName: 'Eve Stone' }))
  assert.equal((await listAllPages(shop, 'customerName=adam')).total, 0)
  for (const sought of ['a', '%20a%20', '', '%00ada', 'a'.repeat(81)])
    assert.equal((await shop.api.get(`/orders?customerName=${sought}`)).status, 400, sought)
})

test('requests being sent still count as due, and order filters combine with request sorting', async () => {
  const shop = await shopOfMany()
  const { rows } = await listAllPages(shop, 'sort=scheduledFor')
  assert.ok(rows.some(({ platformOrderId }) => platformOrderId === 'o4'))
  const { rows: late, total } = await listAllPages(
    shop,
    `sort=scheduledFor&placedAfter=${daysAgo(4)}&email=jane@customer.example`,
  )
  assert.deepEqual([late.length, total], [3, 3])
})

test('an unknown sorting or cursor is refused', async () => {
  const shop = await openShop(service)
  for (const query of [
    'sort=total',
    'sort=sentAt&cursor=bm90aGluZw',
    'sort=sentAt&cursor=NXwwMWExZmQ5MS01MTY4LTcxMzItOTc2MC0wNGFmZDRkZTM4MDM',
  ])
    assert.equal((await shop.api.get(`/orders?${query}`)).status, 400, query)
})

test('an order is found by its whole number, with or without #, in any case', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  const numbers = {
    p1: '#1001',
    p2: '1001',
    p3: 'EV-1001',
    p4: '#ev-1001-DE',
    p5: ' # 1001 ',
    p6: '10011',
    p7: '100%_1',
  }
  await push(shop, ...Object.entries(numbers).map(([id, orderNumber]) => order(id, { orderNumber })))
  await push(shop, order('1001', { orderNumber: null }), order('Web-77', { orderNumber: ' ' }))
  await push(other, order('p1', { orderNumber: '#1001' }))
  for (const [sought, expected] of [
    ['1001', ['1001', 'p1', 'p2', 'p5']],
    ['#1001', ['1001', 'p1', 'p2', 'p5']],
    ['ev-1001', ['p3']],
    ['#EV-1001', ['p3']],
    ['EV-1001-de', ['p4']],
    ['web-77', ['Web-77']],
    ['p1', []],
    ['100', []],
    ['1001%', []],
    ['100__1', []],
    ['100%_1', ['p7']],
    ['#', []],
  ] as const) {
    const { rows, total } = await listAllPages(shop, `orderNumber=${encodeURIComponent(sought)}`)
    assert.deepEqual(
      [rows.map(({ platformOrderId }) => platformOrderId).sort(), total],
      [expected, expected.length],
      sought,
    )
  }
})

test('the search by number works with filters and sorting, and finds newly pushed numbers', async () => {
  const shop = await openShop(service)
  await push(shop, order('a', { orderNumber: '#7' }), order('c', { orderNumber: '8' }))
  service.advance(1000)
  await push(shop, order('b', { orderNumber: '7', deliveredAt: daysAgo(1) }))
  const found = async (query: string) => {
    const { rows, total } = await listAllPages(shop, query)
    assert.equal(total, rows.length, query)
    return rows.map(({ platformOrderId }) => platformOrderId)
  }
  assert.deepEqual(await found('orderNumber=7'), ['b', 'a'])
  assert.deepEqual(await found('orderNumber=7&sort=scheduledFor'), ['a', 'b'])
  assert.deepEqual(await found('orderNumber=7&reviewRequestState=sent'), [])
  assert.deepEqual(await found('orderNumber=7&reviewRequestState=scheduled&email=b@customer.example'), ['b'])
  await push(shop, order('b', { orderNumber: '9', deliveredAt: daysAgo(1) }))
  assert.deepEqual([await found('orderNumber=7'), await found('orderNumber=9')], [['a'], ['b']])
})

test('an impossible order number is refused', async () => {
  const shop = await openShop(service)
  for (const sought of ['', '%20', '%00', '7'.repeat(256)])
    assert.equal((await shop.api.get(`/orders?orderNumber=${sought}`)).status, 400, sought)
})
