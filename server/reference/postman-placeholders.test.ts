import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

type Item = { item?: Item[]; request?: { url: { query?: Value[]; variable?: Value[] } } }
type Value = { key: string; value: string }

const collection = JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts/postman.json'), 'utf8')) as Item
const requestsIn = ({ item = [], request }: Item): NonNullable<Item['request']>[] => [
  ...(request ? [request] : []),
  ...item.flatMap(requestsIn),
]

test('no parameter of the Postman collection contains a placeholder', () => {
  const values = requestsIn(collection).flatMap(({ url }) => [...(url.query ?? []), ...(url.variable ?? [])])
  assert.ok(values.length > 100)
  assert.deepEqual(
    values.filter(({ value }) => /^<.*>$/.test(value)),
    [],
  )
})
