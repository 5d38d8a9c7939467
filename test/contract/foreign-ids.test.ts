// Asks every operation for what is not there and for what is somebody else's, with every id the other tenant has. Both must
// be the same 404; nothing of the other tenant may be in any answer, and nothing of theirs may have changed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { roleOf } from '#platform/access.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import {
  assertAnswer,
  bodyOf,
  nameOf,
  operations,
  paramsOf,
  pathOf,
  queryOf,
  refusing,
  type Shape,
  sampleOf,
} from '#test/operations.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { contentsOf, insertTenant, type Row, type TenantTable, tenantTables } from '#test/tenant-rows.ts'

/** In every text of the other tenant's rows, and an e-mail address, so that it passes wherever an address is asked for. */
const marker = 'only-theirs-7f3a@example.com'

let service: TestService
let superuser: Client
let tables: TenantTable[]
let ours: Shop
let theirs: Shop
let owner: Api
let ourRows: Map<string, Row>
let foreignIds: string[]
let foreignTexts: string[]
let theirsBefore: string

before(async () => {
  service = await startService({
    env: { RATE_LIMITS: '100000/1s,100000/10s,100000/60s', STOREFRONT_RATE_LIMITS: 'off' },
  })
  superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  ours = await service.shop('Ours')
  theirs = await service.shop('Theirs')
  owner = await ours.signedIn()
  tables = await tenantTables(superuser)
  ourRows = await insertTenant(superuser, tables, ours.storeEnvId, 'ours@example.com')
  const rows = await insertTenant(superuser, tables, theirs.storeEnvId, marker)
  foreignIds = [...new Set([...(await organizationIds()), ...[...rows.values()].flatMap(uuidsOf)])]
  foreignTexts = [...foreignIds, marker, theirs.ownerEmail]
  theirsBefore = await everythingOfTheirs()
})
after(async () => {
  await superuser.end()
  await service.close()
})

const isUuid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
const uuidsOf = (row: Row) => Object.values(row).filter(isUuid)

/** What the other organization has beside its store's rows: stores, members, keys, invitations. */
const organizationTables = ['stores', 'memberships', 'api_keys', 'invitations', 'subscriptions', 'audit_log']

async function organizationIds(): Promise<string[]> {
  await (await theirs.signedIn()).post('/account/users/invite', { email: marker, role: 'VIEWER' })
  const found: string[] = [theirs.organizationId]
  for (const table of organizationTables) {
    const { rows } = await superuser.query(`select * from ${table} where organization_id = $1`, [theirs.organizationId])
    found.push(...rows.flatMap(uuidsOf))
  }
  return found
}

async function everythingOfTheirs(): Promise<string> {
  const parts = [await contentsOf(superuser, tables, theirs.storeEnvId)]
  for (const table of organizationTables) {
    const text = `select to_jsonb(t)::text as row from ${table} t where organization_id = $1 order by 1`
    parts.push(...(await superuser.query(text, [theirs.organizationId])).rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

const withIds = refusing.filter((op) => paramsOf(op).length > 0)
const callerOf = (op: Operation): Api =>
  op.tenancy === 'storefront' ? ours.storefront : op.session || roleOf(op) === 'OWNER' ? owner : ours.api
const ask = (op: Operation, fill: Record<string, string>): Promise<Answer> =>
  callerOf(op).call(op.method, pathOf(op, fill) + queryOf(op), bodyOf(op))

/** The answer without what must differ: the request's id, and the id that was asked for. */
const answerOf = ({ status, text, body }: Answer, asked: string) =>
  `${status} ${text.replaceAll(String(body?.requestId), '').replaceAll(asked, '…')}`

function assertSilent(answer: Answer, asked: string, why: string): void {
  const found = foreignTexts.filter((text) => text !== asked && answer.text.includes(text))
  assert.deepEqual(found, [], `${why}: ${answer.text.slice(0, 500)}`)
}

/** Fillings of the other parameters: for a photo of a review, each of our own ids in turn, of which one is the review. */
function surroundings(op: Operation, except: string): Record<string, string>[] {
  const others = paramsOf(op).filter(([name, shape]) => name !== except && shape.format === 'uuid')
  if (others.length === 0) return [{}]
  const ids = [...ourRows.values()].map(({ id }) => id).filter(isUuid)
  return ids.map((id) => Object.fromEntries(others.map(([name]) => [name, id])))
}

test('there is something to ask for', () => {
  assert.ok(withIds.length >= 4)
  assert.ok(foreignIds.length >= 15)
})

test('lists and reports of our store hold nothing of theirs, even when asked for it by name', async () => {
  const lists = operations.filter((each) => each.method === 'GET' && paramsOf(each).length === 0)
  for (const op of lists) assertSilent(await callerOf(op).call('GET', op.path + queryOf(op)), '', nameOf(op))
  for (const op of lists) {
    const texts = Object.entries((op.query as Shape | undefined)?.properties ?? {}).filter(
      ([name, shape]) => shape.type === 'string' && !shape.enum && !shape.format && name !== 'cursor',
    )
    for (const [name] of texts) {
      const answer = await callerOf(op).call('GET', `${op.path}?${name}=${encodeURIComponent(marker)}`)
      assertSilent(answer, marker, `${nameOf(op)} ${name}`)
    }
  }
})

test("an id that is nowhere and an id that is somebody else's are the same 404", async () => {
  for (const op of withIds) {
    for (const [name, shape] of paramsOf(op).filter((each) => each[1].format === 'uuid')) {
      for (const around of surroundings(op, name)) {
        const nowhere = newId()
        const expected = await ask(op, { ...around, [name]: nowhere })
        assert.deepEqual([expected.status, expected.body?.code], [404, 'not_found'], `${nameOf(op)} ${expected.text}`)
        assertAnswer(op, expected)
        for (const id of foreignIds) {
          const answer = await ask(op, { ...around, [name]: id })
          assert.equal(answerOf(answer, id), answerOf(expected, nowhere), `${nameOf(op)} ${shape.format} ${id}`)
          assertSilent(answer, id, nameOf(op))
        }
      }
    }
  }
})

test("a name that is somebody else's, such as an address or a platform's id, is as unknown as any", async () => {
  for (const op of withIds) {
    for (const [name] of paramsOf(op).filter((each) => each[1].format === undefined)) {
      const unknown = `nobody-${newId()}@example.com`
      const [expected, answer] = [await ask(op, { [name]: unknown }), await ask(op, { [name]: marker })]
      assert.equal(answerOf(answer, marker), answerOf(expected, unknown), nameOf(op))
      assertSilent(answer, marker, nameOf(op))
    }
  }
})

test('a foreign id in a body or a query finds nothing and changes nothing', async () => {
  for (const op of refusing) {
    for (const id of foreignIds) {
      const query = fieldsOf(op.query as Shape | undefined).map(([name]) => `${name}=${id}`)
      const path = pathOf(op) + (query.length > 0 ? `?${query.join('&')}` : '')
      const body = op.body ? filled(op.body as Shape, id) : bodyOf(op)
      if (query.length === 0 && JSON.stringify(body) === JSON.stringify(bodyOf(op))) break
      const answer = await callerOf(op).call(op.method, path, body)
      assert.ok(answer.status < 500, `${nameOf(op)}: ${answer.text}`)
      assertSilent(answer, id, nameOf(op))
    }
  }
})

const fieldsOf = (schema: Shape | undefined) =>
  Object.entries(schema?.properties ?? {}).filter(([, shape]) => shape.format === 'uuid')

/** A body that fits, with every field that takes an id, optional or not, holding this one. */
function filled(shape: Shape, id: string): unknown {
  if (shape.format === 'uuid') return id
  if (shape.type === 'array') return [filled(shape.items as Shape, id)]
  if (shape.type !== 'object') return sampleOf(shape)
  const wanted = Object.entries(shape.properties ?? {}).filter(
    ([name, each]) => shape.required?.includes(name) || JSON.stringify(each).includes('"uuid"'),
  )
  return Object.fromEntries(wanted.map(([name, each]) => [name, filled(each, id)]))
}

test('after all of this, everything of theirs is as it was', async () => {
  assert.equal(await everythingOfTheirs(), theirsBefore)
})
