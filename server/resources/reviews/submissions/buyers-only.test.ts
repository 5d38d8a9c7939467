import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { aPhoto, ask, beginForm, order, postForm, postJson } from '#resources/storefront/form/form.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'

let shop: Shop
let form: string
const service = provideService({ now: new Date('2028-02-29T10:36:12Z'), env: { RATE_LIMITS: 'off' } }, async () => {
  shop = await service.shop('The Mug Shop')
  form = (await order(service, shop, { products: ['mug'], email: 'buyer@mail.example' })).token
  assert.equal((await shop.api.put('/reviews/settings', { buyersOnly: true })).body.buyersOnly, true)
})

let texts = 0
const review = (more: object = {}) => ({
  ...{ platformProductId: 'mug', rating: 4, body: `Holds a pint, ${++texts}.`, authorName: 'Sam', consent: true },
  ...{ authorEmail: 'buyer@mail.example', ...more },
})
/** Each call comes from a visitor of its own, because a visitor may send only ten forms. */
let visitors = 0
const send = (body: object, headers: Record<string, string> = {}) =>
  shop.storefront.post('/storefront/reviews', body, { 'x-forwarded-for': `203.0.113.${++visitors % 250}`, ...headers })
const mailsTo = async (address: string) => {
  await service.runJobs()
  const { rows } = await service.query(
    `select subject, text_body as text from mailbox where recipient ilike '%${address}%' order by created_at`,
  )
  return rows as { subject: string; text: string }[]
}
const countRows = async () => {
  const tables = [
    'reviews',
    'review_submissions',
    'review_confirmations',
    'review_photos',
    'evidence_entries',
    'review_receipts',
  ]
  const counts = tables.map((table) => `(select count(*) from ${table})::int as ${table}`).join(', ')
  return (await service.query(`select ${counts}`)).rows[0]
}
async function tokenOf(email: string): Promise<string> {
  const owner = await shop.signedIn()
  const { secret } = (await owner.get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  const exp = Math.floor(service.service.clock.now().getTime() / 1000) + 3600
  const payload = Buffer.from(JSON.stringify({ email, exp })).toString('base64url')
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('calls for people who did not buy get 403 buyers_only, and calls for buyers succeed', async () => {
  const stranger = { authorEmail: 'stranger@mail.example' }
  const { consent: _, ...byKey } = review(stranger)
  const refused = await shop.api.post('/reviews', byKey)
  assert.deepEqual([refused.status, refused.body.code], [403, 'buyers_only'])
  const token = await tokenOf('stranger@mail.example')
  const byToken = await send(review(stranger), { 'x-customer-token': token })
  assert.deepEqual([byToken.status, byToken.body.code], [403, 'buyers_only'])
  const cancelled = 'cancelled@mail.example'
  await order(service, shop, { products: ['mug'], email: cancelled, cancelledAt: '2026-11-02T00:00:00Z' })
  assert.equal((await shop.api.post('/reviews', { ...byKey, authorEmail: cancelled })).status, 403)

  await order(service, shop, { products: ['mug'], email: 'two@mail.example' })
  assert.equal((await shop.api.post('/reviews', { ...byKey, authorEmail: 'two@mail.example' })).status, 201)
  await order(service, shop, { products: ['mug'], email: 'three@mail.example' })
  const own = await send(review({ authorEmail: 'three@mail.example' }), {
    'x-customer-token': await tokenOf('three@mail.example'),
  })
  assert.deepEqual([own.status, own.body.verification], [202, 'verified'])
})

test('buyers and others get equal responses: status, body, repeats, photos and duration', async () => {
  const times: Record<string, number[]> = { buyer: [], stranger: [] }
  const shapes: Record<string, unknown[]> = { buyer: [], stranger: [] }
  const addresses = { buyer: 'buyer@mail.example', stranger: 'nobody@mail.example' }
  for (let round = 0; round < 12; round++)
    for (const [who, authorEmail] of Object.entries(addresses)) {
      const body = review({ authorEmail })
      const begun = performance.now()
      const first = await send(body)
      times[who]?.push(performance.now() - begun)
      const { id, ...rest } = first.body
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      shapes[who]?.push([
        first.status,
        rest,
        Object.keys(first.headers)
          .filter((name) => !/^(ratelimit|x-request|date)/.test(name))
          .sort(),
      ])
      if (round > 1) continue
      const visitor = { 'x-forwarded-for': '198.51.100.7' }
      const again = review({ authorEmail })
      const repeats = [await send(again, visitor), await send(again, visitor)]
      shapes[who]?.push(repeats.map(({ status, body: { id: _, ...others } }) => [status, others]))
      assert.notEqual(repeats[0]?.body.id, repeats[1]?.body.id, 'a repeat reveals nothing by its id')
    }
  assert.deepEqual(shapes.buyer, shapes.stranger)
  const [buyer, stranger] = [median(times.buyer ?? []), median(times.stranger ?? [])]
  assert.ok(Math.max(buyer, stranger) / Math.min(buyer, stranger) < 2.5, `buyer ${buyer} ms, stranger ${stranger} ms`)
})

test('sending a used photo again does not reveal who is a buyer', async () => {
  const photo = await aPhoto()
  const outcomes: unknown[] = []
  for (const authorEmail of ['buyer@mail.example', 'nobody2@mail.example']) {
    const { id } = await upload(photo)
    const photoIds = [id]
    const statuses = [
      (await send(review({ authorEmail, photoIds }))).status,
      (await send(review({ authorEmail, photoIds }))).status,
      (await send(review({ authorEmail: 'other@mail.example', photoIds }))).status,
    ]
    outcomes.push(statuses)
  }
  assert.deepEqual(outcomes, [
    [202, 202, 202],
    [202, 202, 202],
  ])
})

test("a stranger's review leaves only a mail: at most five a day, deleted after 30 days", async () => {
  const authorEmail = 'typed@mail.example'
  const before = await countRows()
  const answers = []
  for (let i = 0; i < 7; i++)
    answers.push(await send(review({ authorEmail, authorName: 'PILLS', body: `Buy pills ${i}` })))
  for (const { body } of answers) assert.equal((await shop.api.get(`/reviews/${body.id}`)).status, 404)
  assert.deepEqual(await countRows(), before)
  const mails = await mailsTo(authorEmail)
  assert.equal(mails.length, 5)
  assert.match(mails[0]?.text ?? '', /takes reviews from buyers only/)
  assert.doesNotMatch(JSON.stringify(mails), /pills/i)
  service.advance(31 * day)
  const { jobs } = await import('../../../entry/areas.ts')
  const job = jobs.find(({ id }) => id === 'email.clean')
  assert.ok(job)
  const { db, services } = service.service
  await perform(job, { db, services, stopping: new AbortController().signal }, {})
  const { rows } = await service.query(`select count(*)::int as n from email_messages where email = '${authorEmail}'`)
  assert.deepEqual(rows, [{ n: 0 }])
})

test('a buyer without a token confirms by mail, and a mailed form link always works', async () => {
  await order(service, shop, { products: ['mug'], email: 'four@mail.example' })
  const { body } = await send(review({ authorEmail: 'four@mail.example' }))
  assert.equal((await shop.api.get(`/reviews/${body.id}`)).body.verified, false)
  const link = /\/c\/[\w-]{22}/.exec((await mailsTo('four@mail.example'))[0]?.text ?? '')?.[0] ?? ''
  assert.equal((await ask(service, 'POST', link)).status, 200)
  assert.equal((await shop.api.get(`/reviews/${body.id}`)).body.verified, true)
  const productId = (await shop.api.get('/products/by-platform-id/mug')).body.id
  const sent = await postJson(service, `/f/${form}/reviews`, {
    ...{ productId, rating: 5, body: 'By link.', authorName: 'Jane', consent: true },
    startedAt: await beginForm(service, form),
  })
  assert.equal(sent.status, 201, sent.text)
})

test('widgets get the buyers-only setting, and earlier reviews stay published', async () => {
  const open = await service.shop('Open')
  const config = async () => (await open.storefront.get('/storefront/config')).body.buyersOnly
  assert.equal(await config(), false)
  await order(service, open, { products: ['mug'] })
  const old = await open.storefront.post('/storefront/reviews', review({ authorEmail: 'old@mail.example' }))
  await open.api.put('/reviews/settings', { buyersOnly: true })
  assert.equal(await config(), true, 'with the next request')
  assert.equal((await open.api.put(`/reviews/${old.body.id}`, { status: 'approved' })).status, 200)
  const shown = (await open.storefront.get('/storefront/reviews?platformProductId=mug')).body.data
  assert.equal(shown.length, 1)
})

const upload = async (photo: Buffer): Promise<{ id: string }> => {
  const answer = await postForm(service, '/api/v1/storefront/uploads', {}, [{ bytes: photo, field: 'file' }], {
    'x-store-env-id': shop.storeEnvId,
    origin: 'https://shop.example.com',
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.json() as { id: string }
}
