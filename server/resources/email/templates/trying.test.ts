import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { at, startTemplates } from './templates.testing.ts'

const setup = startTemplates()

test("a preview uses the store's own name and products, and stores nothing", async () => {
  const shop = await setup.service.shop('Preview & Co')
  const empty = await shop.api.post('/email/templates/review_request/preview')
  assert.equal(empty.status, 200, empty.text)
  assert.match(empty.body.html, /Enamel kettle/)
  assert.match(empty.body.subject, /Preview & Co/)
  await shop.api.put('/products', [
    { platformProductId: 'p', title: 'Our <own> lamp', imageUrl: 'https://cdn.example.com/l.jpg' },
  ])
  const { body } = await shop.api.post('/email/templates/review_request/preview', {
    locale: 'de',
    draft: { heading: 'Na, {{ customer.firstName }}?' },
  })
  assert.equal(body.locale, 'de')
  assert.match(body.html, /Na, Anna\?/)
  assert.match(body.html, /Our &lt;own&gt; lamp/)
  assert.match(body.text, /Our <own> lamp/)
  assert.equal((await shop.api.get(at('review_request', 'de'))).body.customized, false)
})

test('a preview shows stored texts, or the texts and data of a draft', async () => {
  const shop = await setup.service.shop()
  await shop.api.put(at('review_reply', 'fr'), { heading: 'Bonjour' })
  const preview = (body: unknown, name = 'review_reply') => shop.api.post(`/email/templates/${name}/preview`, body)
  assert.match((await preview({ locale: 'fr-CA' })).body.html, />Bonjour</)
  const review = { title: 'T', body: 'One\nTwo', rating: 2 }
  const { body } = await preview({
    locale: 'en',
    data: { review, reply: { body: 'R', authorName: null }, products: [{}] },
  })
  assert.match(body.html, /One<br>Two/)
  assert.match(body.text, /★★☆☆☆ 2 out of 5/)
  const order = await preview(
    { data: { products: [{ title: 'Solo', imageUrl: 'javascript:1' }], customer: { firstName: null } } },
    'review_request',
  )
  assert.match(order.body.subject, /What do you think of Solo\?/)
  assert.match(order.body.text, /^Hello,$/m)
})

test('an error in a draft names its path in the request', async () => {
  const { shop } = setup
  const { body: none } = await shop.api.post('/email/templates/review_request/preview', {
    draft: { subject: '{{ x }}' },
  })
  assert.equal(none.details[0].path, '/draft/subject')
})

test("a test mail goes to a member with the draft's texts, marked as test", async () => {
  const shop = await setup.service.shop()
  const { status, body } = await shop.api.post('/email/templates/review_request/test', {
    to: shop.ownerEmail.toUpperCase(),
    locale: 'de',
    draft: { subject: 'Neu: {{ customer.firstName }}' },
  })
  assert.equal(status, 202, JSON.stringify(body))
  await setup.service.runJobs()
  const [mail] = await mailTo(shop.ownerEmail)
  assert.equal(mail?.subject, '[Test] Neu: Anna')
  const owner = await shop.signedIn()
  assert.equal((await owner.post('/email/templates/review_reply/test', { to: shop.ownerEmail })).status, 202)
  await setup.service.runJobs()
  await shop.api.put(at('review_reply', 'en'), { subject: 'Stored' })
  await owner.post('/email/templates/review_reply/test', { to: shop.ownerEmail })
  await setup.service.runJobs()
  const subjects = (await mailTo(shop.ownerEmail)).map((each) => each.subject)
  assert.ok(subjects.includes('[Test] Stored'), subjects.join())
  assert.ok(subjects.some((subject) => /^\[Test\] .* replied to your review$/.test(subject)))
})

const mailTo = (email: string) =>
  setup.service.service.db.system('read', (tx) =>
    tx.all<{ subject: string; html_body: string; text_body: string }>(
      sql`select subject, html_body, text_body from mailbox where lower(recipient) like ${`%${email.toLowerCase()}%`}`,
    ),
  )

test('a test mail shows the unsubscribe link', async () => {
  const shop = await setup.service.shop()
  await shop.api.post('/email/templates/review_request/test', { to: shop.ownerEmail })
  await setup.service.runJobs()
  const [mail] = await mailTo(shop.ownerEmail)
  for (const part of [mail?.html_body, mail?.text_body]) {
    assert.match(part ?? '', /Unsubscribe/)
    assert.match(part ?? '', /https:\/\/reviews\.example\.com\/unsubscribe\/sample/)
  }
})

test('a test mail goes only to members, so it cannot be misused to mail others', async () => {
  const { shop } = setup
  const owner = await shop.signedIn()
  for (const api of [shop.api, owner])
    for (const to of ['stranger@example.net', setup.other.ownerEmail, `${shop.ownerEmail}.example.net`]) {
      const answer = await api.post('/email/templates/review_request/test', { to })
      assert.deepEqual([answer.status, answer.body.code], [403, 'recipient_forbidden'], to)
    }
  const two = await owner.post('/email/templates/review_request/test', {
    to: `${shop.ownerEmail}, stranger@example.net`,
  })
  assert.equal(two.status, 400)
})
