import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { newId } from '#platform/values/ids.ts'
import { hostileFor } from '#test/hostile-values.ts'
import {
  assertAnswer,
  buildPath,
  buildQuery,
  isWrite,
  listParams,
  makeSample,
  nameOf,
  refusing,
  type Shape,
  sampleBody,
} from '#test/operations.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { insertTenant, tenantTables } from '#test/tenant-rows.ts'

let service: TestService
let shop: Shop
let owner: Api
let superuser: Client
before(async () => {
  service = await startService({
    env: { RATE_LIMITS: '100000/1s,100000/10s,100000/60s', STOREFRONT_RATE_LIMITS: 'off' },
  })
  superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  shop = await service.shop()
  owner = await shop.signedIn()
})
after(async () => {
  await superuser.end()
  await service.close()
})

const chooseCaller = (op: Operation, of: Shop = shop, person: Api = owner): Api =>
  op.tenancy === 'storefront' ? of.storefront : op.access.session || roleOf(op) === 'OWNER' ? person : of.api

/** Builds a body with every field, including optional ones, so that each field can be tested in turn. */
function sampleWhole(shape: Shape): unknown {
  if (shape.type === 'object' && shape.properties)
    return Object.fromEntries(Object.entries(shape.properties).map(([name, each]) => [name, sampleWhole(each)]))
  if (shape.type === 'array') return [sampleWhole(shape.items as Shape)]
  return makeSample(shape)
}

type FieldPosition = { path: (string | number)[]; shape: Shape }

function* fieldsIn(shape: Shape, path: (string | number)[] = []): Generator<FieldPosition> {
  yield { path, shape }
  for (const [name, each] of Object.entries(shape.properties ?? {})) yield* fieldsIn(each, [...path, name])
  if (shape.type === 'array') yield* fieldsIn(shape.items as Shape, [...path, 0])
}

function replaced(whole: unknown, [name, ...rest]: (string | number)[], value: unknown): unknown {
  if (name === undefined) return value
  const copy: Record<string | number, unknown> = Array.isArray(whole) ? ([...whole] as never) : { ...(whole as object) }
  copy[name] = replaced(copy[name], rest, value)
  return copy
}

function assertSound(op: Operation, answer: Answer, why: string): void {
  assert.ok(answer.status < 500, `${nameOf(op)} ${why}: ${answer.status} ${answer.text.slice(0, 300)}`)
  assertAnswer(op, answer, why)
}

/** Builds a path to an existing row of ours where possible, because a call that ends in 404 reads no field. */
async function pathTo(op: Operation, api: Api, rows: Map<string, Record<string, unknown>>): Promise<string> {
  for (const row of rows.values()) {
    const fill = Object.fromEntries(listParams(op).map(([name]) => [name, String(row[name] ?? row.id)]))
    const path = buildPath(op, fill)
    if ((await api.call(op.method, path, sampleBody(op))).status !== 404) return path
  }
  return buildPath(op)
}

test('no value of any body field causes a 500', async () => {
  // Generated rows contain no plausible data, so they go into a shop that no other test uses.
  const filled = await service.shop()
  const rows = await insertTenant(superuser, await tenantTables(superuser), filled.storeEnvId, 'someone@example.com')
  const person = await filled.signedIn()
  for (const op of refusing.filter((each) => each.input.body)) {
    const api = chooseCaller(op, filled, person)
    const path = (listParams(op).length > 0 ? await pathTo(op, api, rows) : buildPath(op)) + buildQuery(op)
    const whole = sampleWhole(op.input.body as Shape)
    for (const body of [sampleBody(op), whole])
      assertSound(op, await api.call(op.method, path, body), 'as it should be')
    for (const field of fieldsIn(op.input.body as Shape)) {
      for (const value of hostileFor(field.shape)) {
        const body = JSON.stringify(replaced(whole, field.path, value))
        assertSound(
          op,
          await api.call(op.method, path, body),
          `${field.path.join('/')}: ${JSON.stringify(value).slice(0, 100)}`,
        )
      }
    }
  }
})

async function ask(op: Operation, path: string): Promise<Answer> {
  const answer = await chooseCaller(op).call(op.method, path, sampleBody(op))
  // The owner has to sign in again after ending all sessions.
  if (op.id === 'account.end_sessions') owner = await shop.signedIn()
  return answer
}

const ofEveryList = ['limit', 'cursor', 'includeTotal']

test('no value of any query parameter causes a 500', async () => {
  for (const op of refusing.filter((each) => each.input.query)) {
    const shapes = Object.entries((op.input.query as Shape).properties ?? {}).filter(
      ([name]) => !ofEveryList.includes(name),
    )
    for (const [name, shape] of shapes) {
      const encoded = hostileFor(shape).map((value) => encodeURIComponent(String(value).toWellFormed()))
      for (const value of [...encoded, '%ED%A0%80', '%C0%80', '%00', '%', '+', '1&', `x&${name}=y`]) {
        const path = `${buildPath(op)}?${name}=${value}`
        assertSound(op, await ask(op, path), path.slice(0, 200))
      }
    }
    for (const strange of [
      '?__proto__[x]=1',
      '?constructor=1&hasOwnProperty=1',
      `?${'a&'.repeat(2_000)}`,
      '?=&=&?',
      '?unknown=1',
    ])
      assertSound(op, await ask(op, buildPath(op) + strange), strange.slice(0, 50))
  }
})

const isList = (op: Operation) => Object.hasOwn((op.output.body as Shape | undefined)?.properties ?? {}, 'pagination')

test('bad limits, foreign or edited cursors and invalid flags are 400', async () => {
  const field = (text: string) => Buffer.from(text).toString('base64url')
  const cursors = [
    '',
    'x',
    '!!!',
    'a'.repeat(501),
    field(''),
    field('|'),
    field(`2026-01-01T00:00:00.000Z|${'x'.repeat(36)}`),
    field(`2026-02-30T00:00:00.000Z|${newId()}`),
    field(`99999999999999999|${newId()}`),
    field(`0000-01-01T00:00:00.000Z|${newId()}`),
    field(`2026-01-01T00:00:00.000Z|${newId()}|more`),
    field(`' or true|${newId()}`),
    field(`infinity|${newId()}`),
  ]
  for (const op of refusing.filter(isList)) {
    const bad = [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1.5',
      'limit=1e1',
      'limit=0x10',
      'limit=',
      'limit=9999999999999999999999',
      'limit=1&limit=2',
      'includeTotal=maybe',
      'includeTotal=',
      ...cursors.map((each) => `cursor=${each}`),
    ]
    for (const query of bad) {
      const answer = await chooseCaller(op).get(`${buildPath(op)}?${query}`)
      assert.deepEqual(
        [answer.status, answer.body?.code],
        [400, 'validation_failed'],
        `${nameOf(op)} ${query}: ${answer.text.slice(0, 200)}`,
      )
    }
    for (const query of ['limit=1', 'limit=100', 'includeTotal=true', 'includeTotal=0', 'includeTotal=1']) {
      const answer = await chooseCaller(op).get(`${buildPath(op)}?${query}`)
      if (answer.status !== 404 && answer.body?.code !== 'billing_off')
        assert.equal(answer.status, 200, `${nameOf(op)} ${query}: ${answer.text.slice(0, 200)}`)
    }
  }
})

test('boolean filters take true, false, 1 and 0 only', async () => {
  for (const op of refusing.filter((each) => !isWrite(each))) {
    const flags = Object.entries((op.input.query as Shape | undefined)?.properties ?? {}).filter(
      ([, { type }]) => type === 'boolean',
    )
    for (const [name] of flags) {
      for (const value of ['True', 'yes', 'on', '2', '', 'null', '-1', '01', 'true,false']) {
        const answer = await chooseCaller(op).get(`${buildPath(op)}?${name}=${value}`)
        assert.deepEqual(
          [answer.status, answer.body?.details?.[0]?.path],
          [400, `/${name}`],
          `${nameOf(op)} ${name}=${value}`,
        )
      }
      for (const value of ['true', 'false', '1', '0'])
        assert.notEqual(
          (await chooseCaller(op).get(`${buildPath(op)}?${name}=${value}`)).status,
          400,
          `${nameOf(op)} ${name}=${value}`,
        )
    }
  }
})
