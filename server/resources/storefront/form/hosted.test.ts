import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { listWaiting } from '#test/locks.ts'
import { bombPng } from '#test/pictures.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { aPhoto, ask, beginForm, hiddenIn, order, postForm, postJson, words } from './form.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z'), env: { BILLING: 'manual' } }, async () => {
  shop = await service.shop('Larkmoor')
})

const listReviews = async (orderId: string) =>
  (await shop.api.get(`/reviews?orderId=${orderId}`)).body.data as Record<string, unknown>[]
const countPhotos = (review: Record<string, unknown> | undefined) => (review?.photos as unknown[] | undefined)?.length
const findOrder = async (orderId: string) => (await shop.api.get(`/orders/${orderId}`)).body
async function filled(token: string, productId: string, more: Record<string, string> = {}) {
  const { text } = await ask(service, 'GET', `/f/${token}`)
  service.advance(4_000)
  return { productId, startedAt: hiddenIn(text, 'startedAt'), ...words, ...more }
}

test('a buyer without scripts writes a review with a photo, and is thanked', async () => {
  const { orderId, token, products } = await order(service, shop)
  const [productId = ''] = products
  const sent = await postForm(service, `/f/${token}`, await filled(token, productId), [{ bytes: await aPhoto() }])
  assert.deepEqual([sent.status, sent.headers.location], [303, `/f/${token}?done=${productId}`])
  const page = await ask(service, 'GET', String(sent.headers.location))
  assert.match(page.text, /Your review has arrived/)
  assert.match(page.text, /ev-done[\s\S]*?<a class="ev-back" href="https:[^"]+">Back to /)
  assert.equal(page.text.split('>Back to ').length, 2, 'the way back is shown once')
  const [review] = await listReviews(orderId)
  assert.deepEqual(
    [review?.rating, review?.title, review?.body, review?.authorName, review?.status, review?.source, review?.verified],
    [5, 'Daily companion', 'Keeps tea hot for an hour.', 'Jane', 'pending', 'email_form', true],
  )
  assert.equal(countPhotos(review), 1)
})

test('requesting the page with GET records nothing, even repeatedly', async () => {
  const { orderId, token, products } = await order(service, shop)
  for (const method of ['GET', 'HEAD', 'GET'] as const)
    assert.equal((await ask(service, method, `/f/${token}?product=${products[0]}&rating=4`)).status, 200)
  const { reviewFormFirstViewedAt, reviewFormViewCount, clickedRating } = await findOrder(orderId)
  assert.deepEqual([reviewFormFirstViewedAt, reviewFormViewCount, clickedRating], [null, 0, null])
})

test('the store decides whether the form asks for photos, and links its privacy policy at the consent', async () => {
  const { token } = await order(service, shop)
  const read = async () => (await ask(service, 'GET', `/f/${token}`)).text
  assert.match(await read(), /type="file"/)
  assert.doesNotMatch(await read(), />Privacy</)
  const form = { asksForPhotos: false, privacyUrl: 'https://shop.example.com/privacy' }
  assert.equal((await shop.api.put('/placements/settings', { form })).status, 200)
  assert.doesNotMatch(await read(), /type="file"/)
  assert.match(await read(), /<a href="https:\/\/shop\.example\.com\/privacy">Privacy<\/a>/)
  await shop.api.put('/placements/settings', {})
})

test("the page's script reports each view of the form with the clicked star", async () => {
  const { orderId, token, products } = await order(service, shop)
  const first = await postJson(service, `/f/${token}/open`, { productId: products[0], rating: 4 })
  assert.equal(first.status, 204)
  await postJson(service, `/f/${token}/open`, {})
  const { reviewFormFirstViewedAt, reviewFormViewCount, clickedRating } = await findOrder(orderId)
  assert.deepEqual([typeof reviewFormFirstViewedAt, reviewFormViewCount, clickedRating], ['string', 2, 4])
})

test('without scripts, the submission counts as one view of the form', async () => {
  const { orderId, token, products } = await order(service, shop)
  const fields = await filled(token, products[0] ?? '', { body: '' })
  const again = await postForm(service, `/f/${token}`, fields)
  assert.equal(again.status, 400)
  assert.equal(hiddenIn(again.text, 'isOpened'), 'yes')
  const sent = await postForm(service, `/f/${token}`, { ...fields, isOpened: 'yes', body: 'Good.' })
  assert.equal(sent.status, 303)
  assert.equal((await findOrder(orderId)).reviewFormViewCount, 1)
})

test('without scripts, the form sends the star clicked in the mail, even after an error', async () => {
  for (const isMistaken of [false, true]) {
    const { orderId, token, products } = await order(service, shop)
    const page = await ask(service, 'GET', `/f/${token}?product=${products[0]}&rating=2`)
    const clickedRating = hiddenIn(page.text, 'clickedRating')
    const fields = { ...(await filled(token, products[0] ?? '')), clickedRating }
    if (isMistaken) await postForm(service, `/f/${token}`, { ...fields, body: '' })
    const sent = await postForm(service, `/f/${token}`, { ...fields, ...(isMistaken && { isOpened: 'yes' }) })
    assert.equal(sent.status, 303)
    const { reviewFormViewCount, clickedRating: kept } = await findOrder(orderId)
    assert.deepEqual([reviewFormViewCount, kept, (await listReviews(orderId))[0]?.rating], [1, 2, 5])
  }
})

test("a POST to the page's URL counts as a view, with or without a star", async () => {
  const { orderId, token } = await order(service, shop)
  assert.match((await ask(service, 'GET', `/f/${token}`)).text, new RegExp(`"openUrl":"/f/${token}/open"`))
  assert.equal((await ask(service, 'POST', `/f/${token}`)).status, 204)
  assert.equal((await ask(service, 'POST', `/f/${token}/open`)).status, 204)
  assert.equal((await postJson(service, `/f/${token}`, { rating: 3 })).status, 204)
  const { reviewFormViewCount, clickedRating } = await findOrder(orderId)
  assert.deepEqual([reviewFormViewCount, clickedRating], [3, 3])
})

test('each error is shown at its field, and all input is preserved, including photos', async () => {
  const { orderId, token, products } = await order(service, shop)
  const body = 'ü'.repeat(50_000)
  const fields = await filled(token, products[0] ?? '', {
    body,
    title: 't'.repeat(151),
    authorName: 'jane@example.com',
  })
  const { consent: _, rating: __, ...wrong } = fields
  const answer = await postForm(service, `/f/${token}`, wrong, [{ bytes: await aPhoto() }])
  assert.equal(answer.status, 400)
  for (const sentence of [
    'The text has 50000 characters; the limit is 5000',
    'The headline has 151 characters',
    'Everybody will see this',
    'Choose one to five stars',
    'Without your agreement',
  ])
    assert.match(answer.text, new RegExp(sentence))
  assert.ok(answer.text.includes(body))
  const photoId = hiddenIn(answer.text, 'photoId1')
  assert.match(photoId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(await listReviews(orderId), [])
  const sent = await postForm(service, `/f/${token}`, { ...fields, ...words, photoId1: photoId })
  assert.equal(sent.status, 303)
  assert.equal(countPhotos((await listReviews(orderId))[0]), 1)
})

test('photo errors are shown at the photos, and the rest of the input is preserved', async () => {
  const { token, products } = await order(service, shop)
  const fields = await filled(token, products[0] ?? '')
  const large = await postForm(service, `/f/${token}`, fields, [{ bytes: Buffer.alloc(11 * 1024 * 1024, 1) }])
  assert.equal(large.status, 400)
  assert.match(large.text, /larger than 10 MB/)
  assert.ok(large.text.includes(words.body))
  const none = await postForm(service, `/f/${token}`, fields, [
    { bytes: Buffer.from('<svg onload=alert(1)>'), name: 'a.jpg' },
  ])
  assert.match(none.text, /not a JPEG, PNG or WebP/)
  const photo = await aPhoto(40, 30)
  const many = await postForm(
    service,
    `/f/${token}`,
    fields,
    Array.from({ length: 6 }, () => ({ bytes: photo })),
  )
  assert.equal(many.status, 400)
  assert.match(many.text, /You can add up to 5 photos/)
  assert.match(hiddenIn(many.text, 'photoId5'), /^[0-9a-f-]{36}$/)
})

test('a refused form with too many photos keeps its text and first five photos', async () => {
  const { token, products } = await order(service, shop)
  const fields = await filled(token, products[0] ?? '')
  const bytes = await aPhoto(16, 12)
  const sent = await postForm(
    service,
    `/f/${token}`,
    fields,
    Array.from({ length: 60 }, () => ({ bytes })),
  )
  assert.equal(sent.status, 400)
  assert.match(sent.text, /You can add up to 5 photos/)
  assert.ok(sent.text.includes(words.body))
  assert.match(hiddenIn(sent.text, 'photoId5'), /^[0-9a-f-]{36}$/)
})

test("errors of photos are explained on the page, and have a reason in the script's response", async () => {
  const { token, products } = await order(service, shop, { locale: 'de' })
  const fields = await filled(token, products[0] ?? '')
  const whole = await aPhoto()
  const cut = whole.subarray(0, whole.length / 2)
  for (const [bytes, sentence, status, reason] of [
    [bombPng(), /mehr als 40 Megapixel/, 400, 'pixels'],
    [cut, /beschädigt/, 400, 'damaged'],
    [Buffer.from('GIF89a'), /kein Foto im Format/, 415, 'kind'],
  ] as const) {
    const page = await postForm(service, `/f/${token}`, fields, [{ bytes }])
    assert.match(page.text, sentence)
    const call = await postForm(service, `/f/${token}/uploads`, {}, [{ bytes, field: 'file' }])
    assert.deepEqual([call.status, call.json().reason], [status, reason])
  }
})

test("one link cannot use up the store's uploads", async () => {
  const limited = await startService({ env: { RATE_LIMITS: '1000/1s' } })
  try {
    const own = await limited.shop()
    const [first, second] = [await order(limited, own), await order(limited, own)]
    const bytes = Buffer.from('no photo, and counted all the same')
    const upload = async (token: string) =>
      (await postForm(limited, `/f/${token}/uploads`, {}, [{ bytes, field: 'file' }])).status
    for (let n = 0; n < 60; n++) assert.equal(await upload(first.token), 415)
    assert.equal(await upload(first.token), 429)
    assert.equal(await upload(second.token), 415)
    const page = await postForm(limited, `/f/${first.token}`, { productId: first.products[0] ?? '', ...words }, [
      { bytes },
    ])
    assert.match(page.text, /Please wait a few minutes and try again/)
  } finally {
    await limited.close()
  }
})

test('a photo can be removed without scripts', async () => {
  const { token, products } = await order(service, shop)
  const fields = await filled(token, products[0] ?? '', { body: '' })
  const first = await postForm(service, `/f/${token}`, fields, [
    { bytes: await aPhoto(40, 30) },
    { bytes: await aPhoto(30, 40) },
  ])
  const [one, two] = [hiddenIn(first.text, 'photoId1'), hiddenIn(first.text, 'photoId2')]
  const without = await postForm(service, `/f/${token}`, { ...fields, photoId1: one, photoId2: two, withoutPhoto: one })
  assert.equal(without.status, 200)
  assert.equal(hiddenIn(without.text, 'photoId1'), two)
  assert.ok(!without.text.includes('role="alert"'))
})

test('the script sends a review as JSON once; a second review of the product gets 409', async () => {
  const { orderId, token, products } = await order(service, shop, { products: ['mug', 'jug'] })
  const [mug, jug] = products
  const uploaded = await postForm(service, `/f/${token}/uploads`, {}, [{ bytes: await aPhoto(), field: 'file' }])
  assert.equal(uploaded.status, 201)
  const review = {
    productId: mug,
    rating: 4,
    body: 'Good.',
    authorName: 'Jane',
    consent: true,
    photoIds: [uploaded.json().id],
  }
  const { text } = await ask(service, 'GET', `/f/${token}`)
  service.advance(4_000)
  const startedAt = hiddenIn(text, `${mug}.startedAt`)
  const sent = await postJson(service, `/f/${token}/reviews`, { ...review, startedAt })
  assert.deepEqual([sent.status, sent.json().status], [201, 'pending'])
  const second = await postJson(service, `/f/${token}/reviews`, {
    ...review,
    photoIds: [],
    body: 'Other words.',
    startedAt,
  })
  assert.deepEqual([second.status, second.json().code], [409, 'already_reviewed'])
  const ofJug = { ...review, photoIds: [], productId: jug, startedAt: hiddenIn(text, `${jug}.startedAt`) }
  const other = await postJson(service, `/f/${token}/reviews`, ofJug)
  assert.equal(other.status, 201)
  assert.equal((await listReviews(orderId)).length, 2)
  const page = await ask(service, 'GET', `/f/${token}`)
  assert.match(page.text, /You have reviewed everything/)
})

test('a form sent ten times concurrently creates one review', async () => {
  const { orderId, token, products } = await order(service, shop)
  const fields = await filled(token, products[0] ?? '')
  const answers = await Promise.all(Array.from({ length: 10 }, () => postForm(service, `/f/${token}`, fields)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [303, ...Array(9).fill(409)])
  assert.match(answers.find(({ status }) => status === 409)?.text ?? '', /already with us/)
  assert.equal((await listReviews(orderId)).length, 1)
})

test('a review whose order is deleted while it waits for the lock gets 404, not 409', async () => {
  const { token, orderId, products } = await order(service, shop)
  const { consent: _, rating: __, ...fields } = await filled(token, products[0] ?? '')
  const clearing = new Client({ connectionString: service.databaseUrl })
  await clearing.connect()
  try {
    await clearing.query('begin')
    await clearing.query('delete from orders where id = $1', [orderId])
    const answer = postJson(service, `/f/${token}/reviews`, { ...fields, rating: 5, consent: true, isOpenTold: true })
    await until(async () => (await listWaiting(service)).length > 0, 'the review waits for the order')
    await clearing.query('commit')
    assert.equal((await answer).status, 404)
  } finally {
    await clearing.end()
  }
})

test('a JSON submission has the rules of the form, with errors reported by field', async () => {
  const { token, products } = await order(service, shop)
  const startedAt = await beginForm(service, token)
  const good = { productId: products[0], rating: 4, body: 'Good.', authorName: 'Jane', consent: true, startedAt }
  const wrong: [object, string][] = [
    [{ rating: 6 }, '/rating'],
    [{ rating: 4.5 }, '/rating'],
    [{ body: 'x'.repeat(5001) }, '/body'],
    [{ body: ' \n ' }, '/body'],
    [{ title: 'x'.repeat(151) }, '/title'],
    [{ authorName: 'a@b.co' }, '/authorName'],
    [{ consent: false }, '/consent'],
    [{ consent: undefined }, '/consent'],
    [{ photoIds: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'] }, '/photoIds/0'],
  ]
  for (const [change, path] of wrong) {
    const answer = await postJson(service, `/f/${token}/reviews`, { ...good, ...change })
    const { details } = answer.json() as { details?: { path: string }[] }
    assert.deepEqual([answer.status, details?.[0]?.path], [400, path], JSON.stringify(change).slice(0, 100))
  }
  for (const body of ['{', '[]', 'null', '"x"', '{"body":"\\u0000"}', Buffer.from([0x22, 0xff, 0x22])]) {
    const answer = await ask(service, 'POST', `/f/${token}/reviews`, {
      headers: { 'content-type': 'application/json' },
      body,
    })
    assert.equal(answer.status, 400, String(body))
  }
})

test('the link accepts no review of a product outside the order', async () => {
  const { token } = await order(service, shop, { products: ['mug'] })
  const other = await order(service, shop, { products: ['kettle'] })
  const review = { productId: other.products[0], rating: 4, body: 'Good.', authorName: 'Jane', consent: true }
  assert.equal((await postJson(service, `/f/${token}/reviews`, review)).status, 404)
  assert.equal((await postForm(service, `/f/${token}`, { ...words, productId: other.products[0] ?? '' })).status, 404)
})

test('a photo of another store cannot be attached to a review', async () => {
  const foreign = await order(service, await service.shop('Foreign'))
  const uploaded = await postForm(service, `/f/${foreign.token}/uploads`, {}, [
    { bytes: await aPhoto(), field: 'file' },
  ])
  const photoId = String(uploaded.json().id)
  const { orderId, token, products } = await order(service, shop)
  const { text } = await ask(service, 'GET', `/f/${token}`)
  service.advance(4_000)
  const startedAt = hiddenIn(text, 'startedAt')
  const review = { productId: products[0], rating: 4, body: 'Good.', authorName: 'Jane', consent: true, startedAt }
  const sent = await postJson(service, `/f/${token}/reviews`, { ...review, photoIds: [photoId] })
  assert.deepEqual([sent.status, (sent.json().details as { path: string }[])[0]?.path], [400, '/photoIds/0'])
  const page = await postForm(service, `/f/${token}`, await filled(token, products[0] ?? '', { photoId1: photoId }))
  assert.deepEqual([page.status, page.text.includes(photoId)], [400, false])
  assert.deepEqual(await listReviews(orderId), [])
})

test('a forged, truncated or expired link shows an explanation that names no person', async () => {
  const { token } = await order(service, shop)
  const changed = (token[0] === 'A' ? 'B' : 'A') + token.slice(1)
  for (const wrong of [changed, token.slice(1), `${token}x`, '%00', 'x'.repeat(900), "'; drop table reviews"]) {
    const answer = await ask(service, 'GET', `/f/${encodeURIComponent(wrong)}`)
    assert.equal(answer.status, 404, wrong)
    if (wrong !== 'x'.repeat(900)) assert.match(answer.text, /This link leads nowhere/)
  }
  service.advance(181 * day)
  assert.equal((await ask(service, 'GET', `/f/${token}`)).status, 404)
  assert.equal((await postJson(service, `/f/${token}/open`, {})).status, 404)
  service.advance(-181 * day)
})

test('the link of an erased person is 404 and reveals no review', async () => {
  const email = 'forgotten@example.com'
  const { token, products } = await order(service, shop, { email })
  const fields = await filled(token, products[0] ?? '')
  assert.equal((await shop.api.post('/customers/erase', { email })).status, 200)
  for (const answer of [await ask(service, 'GET', `/f/${token}`), await postForm(service, `/f/${token}`, fields)])
    assert.deepEqual([answer.status, /This link leads nowhere/.test(answer.text)], [404, true])
  const review = { ...fields, rating: 5, consent: true }
  assert.equal((await postJson(service, `/f/${token}/reviews`, review)).status, 404)
})

test("the form's pages have their own cacheable icon", async () => {
  const { text } = await ask(service, 'GET', `/f/${'A'.repeat(22)}`)
  const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? []
  const { status, headers } = await ask(service, 'GET', icon)
  assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'])
  assert.match(String(headers['cache-control']), /immutable/)
})

test('a cancelled order and an empty order each get an explanation', async () => {
  const { token, products } = await order(service, shop, { cancelledAt: '2026-11-02T00:00:00Z' })
  const page = await ask(service, 'GET', `/f/${token}`)
  assert.equal(page.status, 410)
  assert.match(page.text, /This order was cancelled/)
  const review = { productId: products[0], rating: 4, body: 'Good.', authorName: 'Jane', consent: true }
  assert.equal((await postJson(service, `/f/${token}/reviews`, review)).status, 410)
})

test('forms of a lapsed store are closed, and open again when the subscription resumes', async () => {
  const own = await service.shop('Lapsing')
  const { token, products } = await order(service, own)
  service.advance(40 * day)
  const page = await ask(service, 'GET', `/f/${token}`)
  assert.deepEqual([page.status, /takes no reviews at the moment/.test(page.text)], [403, true])
  const review = { productId: products[0], rating: 4, body: 'Good.', authorName: 'Jane', consent: true }
  const sent = await postJson(service, `/f/${token}/reviews`, review)
  assert.deepEqual([sent.status, sent.json().code], [403, 'subscription_expired'])
  service.advance(-40 * day)
  assert.equal((await ask(service, 'GET', `/f/${token}`)).status, 200)
})

test('requests from other sites are refused; browsers without origin headers are accepted', async () => {
  const { orderId, token, products } = await order(service, shop)
  const [productId = ''] = products
  const { origin } = service.service
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    assert.equal((await postJson(service, `/f/${token}/open`, {}, headers)).status, 403)
    const page = await postForm(service, `/f/${token}`, { ...words, productId }, [], headers)
    assert.deepEqual([page.status, /did not come from our page/.test(page.text)], [403, true])
  }
  assert.equal((await findOrder(orderId)).reviewFormViewCount, 0)
  assert.equal(
    (await postJson(service, `/f/${token}/open`, {}, { origin, 'sec-fetch-site': 'same-origin' })).status,
    204,
  )
  assert.equal((await postJson(service, `/f/${token}/open`, {}, { origin })).status, 204)
  assert.equal((await postJson(service, `/f/${token}/open`, {})).status, 204)
})

test('the page loads nothing from other origins and sends no referrer', async () => {
  const { token } = await order(service, shop)
  const { headers } = await ask(service, 'GET', `/f/${token}`)
  assert.equal(headers['referrer-policy'], 'same-origin')
  assert.match(String(headers['x-robots-tag']), /noindex/)
  assert.equal(headers['cache-control'], 'no-store')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'nonce-[\w+/=]+'/)
  assert.doesNotMatch(policy, /unsafe|\*|https:/)
})

test('hostile names and titles are shown as text', async () => {
  const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'{{7*7}}`
  await shop.api.put('/products', [{ platformProductId: 'evil', title: evil }])
  const { token } = await order(service, shop, { products: ['mug'], customerName: `${evil} x`, orderNumber: evil })
  await shop.api.put('/products', [{ platformProductId: 'mug', title: evil, imageUrl: 'javascript:alert(1)' }])
  const { text } = await ask(service, 'GET', `/f/${token}`)
  assert.doesNotMatch(text, /<script>alert|<img src=x|javascript:alert/)
  assert.equal(text.match(/<script/g)?.length, 2)
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'The mug' }])
})

test('text in any script, emoji and combining marks are stored unchanged; illegal characters are removed', async () => {
  for (const [name, body] of [
    ['جين', 'ممتاز جدًا، أنصح به \u{1f600}'],
    ['さくら', 'とても良い。毎日使っています。'],
    ['Zoë', 'e\u0301'.repeat(20)],
    ['👩‍👩‍👧', '👩🏽‍🚀 किताब अच्छी है'],
  ] as const) {
    const { orderId, token, products } = await order(service, shop)
    const sent = await postForm(
      service,
      `/f/${token}`,
      await filled(token, products[0] ?? '', { body, authorName: name }),
    )
    assert.equal(sent.status, 303)
    const [review] = await listReviews(orderId)
    assert.deepEqual([review?.authorName, review?.body], [name, body])
  }
  const { orderId, token, products } = await order(service, shop)
  await postForm(service, `/f/${token}`, await filled(token, products[0] ?? '', { body: 'a\u0000b\u0007c' }))
  assert.equal((await listReviews(orderId))[0]?.body, 'abc')
})

test('a form that a bot fills in becomes spam, and does not block the buyer', async () => {
  const { orderId, token, products } = await order(service, shop)
  const fields = await filled(token, products[0] ?? '')
  const spam = await postForm(service, `/f/${token}`, { ...fields, homepage: 'https://pills.example' })
  assert.equal(spam.status, 303)
  assert.deepEqual(await listReviews(orderId), [])
  const kept = await shop.api.get('/reviews?status=spam')
  assert.equal(kept.body.data[0].body, words.body)
  assert.equal((await postForm(service, `/f/${token}`, { ...fields, body: 'From a person.' })).status, 303)
  assert.equal((await listReviews(orderId)).length, 1)
})

test('a form submitted too fast gets its response only three seconds after it was opened', async () => {
  const { token, products } = await order(service, shop)
  const startedAt = performance.now()
  const { text } = await ask(service, 'GET', `/f/${token}`)
  const fields = { productId: products[0] ?? '', startedAt: hiddenIn(text, 'startedAt'), ...words }
  assert.equal((await postForm(service, `/f/${token}`, fields)).status, 303)
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs > 2_500 && tookMs < 30_000, `${tookMs} ms`)
})

test("the page uses the order's language, or else the browser's", async () => {
  const german = await order(service, shop, { locale: 'de-AT' })
  const arabic = await order(service, shop, { locale: 'ar' })
  const unknown = await order(service, shop, { locale: 'tlh' })
  assert.match((await ask(service, 'GET', `/f/${german.token}`)).text, /lang="de" dir="ltr"[\s\S]*Wie gefällt es dir/)
  assert.match((await ask(service, 'GET', `/f/${arabic.token}`)).text, /lang="ar" dir="rtl"/)
  const headers = { 'accept-language': 'xx,pl;q=0.8' }
  assert.match((await ask(service, 'GET', `/f/${unknown.token}`, { headers })).text, /lang="pl"/)
})

type Said = { attributes: { value: number; choice: string | null }[] }
const listAnswers = async (orderId: string) =>
  ((await listReviews(orderId)) as unknown as Said[]).flatMap(({ attributes }) =>
    attributes.map(({ value, choice }) => [value, choice]),
  )

test('additional questions work without scripts, and answers survive an error', async () => {
  const set = await shop.api.put('/reviews/attributes', {
    attributes: [
      { kind: 'scale', label: 'Size <b>', lowLabel: 'Too small', highLabel: 'Too large' },
      { kind: 'choice', label: 'Bought for', choices: ['Home', 'Work'] },
    ],
  })
  const [a, b] = set.body.attributes
  const { orderId, token, products } = await order(service, shop)
  const page = await ask(service, 'GET', `/f/${token}`)
  assert.match(page.text, /<legend dir="auto">Size &lt;b/)
  assert.match(page.text, new RegExp(`type="radio" name="answer-${a.id}" value="5" aria-label="5: Too large"`))
  const answers = { [`answer-${a.id}`]: '4', [`answer-${b.id}`]: '0' }
  const fields = { ...(await filled(token, products[0] ?? '')), ...answers }
  const again = await postForm(service, `/f/${token}`, { ...fields, body: '' })
  assert.equal(again.status, 400)
  assert.match(again.text, new RegExp(`name="answer-${a.id}" value="4" checked`))
  assert.equal((await postForm(service, `/f/${token}`, { ...fields, isOpened: 'yes' })).status, 303)
  const said = await listAnswers(orderId)
  assert.deepEqual(said, [
    [4, null],
    [0, 'Home'],
  ])
  // Each product of an order has its own questions.
  const two = await order(service, shop, { products: ['mug', 'pan'] })
  const [mug = '', pan = ''] = two.products
  const both = await ask(service, 'GET', `/f/${two.token}`)
  assert.match(both.text, new RegExp(`name="${pan}\\.answer-${a.id}"`))
  service.advance(4_000)
  const sent = await postForm(service, `/f/${two.token}`, {
    ...{ productId: mug, [`${mug}.startedAt`]: hiddenIn(both.text, `${mug}.startedAt`) },
    ...Object.fromEntries(Object.entries(words).map(([name, value]) => [`${mug}.${name}`, value])),
    ...{ [`${mug}.answer-${a.id}`]: '2', [`${pan}.answer-${a.id}`]: '5' },
  })
  assert.ok(sent.status < 400, sent.text)
  assert.deepEqual(await listAnswers(two.orderId), [[2, null]])
  await shop.api.put('/reviews/attributes', { attributes: [] })
})
