import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addProduct, addReview, auditLines, nobody, post } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { readStatement, withoutAddresses } from './rules.ts'

let shop: Shop
let mug: string
const service = provideService({ now: new Date('2028-02-29T10:36:12Z') }, async () => {
  shop = await service.shop('The Mug Shop')
  mug = await addProduct(shop)
})

let authors = 0
const written = (more: object = {}, by = shop, productId = mug) =>
  post(by.api, productId, { authorEmail: `author${++authors}@customer.example`, rating: 2, ...more })
const reject = async (id: string, reason: string | undefined = 'off_topic', by = shop.api) => {
  const answer = await by.put(`/reviews/${id}`, { status: 'rejected', ...(reason && { reason }) })
  assert.equal(answer.status, 200, answer.text)
}
const wait = async (minutes = 6) => {
  service.advance(minutes * 60_000)
  await service.tick()
  await service.runJobs()
}
type Mail = { template: string; reviewId: string | null; state: string; reason: string | null }
const mailsAbout = async (id: string, by = shop): Promise<Mail[]> => {
  const owner = await by.signedIn()
  const { data } = (await owner.get('/email/messages?limit=100')).body
  return data.filter((each: Mail) => each.reviewId === id && /^review_(rejected|appeal)$/.test(each.template))
}
const lastMailTo = async (email: string, by = shop): Promise<string> => {
  const owner = await by.signedIn()
  const { data } = (await owner.get('/email/mailbox?limit=100')).body
  const found = data.find((each: { recipient: string }) => each.recipient === email)
  assert.ok(found, `a mail to ${email}`)
  return (await owner.get(`/email/mailbox/${found.id}`)).text
}
const tokenIn = (mail: string): string => {
  const [, token = ''] = /\/a\/([\w-]{22})/.exec(mail) ?? []
  assert.ok(token, mail)
  return token
}
const page = (token: string) => service.app.inject({ method: 'GET', url: `/a/${token}` })
const send = (token: string, statement: string) =>
  service.app.inject({
    method: 'POST',
    url: `/a/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ statement }).toString(),
  })
const listAppeals = async (reviewId: string, api = shop.api) =>
  (await api.get(`/evidence/appeals?reviewId=${reviewId}`)).body.data

async function rejected(more: object = {}, reason = 'off_topic') {
  const review = await written(more)
  await reject(review.id, reason)
  await wait()
  return { id: review.id as string, token: tokenIn(await lastMailTo(`author${authors}@customer.example`)) }
}

describe('the mail', () => {
  test('a mail with the reason is sent once per decision, after the undo time', async () => {
    const { id } = await written()
    await reject(id, 'privacy')
    await wait(4)
    assert.deepEqual(await mailsAbout(id), [])
    await wait(2)
    const [mail, ...more] = await mailsAbout(id)
    assert.deepEqual([mail?.template, mail?.state, more], ['review_rejected', 'sent', []])
    const text = await lastMailTo(`author${authors}@customer.example`)
    assert.match(text, /gives away names, addresses/)
    assert.match(text, /Hi Jane,/)
    await reject(id, 'fake')
    await reject(id, undefined)
    await wait(20)
    assert.equal((await mailsAbout(id)).length, 1, 'another reason is no other decision')
  })

  test('the mail has the newest reason, and is not sent after an undone rejection', async () => {
    const first = await written()
    await reject(first.id, 'fake')
    await reject(first.id, 'insider')
    const second = await written()
    await reject(second.id)
    await shop.api.put(`/reviews/${second.id}`, { status: 'approved' })
    const third = await written()
    await reject(third.id)
    await shop.api.put(`/reviews/${third.id}`, { status: 'spam' })
    await wait()
    assert.match(await lastMailTo(`author${authors - 2}@customer.example`), /works for the shop/)
    assert.deepEqual([await mailsAbout(second.id), await mailsAbout(third.id)], [[], []])
    // A second rejection is a separate decision.
    await reject(second.id)
    await wait()
    assert.equal((await mailsAbout(second.id)).length, 1)
  })

  test('spam, imports and reviews without an address cause no mail', async () => {
    const spam = await written()
    await shop.api.put(`/reviews/${spam.id}`, { status: 'spam', reason: 'spam' })
    const imported = await addReview(service, shop, { productId: mug, source: 'import', status: 'pending' })
    const nameless = await addReview(service, shop, { productId: mug, authorEmail: null, status: 'pending' })
    const updates = [imported, nameless].map((id) => ({ id, status: 'rejected', reason: 'other' }))
    assert.equal((await shop.api.post('/reviews/bulk-update', { updates })).body.updated, 2)
    await wait()
    for (const id of [spam.id, imported, nameless]) assert.deepEqual(await mailsAbout(id), [])
  })

  test("an unproven address gets at most five mails a day, without the author's typed text", async () => {
    const email = 'victim@elsewhere.example'
    const ids: string[] = []
    for (let i = 0; i < 7; i++)
      ids.push(
        await addReview(service, shop, {
          ...{ productId: mug, status: 'pending', source: 'widget_form', authorEmail: email },
          ...{ authorName: 'CHEAP PILLS', body: `Buy at pills.example, ${i}` },
        }),
      )
    const updates = ids.map((id) => ({ id, status: 'rejected' }))
    await shop.api.post('/reviews/bulk-update', { updates })
    await wait()
    const sent = await Promise.all(ids.map((id) => mailsAbout(id)))
    assert.equal(sent.flat().length, 5)
    const mail = await lastMailTo(email)
    assert.doesNotMatch(mail, /PILLS|pills/)
    assert.doesNotMatch((await page(tokenIn(mail))).body, /PILLS|pills/)
  })

  test("the mail is written in the author's language", async () => {
    await written({ locale: 'de-AT' })
    const { data } = (await shop.api.get('/reviews?limit=1&sort=createdAt')).body
    await reject(data[0].id, 'duplicate')
    await wait()
    const mail = await lastMailTo(`author${authors}@customer.example`)
    assert.match(mail, /schon einmal geschrieben/)
    assert.match((await page(tokenIn(mail))).body, /<html lang="de"[\s\S]*Ihre Bewertung wurde nicht veröffentlicht/)
  })
})

describe('the page', () => {
  test('the page shows decision, reason, text and the policy at that time, and records nothing', async () => {
    const other = await service.shop('Another Shop')
    await other.api.put('/evidence/policies', { text: '# Our rules\n\n<script>alert(1)</script> Be *kind*.' })
    const { id } = await written({ body: 'A <b>bold</b> word.' }, other, await addProduct(other))
    await reject(id, 'off_topic', other.api)
    await wait()
    await other.api.put('/evidence/policies', { text: 'Later rules' })
    const token = tokenIn(await lastMailTo(`author${authors}@customer.example`, other))
    const shown = await page(token)
    assert.equal(shown.statusCode, 200)
    const { headers, body } = shown
    assert.match(body, /Another Shop/)
    assert.match(body, /something other than the product/)
    assert.match(body, /A &lt;b&gt;bold&lt;\/b&gt; word\./)
    assert.match(body, /<h1>Our rules<\/h1>[\s\S]*&lt;script&gt;alert\(1\)&lt;\/script&gt; Be <em>kind<\/em>/)
    assert.doesNotMatch(body, /Later rules/)
    assert.match(body, /<form method="post" action="\/a\/[\w-]{22}">/)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    assert.doesNotMatch(String(headers['content-security-policy']), /script-src|unsafe/)
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(headers['referrer-policy'], 'same-origin')
    await page(token)
    assert.deepEqual(await listAppeals(id, other.api), [])
  })

  test('the page accepts only one appeal per decision, even from parallel requests', async () => {
    const { id, token } = await rejected()
    const answers = await Promise.all([send(token, 'It is about the mug.'), send(token, 'It is about the mug.')])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
    assert.equal((await send(token, 'Once more.')).statusCode, 409)
    const [appeal, ...more] = await listAppeals(id)
    assert.deepEqual([appeal.state, appeal.statement, more], ['open', 'It is about the mug.', []])
    assert.match((await page(token)).body, /by March 14, 2028/)
  })

  test('the page accepts JSON too, and refuses an empty or long text with a reason', async () => {
    const { id, token } = await rejected()
    for (const statement of ['', ' \n ', 'x'.repeat(5001)]) {
      const refused = await send(token, statement)
      assert.equal(refused.statusCode, 400)
      assert.match(refused.body, /role="alert"[\s\S]*aria-invalid="true"/)
    }
    for (const payload of ['{"statement":7}', '[]', 'null', '{', '{"statement":null}'])
      assert.equal(
        (
          await service.app.inject({
            method: 'POST',
            url: `/a/${token}`,
            headers: { 'content-type': 'application/json' },
            payload,
          })
        ).statusCode,
        400,
        payload,
      )
    const json = { 'content-type': 'application/json' }
    const payload = JSON.stringify({ statement: 'Ünïcödé 🎉\0 <script>' })
    const taken = await service.app.inject({ method: 'POST', url: `/a/${token}`, headers: json, payload })
    assert.equal(taken.statusCode, 200)
    assert.equal((await listAppeals(id))[0].statement, 'Ünïcödé 🎉 <script>')
  })

  test('an invalid token is refused, and a valid token returns 404 after 183 days', async () => {
    for (const token of ['x', 'A'.repeat(22), 'A'.repeat(5000), '..%2f..', '%00'])
      assert.ok([404, 400, 414].includes((await page(token)).statusCode), token)
    const { token } = await rejected()
    service.advance(182 * day)
    assert.equal((await page(token)).statusCode, 200)
    service.advance(day)
    assert.equal((await page(token)).statusCode, 404)
    assert.equal((await send(token, 'Too late.')).statusCode, 404)
  })

  test('the page says that the decision was changed, and accepts no appeal then', async () => {
    const { id, token } = await rejected()
    await shop.api.put(`/reviews/${id}`, { status: 'approved' })
    assert.match((await page(token)).body, /This decision was changed/)
    assert.equal((await send(token, 'But why?')).statusCode, 409)
    // A second rejection does not make the old link valid again.
    await reject(id)
    assert.equal((await send(token, 'But why?')).statusCode, 409)
    assert.equal((await shop.api.delete(`/reviews/${id}`)).status, 204)
    assert.equal((await page(token)).statusCode, 404)
  })
})

describe('the decision', () => {
  const appealed = async (statement = 'It is about the mug, write to me@home.example.') => {
    const { id, token } = await rejected()
    assert.equal((await send(token, statement)).statusCode, 200)
    const [appeal] = await listAppeals(id)
    return { id, token, appeal }
  }

  test('overturning an appeal approves the review and notifies its author', async () => {
    const { id, token, appeal } = await appealed()
    assert.deepEqual(
      [appeal.reviewId, appeal.state, appeal.overdue, appeal.reason, appeal.sameActor, appeal.decidedAt],
      [id, 'open', false, 'off_topic', null, null],
    )
    assert.equal(appeal.statement, 'It is about the mug, write to […]')
    assert.equal(Date.parse(appeal.dueAt) - Date.parse(appeal.createdAt), 14 * day)
    const decided = await shop.api.patch(`/evidence/appeals/${appeal.id}`, {
      decision: 'overturned',
      note: 'You were right.',
    })
    assert.equal(decided.status, 200, decided.text)
    assert.deepEqual(
      [decided.body.state, decided.body.note, decided.body.sameActor],
      ['overturned', 'You were right.', true],
    )
    const review = (await shop.api.get(`/reviews/${id}`)).body
    assert.deepEqual([review.status, review.moderation], ['approved', null])
    await service.runJobs()
    assert.deepEqual(
      (await mailsAbout(id)).map(({ template, state }) => [template, state]),
      [
        ['review_appeal', 'sent'],
        ['review_rejected', 'sent'],
      ],
    )
    assert.match((await page(token)).body, /Your review is published/)
    const lines = await auditLines(service, shop)
    const line = lines.findLast(({ action }) => action === 'appeal.decided')
    assert.deepEqual(line?.details, { decision: 'overturned', sameActor: true, reviewId: id })
  })

  test('a review whose appeal is upheld stays rejected, and an appeal is decided only once', async () => {
    const { id, token, appeal } = await appealed()
    const member = await shop.as('MEMBER')
    const decided = await member.patch(`/evidence/appeals/${appeal.id}`, { decision: 'upheld' })
    assert.deepEqual([decided.body.state, decided.body.sameActor, decided.body.note], ['upheld', false, null])
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'rejected')
    const again = await member.patch(`/evidence/appeals/${appeal.id}`, { decision: 'overturned' })
    assert.deepEqual([again.status, again.body.code], [409, 'appeal_decided'])
    assert.match((await page(token)).body, /stays unpublished/)
    assert.equal((await send(token, 'Again')).statusCode, 409)
  })

  test('only one of three parallel decisions is accepted', async () => {
    const { id, appeal } = await appealed()
    const decide = (decision: string) => shop.api.patch(`/evidence/appeals/${appeal.id}`, { decision })
    const answers = await Promise.all([decide('upheld'), decide('overturned'), decide('overturned')])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const { state } = (await listAppeals(id))[0]
    const { status } = (await shop.api.get(`/reviews/${id}`)).body
    assert.equal(status, state === 'overturned' ? 'approved' : 'rejected')
    await service.runJobs()
    assert.equal((await mailsAbout(id)).filter(({ template }) => template === 'review_appeal').length, 1)
  })

  test('approving the review before or during the decision overturns its appeal', async () => {
    const { id, appeal } = await appealed()
    const answers = await Promise.all([
      shop.api.put(`/reviews/${id}`, { status: 'approved' }),
      shop.api.patch(`/evidence/appeals/${appeal.id}`, { decision: 'overturned' }),
    ])
    assert.ok([200, 409].includes(answers[1].status), answers[1].text)
    assert.equal(answers[0].status, 200)
    assert.deepEqual((await listAppeals(id))[0].state, 'overturned')
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.status, 'approved')
    await service.runJobs()
    assert.equal((await mailsAbout(id)).filter(({ template }) => template === 'review_appeal').length, 1)
  })

  test('an appeal is overdue after fourteen days, until it is decided', async () => {
    const { appeal } = await appealed()
    const read = async () => (await shop.api.get(`/evidence/appeals/${appeal.id}`)).body.overdue
    service.advance(14 * day - 60_000)
    assert.equal(await read(), false)
    service.advance(60_001)
    assert.equal(await read(), true)
    const { data, pagination } = (await shop.api.get('/evidence/appeals?state=open&includeTotal=true')).body
    assert.ok(data.every(({ state }: { state: string }) => state === 'open'))
    assert.equal(pagination.total, data.length)
    await shop.api.patch(`/evidence/appeals/${appeal.id}`, { decision: 'upheld' })
    assert.equal(await read(), false)
  })

  test('members of the store decide an appeal, but only once, and Viewers and other stores cannot', async () => {
    const { appeal } = await appealed()
    const path = `/evidence/appeals/${appeal.id}`
    const viewer = await shop.as('VIEWER')
    assert.equal((await viewer.get('/evidence/appeals')).status, 200)
    assert.equal((await viewer.patch(path, { decision: 'upheld' })).body.code, 'role_read_only')
    const other = await service.shop()
    assert.equal((await other.api.get(path)).status, 404)
    assert.equal((await other.api.patch(path, { decision: 'overturned' })).status, 404)
    assert.deepEqual((await other.api.get('/evidence/appeals')).body.data, [])
    assert.equal((await shop.api.patch(`/evidence/appeals/${nobody}`, { decision: 'upheld' })).status, 404)
    for (const wrong of [{}, { decision: 'open' }, { decision: 'upheld', note: 'x'.repeat(2001) }, { decision: null }])
      assert.equal((await shop.api.patch(path, wrong as never)).status, 400, JSON.stringify(wrong))
    const member = await shop.as('MEMBER')
    assert.equal((await member.patch(path, { decision: 'upheld' })).status, 200)
    assert.equal((await member.patch(path, { decision: 'overturned' })).status, 409)
  })

  test("a person's export has their appeals, and erasing deletes them", async () => {
    const { id } = await appealed('My own words.')
    const email = `author${authors}@customer.example`
    const owner = await shop.signedIn()
    const exported = await owner.get(`/customers/by-email/${email}/export`)
    assert.match(exported.text, /My own words\./)
    await owner.post('/customers/erase', { email, reviews: 'anonymize' })
    const left = await listAppeals(id)
    assert.ok(left.every(({ statement }: { statement: string | null }) => statement === null))
  })
})

test('the ledger has reasons, policies, appeals and decisions, and no texts', async () => {
  const { id, token } = await rejected({}, 'privacy')
  await shop.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'insider' })
  await send(token, 'Not in the ledger.')
  const [{ id: appealId }] = await listAppeals(id)
  await (await shop.as('MEMBER')).patch(`/evidence/appeals/${appealId}`, { decision: 'overturned' })
  const { data, text } = await shop.api
    .get(`/evidence/entries?review=${id}`)
    .then(({ body, text }) => ({ ...body, text }))
  const entries = data.map(({ type, by, data: said }: Record<string, object>) => [
    type,
    Object.values(by ?? {}).join('/'),
    said,
  ])
  const moderated = { from: 'rejected', to: 'rejected', reason: 'insider', policy: 1 }
  for (const entry of [
    ['moderated', 'ADMIN/key', { from: 'pending', to: 'rejected', reason: 'privacy', policy: 1 }],
    ['moderated', 'ADMIN/key', moderated],
    ['appealed', 'REVIEWER/form', {}],
    ['appeal_decided', 'MEMBER/key', { decision: 'overturned', sameActor: false }],
    ['moderated', 'MEMBER/key', { from: 'rejected', to: 'approved', reason: null, policy: 1 }],
  ])
    assert.ok(
      entries.some((each: unknown) => JSON.stringify(each) === JSON.stringify(entry)),
      JSON.stringify([entry, entries]),
    )
  assert.doesNotMatch(text, /Not in the ledger/)
  await shop.api.put('/evidence/policies', { text: 'Another policy' })
  const policies = (await shop.api.get('/evidence/entries?type=policy')).body.data
  assert.equal(policies.at(0).data.version, 2)
})

test('a statement must be a text, and addresses in it are removed', () => {
  assert.equal(readStatement(' a\r\nb\u0007 '), 'a\nb')
  for (const wrong of [undefined, null, 7, '', '\n', 'x'.repeat(5001)]) assert.throws(() => readStatement(wrong))
  assert.equal(withoutAddresses('to jane.doe+x@mail.example.com, or (bob@x.io)!'), 'to […], or ([…])!')
  assert.equal(withoutAddresses('5 @ 3.20 each'), '5 @ 3.20 each')
})
