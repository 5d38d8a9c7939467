import assert from 'node:assert/strict'
import { test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { addProduct } from '../reviews.testing.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T10:36:12Z') }, async () => {
  shop = await service.shop()
  await addProduct(shop)
})

let authors = 0
const written = async (more: object = {}): Promise<string> => {
  const review = { platformProductId: 'mug', rating: 4, body: 'Holds a pint.', authorName: 'Sam K.' }
  const sent = await shop.api.post('/reviews', { ...review, authorEmail: `author${++authors}@example.com`, ...more })
  assert.equal(sent.status, 201, sent.text)
  return sent.body.id
}
const change = async (id: string, changes: object) => {
  const answer = await shop.api.put(`/reviews/${id}`, changes)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as { replyMailAt: string | null }
}
const answer = (id: string, body: string | null) => change(id, { reply: body === null ? null : { body } })
const approve = (id: string) => change(id, { status: 'approved' })
const wait = async (minutes = 6) => {
  service.advance(minutes * 60_000)
  await service.tick()
}
type Mail = { id: string; state: string; reason: string | null }
const listMails = async (id: string): Promise<Mail[]> => {
  await service.runJobs()
  const owner = await shop.signedIn()
  const { data } = (await owner.get('/email/messages?limit=100')).body
  return data.filter(
    (each: { template: string; reviewId: string | null }) => each.template === 'review_reply' && each.reviewId === id,
  )
}
const listStates = async (id: string) => (await listMails(id)).map(({ state }) => state)

test('the author of an approved review gets one mail about the first reply', async () => {
  const id = await written()
  await approve(id)
  const { replyMailAt } = await answer(id, 'Thank you, Sam!')
  assert.equal(replyMailAt, '2026-11-21T10:42:00.000Z')
  await wait(5)
  assert.deepEqual(await listStates(id), [], 'it can still be taken back')
  await wait(1)
  assert.deepEqual(await listStates(id), ['sent'])
  assert.equal((await answer(id, 'Thank you, Sam! (corrected)')).replyMailAt, null)
  await answer(id, null)
  await answer(id, 'Thank you, Sam!')
  await wait()
  assert.deepEqual(await listStates(id), ['sent'])
})

test('a reply to an unapproved review is mailed only after the review is approved', async () => {
  for (const status of ['rejected', 'spam']) {
    const id = await written()
    assert.equal((await answer(id, 'We are sorry.')).replyMailAt, null)
    await change(id, { status })
    await wait()
    assert.deepEqual(await listStates(id), [], status)
    assert.ok((await approve(id)).replyMailAt)
    await wait()
    assert.deepEqual(await listStates(id), ['sent'], status)
  }
})

test('withdrawing a reply or rejecting its review in time prevents the mail', async () => {
  const [one, other] = [await written(), await written()]
  for (const id of [one, other]) await change(id, { status: 'approved', reply: { body: 'Wrong customer.' } })
  assert.equal((await answer(one, null)).replyMailAt, null)
  assert.equal((await change(other, { status: 'rejected' })).replyMailAt, null)
  await wait()
  assert.deepEqual([await listStates(one), await listStates(other)], [[], []])
})

test('if a reply changes in time, its new text is mailed after the full delay', async () => {
  const id = await written()
  await change(id, { status: 'approved', reply: { body: 'Thank you, Sma!' } })
  await wait(4)
  await answer(id, 'Thank you, Sam!')
  await wait(3)
  assert.deepEqual(await listStates(id), [])
  await wait()
  const [mail, ...more] = await listMails(id)
  assert.deepEqual([mail?.state, more], ['sent', []])
  const owner = await shop.signedIn()
  const { data } = (await owner.get('/email/mailbox?limit=1')).body
  const shown = await owner.get(`/email/mailbox/${data[0].id}`)
  assert.match(shown.body.text, /Thank you, Sam!/)
})

test('bulk replies and approvals send each author a mail', async () => {
  const ids = [await written(), await written()]
  await shop.api.post('/reviews/bulk-update', { updates: ids.map((id) => ({ id, reply: { body: 'Thanks!' } })) })
  await wait()
  for (const id of ids) assert.deepEqual(await listStates(id), [])
  await shop.api.post('/reviews/bulk-update', { updates: ids.map((id) => ({ id, status: 'approved' })) })
  await wait()
  for (const id of ids) assert.deepEqual(await listStates(id), ['sent'])
})

test('an unproven address never gets a reply mail', async () => {
  const review = { platformProductId: 'mug', rating: 4, body: 'Holds a pint.', authorName: 'Sam K.' }
  const sent = await shop.storefront.post('/storefront/reviews', {
    ...{ ...review, authorEmail: 'unproven@example.com', consent: true },
  })
  assert.equal(sent.status, 202)
  assert.equal((await change(sent.body.id, { status: 'approved', reply: { body: 'Thank you!' } })).replyMailAt, null)
  await wait()
  assert.deepEqual(await listStates(sent.body.id), [])
})

test('after a kill, the next process sends the mail exactly once', async () => {
  const id = await written()
  await change(id, { status: 'approved', reply: { body: 'Thank you!' } })
  service.advance(6 * 60_000)
  const { db, services } = service.service
  const context = { db, services, stopping: new AbortController().signal }
  const run = (name: string, payload: object) => {
    const found = jobs.find((each) => each.id === name)
    assert.ok(found, name)
    return perform(found, context, payload)
  }
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  // The job was stopped before it queued anything.
  const stopped = new AbortController()
  stopped.abort()
  const job = jobs.find((each) => each.id === 'reviews.send_reply_mails')
  assert.ok(job)
  await assert.rejects(perform(job, { ...context, stopping: stopped.signal }, scope), /stopped/)
  assert.deepEqual(await listStates(id), [])
  // Runs the job twice in parallel, as happens after a lost job result.
  await Promise.all([run('reviews.send_reply_mails', scope), run('reviews.send_reply_mails', scope)])
  await run('reviews.send_reply_mails', scope)
  assert.deepEqual(await listStates(id), ['sent'])
  await wait()
  assert.deepEqual(await listStates(id), ['sent'])
})

test('if a reply changes while its mail is queued, the new text is mailed', async () => {
  const id = await written()
  await change(id, { status: 'approved', reply: { body: 'Old words.' } })
  service.advance(6 * 60_000)
  const { db, services } = service.service
  const job = jobs.find((each) => each.id === 'reviews.send_reply_mails')
  assert.ok(job)
  await perform(
    job,
    { db, services, stopping: new AbortController().signal },
    { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId },
  )
  await answer(id, 'New words.')
  assert.deepEqual(
    (await listMails(id)).map(({ state, reason }) => [state, reason]),
    [['skipped', 'reply_changed']],
  )
  await wait()
  assert.deepEqual((await listStates(id)).sort(), ['sent', 'skipped'])
})
