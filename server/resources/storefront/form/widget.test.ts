import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { freezeClock } from '#test/frozen-clock.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { aPhoto, ask, order, postForm } from './form.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T12:00:00Z'), env: { BILLING: 'manual' } }, async () => {
  shop = await service.shop('Larkmoor')
  await order(service, shop, { products: ['mug', 'jug'], email: 'buyer@example.com' })
})

let people = 0
const newAddress = () => `person${++people}@example.com`
const review = (more: object = {}) => ({
  platformProductId: 'mug',
  rating: 4,
  title: 'Good',
  body: 'Holds a pint.',
  authorName: 'Sam',
  authorEmail: newAddress(),
  consent: true,
  locale: 'en',
  ...more,
})
const send = (body: object, headers?: Record<string, string>) =>
  shop.storefront.post('/storefront/reviews', body, headers)
const read = async (id: string) => (await shop.api.get(`/reviews/${id}`)).body

async function mailsTo(address: string): Promise<{ subject: string; link: string }[]> {
  await service.runJobs()
  const { rows } = await service.service.db.workerPool
    .query('select 1')
    .then(() =>
      service.query(
        `select subject, text_body from mailbox where recipient ilike '%${address}%' order by created_at desc`,
      ),
    )
  return rows.map(({ subject, text_body: text }) => ({
    subject: String(subject),
    link: /\/c\/[\w-]{22}/.exec(String(text))?.[0] ?? '',
  }))
}
async function makeToken(email: string, inMs = 3_600_000): Promise<string> {
  const owner = await shop.signedIn()
  const { secret } = (await owner.get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  const exp = Math.floor((service.service.clock.now().getTime() + inMs) / 1000)
  const payload = Buffer.from(JSON.stringify({ email, exp })).toString('base64url')
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`
}

test("a stranger’s review is pending and unverified, and the stranger's address gets a confirmation mail", async () => {
  const sent = review()
  const answer = await send(sent)
  assert.deepEqual([answer.status, answer.body.status, answer.body.verification], [202, 'pending', 'confirmation_sent'])
  const kept = await read(answer.body.id)
  assert.deepEqual(
    [kept.status, kept.source, kept.verified, kept.locale, kept.orderId],
    ['pending', 'widget_form', false, 'en', null],
  )
  assert.equal((await mailsTo(sent.authorEmail)).length, 1)
})

test("without a locale the language is detected in the text, and mails use the form's language", async () => {
  const german = 'Der Becher hält den Tee lange warm und liegt gut in der Hand.'
  const { locale: _, ...nameless } = review()
  const submit = async (headers: Record<string, string>, more: object) => {
    const sent = { ...nameless, authorEmail: review().authorEmail, ...more }
    const answer = await send(sent, headers)
    assert.equal(answer.status, 202, answer.text)
    const { locale, language, languageSource } = await read(answer.body.id)
    const [mail] = await mailsTo(sent.authorEmail)
    const page = await ask(service, 'GET', mail?.link ?? '', { headers: { 'accept-language': 'pl' } })
    return [locale, language, languageSource, mail?.subject, /lang="(..)"/.exec(page.text)?.[1]]
  }
  const french = await submit({ 'accept-language': 'fr' }, { body: german })
  assert.deepEqual([...french.slice(0, 3), french[4]], [null, 'de', 'detected', 'fr'])
  const named = await submit({ 'accept-language': 'fr' }, { body: `${german} Gut.`, locale: 'es-MX' })
  assert.deepEqual([...named.slice(0, 3), named[4]], ['es-MX', 'es', 'author', 'es'])
  const silent = await submit({}, { body: `${german} Sehr gut.` })
  assert.deepEqual([...silent.slice(0, 3), silent[4]], [null, 'de', 'detected', 'de'])
  assert.equal(new Set([french[3], named[3], silent[3]]).size, 3)
})

test('the response does not reveal whether an address belongs to a customer', async () => {
  const known = await send(review({ authorEmail: 'buyer@example.com' }))
  const unknown = await send(review())
  const pickShape = ({ status, body: { id: _, ...rest } }: typeof known) => [status, rest]
  assert.deepEqual(pickShape(known), pickShape(unknown))
  assert.equal((await read(known.body.id)).verified, false)
})

test('confirming verifies a buyer’s review and links its order; opening the link does not', async () => {
  const bought = await order(service, shop, { products: ['kettle'], email: 'kettle@example.com' })
  const sent = review({ platformProductId: 'kettle', authorEmail: 'Kettle@Example.com' })
  const { id } = (await send(sent)).body
  const [mail] = await mailsTo('kettle@example.com')
  assert.match(mail?.link ?? '', /^\/c\//)
  for (const method of ['GET', 'HEAD'] as const)
    assert.equal((await ask(service, method, mail?.link ?? '')).status, 200)
  assert.equal((await read(id)).verified, false)
  const page = await ask(service, 'GET', mail?.link ?? '')
  assert.match(page.text, /Is this review yours\?/)
  const pressed = await ask(service, 'POST', mail?.link ?? '')
  assert.deepEqual([pressed.status, /Your review is confirmed/.test(pressed.text)], [200, true])
  assert.match(pressed.text, /<a href="https:[^"]+">Back to /)
  assert.doesNotMatch(page.text, /Back to /, 'nothing leads away before the button')
  const kept = await read(id)
  assert.deepEqual([kept.verified, kept.orderId, kept.status], [true, bought.orderId, 'pending'])
  const again = await ask(service, 'POST', mail?.link ?? '')
  assert.equal(again.status, 200)
  assert.deepEqual(await read(id), kept)
})

test('the confirmation page shows the review as plain text', async () => {
  const sent = review({ rating: 2, title: '<b>Bold</b>', body: 'Leaks.\n<script>alert(1)</script>' })
  await send(sent)
  const [mail] = await mailsTo(sent.authorEmail)
  const { text } = await ask(service, 'GET', mail?.link ?? '')
  assert.match(text, /2 out of 5 stars/)
  assert.match(text, /&lt;b&gt;Bold&lt;\/b&gt;[\s\S]*Leaks\.\n&lt;script&gt;/)
})

test('too many confirmations get the rate limit error, not the error of a closed shop', async () => {
  const limited = await startService({ env: { RATE_LIMITS: '1/60s' } })
  try {
    const link = `/c/${'A'.repeat(22)}`
    assert.equal((await ask(limited, 'GET', link)).status, 404)
    const refused = await ask(limited, 'GET', link, { headers: { 'accept-language': 'de' } })
    assert.deepEqual([refused.status, /Bitte einen Moment warten/.test(refused.text)], [429, true])
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
  } finally {
    await limited.close()
  }
})

test('a confirmed stranger has a proven address and no purchase', async () => {
  const sent = review()
  const { id } = (await send(sent)).body
  const [mail] = await mailsTo(sent.authorEmail)
  assert.equal((await ask(service, 'POST', mail?.link ?? '')).status, 200)
  assert.equal((await read(id)).verified, false)
})

test("a confirmation link is invalid after 30 days, after its review's deletion, or if forged", async () => {
  const sent = review()
  const { id } = (await send(sent)).body
  const [mail] = await mailsTo(sent.authorEmail)
  const link = mail?.link ?? ''
  assert.equal((await ask(service, 'POST', `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status, 404)
  service.advance(31 * day)
  const late = await ask(service, 'GET', link)
  assert.deepEqual([late.status, /This link leads nowhere/.test(late.text)], [404, true])
  assert.equal((await ask(service, 'POST', link)).status, 404)
  service.advance(-31 * day)
  assert.equal((await ask(service, 'GET', link)).status, 200)
  await shop.api.delete(`/reviews/${id}`)
  assert.equal((await ask(service, 'POST', link)).status, 404)
})

test('two concurrent confirmations for one order link one review to it', async () => {
  const bought = await order(service, shop, { products: ['lamp'], email: 'lamp@example.com' })
  const ids = []
  for (const body of ['First.', 'Second.'])
    ids.push((await send(review({ platformProductId: 'lamp', authorEmail: 'lamp@example.com', body }))).body.id)
  const mails = await mailsTo('lamp@example.com')
  const answers = await Promise.all(mails.map(({ link }) => ask(service, 'POST', link)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const kept = await Promise.all(ids.map(read))
  assert.deepEqual(
    kept.map(({ verified }) => verified),
    [true, true],
  )
  assert.deepEqual(kept.map(({ orderId }) => orderId).sort(), [bought.orderId, null].sort())
})

test('a signed customer token verifies a buyer’s review immediately, and the only mail is the receipt', async () => {
  const bought = await order(service, shop, { products: ['desk'], email: 'desk@example.com' })
  const sent = review({ platformProductId: 'desk', authorEmail: 'DESK@example.com' })
  const headers = { 'x-customer-token': await makeToken('desk@example.com') }
  const answer = await send(sent, headers)
  assert.deepEqual([answer.status, answer.body.verification], [202, 'verified'])
  const kept = await read(answer.body.id)
  assert.deepEqual([kept.verified, kept.orderId], [true, bought.orderId])
  const subjects = (await mailsTo('desk@example.com')).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Your review at Larkmoor'])
  for (const repeated of [{ ...sent, body: 'Something else.' }, sent]) {
    const second = await send(repeated, headers)
    assert.deepEqual([second.status, second.body.code], [409, 'already_reviewed'])
  }
})

test('repeating a proven buyer’s text with a guessed address reveals nothing', async () => {
  await order(service, shop, { products: ['clock'], email: 'clock@example.com' })
  const sent = review({ platformProductId: 'clock', authorEmail: 'clock@example.com' })
  const first = await send(sent, { 'x-customer-token': await makeToken('clock@example.com') })
  const right = await send(sent)
  const wrong = await send({ ...sent, authorEmail: 'o-clock@example.com' })
  assert.notEqual(right.body.id, first.body.id)
  for (const answer of [right, wrong])
    assert.deepEqual([answer.status, answer.body.verification], [202, 'confirmation_sent'])
})

test('an expired or forged token, or one for another address, proves nothing', async () => {
  await order(service, shop, { products: ['vase'], email: 'vase@example.com' })
  const good = await makeToken('vase@example.com')
  for (const token of [
    await makeToken('somebody@example.com'),
    await makeToken('vase@example.com', -60_000),
    `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    'x.y',
  ]) {
    const sent = review({ platformProductId: 'vase', authorEmail: 'vase@example.com', body: token })
    const answer = await send(sent, { 'x-customer-token': token })
    assert.deepEqual([answer.status, answer.body.verification], [202, 'confirmation_sent'])
    assert.equal((await read(answer.body.id)).verified, false)
  }
})

test('sending the same review repeatedly, even concurrently, creates one review and one mail', async () => {
  const sent = review()
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(sent)))
  answers.push(await send(sent))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await mailsTo(sent.authorEmail)).length, 1)
})

test('an address gets at most five mails a day', async () => {
  const authorEmail = newAddress()
  for (let n = 0; n < 7; n++) assert.equal((await send(review({ authorEmail, body: `Text ${n}` }))).status, 202)
  assert.equal((await mailsTo(authorEmail)).length, 5)
  service.advance(day + 1000)
  await send(review({ authorEmail, body: 'The next day.' }))
  assert.equal((await mailsTo(authorEmail)).length, 6)
})

test('a review gets photos that were uploaded before, and each photo can be used once', async () => {
  const upload = await postForm(service, '/api/v1/storefront/uploads', {}, [{ bytes: await aPhoto(), field: 'file' }], {
    'x-store-env-id': shop.storeEnvId,
    origin: 'https://shop.example.com',
  })
  assert.equal(upload.status, 201)
  const photoIds = [upload.json().id as string]
  const { body } = await send(review({ photoIds }))
  assert.equal((await read(body.id)).photos.length, 1)
  const again = await send(review({ photoIds }))
  assert.deepEqual([again.status, again.body.details[0].path], [400, '/photoIds/0'])
})

test('invalid input is reported by field and not stored', async () => {
  const before = (await shop.api.get('/reviews?includeTotal=true')).body.pagination.total
  for (const [change, path] of [
    [{ consent: false }, '/consent'],
    [{ consent: 'true' }, '/consent'],
    [{ rating: 0 }, '/rating'],
    [{ body: '\u0007 ' }, '/body'],
    [{ body: 'x'.repeat(50_000) }, '/body'],
    [{ authorName: 'me@example.com' }, '/authorName'],
    [{ authorEmail: 'nobody' }, '/authorEmail'],
    [{ photoIds: Array(6).fill('019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01') }, '/photoIds'],
    [{ locale: 'english please' }, '/locale'],
    [{ startedAt: 'yesterday' }, '/startedAt'],
  ] as const) {
    const answer = await send(review(change))
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path], JSON.stringify(change).slice(0, 80))
  }
  assert.equal((await send(review({ platformProductId: 'nothing' }))).status, 404)
  assert.equal((await shop.api.get('/reviews?includeTotal=true')).body.pagination.total, before)
})

test('a form is refused within three seconds, after a day, and at another store', async () => {
  const begin = async (from: Shop) => (await from.storefront.get('/storefront/review-form')).body
  // The clock is frozen, because the three seconds may pass on a slow machine.
  const goOn = freezeClock(service, service.service.clock.nowMs())
  const { startedAt, storeName } = await begin(shop)
  assert.equal(storeName, 'Larkmoor')
  const early = await send(review({ startedAt }))
  goOn()
  assert.deepEqual([early.status, early.body.details[0].path], [400, '/startedAt'])
  service.advance(3_100)
  assert.equal((await send(review({ startedAt }))).status, 202)
  service.advance(day)
  assert.equal((await send(review({ startedAt }))).status, 400)
  const other = await begin(await service.shop('Other'))
  service.advance(4_000)
  assert.equal((await send(review({ startedAt: other.startedAt }))).status, 400)
})

test("a bot's review looks accepted, becomes spam, and mails no one", async () => {
  const sent = review({ homepage: 'https://pills.example' })
  const answer = await send(sent)
  assert.deepEqual([answer.status, answer.body.status, answer.body.verification], [202, 'pending', 'confirmation_sent'])
  assert.equal((await read(answer.body.id)).status, 'spam')
  assert.deepEqual(await mailsTo(sent.authorEmail), [])
  const events = (await shop.api.get('/events?limit=100')).body.data
  assert.ok(!events.some(({ data }: { data: { id: string } }) => data.id === answer.body.id))
})

test('a lapsed store gives out no form and accepts no review', async () => {
  const own = await service.shop('Lapsing')
  await own.api.put('/products', [{ platformProductId: 'mug' }])
  const begun = await own.storefront.get('/storefront/review-form')
  assert.deepEqual([begun.status, begun.headers['cache-control']], [200, 'no-store'])
  service.advance(40 * day)
  for (const answer of [
    await own.storefront.get('/storefront/review-form'),
    await own.storefront.post('/storefront/reviews', review()),
  ])
    assert.deepEqual([answer.status, answer.body.code], [403, 'subscription_expired'])
  service.advance(-40 * day)
})

test('after an erasure nothing identifies the author of a review', async () => {
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  const sent = review()
  const { id } = (await send(sent)).body
  const [mail] = await mailsTo(sent.authorEmail)
  const erased = await shop.api.post('/customers/erase', { email: sent.authorEmail })
  assert.equal(erased.body.reviewsAnonymized, 1)
  assert.equal((await ask(service, 'POST', mail?.link ?? '')).status, 404)
  const { rows } = await service.query(`select 1 from review_submissions where review_id = '${id}'`)
  assert.deepEqual(rows, [])
})

test('pages of other shops, and requests without an origin, cannot submit reviews', async () => {
  for (const origin of ['https://evil.example', 'null', ''])
    assert.equal((await send(review(), { origin })).body?.code, 'origin_forbidden', origin)
})

test('ten reviews per visitor are accepted in ten minutes, not counting forms with errors', async () => {
  const limited = await startService({ env: { RATE_LIMITS: '1000/1s', STOREFRONT_RATE_LIMITS: '1000/1s' } })
  try {
    const own = await limited.shop()
    await own.api.put('/products', [{ platformProductId: 'mug' }])
    const post = (more: object = {}) => own.storefront.post('/storefront/reviews', review(more))
    for (let n = 0; n < 5; n++) assert.equal((await post({ consent: false })).status, 400)
    for (let n = 0; n < 10; n++) assert.equal((await post()).status, 202)
    const refused = await post()
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
  } finally {
    await limited.close()
  }
})
