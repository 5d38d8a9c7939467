import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shop } from '#test/service.ts'
import { day, done, fate, listRuns, mail, ordered, published, startSequences, wait } from '../sequences.testing.ts'

const { shop: open, pass, now } = await startSequences()

async function reviewed(shop: Shop, email: string, more: object = {}): Promise<string> {
  const review = {
    platformProductId: 'mug',
    rating: 5,
    title: 'Fine',
    body: 'Keeps warm.',
    authorName: 'Ada L',
    ...more,
  }
  const { status, body, text } = await shop.api.post('/reviews', { ...review, authorEmail: email })
  assert.equal(status, 201, text)
  return body.id
}

test('an approved review begins one run for its author, and mails can name the review', async () => {
  const shop = await open()
  const trigger = { event: 'review.approved' }
  const steps = [mail('{{ review.title }} {{ review.rating }} {{ products[0].title }} {{ customer.firstName }}')]
  const { id } = await published(shop.api, { trigger, steps, exitOn: ['review.created'] })
  const review = await reviewed(shop, 'ada@customer.example')
  await pass(0)
  assert.deepEqual(await listRuns(shop.api, id), [], 'not before it is approved')
  for (const status of ['approved', 'rejected', 'approved']) await shop.api.put(`/reviews/${review}`, { status })
  await pass(0)
  assert.equal(await fate(shop, id, 'ada@customer.example'), 'completed, 0 sent')
  const { data } = (await shop.api.get('/email/messages?category=sequences')).body
  assert.equal(data[0].subject, 'Fine 5 Mug Ada')
  assert.equal(data[0].reviewId, review)
})

test('imported reviews begin no run, however they are approved', async () => {
  const shop = await open()
  const { id } = await published(shop.api, { trigger: { event: 'review.approved' } })
  const row = {
    platformProductId: 'mug',
    rating: 4,
    body: 'Old.',
    authorName: 'F',
    authorEmail: 'file@customer.example',
    submittedAt: '2026-01-02',
  }
  const header = Object.keys(row).join(',')
  const csv = `${header}\n${Object.values(row).join(',')}\n`
  const sent = await shop.api.call('POST', '/imports/reviews', csv, { 'content-type': 'text/csv' })
  assert.equal(sent.status, 202, sent.text)
  await pass(0)
  const { data } = (await shop.api.get('/reviews?imported=true')).body
  assert.equal(data.length, 1)
  await shop.api.put(`/reviews/${data[0].id}`, { status: 'approved' })
  await pass(0)
  assert.deepEqual(await listRuns(shop.api, id), [])
})

async function withProgram(shop: Shop): Promise<void> {
  const tiers = [
    { name: 'Silver', threshold: 50 },
    { name: 'Gold', threshold: 100 },
  ]
  const { status, text } = await shop.api.put('/loyalty/program', { enabled: true, pointsPerUnit: 1, tiers })
  assert.equal(status, 200, text)
}

test('a member who joins the programme begins a run, but an imported member does not', async () => {
  const shop = await open()
  await withProgram(shop)
  const { id } = await published(shop.api, {
    trigger: { event: 'loyalty.member_joined' },
    steps: [mail('Welcome {{ member.points }}')],
  })
  await ordered(shop, 'o1', now(), { total: '30.00' })
  await ordered(shop, 'o2', now(), { email: 'o1@customer.example' })
  const csv = 'email,points\nold@customer.example,640\n'
  await shop.api.call('POST', '/imports/loyalty-balances?fileName=balances.csv', csv, { 'content-type': 'text/csv' })
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 0 sent')
  assert.equal((await listRuns(shop.api, id)).length, 1)
})

test('a run begins when a member rises to the tier in the filter', async () => {
  const shop = await open()
  await withProgram(shop)
  const any = await published(shop.api, {
    trigger: { event: 'loyalty.tier_reached' },
    steps: [mail('{{ member.tier }}')],
  })
  const gold = await published(shop.api, { trigger: { event: 'loyalty.tier_reached', filter: { tier: 'Gold' } } })
  await ordered(shop, 'o1', now(), { total: '60.00' })
  assert.equal((await listRuns(shop.api, any.id)).length, 1)
  assert.equal((await listRuns(shop.api, gold.id)).length, 0)
  await ordered(shop, 'o2', now(), { email: 'o1@customer.example', total: '60.00' })
  assert.equal((await listRuns(shop.api, gold.id)).length, 1)
  assert.equal((await listRuns(shop.api, any.id)).length, 2)
  const placedAt = now()
  await ordered(shop, 'o3', placedAt, { email: 'o1@customer.example', total: '10.00' })
  await ordered(shop, 'o2', now(), { email: 'o1@customer.example', total: '60.00', refundedTotal: '60.00' })
  await ordered(shop, 'o2', now(), { email: 'o1@customer.example', total: '60.00' })
  assert.equal((await listRuns(shop.api, any.id)).length, 2, 'down and up again is nothing new')
})

test('a filter uses the tier earned by the triggering order; conditions use the current tier', async () => {
  const shop = await open()
  await withProgram(shop)
  const { id } = await published(shop.api, {
    trigger: { event: 'order.placed', filter: { tier: 'Silver' } },
    steps: [wait(1), { type: 'condition', fact: 'tier', value: 'Gold', otherwise: 'exit' }, mail()],
  })
  await ordered(shop, 'poor', now(), { total: '20.00' })
  await ordered(shop, 'stays', now(), { total: '60.00' })
  await ordered(shop, 'rises', now(), { total: '60.00' })
  await ordered(shop, 'more', now(), { email: 'rises@customer.example', total: '80.00' })
  await pass(day)
  assert.equal(await fate(shop, id, 'poor@customer.example'), 'none')
  assert.equal(await fate(shop, id, 'stays@customer.example'), 'exited condition')
  assert.equal(await fate(shop, id, 'rises@customer.example'), 'completed, 2 sent')
})

test("a new address on an order ends the old address's run and begins another", async () => {
  const shop = await open()
  const { id } = await published(shop.api, { steps: [wait(1), mail()] })
  const at = now()
  await ordered(shop, 'o1', at, { email: 'wrong@customer.example' })
  await ordered(shop, 'o1', at, { email: 'right@customer.example' })
  await pass(day)
  assert.equal(await fate(shop, id, 'wrong@customer.example'), 'exited address_changed')
  assert.equal(await fate(shop, id, 'right@customer.example'), 'completed, 1 sent')
  await done(shop.api, id, 'pause')
})
