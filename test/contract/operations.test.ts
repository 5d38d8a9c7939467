import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newKey } from '#platform/auth/keys.ts'
import { roleOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import {
  assertAnswer,
  assertRefused,
  buildPath,
  buildQuery,
  guarded,
  isWrite,
  listParams,
  nameOf,
  operations,
  sampleBody,
  storeLevel,
} from '#test/operations.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { areas } from '../../server/entry/areas.ts'

let service: TestService
let ours: Shop
let theirs: Shop
let lapsedStore: string
let keys: Record<'viewer' | 'member' | 'admin' | 'ofEvents' | 'ofFeatures', Api>
let owner: Api

before(async () => {
  // The limits are on, so that their headers appear, but they are too high to be reached.
  service = await startService({ env: { BILLING: 'manual', RATE_LIMITS: '100000/1s,100000/10s,100000/60s' } })
  ours = await service.shop('Ours')
  theirs = await service.shop('Theirs')
  owner = await ours.signedIn()
  keys = {
    viewer: await ours.as('VIEWER'),
    member: await ours.as('MEMBER'),
    admin: ours.api,
    ofEvents: await ours.as('VIEWER', ['events:write']),
    ofFeatures: await ours.as('VIEWER', ['features:write']),
  }
  const opened = await owner.post('/account/stores', { name: 'Lapsed', origins: [] })
  lapsedStore = opened.body.id
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${lapsedStore}`),
  )
  // The store is on the highest plan, so that plan checks do not mask the other checks.
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set plan = 'scale', status = 'active' where store_env_id = ${ours.storeEnvId}`),
  )
})
after(() => service.close())

const scopedElsewhere = (op: Operation) => (op.area === 'events' ? keys.ofFeatures : keys.ofEvents)

const call = (api: Api, op: Operation, headers?: Record<string, string>): Promise<Answer> =>
  api.call(op.method, buildPath(op) + buildQuery(op), undefined, headers)

const callFully = (api: Api, op: Operation, headers: Record<string, string> = {}): Promise<Answer> =>
  api.call(op.method, buildPath(op) + buildQuery(op), sampleBody(op), {
    ...(op.input.accepts && {
      'content-type': op.input.accepts.find((type) => !type.startsWith('multipart')) ?? 'text/csv',
    }),
    ...headers,
  })

const allowed = (op: Operation): Api => (op.access.session || roleOf(op) === 'OWNER' ? owner : keys.admin)

test('there are operations for stores, for organizations and for everybody', () => {
  assert.ok(operations.length >= 15)
  for (const tenancy of ['store', 'organization', 'public']) assert.ok(operations.some((op) => op.tenancy === tenancy))
})

test('without credentials or with invalid ones, everything but public operations is 401', async () => {
  for (const op of guarded) {
    const store = { 'x-store-env-id': ours.storeEnvId }
    assertRefused(op, await call(service.anonymous, op, store), 401, 'unauthenticated')
    const attempts: [string, string][] = [
      [`Bearer ${newKey()}`, 'api_key_invalid'],
      [`Bearer ${ours.adminKey.slice(0, -1)}`, 'api_key_invalid'],
      [`Bearer ${ours.adminKey.toUpperCase()}`, 'api_key_invalid'],
      ['Bearer', 'unauthenticated'],
      [`Basic ${btoa(`${ours.adminKey}:`)}`, 'unauthenticated'],
    ]
    for (const [authorization, code] of attempts)
      assertRefused(op, await call(service.anonymous, op, { ...store, authorization }), 401, code, authorization)
    const forged = await call(service.anonymous, op, { ...store, cookie: 'evident.session_token=abc.def' })
    assertRefused(op, forged, 401, 'unauthenticated', 'forged cookie')
  }
})

test('a key in the query string is ignored', async () => {
  for (const op of guarded) {
    const query = `?authorization=Bearer%20${ours.adminKey}&apiKey=${ours.adminKey}&access_token=${ours.adminKey}`
    assertRefused(op, await service.anonymous.call(op.method, buildPath(op) + query), 401, 'unauthenticated')
  }
})

test('a key scoped to another area is refused except where any key may call', async () => {
  for (const op of guarded) {
    const answer = await call(scopedElsewhere(op), op)
    if (op.access.anyScope) assert.notEqual(answer.body?.code, 'scope_denied', nameOf(op))
    else assertRefused(op, answer, 403, 'scope_denied')
  }
})

test('a Viewer cannot change anything', async () => {
  for (const op of guarded.filter(isWrite)) assertRefused(op, await call(keys.viewer, op), 403, 'role_read_only')
})

test('a key below the required role gets the error for roles', async () => {
  for (const op of guarded.filter((each) => roleOf(each) !== 'VIEWER' || each.access.session)) {
    const refusal = op.access.session
      ? 'user_session_required'
      : roleOf(op) === 'OWNER'
        ? 'owner_required'
        : 'role_insufficient'
    if (roleOf(op) === 'ADMIN') assertRefused(op, await call(keys.member, op), 403, refusal)
    if (op.access.session || roleOf(op) === 'OWNER') assertRefused(op, await call(keys.admin, op), 403, refusal)
  }
})

test('a session writes only from our own pages', async () => {
  for (const op of guarded.filter(isWrite))
    assertRefused(op, await call(owner, op, { origin: 'https://evil.example' }), 403, 'origin_forbidden')
})

test('a session is refused after the membership has ended', async () => {
  const former = await theirs.signedIn()
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update memberships set active = false where organization_id = ${theirs.organizationId}`),
  )
  for (const op of guarded) assertRefused(op, await call(former, op), 403, 'membership_required')
})

test('a store-level call must name its store in the header, as a valid id', async () => {
  const { storeEnvId } = ours
  const malformed = ['', 'all', '*', 'null', 'undefined', '0', `${storeEnvId},${storeEnvId}`, `{${storeEnvId}}`]
  for (const op of storeLevel) {
    for (const header of [...malformed, storeEnvId.replaceAll('-', ''), `${storeEnvId}0`, `${storeEnvId}' or '1'='1`])
      assertRefused(op, await call(allowed(op), op, { 'x-store-env-id': header }), 400, 'store_env_required', header)
  }
})

/** Returns the specified response for a store that does not belong to the caller. */
const foreignStore = (op: Operation): [number, string] =>
  op.path.startsWith('/webhooks/admin/') ? [404, 'not_found'] : [403, 'store_env_forbidden']

test('a missing store and a foreign store give the same response, byte for byte', async () => {
  for (const op of storeLevel) {
    const answers = []
    for (const store of [theirs.storeEnvId, newId(), '00000000-0000-0000-0000-000000000000']) {
      const answer = await callFully(allowed(op), op, { 'x-store-env-id': store })
      assertRefused(op, answer, ...foreignStore(op), store)
      answers.push({ ...answer.body, requestId: '' })
    }
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
  }
})

test('a store id in capitals means the same store', async () => {
  for (const op of storeLevel.filter((each) => !isWrite(each))) {
    const answer = await call(allowed(op), op, { 'x-store-env-id': ours.storeEnvId.toUpperCase() })
    assert.notEqual(answer.status, 403, `${nameOf(op)} ${answer.text}`)
    assertAnswer(op, answer)
  }
})

test('a lapsed store can be read and refuses changes, except the documented ones', async () => {
  const lapsed = { 'x-store-env-id': lapsedStore }
  for (const op of storeLevel) {
    const answer = await callFully(owner, op, lapsed)
    if (isWrite(op) && !op.plan.whileLapsed) assertRefused(op, answer, 403, 'subscription_expired')
    else assert.notEqual(answer.body?.code, 'subscription_expired', nameOf(op))
    // The lapsed store still has its former plan, which is not the highest.
    if (op.plan.reads && areas.features[op.plan.feature ?? ''] !== 'growth')
      assertRefused(op, answer, 403, 'plan_required')
    else if (!isWrite(op) && answer.body?.code !== 'billing_unavailable')
      assert.ok([200, 404].includes(answer.status), `${nameOf(op)}: ${answer.status} ${answer.text}`)
    assertAnswer(op, answer, 'lapsed')
  }
})

test('a call with several errors gets the first in the documented order', async () => {
  const unknown = service.with({ authorization: `Bearer ${newKey()}` })
  for (const op of guarded) {
    const right = allowed(op)
    const isStore = op.tenancy === 'store'
    const gated = isStore && isWrite(op) && !op.plan.whileLapsed
    // Valid store ids are included, because only with a valid id could an operation start before authentication.
    const stages: [Api, string[], number, string, boolean][] = [
      [service.anonymous, ['none', theirs.storeEnvId], 401, 'unauthenticated', true],
      [unknown, ['none', theirs.storeEnvId, ours.storeEnvId], 401, 'api_key_invalid', true],
      [scopedElsewhere(op), ['none', theirs.storeEnvId, ours.storeEnvId], 403, 'scope_denied', !op.access.anyScope],
      [keys.viewer, ['none', theirs.storeEnvId], 403, 'role_read_only', isWrite(op)],
      [
        keys.viewer,
        ['none', theirs.storeEnvId],
        403,
        'user_session_required',
        !isWrite(op) && op.access.session === true,
      ],
      [right, ['none'], 400, 'store_env_required', isStore],
      [right, [theirs.storeEnvId], ...foreignStore(op), isStore],
      [right, [lapsedStore], 403, 'subscription_expired', gated],
      [right, [ours.storeEnvId], 400, 'validation_failed', true],
    ]
    for (const { path, body } of badInputs(op)) {
      for (const [api, stores, status, code, applies] of stages) {
        for (const store of applies ? stores : [])
          assertRefused(op, await api.call(op.method, path, body, { 'x-store-env-id': store }), status, code, path)
      }
    }
  }
})

function badInputs(op: Operation): { path: string; body?: unknown }[] {
  const query = (op.input.query as { properties?: object } | undefined)?.properties ?? {}
  const uuid = listParams(op).find(([, shape]) => shape.format === 'uuid')?.[0]
  const good = buildPath(op)
  return [
    ...('limit' in query ? [{ path: `${good}?limit=0`, body: sampleBody(op) }] : []),
    // An invalid cursor is found only when the query is built, after validation by the schemas.
    ...('cursor' in query ? [{ path: `${good}?cursor=bm90IGEgY3Vyc29y`, body: sampleBody(op) }] : []),
    ...(op.input.body ? [{ path: good, body: '{"half":' }] : []),
    ...(uuid ? [{ path: buildPath(op, { [uuid]: 'not-a-uuid' }), body: sampleBody(op) }] : []),
  ]
}
