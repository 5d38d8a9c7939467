import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'

let shop: Shop
let mug: string
const service = provideService({ now: new Date('2026-11-20T12:00:00Z') }, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
})

const closeDays = () => {
  const job = jobs.find(({ operatorName }) => operatorName === 'evidence-heads')
  assert.ok(job)
  const { db, services } = service.service
  return perform(job, { db, services, stopping: new AbortController().signal }, {})
}

const visit = async (question = '', where = shop) => {
  const query = question && `?q=${encodeURIComponent(question)}`
  const { body, statusCode, headers } = await service.app.inject(`/evidence/${where.storeEnvId}${query}`)
  assert.equal(statusCode, 200)
  const entries = [...body.matchAll(/<li><span>(\d+)<\/span> <code dir="ltr">(\w+)<\/code>/g)]
  const proofs = [...body.matchAll(/href="[^"]*(\/evidence\/[^"]+\.tlog-proof)"/g)].map(([, path = '']) => path)
  return { body, headers, proofs, entries: entries.map(([, seq, type]) => `${seq} ${type}`) }
}

const missing = /No review shown here has this id or entry\./

test("a visitor finds a review's entries by its id, its address or an entry number", async () => {
  const { id } = await post(shop.api, mug)
  const { id: hidden } = await post(shop.api, mug)
  assert.match((await visit(id)).body, missing, 'not public before it is approved')
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  const { data } = (await shop.api.get(`/evidence/entries?review=${id}`)).body
  const listed = data.map(({ seq, type }: { seq: number; type: string }) => `${seq} ${type}`).reverse()
  assert.ok(listed.length >= 3)
  const [first = ''] = listed
  const seq = first.split(' ')[0] ?? ''
  for (const question of [
    id,
    id.toUpperCase(),
    `https://shop.example/evidence/reviews/${id}?x=1`,
    `https://shop.example/mug#evident-review-${id}`,
    seq,
    ` #${seq} `,
  ])
    assert.deepEqual((await visit(question)).entries, listed, question)
  const unsigned = await visit(id)
  assert.deepEqual(unsigned.proofs, [])
  assert.match(unsigned.body, /signed next night/)
  await closeDays()
  const { proofs, body, headers } = await visit(id)
  assert.equal(proofs.length, listed.length)
  for (const path of proofs) assert.match((await service.app.inject(path)).body, /^c2sp\.org\/tlog-proof@v1\n/)
  assert.match(body, /<meta name="robots" content="noindex, nofollow">/)
  assert.match(String(headers['content-security-policy']), /form-action 'self'(;|$)/)
  const { data: own } = (await shop.api.get(`/evidence/entries?review=${hidden}`)).body
  for (const question of [hidden, String(own[0].seq), '999999999999999', 'mug', '<b>', 'x'.repeat(500)])
    assert.match((await visit(question)).body, missing, question)
  assert.doesNotMatch((await visit('"><script>alert(1)</script>')).body, /<script/)
})

test('a review of another store is not found, nor one whose author is erased', async () => {
  const other = await service.shop()
  const { id } = await post(other.api, await addProduct(other), { authorEmail: 'ada@customer.example' })
  await other.api.put(`/reviews/${id}`, { status: 'approved' })
  assert.equal((await visit(id, other)).entries.length > 0, true)
  assert.match((await visit(id)).body, missing)
  const erased = await other.api.post('/customers/erase', { email: 'ada@customer.example' })
  assert.equal(erased.status, 200, erased.text)
  assert.match((await visit(id, other)).body, missing)
})

test('the page shows the newest signature, collapses root and checkpoint, and links the newest review', async () => {
  const mine = await service.shop()
  const product = await addProduct(mine)
  const before = (await visit('', mine)).body
  assert.doesNotMatch(before, /Show the newest review/)
  assert.match(before, /Nothing is signed yet/)
  const { id } = await post(mine.api, product)
  await mine.api.put(`/reviews/${id}`, { status: 'approved' })
  await closeDays()
  const { body } = await visit('', mine)
  assert.match(body, new RegExp(`href="[^"]*\\?q=${id}#lookup">Show the newest review`))
  const [head] = (await mine.api.get('/evidence/heads')).body.data
  const seal = body.slice(body.indexOf('class="seal"'), body.indexOf('id="lookup"'))
  assert.match(seal, /Nov 19, 2026/)
  assert.doesNotMatch(seal, new RegExp(head.rootHash))
  const folded = body.slice(body.lastIndexOf('<details'))
  assert.match(folded, new RegExp(head.rootHash))
  assert.match(folded, /href="[^"]*\/checkpoint"[^>]*>The newest checkpoint/)
})

test('links have the color of the shop, readable in light and dark mode', async () => {
  const mine = await service.shop()
  assert.doesNotMatch((await visit('', mine)).body, /--accent:#43552f/)
  const { status, text } = await mine.api.put('/email-branding', { colors: { primary: '#43552f' } })
  assert.equal(status, 200, text)
  const { body } = await visit('', mine)
  const accents = [...body.matchAll(/--accent:\s?(#\w{6})/g)].map(([, color]) => color)
  assert.deepEqual(accents.slice(-2), ['#43552f', '#9eb980'])
})
