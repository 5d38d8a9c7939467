import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('The Mug Shop')
})

test('a template is created, changed and deleted; the audit log has creation and deletion', async () => {
  const owner = await shop.signedIn()
  const made = await owner.post('/reviews/reply-templates', { title: ' Thanks ', body: 'Thank you, {author}!\n' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.title, made.body.body], ['Thanks', 'Thank you, {author}!'])
  const path = `/reviews/reply-templates/${made.body.id}`
  const changed = await owner.patch(path, { body: 'Thank you, {author}, for {product}.' })
  assert.deepEqual([changed.body.title, changed.body.body], ['Thanks', 'Thank you, {author}, for {product}.'])
  assert.deepEqual((await owner.get('/reviews/reply-templates')).body.data, [changed.body])
  assert.equal((await owner.delete(path)).status, 204)
  assert.equal((await owner.delete(path)).status, 404)
  const log = (await owner.get('/account/audit-log')).body.data.map((line: { action: string }) => line.action)
  assert.ok(log.includes('reply_template.created') && log.includes('reply_template.deleted'), log.join())
})

test('a template has the stars and topics that it suits, and invalid values are refused', async () => {
  const path = '/reviews/reply-templates'
  const text = { title: 'Late', body: 'We are sorry, {author}.' }
  const made = await shop.api.post(path, { ...text, ratings: [2, 1], topics: [' late ', 'shipping', 'late'] })
  assert.deepEqual([made.status, made.body.ratings, made.body.topics], [201, [1, 2], ['late', 'shipping']])
  const own = `${path}/${made.body.id}`
  const renamed = (await shop.api.patch(own, { title: 'Too late' })).body
  assert.deepEqual([renamed.title, renamed.ratings, renamed.topics], ['Too late', [1, 2], ['late', 'shipping']])
  const widened = (await shop.api.patch(own, { ratings: [], topics: [] })).body
  assert.deepEqual([widened.title, widened.ratings, widened.topics], ['Too late', [], []])
  assert.deepEqual((await shop.api.post(path, text)).body.ratings, [])
  const refused: object[] = [
    { ratings: [0] },
    { ratings: [6] },
    { ratings: [1, 1] },
    { topics: [' '] },
    { topics: ['x'.repeat(41)] },
    { topics: Array.from({ length: 21 }, (_, i) => `topic ${i}`) },
  ]
  for (const wrong of refused)
    assert.equal((await shop.api.post(path, { ...text, ...wrong })).status, 400, JSON.stringify(wrong))
})

test('a change based on an outdated version of a template is refused', async () => {
  const { body } = await shop.api.post('/reviews/reply-templates', { title: 'Sorry', body: 'We are sorry.' })
  const path = `/reviews/reply-templates/${body.id}`
  assert.equal((await shop.api.patch(path, { body: 'We are very sorry.', updatedAt: body.updatedAt })).status, 200)
  const late = await shop.api.patch(path, { body: 'Sorry!', updatedAt: body.updatedAt })
  assert.deepEqual([late.status, late.body.code], [409, 'conflict'])
  assert.equal((await shop.api.patch(path, { title: ' ' })).status, 400)
  assert.equal((await shop.api.patch(path, { body: '\u0007' })).status, 400)
})

test('a Viewer only reads templates, and another store sees none', async () => {
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.get('/reviews/reply-templates')).status, 200)
  assert.equal((await viewer.post('/reviews/reply-templates', { title: 'x', body: 'x' })).status, 403)
  const other = await service.shop('Elsewhere')
  assert.deepEqual((await other.api.get('/reviews/reply-templates')).body.data, [])
})
