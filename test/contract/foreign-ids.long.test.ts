// Requests every operation with missing ids and with every id of another tenant. Both must give the same 404. No response
// may contain the other tenant's data, and none of that data may change. Operations with two ids in their path are in
// foreign-pairs.long.test.ts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#platform/values/ids.ts'
import {
  buildPath,
  buildQuery,
  listParams,
  makeSample,
  nameOf,
  operations,
  refusing,
  type Shape,
  sampleBody,
} from '#test/operations.ts'
import { formatAnswer, listIdParams, marker, startTwoTenants, type TwoTenants } from '#test/two-tenants.ts'

let tenants: TwoTenants
let theirsBefore: string
before(async () => {
  tenants = await startTwoTenants()
  theirsBefore = await tenants.everythingOfTheirs()
})
after(() => tenants?.close())

const withIds = refusing.filter((op) => listParams(op).length > 0)

test('there are operations to test', () => {
  assert.ok(withIds.length >= 4)
  assert.ok(tenants.foreignIds.length >= 15)
})

test('lists and reports show nothing of another store, even when filtered by its values', async () => {
  const lists = operations.filter((each) => each.method === 'GET' && listParams(each).length === 0)
  for (const op of lists)
    tenants.assertSilent(await tenants.chooseCaller(op).call('GET', op.path + buildQuery(op)), '', nameOf(op))
  for (const op of lists) {
    const texts = Object.entries((op.input.query as Shape | undefined)?.properties ?? {}).filter(
      ([name, shape]) => shape.type === 'string' && !shape.enum && !shape.format && name !== 'cursor',
    )
    for (const [name] of texts) {
      const answer = await tenants.chooseCaller(op).call('GET', `${op.path}?${name}=${encodeURIComponent(marker)}`)
      tenants.assertSilent(answer, marker, `${nameOf(op)} ${name}`)
    }
  }
})

test("a missing id and another tenant's id give the same 404", async () => {
  for (const op of withIds) if (listIdParams(op).length < 2) await tenants.assertUnknown(op)
})

test("another tenant's address or platform id gives the same response as a missing one", async () => {
  for (const op of withIds) {
    for (const [name] of listParams(op).filter((each) => each[1].format === undefined)) {
      const unknown = `nobody-${newId()}@example.com`
      const [expected, answer] = [await tenants.ask(op, { [name]: unknown }), await tenants.ask(op, { [name]: marker })]
      assert.equal(formatAnswer(answer, marker), formatAnswer(expected, unknown), nameOf(op))
      tenants.assertSilent(answer, marker, nameOf(op))
    }
  }
})

test('a foreign id in a body or a query finds and changes nothing', async () => {
  for (const op of refusing) {
    for (const id of tenants.foreignIds) {
      const query = listIdFields(op.input.query as Shape | undefined).map(([name]) => `${name}=${id}`)
      const path = buildPath(op) + (query.length > 0 ? `?${query.join('&')}` : '')
      const body = op.input.body ? filled(op.input.body as Shape, id) : sampleBody(op)
      if (query.length === 0 && JSON.stringify(body) === JSON.stringify(sampleBody(op))) break
      const answer = await tenants.chooseCaller(op).call(op.method, path, body)
      assert.ok(answer.status < 500, `${nameOf(op)}: ${answer.text}`)
      tenants.assertSilent(answer, id, nameOf(op))
    }
  }
})

const listIdFields = (schema: Shape | undefined) =>
  Object.entries(schema?.properties ?? {}).filter(([, shape]) => shape.format === 'uuid')

/** Builds a valid body in which every field that takes an id, optional or not, has this id. */
function filled(shape: Shape, id: string): unknown {
  if (shape.format === 'uuid') return id
  if (shape.type === 'array') return [filled(shape.items as Shape, id)]
  if (shape.type !== 'object') return makeSample(shape)
  const wanted = Object.entries(shape.properties ?? {}).filter(
    ([name, each]) => shape.required?.includes(name) || JSON.stringify(each).includes('"uuid"'),
  )
  return Object.fromEntries(wanted.map(([name, each]) => [name, filled(each, id)]))
}

test("the other tenant's data is unchanged after all these calls", async () => {
  assert.equal(await tenants.everythingOfTheirs(), theirsBefore)
})
