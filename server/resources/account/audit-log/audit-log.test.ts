import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { addProduct, addReview } from '../../reviews/reviews.testing.ts'
import { auditLines } from '../account.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('Larkmoor')
})

test("a decision about a review is logged with the person's name, address and client", async () => {
  const decisions = { approved: 'review.approved', rejected: 'review.rejected', spam: 'review.marked_spam' }
  const productId = await addProduct(shop)
  const owner = await shop.signedIn()
  for (const [status, action] of Object.entries(decisions)) {
    const id = await addReview(service, shop, { productId, status: 'pending' })
    const decided = await owner.call('PUT', `/reviews/${id}`, { status }, { 'user-agent': 'Larkmoor Desk/2' })
    assert.equal(decided.status, 200, decided.text)
    const [line] = await auditLines(shop, action)
    const { actor, target, address, userAgent, details } = line ?? assert.fail(action)
    assert.deepEqual([actor.type, actor.name], ['user', shop.ownerEmail.split('@')[0]])
    const product = (await shop.api.get(`/products/${productId}`)).body
    assert.deepEqual(target, { type: 'review', id, name: product.title })
    // The reason for a rejection is logged too. It is `unspecified` if none was given.
    const why = status === 'approved' ? {} : { reason: 'unspecified' }
    assert.deepEqual([address, userAgent, details], ['127.0.0.1', 'Larkmoor Desk/2', { was: 'pending', ...why }])
    await owner.put(`/reviews/${id}`, { status })
    assert.equal((await auditLines(shop, action)).length, 1)
  }
})

test("the file has only the organization's rows, and cells that resemble formulas are escaped", async () => {
  const other = await service.shop('Elsewhere')
  for (const [at, name] of [
    [shop, '=HYPERLINK("https://evil.example","x")'],
    [other, 'Theirs alone'],
  ] as const) {
    const person = await at.signedIn()
    const made = await person.post('/api-keys', { name, role: 'VIEWER', scopes: ['reviews:read'] })
    assert.equal(made.status, 201, made.text)
  }
  const owner = await shop.signedIn()
  const { status, headers, text } = await owner.get('/account/audit-log/export?format=csv')
  assert.equal(status, 200, text)
  assert.match(String(headers['content-type']), /^text\/csv/)
  assert.match(String(headers['content-disposition']), /attachment; filename="audit-log\.csv"/)
  const { total } = (await owner.get('/account/audit-log?limit=1&includeTotal=true')).body.pagination
  const [head = '', ...lines] = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  assert.deepEqual(head.split(',').slice(0, 5), ['at', 'action', 'actorType', 'actorName', 'actorId'])
  assert.equal(lines.length, total)
  assert.match(text, /"'=HYPERLINK\(""https/)
  assert.doesNotMatch(text, /[,"]=HYPERLINK/)
  assert.doesNotMatch(text, /Theirs alone|Elsewhere/)
  assert.equal((await auditLines(shop, 'audit_log.exported')).length, 1)
})

test('a signed-in owner can download the log, filtered by action; a key cannot', async () => {
  const owner = await shop.signedIn()
  await service.service.db.organization(shop.organizationId, 'write', async (tx) => {
    const { auditAs } = await import('#platform/audit/audit.ts')
    for (let i = 0; i < 1_203; i++) await auditAs({ type: 'operator' })(tx, 'orders.cleared', undefined, { cleared: i })
  })
  const { text } = await owner.get('/account/audit-log/export?action=orders.cleared')
  const counts = [...text.matchAll(/""cleared"":(\d+)/g)].map(([, count]) => Number(count))
  assert.equal(new Set(counts).size, 1_203)
  assert.equal(counts.length, 1_203)
  assert.equal((await shop.api.get('/account/audit-log/export')).body.code, 'user_session_required')
  assert.equal((await service.anonymous.get('/account/audit-log/export')).status, 401)
})
