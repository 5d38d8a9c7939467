import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { provideService, type Shop } from '#test/service.ts'
import { addProduct, addReview, addReviews, auditLines, nobody, post } from '../reviews.testing.ts'

let shop: Shop
let mug: string
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') }, async () => {
  shop = await service.shop('The Mug Shop')
  mug = await addProduct(shop)
})

const read = async (id: string) => (await shop.api.get(`/reviews/${id}`)).body

test('every decision and reply returns the whole review with its product', async () => {
  const { id } = await post(shop.api, mug)
  const approved = await shop.api.put(`/reviews/${id}`, { status: 'approved', reply: { body: 'Thank you!' } })
  assert.equal(approved.status, 200)
  const { status, product, reply, approvedAt, updatedAt } = approved.body
  assert.deepEqual([status, product.platformProductId], ['approved', 'mug'])
  assert.deepEqual(reply, { body: 'Thank you!', authorName: 'The Mug Shop', repliedAt: updatedAt })
  assert.equal(approvedAt, updatedAt)
  assert.deepEqual(await read(id), approved.body)
  service.advance(60_000)
  const rejected = await shop.api.put(`/reviews/${id}`, { status: 'rejected', reply: null })
  assert.deepEqual([rejected.body.status, rejected.body.reply], ['rejected', null])
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'spam' })).body.status, 'spam')
  const again = await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  assert.equal(again.body.approvedAt, approvedAt, 'the first approval keeps its date')
})

test('a rejection has a reason that can change; an approval has none', async () => {
  const { id, moderation: none } = await post(shop.api, mug, { body: 'About a reason.' })
  assert.equal(none, null)
  const rejected = await shop.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'off_topic' })
  const { moderation, updatedAt } = rejected.body
  assert.deepEqual(moderation, { reason: 'off_topic', policyVersion: 1, at: updatedAt })
  service.advance(60_000)
  for (const same of [{ status: 'rejected' }, { status: 'rejected', reason: 'off_topic' }])
    assert.deepEqual((await shop.api.put(`/reviews/${id}`, same)).body, rejected.body)
  const other = await shop.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'privacy' })
  assert.deepEqual([other.body.moderation.reason, other.body.status], ['privacy', 'rejected'])
  assert.notEqual(other.body.moderation.at, moderation.at)
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'spam' })).body.moderation.reason, 'unspecified')
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'approved' })).body.moderation, null)
  const lines = (await auditLines(service, shop)).filter((line) => (line.target as { id?: string })?.id === id)
  assert.deepEqual(
    lines.map(({ action, details }) => [action, details]).sort(),
    [
      ['review.approved', { was: 'spam' }],
      ['review.marked_spam', { was: 'rejected', reason: 'unspecified' }],
      ['review.rejected', { was: 'pending', reason: 'off_topic' }],
      ['review.rejected', { was: 'rejected', reason: 'privacy' }],
    ].sort(),
  )
  const seen = (await (await shop.signedIn()).get(`/reviews?status=approved&q=About a reason`)).body
  assert.equal(seen.data[0].moderation, null)
})

test('an invalid reason, or one without a rejection, refuses the whole call, also in bulk', async () => {
  const { id } = await post(shop.api, mug, { body: 'Refused reasons.' })
  for (const wrong of [
    { reason: 'fake' },
    { status: 'approved', reason: 'fake' },
    { status: 'pending', reason: 'fake' },
    { status: 'rejected', reason: 'unspecified' },
    { status: 'rejected', reason: 'because' },
    { status: 'rejected', reason: null },
  ]) {
    const alone = await shop.api.put(`/reviews/${id}`, wrong as never)
    assert.deepEqual([alone.status, alone.body.details[0].path], [400, '/reason'], JSON.stringify(wrong))
    const updates = [
      { id: nobody, status: 'rejected', reason: 'fake' },
      { id, ...wrong },
    ]
    const bulk = await shop.api.post('/reviews/bulk-update', { updates } as never)
    assert.deepEqual([bulk.status, bulk.body.details[0].path], [400, '/updates/1/reason'], JSON.stringify(wrong))
  }
  assert.equal((await read(id)).status, 'pending')
})

test('each row of a bulk update has its own reason, also in the event log', async () => {
  const ids: string[] = []
  for (const body of ['One of three.', 'Two of three.', 'Three of three.'])
    ids.push((await post(shop.api, mug, { body })).id)
  const updates = [
    { id: ids[0], status: 'rejected', reason: 'insider' },
    { id: ids[1], status: 'spam', reason: 'spam' },
    { id: ids[2], status: 'rejected' },
  ]
  const { body } = await shop.api.post('/reviews/bulk-update', { updates })
  assert.deepEqual(
    body.results.map((each: { applied: string[] }) => each.applied),
    [['status', 'reason'], ['status', 'reason'], ['status']],
  )
  const reasons = await Promise.all(ids.map(async (id) => (await read(id)).moderation.reason))
  assert.deepEqual(reasons, ['insider', 'spam', 'unspecified'])
  const again = [{ id: ids[2], status: 'rejected', reason: 'duplicate' }]
  const changed = await shop.api.post('/reviews/bulk-update', { updates: again })
  assert.deepEqual(changed.body.results[0].applied, ['reason'])
  const line = (await auditLines(service, shop)).findLast((each) => each.action === 'reviews.bulk_updated')
  assert.deepEqual(line?.details, { reviews: 1, statuses: {}, reasons: { duplicate: 1 } })
  const listed = (await shop.api.get('/events?event=review.rejected')).body.data
  const ofFirst = listed.find((each: { data: { id: string } }) => each.data.id === ids[0])
  assert.equal(ofFirst.data.moderation.reason, 'insider')
})

test('both export formats have the reason', async () => {
  const other = await service.shop('Exporter')
  const { id } = await post(other.api, await addProduct(other))
  await other.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'illegal' })
  const csv = (await other.api.get('/reviews/export')).text
  const [row] = parse(csv, { columns: true, bom: true }) as Record<string, string>[]
  assert.equal(row?.moderationReason, 'illegal')
  const line = JSON.parse((await other.api.get('/reviews/export?format=jsonl')).text)
  assert.deepEqual([line.moderation.reason, line.moderation.policyVersion], ['illegal', 1])
})

test('sending a review back unchanged writes nothing, not even its date', async () => {
  const { id } = await post(shop.api, mug, { title: 'Lovely' })
  await shop.api.put(`/reviews/${id}`, { reply: { body: 'Thank you!' } })
  const before = await read(id)
  service.advance(60_000)
  for (const body of [before, { reply: { body: ' Thank you! ' } }, { status: 'pending' }, {}]) {
    const { status, body: answer } = await shop.api.put(`/reviews/${id}`, body)
    assert.deepEqual([status, answer], [200, before])
  }
})

test("a customer's rating, text, name and verified mark are locked: 403, and nothing changes", async () => {
  for (const source of ['email_form', 'widget_form', 'api'] as const) {
    const id = await addReview(service, shop, { productId: mug, source, status: 'pending', title: 'Good', rating: 4 })
    const before = await read(id)
    const locked = { rating: 5, title: 'Great', body: 'Great mug', authorName: 'Joe', verified: true }
    const { status, body } = await shop.api.put(`/reviews/${id}`, {
      ...locked,
      status: 'approved',
      reply: { body: 'Hi' },
    })
    assert.deepEqual([status, body.code], [403, 'review_content_locked'])
    assert.deepEqual(
      body.details.map((each: { path: string }) => each.path),
      ['/rating', '/title', '/body', '/authorName', '/verified'],
    )
    for (const [field, value] of Object.entries(locked)) {
      const alone = await shop.api.put(`/reviews/${id}`, { [field]: value, status: 'approved' })
      assert.deepEqual([alone.status, alone.body.details.length], [403, 1], field)
    }
    assert.deepEqual(await read(id), before)
    const same = await shop.api.put(`/reviews/${id}`, { ...before, status: 'approved' })
    assert.deepEqual([same.status, same.body.status, same.body.rating], [200, 'approved', 4])
  }
})

test('a signed-in admin cannot change locked fields either', async () => {
  const { id } = await post(shop.api, mug)
  const owner = await shop.signedIn()
  assert.equal((await owner.put(`/reviews/${id}`, { rating: 1 })).body.code, 'review_content_locked')
})

test('an imported review is fully editable, and the audit log lists the changed fields', async () => {
  const id = await addReview(service, shop, { productId: mug, source: 'import', title: null, rating: 2 })
  const edit = { rating: 3, title: 'Fine', body: 'It is fine.', authorName: 'Joe', verified: true }
  const { status, body } = await shop.api.put(`/reviews/${id}`, edit)
  const { rating, title, authorName, verified } = body
  assert.deepEqual([status, { rating, title, body: body.body, authorName, verified }], [200, edit])
  const line = (await auditLines(service, shop)).findLast((each) => each.action === 'review.content_edited')
  assert.deepEqual(
    [line?.target?.id, line?.details],
    [id, { fields: ['rating', 'title', 'body', 'authorName', 'verified'] }],
  )
  assert.equal((await shop.api.put(`/reviews/${id}`, { title: null })).body.title, null)
})

test('an unknown status, a return to pending, an empty reply and long text are 400', async () => {
  const id = await addReview(service, shop, { productId: mug, source: 'import', status: 'approved' })
  const before = await read(id)
  const wrong: [object, string][] = [
    [{ status: 'published' }, '/status'],
    [{ status: 'pending' }, '/status'],
    [{ status: null }, '/status'],
    [{ reply: { body: ' ' } }, '/reply'],
    [{ reply: {} }, '/reply/body'],
    [{ reply: 'Thanks' }, '/reply'],
    [{ reply: { body: 'x'.repeat(5001) } }, '/reply/body'],
    [{ rating: 7 }, '/rating'],
    [{ body: '' }, '/body'],
    [{ authorName: ' ' }, '/authorName'],
    [{ authorName: 'jane@customer.example' }, '/authorName'],
    [{ verified: 'yes' }, '/verified'],
  ]
  for (const [change, path] of wrong) {
    const { status, body } = await shop.api.put(`/reviews/${id}`, { reply: { body: 'Hello' }, ...change })
    assert.deepEqual(
      [status, body.code, body.details?.[0]?.path],
      [400, 'validation_failed', path],
      JSON.stringify(change),
    )
  }
  assert.equal((await shop.api.put(`/reviews/${id}`, [])).status, 400)
  assert.deepEqual(await read(id), before)
})

test('a bulk update applies the permitted part of each row and reports the rest', async () => {
  const own = await addReviews(
    service,
    shop,
    Array.from({ length: 3 }, () => ({ productId: mug, status: 'pending' as const })),
  )
  const [first, second, third] = own as [string, string, string]
  const old = await addReview(service, shop, { productId: mug, source: 'import', status: 'approved' })
  const theirs = await service.shop()
  const foreign = await addReview(service, theirs, { productId: await addProduct(theirs), status: 'pending' })
  const { status, body } = await shop.api.post('/reviews/bulk-update', {
    updates: [
      { id: first, status: 'approved', rating: 1 },
      { id: second, status: 'spam' },
      { id: third, body: 'Rewritten.' },
      { id: old, status: 'approved', rating: 2, reply: { body: 'Thanks' } },
      { id: nobody, status: 'approved' },
      { id: foreign, status: 'approved' },
      { id: first.toUpperCase(), status: 'spam' },
    ],
  })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    updated: 3,
    unchanged: 0,
    locked: 2,
    failed: 3,
    results: [
      { id: first, applied: ['status'], refused: [{ field: 'rating', code: 'review_content_locked' }] },
      { id: second, applied: ['status'], refused: [] },
      { id: third, applied: [], refused: [{ field: 'body', code: 'review_content_locked' }] },
      { id: old, applied: ['reply', 'rating'], refused: [] },
      { id: nobody, applied: [], refused: [], error: 'not_found' },
      { id: foreign, applied: [], refused: [], error: 'not_found' },
      { id: first.toUpperCase(), applied: [], refused: [], error: 'duplicate_in_request' },
    ],
  })
  const [a, b, c, d] = await Promise.all([first, second, third, old].map(read))
  assert.deepEqual(
    [a.status, a.rating, b.status, c.status, c.body],
    ['approved', 5, 'spam', 'pending', 'Holds coffee.'],
  )
  assert.deepEqual([d.rating, d.reply.body, d.reply.authorName], [2, 'Thanks', 'The Mug Shop'])
  assert.equal((await theirs.api.get(`/reviews/${foreign}`)).body.status, 'pending')
  const line = (await auditLines(service, shop)).findLast((each) => each.action === 'reviews.bulk_updated')
  assert.deepEqual(line?.details, {
    reviews: 3,
    statuses: { approved: 1, spam: 1 },
    reasons: { unspecified: 1 },
    contentEdited: [old],
  })
})

test('repeating a bulk update reports unchanged rows, writes nothing and adds no audit entry', async () => {
  const id = await addReview(service, shop, { productId: mug, status: 'pending' })
  const updates = [{ id, status: 'approved', reply: { body: 'Thanks' } }]
  await shop.api.post('/reviews/bulk-update', { updates })
  const [before, lines] = [await read(id), (await auditLines(service, shop)).length]
  service.advance(60_000)
  const { body } = await shop.api.post('/reviews/bulk-update', { updates })
  assert.deepEqual([body.updated, body.unchanged, body.results[0].applied], [0, 1, []])
  assert.deepEqual(await read(id), before)
  assert.equal((await auditLines(service, shop)).length, lines)
})

test('a bulk update accepts 250 rows, and one invalid row refuses the whole request', async () => {
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 251 }, () => ({ productId: mug, status: 'pending' as const })),
  )
  const approve = (some: string[]) => ({ updates: some.map((id) => ({ id, status: 'approved' })) })
  assert.equal((await shop.api.post('/reviews/bulk-update', approve(ids))).status, 400)
  const broken = [...approve(ids.slice(0, 2)).updates, { id: 'nope', status: 'approved' }]
  assert.equal((await shop.api.post('/reviews/bulk-update', { updates: broken })).status, 400)
  assert.equal((await read(ids[0] as string)).status, 'pending')
  const { body } = await shop.api.post('/reviews/bulk-update', approve(ids.slice(0, 250)))
  assert.deepEqual([body.updated, body.failed], [250, 0])
  assert.equal((await shop.api.post('/reviews/bulk-update', {})).status, 400)
  assert.equal((await shop.api.post('/reviews/bulk-update', { updates: [] })).body.updated, 0)
})

test('concurrent batches with the same rows in opposite order all succeed', async () => {
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 60 }, () => ({ productId: mug, status: 'pending' as const })),
  )
  const statuses = ['approved', 'rejected', 'spam', 'approved', 'rejected', 'spam']
  const answers = await Promise.all(
    statuses.map((status, i) => {
      const order = i % 2 ? ids : ids.toReversed()
      return shop.api.post('/reviews/bulk-update', { updates: order.map((id) => ({ id, status })) })
    }),
  )
  for (const { status, body } of answers)
    assert.deepEqual([status, body.failed, body.updated + body.unchanged], [200, 0, 60])
})
