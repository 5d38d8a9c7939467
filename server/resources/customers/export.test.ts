import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { provideService, type Shop } from '#test/service.ts'
import { addProduct, addReviews, auditLines } from '../reviews/reviews.testing.ts'
import { rememberCustomers } from './commands.ts'

const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') })

const path = '/customers/export'
const columns = [
  'name',
  'email',
  'orderCount',
  'reviewCount',
  'acceptsMarketing',
  'firstOrderAt',
  'createdAt',
  'updatedAt',
]

async function filledShop(): Promise<Shop> {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const order = { placedAt: '2026-10-01T00:00:00Z', email: 'ann@customer.example', customerName: 'Ann, the "first"' }
  const { body, text } = await shop.api.put('/orders', [
    { platformOrderId: '1', ...order, acceptsMarketing: true },
    { platformOrderId: '2', ...order, placedAt: '2026-11-01T00:00:00Z' },
    { platformOrderId: '3', placedAt: '2026-11-02T00:00:00Z', email: '=cmd@customer.example', customerName: '=1+1' },
  ])
  assert.equal(body.failed, 0, text)
  service.advance(1)
  const remembered = [{ email: 'bob@customer.example', name: '@SUM(A1)' }]
  await service.service.db.store(shop, 'write', async (tx) => rememberCustomers(tx, remembered))
  await addReviews(service, shop, [
    { productId, authorEmail: 'bob@customer.example' },
    { productId: null, authorEmail: 'bob@customer.example' },
  ])
  return shop
}

type Line = Record<string, string>
const readCsv = (text: string): Line[] => parse(text, { columns: true, record_delimiter: '\r\n' })

test('the file has every customer with the figures of the list, newest first, and no active formula', async () => {
  const shop = await filledShop()
  const owner = await shop.signedIn()
  const { status, headers, text } = await owner.get(path)
  assert.equal(status, 200, text)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="customers.csv"')
  const rows = readCsv(text)
  assert.deepEqual(Object.keys(rows[0] ?? {}), columns)
  assert.equal(rows[0]?.email, 'bob@customer.example')
  const { data } = (await owner.get('/customers')).body
  const formula = (value: string) => (/^[=@]/.test(value) ? `'${value}` : value)
  assert.deepEqual(
    rows,
    data.map((each: Line) => Object.fromEntries(columns.map((name) => [name, formula(String(each[name] ?? ''))]))),
  )
  const ann = rows.find(({ email }) => email === 'ann@customer.example')
  assert.deepEqual(
    [ann?.name, ann?.orderCount, ann?.reviewCount, ann?.acceptsMarketing, ann?.firstOrderAt],
    ['Ann, the "first"', '2', '0', 'true', '2026-10-01T00:00:00.000Z'],
  )
  for (const row of rows) for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
})

test('the file has only the customers that the filters match', async () => {
  const owner = await (await filledShop()).signedIn()
  const emails = async (query: string) => {
    const { status, text } = await owner.get(`${path}?${query}`)
    assert.equal(status, 200, text)
    return readCsv(text).map(({ email }) => email?.replace(/@.*/, ''))
  }
  assert.deepEqual(await emails('hasOrders=false'), ['bob'])
  assert.deepEqual(await emails('hasReviews=true'), ['bob'])
  assert.deepEqual(await emails('hasOrders=true&hasReviews=false&q=ann'), ['ann'])
  assert.deepEqual(await emails('q=BOB'), ['bob'])
  assert.deepEqual(await emails('email=ann@customer.example'), ['ann'])
  assert.deepEqual(await emails('updatedAfter=2030-01-01T00:00:00Z'), [])
  assert.equal((await owner.get(`${path}?hasOrders=false&hasReviews=false`)).text, `${columns.join(',')}\r\n`)
  for (const query of ['format=xlsx', 'hasOrders=maybe', 'q='])
    assert.equal((await owner.get(`${path}?${query}`)).body.code, 'validation_failed', query)
})

test('only signed-in admins get the file: keys, members and strangers are refused', async () => {
  const shop = await filledShop()
  for (const role of ['VIEWER', 'MEMBER', 'ADMIN'] as const)
    assert.equal((await (await shop.as(role)).get(path)).body.code, 'user_session_required', role)
  assert.equal((await shop.api.get(path)).body.code, 'user_session_required')
  assert.equal((await service.anonymous.get(path)).status, 401)
  const owner = await shop.signedIn()
  for (const [role, status] of [
    ['ADMIN', 200],
    ['MEMBER', 403],
    ['VIEWER', 403],
  ] as const) {
    const email = `${role.toLowerCase()}-${shop.storeEnvId}@team.example`
    const invited = await owner.post('/account/users/invite', { email, role })
    assert.equal(invited.status, 201, invited.text)
    const token = String(invited.body.acceptUrl).split('/').at(-1)
    const password = 'eight-green-kettles'
    const joined = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: role, password })
    assert.equal(joined.status, 200, joined.text)
    assert.equal((await (await shop.signedIn(email, password)).get(path)).status, status, role)
  }
})

test("another store's file never has these customers", async () => {
  const shop = await filledShop()
  const other = await service.shop()
  const stranger = await other.signedIn()
  assert.equal((await stranger.get(path)).text, `${columns.join(',')}\r\n`)
  assert.equal((await stranger.get(path, { 'x-store-env-id': shop.storeEnvId })).status, 403)
})

test('every export is in the audit log, without the name or address that was searched', async () => {
  const shop = await filledShop()
  const owner = await shop.signedIn()
  service.advance(1)
  await owner.get(`${path}?hasOrders=true&q=ann&email=ann@customer.example`)
  const [line] = (await auditLines(service, shop)).filter(({ action }) => action === 'customers.exported')
  assert.deepEqual(line?.details, { filters: { hasOrders: true, q: '…', email: '…' } })
})

test('a store runs two exports at a time', async () => {
  const shop = await filledShop()
  const owner = await shop.signedIn()
  const slots = [1, 2].map(() => service.service.db.stream('export', shop))
  assert.equal((await owner.get(path)).body.code, 'rate_limited')
  for (const slot of slots) slot.leave()
  assert.equal((await owner.get(path)).status, 200)
})
