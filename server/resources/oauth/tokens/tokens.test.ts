import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { auditLines } from '#resources/account/account.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import {
  approve,
  buildAuthorizeQuery,
  callback,
  connect,
  cookieOfOwner,
  newVerifier,
  redeem,
  refresh,
  register,
  send,
  withAccessToken,
} from '../oauth.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const second = 1000

async function codeFor(clientId: string, other: Record<string, string | undefined> = {}) {
  const verifier = newVerifier()
  const cookie = await cookieOfOwner(service, shop)
  const answer = await approve(service, cookie, buildAuthorizeQuery(clientId, verifier, other))
  return { code: answer.get('code') ?? '', verifier, answer }
}

const isAlive = async (access: string) => (await withAccessToken(service, access).get('/account/stores')).status === 200

test('a code returns a one-hour access token and a refresh token in an uncacheable response', async () => {
  const { clientId } = await register(shop)
  const { code, verifier, answer } = await codeFor(clientId, { scope: 'reviews:read' })
  assert.equal(answer.get('state'), 'a state of its own')
  assert.equal(answer.get('iss'), service.service.origin)
  const { status, body, headers } = await redeem(service, clientId, code, verifier)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
  assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'reviews:read'])
  assert.match(body.access_token, /^evno_[0-9A-Za-z]{46}$/)
  assert.equal(headers['cache-control'], 'no-store')
  const calls = withAccessToken(service, body.access_token, shop.storeEnvId)
  assert.equal((await calls.get('/reviews')).status, 200)
  service.advance(3600 * second)
  const late = await calls.get('/reviews')
  assert.deepEqual([late.status, late.body.code], [401, 'token_invalid'])
  assert.match(String(late.headers['www-authenticate']), /error="invalid_token"/)
})

test('no table contains a token, code or secret in plain text', async () => {
  const { clientId, clientSecret } = await register(shop, { confidential: true })
  const { code, verifier } = await codeFor(clientId)
  const { body } = await redeem(service, clientId, code, verifier, { client_secret: clientSecret })
  const rows = await service.service.db.system('read', (tx) =>
    tx.all(sql`select c::text as row from oauth_clients c union all select g::text from oauth_grants g
      union all select a::text from oauth_access_tokens a union all select r::text from oauth_refresh_tokens r
      union all select l::text from audit_log l`),
  )
  const text = JSON.stringify(rows)
  assert.ok(rows.length > 4)
  for (const secret of [clientSecret, code, body.access_token, body.refresh_token])
    for (const form of [String(secret), Buffer.from(String(secret)).toString('hex')]) assert.ok(!text.includes(form))
})

test('a repeated code is refused, and revokes the tokens issued for it', async () => {
  const { clientId } = await register(shop)
  const { code, verifier } = await codeFor(clientId)
  const { body } = await redeem(service, clientId, code, verifier)
  const refreshed = (await refresh(service, clientId, body.refresh_token)).body
  assert.ok(await isAlive(refreshed.access_token))
  const again = await redeem(service, clientId, code, verifier)
  assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
  for (const access of [body.access_token, refreshed.access_token]) assert.equal(await isAlive(access), false)
  assert.equal((await refresh(service, clientId, refreshed.refresh_token)).body.error, 'invalid_grant')
  const [line] = await auditLines(shop, 'oauth.revoked')
  assert.equal(line?.details?.reason, 'code_replayed')
})

test('a code sent many times concurrently leaves no valid token', async () => {
  const { clientId } = await register(shop)
  const { code, verifier } = await codeFor(clientId)
  const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(service, clientId, code, verifier)))
  const given = answers.filter(({ status }) => status === 200)
  assert.ok(given.length <= 1, `${given.length} were answered`)
  for (const { body } of given) assert.equal(await isAlive(body.access_token), false)
})

test('a code works for one minute, only with its client, redirect address and verifier', async () => {
  const { clientId } = await register(shop)
  const other = await register(shop, { name: 'Other' })
  const { code, verifier } = await codeFor(clientId)
  for (const [client, fields] of [
    [other.clientId, {}],
    [clientId, { redirect_uri: `${callback}/` }],
    [clientId, { redirect_uri: '' }],
    [clientId, { code_verifier: newVerifier() }],
    [clientId, { code_verifier: `${verifier}a` }],
    [clientId, { code_verifier: 'short' }],
  ] as const) {
    const { status, body } = await redeem(service, client, code, verifier, fields)
    assert.deepEqual([status, body.error], [400, 'invalid_grant'], JSON.stringify(fields))
  }
  const without = await redeem(service, clientId, code, verifier, { code_verifier: '' })
  assert.deepEqual([without.status, without.body.error], [400, 'invalid_request'])
  service.advance(60 * second)
  assert.equal((await redeem(service, clientId, code, verifier)).body.error, 'invalid_grant')
})

test('a confidential client sends its secret in exactly one way', async () => {
  const { clientId, clientSecret } = await register(shop, { confidential: true })
  const secret = String(clientSecret)
  const basic = (id: string, of: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${of}`).toString('base64')}`,
  })
  const { code, verifier } = await codeFor(clientId)
  const fields = { grant_type: 'authorization_code', redirect_uri: callback, code, code_verifier: verifier }
  for (const [given, headers, status, error] of [
    [{ ...fields, client_id: clientId }, {}, 401, 'invalid_client'],
    [{ ...fields, client_id: clientId, client_secret: `${secret}x` }, {}, 401, 'invalid_client'],
    [fields, basic(clientId, 'wrong'), 401, 'invalid_client'],
    [fields, { authorization: 'Basic %%%' }, 401, 'invalid_client'],
    [fields, { authorization: 'Bearer x' }, 401, 'invalid_client'],
    [{ ...fields, client_secret: secret }, basic(clientId, secret), 400, 'invalid_request'],
    [fields, {}, 400, 'invalid_request'],
  ] as const) {
    const refused = await send(service, '/oauth/token', given, headers)
    assert.deepEqual([refused.status, refused.body.error], [status, error], JSON.stringify([given, headers]))
    if (status === 401 && headers && 'authorization' in headers)
      assert.match(String(refused.headers['www-authenticate']), /^Basic/)
  }
  const { status, body } = await send(service, '/oauth/token', fields, basic(clientId, secret))
  assert.equal(status, 200)
  assert.equal((await refresh(service, clientId, body.refresh_token)).body.error, 'invalid_client')
  assert.equal((await refresh(service, clientId, body.refresh_token, { client_secret: secret })).status, 200)
  const open = await register(shop)
  const { code: another, verifier: its } = await codeFor(open.clientId)
  assert.equal(
    (await redeem(service, open.clientId, another, its, { client_secret: 'x' })).body.error,
    'invalid_client',
  )
})

test('five concurrent refreshes get the same refresh token and five working access tokens', async () => {
  const { clientId, refresh: first } = await connect(service, shop)
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(service, clientId, first)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1)
  assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 5)
  for (const { body } of answers) assert.ok(await isAlive(body.access_token))
  assert.equal((await refresh(service, clientId, answers[0]?.body.refresh_token)).status, 200)
})

test('the previous token works for 30 seconds; using it later revokes the family', async () => {
  const { clientId, access, refresh: first } = await connect(service, shop)
  const { body: next } = await refresh(service, clientId, first)
  service.advance(25 * second)
  const { status, body: same } = await refresh(service, clientId, first)
  assert.deepEqual([status, same.refresh_token], [200, next.refresh_token])
  service.advance(6 * second)
  const reused = await refresh(service, clientId, first)
  assert.deepEqual([reused.status, reused.body.error], [400, 'invalid_grant'])
  for (const each of [access, next.access_token, same.access_token]) assert.equal(await isAlive(each), false)
  assert.equal((await refresh(service, clientId, next.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await auditLines(shop, 'oauth.revoked'))[0]?.details?.reason, 'token_reused')
})

test('a token older than the previous one revokes the family immediately', async () => {
  const { clientId, refresh: first } = await connect(service, shop)
  const { body: second } = await refresh(service, clientId, first)
  const { body: third } = await refresh(service, clientId, second.refresh_token)
  assert.equal((await refresh(service, clientId, first)).body.error, 'invalid_grant')
  assert.equal((await refresh(service, clientId, third.refresh_token)).body.error, 'invalid_grant')
  assert.equal(await isAlive(third.access_token), false)
})

test('a refresh token is bound to client and scopes, and expires after 90 unused days', async () => {
  const { clientId, refresh: token } = await connect(service, shop, { scope: 'reviews:read' })
  const other = await register(shop, { name: 'Other' })
  assert.equal((await refresh(service, other.clientId, token)).body.error, 'invalid_grant')
  assert.equal((await refresh(service, clientId, token, { scope: 'reviews:write' })).body.error, 'invalid_scope')
  assert.equal((await refresh(service, clientId, token, { scope: 'nonsense' })).body.error, 'invalid_scope')
  assert.equal((await refresh(service, clientId, token, { scope: 'reviews:read' })).status, 200)
  const { clientId: quiet, refresh: unused } = await connect(service, shop)
  service.advance(90 * day)
  assert.equal((await refresh(service, quiet, unused)).body.error, 'invalid_grant')
})

test('revoking a refresh token revokes the connection; revoking an access token revokes only itself', async () => {
  const { clientId, access, refresh: token } = await connect(service, shop)
  const other = await register(shop, { name: 'Other' })
  // Revoking another client's token, an unknown token or a malformed one changes and reveals nothing.
  for (const [client, shown] of [
    [other.clientId, token],
    [clientId, 'evnr_unknown'],
    [clientId, 'x'],
  ] as const)
    assert.equal((await send(service, '/oauth/revoke', { client_id: client, token: shown })).status, 200)
  assert.ok(await isAlive(access))
  const { body: next } = await refresh(service, clientId, token)
  assert.equal((await send(service, '/oauth/revoke', { client_id: clientId, token: access })).status, 200)
  assert.deepEqual([await isAlive(access), await isAlive(next.access_token)], [false, true])
  const revoked = await send(service, '/oauth/revoke', {
    client_id: clientId,
    token: next.refresh_token,
    token_type_hint: 'access_token',
  })
  assert.deepEqual([revoked.status, revoked.body], [200, undefined])
  assert.equal(await isAlive(next.access_token), false)
  assert.equal((await refresh(service, clientId, next.refresh_token)).body.error, 'invalid_grant')
  assert.equal((await auditLines(shop, 'oauth.revoked'))[0]?.details?.reason, 'by_client')
})

test('an invalid request gets the error format of the standard', async () => {
  const { clientId, refresh: token } = await connect(service, shop)
  const good = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token }
  for (const [fields, error] of [
    [{ ...good, grant_type: 'password' }, 'unsupported_grant_type'],
    [{ ...good, grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ ...good, grant_type: '' }, 'invalid_request'],
    [{ ...good, resource: 'https://elsewhere.example.com' }, 'invalid_target'],
    [{ ...good, resource: `${service.service.origin}/mcp/..` }, 'invalid_target'],
    [{ ...good, refresh_token: 'a\0b' }, 'invalid_request'],
    [{ ...good, client_id: '0190aaaa-0000-7000-8000-000000000000' }, 'invalid_client'],
    [{ ...good, client_id: 'x' }, 'invalid_client'],
    [{ ...good, client_id: 'x'.repeat(3000) }, 'invalid_client'],
    [{ ...good, client_id: 'https://\u0130.example/%00' }, 'invalid_grant'],
    [`${new URLSearchParams(good)}&client_id=x`, 'invalid_request'],
    ['', 'invalid_request'],
  ] as const) {
    const { status, body } = await send(service, '/oauth/token', fields)
    assert.deepEqual([status >= 400 && status < 500, body.error], [true, error], JSON.stringify(fields))
    assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  }
  const json = await send(service, '/oauth/token', JSON.stringify(good), { 'content-type': 'application/json' })
  assert.deepEqual([json.status, json.body.error], [400, 'invalid_request'])
  for (const resource of ['', '/', '/mcp', '/api/v1'])
    assert.equal((await refresh(service, clientId, token, { resource: service.service.origin + resource })).status, 200)
})

test('expired tokens and grants are deleted, and valid ones are not', async () => {
  const count = async () => {
    const [row] = await service.service.db.system('read', (tx) =>
      tx.all<{ access: number; refresh: number; grants: number }>(sql`
        select (select count(*) from oauth_access_tokens) as access, (select count(*) from oauth_refresh_tokens) as refresh,
               (select count(*) from oauth_grants) as grants`),
    )
    return row
  }
  const sweep = async () => {
    await service.service.db.system('write', (tx) => tx.run(sql`select app.add_job('oauth.remove_ended', '{}'::json)`))
    await service.runJobs()
  }
  await service.service.db.system('write', (tx) => tx.run(sql`delete from oauth_grants`))
  const { clientId } = await register(shop)
  await codeFor(clientId)
  const { refresh: kept, clientId: of } = await connect(service, shop)
  service.advance(89 * day)
  await sweep()
  assert.deepEqual(await count(), { access: 0, refresh: 1, grants: 1 })
  assert.equal((await refresh(service, of, kept)).status, 200)
  service.advance(91 * day)
  await sweep()
  assert.deepEqual(await count(), { access: 0, refresh: 0, grants: 0 })
})

test('a refresh for fewer scopes narrows only its access token, not later refreshes', async () => {
  const { clientId, refresh: first } = await connect(service, shop, {
    scope: 'reviews:write products:read orders:read',
  })
  const read = (token: string, path: string) =>
    service.anonymous.get(path, { authorization: `Bearer ${token}`, 'x-store-env-id': shop.storeEnvId })
  const narrowed = (await refresh(service, clientId, first, { scope: 'reviews:read' })).body
  assert.equal(narrowed.scope, 'reviews:read')
  assert.equal((await read(narrowed.access_token, '/reviews')).status, 200)
  for (const path of ['/products', '/orders'])
    assert.equal((await read(narrowed.access_token, path)).body.code, 'scope_denied')
  const write = await service.anonymous.post(
    '/reviews/bulk-update',
    { updates: [] },
    { authorization: `Bearer ${narrowed.access_token}`, 'x-store-env-id': shop.storeEnvId },
  )
  assert.equal(write.body.code, 'scope_denied')
  const wider = (await refresh(service, clientId, narrowed.refresh_token)).body
  assert.deepEqual(wider.scope.split(' ').sort(), ['orders:read', 'products:read', 'reviews:write'])
  assert.equal((await read(wider.access_token, '/products')).status, 200)
  assert.equal((await read(narrowed.access_token, '/products')).body.code, 'scope_denied')
})
