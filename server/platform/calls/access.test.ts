import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Caller, capabilitiesOfKey, capabilitiesOfSession, type Role, roles } from '../identity/caller.ts'
import type { AppError } from '../values/errors.ts'
import { readStoreId, requireRole, requireStore, scopeAllows } from './access.ts'
import { operation } from './operation.ts'

const op = (
  http: 'GET /reviews' | 'PUT /reviews/:id' | 'DELETE /reviews/:id',
  access: { role?: Role; session?: never } | { session: true } = {},
) => operation({ id: 'reviews.any', http, tenancy: 'store', access, doc: { summary: '' }, run: () => undefined })

const caller = (role: Role, via: 'key' | 'user' = 'key'): Caller => ({
  ...(via === 'key' ? capabilitiesOfKey : capabilitiesOfSession),
  id: 'x',
  organizationId: 'o',
  role,
  scopes: [],
})

const catchCode = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as AppError).code
  }
}

test('a scope allows only its resource and verb; write implies read on the same resource only', () => {
  const cases: [string[], 'GET /reviews' | 'PUT /reviews/:id', boolean][] = [
    [[], 'GET /reviews', true],
    [[], 'PUT /reviews/:id', true],
    [['read'], 'GET /reviews', true],
    [['read'], 'PUT /reviews/:id', false],
    [['write'], 'GET /reviews', true],
    [['reviews:read'], 'GET /reviews', true],
    [['reviews:read'], 'PUT /reviews/:id', false],
    [['reviews:write'], 'GET /reviews', true],
    [['reviews:write'], 'PUT /reviews/:id', true],
    [['orders:write'], 'GET /reviews', false],
    [['orders:write', 'reviews:read'], 'GET /reviews', true],
  ]
  for (const [scopes, http, allowed] of cases) assert.equal(scopeAllows(scopes, op(http)), allowed, `${scopes} ${http}`)
})

test('adding a scope to a restricted key never removes a permission', () => {
  const scope = fc.constantFrom('read', 'write', 'reviews:read', 'reviews:write', 'orders:read', 'orders:write')
  fc.assert(
    fc.property(
      fc.array(scope, { minLength: 1 }),
      scope,
      fc.constantFrom('GET /reviews' as const, 'PUT /reviews/:id' as const),
      (scopes, more, http) => {
        if (scopeAllows(scopes, op(http))) assert.ok(scopeAllows([...scopes, more], op(http)))
      },
    ),
  )
})

test('each refused role gets its own reason: read-only, below Admin, or below Owner', () => {
  assert.equal(
    catchCode(() => requireRole(caller('VIEWER'), op('GET /reviews'))),
    undefined,
  )
  assert.equal(
    catchCode(() => requireRole(caller('VIEWER'), op('PUT /reviews/:id'))),
    'role_read_only',
  )
  assert.equal(
    catchCode(() => requireRole(caller('MEMBER'), op('PUT /reviews/:id', { role: 'ADMIN' }))),
    'role_insufficient',
  )
  assert.equal(
    catchCode(() => requireRole(caller('ADMIN'), op('PUT /reviews/:id', { role: 'OWNER' }))),
    'owner_required',
  )
  assert.equal(
    catchCode(() => requireRole(caller('ADMIN'), op('PUT /reviews/:id', { session: true }))),
    'user_session_required',
  )
  assert.equal(
    catchCode(() => requireRole(caller('ADMIN', 'user'), op('PUT /reviews/:id', { session: true }))),
    undefined,
  )
})

test('a higher role may do everything a lower one may', () => {
  const needed = fc.constantFrom(...roles)
  fc.assert(
    fc.property(needed, fc.constantFrom(...roles), (least, role) => {
      const target = op('GET /reviews', { role: least })
      if (catchCode(() => requireRole(caller(role), target)) !== undefined) return
      for (const higher of roles.slice(roles.indexOf(role)))
        assert.equal(
          catchCode(() => requireRole(caller(higher), target)),
          undefined,
        )
    }),
  )
})

test('a missing store is a failure, and never grants access to all stores', () => {
  assert.equal(
    catchCode(() => requireStore(readStoreId(undefined), false)),
    'store_env_required',
  )
  assert.equal(
    catchCode(() => requireStore(readStoreId('*'), true)),
    'store_env_required',
  )
  assert.equal(
    catchCode(() => requireStore(readStoreId('01a1fc4c-8fb2-700e-b0b7-eef0b174161e'), false)),
    'store_env_forbidden',
  )
})
