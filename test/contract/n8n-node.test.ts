// The parts of the n8n node that need no n8n. `test/e2e/shops/n8n.test.ts` runs the package in a real one.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'

const folder = join(import.meta.dirname, '../../plugins/n8n')
// The package has types and compiler settings of its own, which `npm run build` in its folder checks.
const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
const { fieldsOf, labelOf, requestOf, withOffset } = await load('nodes/fields.ts')
const { refusalOf } = await load('nodes/signature.ts')

type Field = { name: string; options?: Field[] }
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const { operations, events } = read('nodes/operations.json') as {
  operations: Record<string, { inputs: Field[] }>
  events: { name: string }[]
}
const find = (id: string) => operations[id] ?? assert.fail(id)

test('the package has no dependency at run time, no install script and the licence that n8n requires', () => {
  const { license, dependencies, scripts, peerDependencies } = read('package.json')
  assert.deepEqual([license, dependencies, peerDependencies], ['MIT', undefined, { 'n8n-workflow': '*' }])
  assert.deepEqual(
    Object.keys(scripts).filter((name) => /install|prepare|^pre|^post/.test(name)),
    [],
  )
  assert.doesNotMatch(readFileSync(join(folder, 'package-lock.json'), 'utf8'), /"resolved"/)
})

test('every event of the API can start a workflow', () => {
  const known = JSON.parse(readFileSync(join(folder, '../../contracts/events.json'), 'utf8'))
  assert.deepEqual(events.map(({ name }) => name).sort(), known.map(({ name }: { name: string }) => name).sort())
})

test('every input of a push has exactly one field', () => {
  for (const [id, resource] of [
    ['orders.upsert', 'order'],
    ['products.upsert', 'product'],
  ] as const) {
    const collection = { name: 'additionalFields', displayName: 'Additional Fields' }
    const fields: Field[] = fieldsOf(find(id), { resource, operation: 'push' }, { collection })
    const more = fields.find(({ name }) => name === 'additionalFields')?.options ?? []
    const names = [...fields.filter(({ name }) => name !== 'additionalFields'), ...more].map(({ name }) => name)
    assert.deepEqual(
      names.sort(),
      find(id)
        .inputs.map(({ name }) => name)
        .sort(),
    )
  }
})

test("labels follow n8n's wording", () => {
  const labels = ['platformProductId', 'sku', 'review.marked_spam', 'imageUrl', 'gtins'].map(labelOf)
  assert.deepEqual(labels, ['Platform Product ID', 'SKU', 'Review Marked Spam', 'Image URL', 'GTINs'])
})

test('empty fields are omitted, lists in a query are joined, and rows are sent without a wrapper', () => {
  assert.deepEqual(requestOf(find('reviews.list'), { rating: [1, 2], q: '', limit: 10 }, 'UTC'), {
    path: '/reviews',
    query: { rating: '1,2', limit: 10 },
  })
  const { body } = requestOf(
    find('orders.upsert'),
    { platformOrderId: '1001', total: null, lineItems: { row: [{ platformProductId: 'mug', quantity: 2, sku: '' }] } },
    'UTC',
  )
  assert.deepEqual(body, [{ platformOrderId: '1001', lineItems: [{ platformProductId: 'mug', quantity: 2 }] }])
  assert.equal(requestOf(find('reviews.get'), { id: 'a/../b' }, 'UTC').path, '/reviews/a%2F..%2Fb')
})

test('a local time gets the offset of its time zone, on both sides of a clock change', () => {
  assert.equal(withOffset('2026-07-01T12:00:00', 'Europe/Berlin'), '2026-07-01T10:00:00.000Z')
  assert.equal(withOffset('2026-10-25T01:30:00', 'Europe/Berlin'), '2026-10-24T23:30:00.000Z')
  assert.equal(withOffset('2026-10-25 04:00', 'Europe/Berlin'), '2026-10-25T03:00:00.000Z')
  assert.equal(withOffset('2026-11-02T09:30:00', 'UTC'), '2026-11-02T09:30:00.000Z')
  for (const text of ['2026-07-01T12:00:00+02:00', '2026-07-01', 'tomorrow', ''])
    assert.equal(withOffset(text, 'Europe/Berlin'), text)
})

test('only a fresh delivery that the secret signed is accepted, for any body', () => {
  const now = 1_800_000_000
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.string(),
      fc.integer({ min: -1000, max: 1000 }),
      (bytes, key, age) => {
        const secret = `whsec_${key}`
        const body = Buffer.from(bytes)
        const t = now - age
        const header = `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`
        assert.equal(refusalOf({ header, body, secret }, now) === undefined, Math.abs(age) <= 300)
        assert.notEqual(refusalOf({ header, body: Buffer.concat([body, Buffer.from('x')]), secret }, now), undefined)
        assert.notEqual(refusalOf({ header, body, secret: `${secret}x` }, now), undefined)
        assert.notEqual(refusalOf({ header, body, secret: undefined }, now), undefined)
      },
    ),
  )
  for (const header of [undefined, '', 't=1', ['t=1,v1=0'], 't=1,v1=zz'])
    assert.notEqual(refusalOf({ header, body: '', secret: 'whsec_a' }, now), undefined)
})
