import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freezeClock } from '#test/frozen-clock.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { asker, published, questionsShown, written } from '../faqs.testing.ts'

const service = provideService({ now: new Date('2026-11-21T10:36:12Z') })

async function opened() {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  return { shop, ask: await asker(service, shop) }
}
const listQuestions = async (shop: Shop, query = '') =>
  (await shop.api.get(`/faqs/questions?limit=100${query}`)).body.data
type Mail = { template: string; state: string; reason: string | null; subject: string | null }
const listMails = async (shop: Shop): Promise<Mail[]> => {
  await service.runJobs()
  const { data } = (await (await shop.signedIn()).get('/email/messages?limit=100')).body
  return data.filter(({ template }: Mail) => template === 'faq_answer')
}

test("a question waits for the store's answer, and only signed-in people see the asker", async () => {
  const { shop, ask } = await opened()
  const sent = await ask({
    name: ' Jane Doe ',
    platformProductId: 'mug',
    notify: true,
    locale: 'de_at',
    email: 'Jane.Doe@Customer.example',
  })
  assert.equal(sent.status, 202, sent.text)
  const { id } = sent.body
  assert.deepEqual(sent.body, { id, status: 'pending' })
  const [question] = await listQuestions(shop)
  const { createdAt, updatedAt, product, ...rest } = question
  assert.deepEqual(rest, {
    id,
    question: 'Does it fit a car?',
    status: 'pending',
    emailLast4: '.doe',
    name: 'Jane Doe',
    locale: 'de-AT',
    faqId: null,
    notify: true,
    notifiedAt: null,
    answeredAt: null,
  })
  assert.deepEqual([product.platformProductId, product.title], ['mug', 'Mug'])
  const owner = await shop.signedIn()
  assert.equal((await owner.get(`/faqs/questions/${id}`)).body.email, 'jane.doe@customer.example')
  assert.deepEqual(await questionsShown(shop), [])
})

test('a question needs consent, a plausible form time, and a product of this store', async () => {
  const { shop, ask } = await opened()
  const refused: [object, string][] = [
    [{ consent: false }, '/consent'],
    [{ consent: undefined }, '/consent'],
    [{ startedAt: undefined }, '/startedAt'],
    [{ startedAt: 'abc.0123456789012345678901' }, '/startedAt'],
    [{ question: 'x'.repeat(501) }, '/question'],
    [{ question: ' ' }, '/question'],
    [{ email: 'nobody' }, '/email'],
    [{ name: 'x'.repeat(121) }, '/name'],
    [{ question: 'a\u0000' }, '/question'],
  ]
  for (const [more, path] of refused) {
    const { status, body } = await ask(more)
    assert.deepEqual([status, body.details?.[0].path], [400, path], JSON.stringify(more))
  }
  assert.equal((await ask({ platformProductId: 'unknown' })).status, 404)
  // The clock is frozen, because a slow machine could take longer than the form's minimum of three seconds.
  const goOn = freezeClock(service, service.service.clock.nowMs())
  const fresh = (await shop.storefront.get('/storefront/forms')).body.startedAt
  assert.equal((await ask({ startedAt: fresh })).status, 400, 'nobody types so fast')
  goOn()
  const other = await opened()
  const theirs = (await other.shop.storefront.get('/storefront/forms')).body.startedAt
  service.advance(5_000)
  assert.equal((await ask({ startedAt: theirs })).status, 400, "another store's form")
  service.advance(86_400_000)
  assert.equal((await ask({ startedAt: fresh })).status, 400, 'a day old')
  assert.deepEqual(await listQuestions(shop), [])
})

test('the same question sent twice is stored once, also when sent concurrently', async () => {
  const { shop, ask } = await opened()
  const answers = await Promise.all([ask(), ask(), ask()])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
  assert.equal((await ask({ email: 'JANE.DOE@customer.example' })).body.id, answers[0]?.body.id)
  assert.notEqual((await ask({ email: 'else@customer.example' })).body.id, answers[0]?.body.id)
  assert.equal((await listQuestions(shop)).length, 2)
})

test('a form with a filled trap gets the usual response, becomes spam and notifies nobody', async () => {
  const { shop, ask } = await opened()
  const sent = await ask({ homepage: 'https://spam.example', notify: true })
  assert.deepEqual([sent.status, sent.body.status], [202, 'pending'])
  assert.deepEqual(
    (await listQuestions(shop)).map(({ status }: { status: string }) => status),
    ['spam'],
  )
  assert.deepEqual(await listQuestions(shop, '&status=pending'), [])
  const again = await ask({ notify: true })
  assert.notEqual(again.body.id, sent.body.id, 'without the trap, the same question is a new one')
  assert.deepEqual(
    (await listQuestions(shop, '&status=pending')).map(({ id }: { id: string }) => id),
    [again.body.id],
  )
  assert.equal((await shop.api.post(`/faqs/questions/${sent.body.id}/answer`, { answer: 'No.' })).status, 409)
  assert.deepEqual(await listMails(shop), [])
})

test('a visitor can send ten questions in ten minutes; invalid questions do not count', async () => {
  const { shop } = await opened()
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '1000/1s,1000/10s,1000/60s' } })
  try {
    const page = limited.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    const ask = await asker(limited, shop, page)
    for (let n = 0; n < 12; n++) assert.equal((await ask({ consent: false })).status, 400)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await ask({ question: `Question ${n}?` })).status)
    assert.deepEqual(statuses, [...Array(10).fill(202), 429, 429])
  } finally {
    await limited.close()
  }
})

test('a flood of questions is limited per visitor; each is stored once, notifying no one', async () => {
  const { shop, ask } = await opened()
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '1000/1s,1000/10s,1000/60s' } })
  try {
    const page = limited.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    const one = await asker(limited, shop, page)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => one({ question: `Question ${n}?` })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(10).fill(202), ...Array(30).fill(429)])
    assert.equal((await listQuestions(shop)).length, 10)
  } finally {
    await limited.close()
  }
  const flood = Array.from({ length: 45 }, (_, n) => ({ question: `Other ${n}?`, email: `v${n}@customer.example` }))
  const sent = await Promise.all([...flood, ...flood].map((each) => ask({ ...each, notify: true })))
  assert.ok(sent.every(({ status }) => status === 202))
  assert.equal((await listQuestions(shop)).length, 55)
  assert.deepEqual(await listMails(shop), [])
})

test('an answer creates a draft about the product; publishing it mails the asker once', async () => {
  const { shop, ask } = await opened()
  const { id } = (
    await ask({ platformProductId: 'mug', notify: true, name: 'Jane', question: 'does it fit\n<b>my car</b>?' })
  ).body
  await ask({ question: 'Tell nobody?' })
  const answer = await shop.api.post(`/faqs/questions/${id}/answer`, {
    question: 'Does the mug fit a car?',
    answer: 'Yes: [any](https://example.com/cars) of **them**.',
  })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual([answer.body.status, answer.body.productIds.length, answer.body.appliesTo], ['draft', 1, 'selected'])
  const answered = (await shop.api.get(`/faqs/questions/${id}`)).body
  assert.deepEqual([answered.status, answered.faqId], ['answered', answer.body.id])
  assert.deepEqual(await listMails(shop), [])
  assert.equal((await shop.api.post(`/faqs/questions/${id}/answer`, { answer: 'Again.' })).status, 409)
  await shop.api.patch(`/faqs/${answer.body.id}`, { status: 'published' })
  const mails = await listMails(shop)
  assert.deepEqual(
    mails.map(({ state, subject }) => [state, subject]),
    [['sent', `${await findStoreName(shop)} answered your question`]],
  )
  assert.ok((await shop.api.get(`/faqs/questions/${id}`)).body.notifiedAt)
  const [mail] = await readMailbox(shop)
  assert.ok(mail)
  assert.ok(mail.text.includes('Yes: any [https://example.com/cars] of them.'), mail.text)
  assert.ok(mail.text.includes('https://shop.example.com/mug'))
  assert.ok(!mail.html.includes('<b>my car</b>'), 'what was asked is text')
  await shop.api.patch(`/faqs/${answer.body.id}`, { status: 'draft' })
  await shop.api.patch(`/faqs/${answer.body.id}`, { status: 'published' })
  assert.equal((await listMails(shop)).length, 1, 'once')
})

const findStoreName = async (shop: Shop) =>
  (await shop.api.get('/account/stores')).body.data.find(({ id }: { id: string }) => id === shop.storeEnvId).name
const readMailbox = async (shop: Shop): Promise<{ text: string; html: string }[]> => {
  const owner = await shop.signedIn()
  const { data } = (await owner.get('/email/mailbox')).body
  return Promise.all(data.map(async ({ id }: { id: string }) => (await owner.get(`/email/mailbox/${id}`)).body))
}

test('a question can be linked to a FAQ; a published one mails the asker immediately', async () => {
  const { shop, ask } = await opened()
  const other = await service.shop()
  const [draft, open, foreign] = [await written(shop.api), await published(shop.api), await written(other.api)]
  const join = async (question: string, faqId: string) => {
    const { id } = (await ask({ question, notify: true })).body
    return shop.api.post(`/faqs/questions/${id}/answer`, { faqId })
  }
  assert.equal((await join('one?', foreign.id)).status, 404)
  const joined = await join('two?', open.id)
  assert.deepEqual([joined.status, joined.body.id], [200, open.id])
  assert.equal((await listMails(shop)).length, 1)
  await join('three?', draft.id)
  await join('four?', draft.id)
  assert.equal((await listMails(shop)).length, 1)
  await shop.api.patch(`/faqs/${draft.id}`, { status: 'published' })
  assert.equal((await listMails(shop)).length, 3)
  const { id } = (await ask({ question: 'five?' })).body
  for (const body of [{}, { answer: 'a', faqId: open.id }, { answer: '' }, { answer: 'a', question: 'x'.repeat(301) }])
    assert.equal((await shop.api.post(`/faqs/questions/${id}/answer`, body)).status, 400)
})

test('one of three concurrent answers wins, and a concurrent publication mails the asker once', async () => {
  const { shop, ask } = await opened()
  const { id } = (await ask({ notify: true })).body
  const answers = await Promise.all(
    [1, 2, 3].map((n) => shop.api.post(`/faqs/questions/${id}/answer`, { answer: `Answer ${n}` })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal((await shop.api.get('/faqs?limit=100')).body.data.length, 1)
  for (let n = 0; n < 5; n++) {
    const faq = await written(shop.api)
    const asked = (await ask({ question: `At once ${n}?`, notify: true })).body
    await Promise.all([
      shop.api.post(`/faqs/questions/${asked.id}/answer`, { faqId: faq.id }),
      shop.api.patch(`/faqs/${faq.id}`, { status: 'published' }),
    ])
  }
  assert.equal((await listMails(shop)).length, 5)
})

test('a withdrawn answer whose mail was not sent is mailed on the next publication', async () => {
  const { shop, ask } = await opened()
  const { id } = (await ask({ notify: true })).body
  const faq = (await shop.api.post(`/faqs/questions/${id}/answer`, { answer: 'Yes.' })).body
  const { tellJob, sendDueMails } = await import('../answer-mails/commands.ts')
  assert.ok(tellJob)
  await shop.api.patch(`/faqs/${faq.id}`, { status: 'published' })
  const { storeEnvId, organizationId } = shop
  const { db, services } = service.service
  const stopping = new AbortController().signal
  await sendDueMails(
    { db, services, now: services.clock.now(), stopping },
    { storeEnvId, organizationId, faqId: faq.id },
  )
  await shop.api.patch(`/faqs/${faq.id}`, { status: 'draft' })
  assert.deepEqual(
    (await listMails(shop)).map(({ state, reason }) => [state, reason]),
    [['skipped', 'answer_withdrawn']],
  )
  service.advance(1_000)
  await shop.api.patch(`/faqs/${faq.id}`, { status: 'published' })
  assert.deepEqual((await listMails(shop)).map(({ state }) => state).sort(), ['sent', 'skipped'])
})

test('suppressed askers get no mail, and all other askers on a long list get one', async () => {
  const { shop, ask } = await opened()
  await shop.api.post('/email-suppressions', { email: 'jane.doe@customer.example', scope: 'all' })
  const faq = await written(shop.api)
  const { id } = (await ask({ notify: true })).body
  await shop.api.post(`/faqs/questions/${id}/answer`, { faqId: faq.id })
  const { storeEnvId, organizationId } = shop
  const { sql } = await import('#platform/db/query.ts')
  await service.service.db.store({ storeEnvId, organizationId }, 'write', (tx) =>
    tx.run(sql`
      insert into faq_questions (store_env_id, id, question, email, status, faq_id, notify, key, consented_at, created_at, updated_at)
      select ${storeEnvId}, uuidv7(), 'Q' || n, 'asker' || n || '@customer.example', 'answered', ${faq.id}, true, int4send(n), now(), now(), now()
        from generate_series(1, 230) n
      returning 1`),
  )
  await shop.api.patch(`/faqs/${faq.id}`, { status: 'published' })
  await service.runJobs()
  const { rows } = await messagesByState(shop)
  assert.deepEqual(rows, [
    { state: 'sent', count: 230 },
    { state: 'skipped', count: 1 },
  ])
})

const messagesByState = async ({ storeEnvId, organizationId }: Shop) => {
  const { sql } = await import('#platform/db/query.ts')
  const rows = await service.service.db.store({ storeEnvId, organizationId }, 'read', (tx) =>
    tx.all<{ state: string; count: number }>(sql`
      select m.state, count(*) as count from email_messages m
       where m.store_env_id = ${storeEnvId} and m.template = 'faq_answer' group by 1 order by 1`),
  )
  return { rows }
}

test('a question is rejected, reopened and deleted, but its FAQ is preserved', async () => {
  const { shop, ask } = await opened()
  const { id } = (await ask({ notify: true })).body
  const set = async (status: string) => (await shop.api.patch(`/faqs/questions/${id}`, { status })).body
  assert.equal((await set('rejected')).status, 'rejected')
  assert.equal((await set('pending')).status, 'pending')
  const faq = (await shop.api.post(`/faqs/questions/${id}/answer`, { answer: 'Yes.' })).body
  const taken = await set('rejected')
  assert.deepEqual([taken.faqId, taken.answeredAt], [null, null])
  await shop.api.patch(`/faqs/${faq.id}`, { status: 'published' })
  assert.deepEqual(await listMails(shop), [])
  assert.equal((await shop.api.patch(`/faqs/questions/${id}`, { status: 'closed' })).status, 400)
  assert.equal((await shop.api.delete(`/faqs/questions/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/faqs/questions/${id}`)).status, 404)
  assert.equal((await shop.api.get(`/faqs/${faq.id}`)).status, 200)
  const other = await opened()
  const theirs = (await other.ask()).body.id
  assert.equal((await shop.api.get(`/faqs/questions/${theirs}`)).status, 404)
  assert.equal((await shop.api.patch(`/faqs/questions/${theirs}`, { status: 'spam' })).status, 404)
  assert.equal((await shop.api.post(`/faqs/questions/${theirs}/answer`, { answer: 'x' })).status, 404)
  assert.equal((await shop.api.delete(`/faqs/questions/${theirs}`)).status, 404)
})

test('erasing a person deletes their questions; the FAQ is preserved without name and address', async () => {
  const { shop, ask } = await opened()
  const { id } = (
    await ask({ name: 'Jane Doe', question: 'I am Jane Doe (jane.doe@customer.example): does it fit?', notify: true })
  ).body
  await ask({ question: 'Another?' })
  await ask({ question: 'Mine?', email: 'else@customer.example' })
  const faq = (await shop.api.post(`/faqs/questions/${id}/answer`, { answer: 'Yes.' })).body
  await shop.api.patch(`/faqs/${faq.id}`, { status: 'published', productIds: [] })
  await service.runJobs()
  const owner = await shop.signedIn()
  const exported = await owner.get('/customers/by-email/jane.doe@customer.example/export')
  assert.equal(exported.status, 200, exported.text.slice(0, 300))
  assert.equal(JSON.parse(exported.text).questions.length, 2)
  const erased = await owner.post('/customers/erase', { email: 'jane.doe@customer.example' })
  assert.equal(erased.status, 200, erased.text)
  assert.equal(erased.body.questionsDeleted, 2)
  assert.deepEqual(
    (await listQuestions(shop)).map(({ question }: { question: string }) => question),
    ['Mine?'],
  )
  assert.deepEqual(await questionsShown(shop), ['I am […] ([…]): does it fit?'])
  const again = await owner.post('/customers/erase', { email: 'jane.doe@customer.example' })
  assert.equal(again.body.questionsDeleted, 0)
})
