import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addPhotos } from './photos/commands.ts'
import { addOrder, addProduct, addReview, addReviews, auditLines, nobody, post, submission } from './reviews.testing.ts'

let shop: Shop
let mug: string
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z'), env: { BILLING: 'manual' } }, async () => {
  shop = await service.shop()
  mug = await addProduct(shop, 'mug')
})

const email = 'jane.doe@customer.example'

test('a review from an API key is pending for any rating, and is returned with product', async () => {
  const from = service.service.clock.now().toISOString()
  const { status, body } = await shop.api.post('/reviews', {
    platformProductId: 'mug',
    rating: 5,
    title: ' Lovely ',
    body: 'Holds coffee.\nKeeps it warm.',
    authorName: 'Jane D.',
    authorEmail: 'Jane.Doe@Customer.Example',
    locale: 'en-GB',
    status: 'approved',
    verified: true,
    source: 'import',
    incentive: 'coupon',
  })
  assert.equal(status, 201)
  const { id, submittedAt, ...rest } = body
  assert.ok(from <= submittedAt && submittedAt <= service.service.clock.now().toISOString(), submittedAt)
  assert.deepEqual(rest, {
    subject: 'product',
    productId: mug,
    product: {
      id: mug,
      platformProductId: 'mug',
      title: 'The mug',
      url: 'https://shop.example.com/mug',
      imageUrl: null,
    },
    orderId: null,
    rating: 5,
    title: 'Lovely',
    body: 'Holds coffee.\nKeeps it warm.',
    authorName: 'Jane D.',
    authorEmailLast4: '.doe',
    verified: false,
    status: 'pending',
    moderation: null,
    source: 'api',
    importedFrom: null,
    incentive: null,
    photos: [],
    reply: null,
    replyMailAt: null,
    reportCount: 0,
    relationship: null,
    correction: null,
    correctedAt: null,
    attributes: [],
    helpfulCount: 0,
    locale: 'en-GB',
    language: 'en',
    languageSource: 'author',
    approvedAt: null,
    createdAt: submittedAt,
    updatedAt: submittedAt,
  })
  assert.deepEqual((await shop.api.get(`/reviews/${id}`)).body, body)
})

test('an author becomes a customer, who is found by email address', async () => {
  await post(shop.api, mug, { authorEmail: 'New.Writer@customer.example', authorName: 'New W.' })
  const { status, body } = await shop.api.get('/customers/by-email/new.writer%40customer.example/activity')
  assert.deepEqual([status, body.reviews.length, body.reviews[0]?.rating], [200, 1, 5])
})

test('an invalid review is refused, field by field, and nothing is stored', async () => {
  const { body: before } = await shop.api.get('/reviews?includeTotal=true')
  const wrong: [object, string][] = [
    [{ rating: 0 }, '/rating'],
    [{ rating: 6 }, '/rating'],
    [{ rating: 4.5 }, '/rating'],
    [{ rating: '5' }, '/rating'],
    [{ body: '' }, '/body'],
    [{ body: ' \n ' }, '/body'],
    [{ body: 'x'.repeat(5001) }, '/body'],
    [{ title: 'x'.repeat(151) }, '/title'],
    [{ authorName: '' }, '/authorName'],
    [{ authorName: 'x'.repeat(81) }, '/authorName'],
    [{ authorName: email }, '/authorName'],
    [{ authorEmail: 'jane' }, '/authorEmail'],
    [{ authorEmail: 'jane doe@x.io' }, '/authorEmail'],
    [{ authorEmail: `${'x'.repeat(320)}@x.io` }, '/authorEmail'],
    [{ locale: 'english please' }, '/locale'],
    [{ locale: `en-${'x'.repeat(40)}` }, '/locale'],
    [{ platformProductId: 'mug' }, '/platformProductId'],
    [{ productId: undefined }, '/productId'],
    [{ productId: 'mug' }, '/productId'],
    [{ orderId: '1001' }, '/orderId'],
  ]
  for (const [change, path] of wrong) {
    const { status, body } = await shop.api.post('/reviews', submission(mug, change))
    assert.deepEqual(
      [status, body.code, body.details?.[0]?.path],
      [400, 'validation_failed', path],
      JSON.stringify(change),
    )
  }
  const { body: after } = await shop.api.get('/reviews?includeTotal=true')
  assert.equal(after.pagination.total, before.pagination.total)
})

test('lengths are counted in characters: an emoji is one', async () => {
  const made = await post(shop.api, mug, {
    title: '🎉'.repeat(150),
    authorName: '🎉'.repeat(80),
    body: '🎉'.repeat(5000),
  })
  assert.deepEqual([made.title.length, made.authorName.length, made.body.length], [300, 160, 10_000])
})

test('text of every script is returned unchanged; a NUL is refused', async () => {
  const texts = {
    title: 'ممتاز — 最高 — שלום',
    body: 'Zoe\u0301 👩‍👩‍👧‍👦 \u202Bعربي\u202C «ok»\n<script>alert(1)</script> \\ " \u2028 end',
    authorName: 'محمد 🎉 O’Neil',
  }
  const { id } = await post(shop.api, mug, texts)
  const { body } = await shop.api.get(`/reviews/${id}`)
  assert.deepEqual({ title: body.title, body: body.body, authorName: body.authorName }, texts)
  for (const field of ['title', 'body', 'authorName', 'authorEmail']) {
    const { status } = await shop.api.post('/reviews', submission(mug, { [field]: 'a\u0000b' }))
    assert.equal(status, 400, field)
  }
})

test('a product or order that is unknown or of another shop gets 404', async () => {
  const other = await service.shop()
  const theirs = await addProduct(other, 'theirs')
  const theirOrder = await addOrder(service, other, { email, productId: theirs })
  const missing = [
    submission(theirs),
    submission(nobody),
    submission(mug, { productId: undefined, platformProductId: 'theirs' }),
    submission(mug, { orderId: theirOrder }),
    submission(mug, { orderId: nobody }),
  ]
  for (const body of missing) {
    const answer = await shop.api.post('/reviews', body)
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], JSON.stringify(body))
  }
})

test('a review is verified only by an uncancelled order with its product, shop and address', async () => {
  const [vase, bowl, elsewhere] = [await addProduct(shop, 'vase'), await addProduct(shop, 'bowl'), await service.shop()]
  const theirVase = await addProduct(elsewhere, 'vase')
  for (let i = 0; i < 2; i++) await addOrder(service, shop, { email: 'buyer@customer.example', productId: vase })
  await addOrder(service, shop, { email: 'undecided@customer.example', productId: vase, cancelled: true })
  await addOrder(service, elsewhere, { email: 'abroad@customer.example', productId: theirVase })
  await addOrder(service, shop, { productId: vase })
  const isVerified = async (authorEmail: string, product = vase) =>
    (await post(shop.api, product, { authorEmail, verified: true })).verified
  assert.equal(await isVerified('buyer@customer.example'), true)
  assert.equal(await isVerified('BUYER@Customer.example'), true)
  assert.equal(await isVerified('buyer@customer.example', bowl), false)
  assert.equal(await isVerified('undecided@customer.example'), false)
  assert.equal(await isVerified('abroad@customer.example'), false)
  assert.equal(await isVerified('stranger@customer.example'), false)
  const owner = await shop.signedIn()
  const typedIn = await post(owner, vase, { authorEmail: 'buyer@customer.example' })
  assert.equal(typedIn.verified, false, 'an address that a member of staff typed in is not proven')
})

test('Viewers can only read, Members can write, and scopes narrow both', async () => {
  const { id } = await post(shop.api, mug)
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.get(`/reviews/${id}`)).status, 200)
  const writes = [
    () => viewer.post('/reviews', submission(mug)),
    () => viewer.put(`/reviews/${id}`, { status: 'approved' }),
    () => viewer.post('/reviews/bulk-update', { updates: [] }),
    () => viewer.delete(`/reviews/${id}`),
    () => viewer.delete(`/reviews/${id}/photos/${nobody}`),
  ]
  for (const write of writes) {
    const { status, body } = await write()
    assert.deepEqual([status, body.code], [403, 'role_read_only'])
  }
  const reader = await shop.as('ADMIN', ['reviews:read'])
  assert.equal((await reader.get('/reviews')).status, 200)
  assert.equal((await reader.put(`/reviews/${id}`, { status: 'approved' })).body.code, 'scope_denied')
  const stranger = await shop.as('ADMIN', ['products:write'])
  assert.equal((await stranger.get('/reviews')).body.code, 'scope_denied')
  const member = await shop.as('MEMBER', ['reviews:write'])
  assert.equal((await member.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  assert.equal((await member.delete(`/reviews/${id}`)).status, 204)
})

test("reading, changing or deleting another shop's review gets 404 and changes nothing", async () => {
  const { id } = await post(shop.api, mug)
  const other = await service.shop()
  for (const answer of [
    await other.api.get(`/reviews/${id}`),
    await other.api.put(`/reviews/${id}`, { status: 'approved' }),
    await other.api.delete(`/reviews/${id}`),
    await other.api.delete(`/reviews/${id}/photos/${nobody}`),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
  }
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'pending')
})

test('no response to an API key contains an address; signed-in users see addresses', async () => {
  const discreet = await service.shop()
  const product = await addProduct(discreet)
  const { id } = await post(discreet.api, product, { authorEmail: 'Very.Private@customer.example' })
  const admin = await discreet.as('ADMIN')
  const answers = [
    await admin.get('/reviews?includeTotal=true'),
    await admin.get('/reviews?q=coffee'),
    await admin.get(`/reviews/${id}`),
    await admin.put(`/reviews/${id}`, { status: 'approved', reply: { body: 'Thanks' } }),
    await admin.post('/reviews/bulk-update', { updates: [{ id, status: 'spam' }] }),
    await admin.get('/reviews/summary'),
    await admin.get('/reviews/export?format=csv'),
    await admin.get('/reviews/export?format=jsonl'),
    await admin.post('/reviews', submission(product, { authorEmail: 'very.private@customer.example' })),
  ]
  for (const { status, text } of answers) {
    assert.ok(status < 300, text)
    assert.doesNotMatch(text, /very\.private|customer\.example/i)
  }
  assert.equal(answers[2]?.body.authorEmailLast4, 'vate')
  assert.ok(!('authorEmail' in (answers[2]?.body ?? {})))
  const owner = await discreet.signedIn()
  assert.equal((await owner.get(`/reviews/${id}`)).body.authorEmail, 'very.private@customer.example')
  assert.equal((await owner.get('/reviews')).body.data[0].authorEmail, 'very.private@customer.example')
})

test('a summary counts approved reviews alone, of one product or of the whole shop', async () => {
  const counted = await service.shop()
  const [pan, pot] = [await addProduct(counted, 'pan'), await addProduct(counted, 'pot')]
  const ids = await addReviews(service, counted, [
    { productId: pan, rating: 5, verified: true },
    { productId: pan, rating: 4, verified: true },
    { productId: pan, rating: 4 },
    { productId: pan, rating: 1, status: 'pending' },
    { productId: pan, rating: 1, status: 'rejected' },
    { productId: pot, rating: 2, status: 'approved' },
    { productId: pot, rating: 1, status: 'spam' },
  ])
  const photo = {
    storageKey: newPhotoKey(counted.storeEnvId, service.service.clock.now(), 'webp'),
    width: 1,
    height: 1,
  }
  await service.service.db.store(counted, 'write', (tx) => addPhotos(tx, ids[0] as string, [photo]))
  const ofPan = {
    count: 3,
    average: 4.33,
    byStar: { '1': 0, '2': 0, '3': 0, '4': 2, '5': 1 },
    verifiedCount: 2,
    withPhotos: 1,
  }
  const none = {
    count: 0,
    average: null,
    byStar: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
    verifiedCount: 0,
    withPhotos: 0,
  }
  const summary = async (query: string) => (await counted.api.get(`/reviews/summary${query}`)).body
  assert.deepEqual(await summary(`?productId=${pan}`), ofPan)
  assert.deepEqual(await summary('?platformProductId=pan'), ofPan)
  assert.deepEqual(await summary(''), {
    count: 4,
    average: 3.75,
    byStar: { '1': 0, '2': 1, '3': 0, '4': 2, '5': 1 },
    verifiedCount: 2,
    withPhotos: 1,
  })
  for (const query of [`?productId=${nobody}`, '?platformProductId=none', `?productId=${pan}&platformProductId=pot`]) {
    assert.deepEqual(await summary(query), none, query)
  }
  assert.deepEqual((await shop.api.get(`/reviews/summary?productId=${pan}`)).body, none)
})

test('the audit log records a deletion with its actor and the review, without a name', async () => {
  const id = await addReview(service, shop, { productId: mug, rating: 1, status: 'approved' })
  assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
  for (const answer of [await shop.api.get(`/reviews/${id}`), await shop.api.delete(`/reviews/${id}`)]) {
    assert.equal(answer.status, 404)
  }
  const line = (await auditLines(service, shop)).findLast((each) => each.action === 'review.deleted')
  assert.deepEqual(
    [line?.target?.id, line?.details],
    [id, { productId: mug, rating: 1, status: 'approved', source: 'email_form' }],
  )
})

test('an invalid id gets 400, and an unknown id gets 404', async () => {
  assert.equal((await shop.api.get('/reviews/nope')).status, 400)
  assert.equal((await shop.api.get(`/reviews/${nobody}`)).status, 404)
})

test('while a subscription has lapsed, reviews can be read and exported, but not written', async () => {
  const lapsed = await service.shop()
  const product = await addProduct(lapsed)
  const id = await addReview(service, lapsed, { productId: product })
  await service.service.db.organization(lapsed.organizationId, 'write', (tx) =>
    tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${lapsed.storeEnvId}`),
  )
  for (const path of ['/reviews', `/reviews/${id}`, '/reviews/summary', '/reviews/export']) {
    assert.equal((await lapsed.api.get(path)).status, 200, path)
  }
  const refused = await lapsed.api.put(`/reviews/${id}`, { status: 'spam' })
  assert.deepEqual([refused.status, refused.body.code], [403, 'subscription_expired'])
})
