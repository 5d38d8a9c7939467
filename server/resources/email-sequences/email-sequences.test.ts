import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids.ts'
import { assertWrong } from '#resources/email/templates/templates.testing.ts'
import { done, drafted, mail, published, type SequenceBody, startSequences, wait } from './sequences.testing.ts'

const sequences = await startSequences()
const shop = await sequences.shop()
const other = await sequences.shop()

const send = (more: object) =>
  shop.api.post('/email-sequences', { name: 'One', trigger: { event: 'order.placed' }, steps: [mail()], ...more })

test('a new sequence is a draft, and the response includes defaults', async () => {
  const sequence = await drafted(shop.api, {
    name: '  After delivery  ',
    trigger: { event: 'order.delivered', filter: { minimumTotal: '50.5' } },
    steps: [
      wait(3, { hours: 2 }),
      { type: 'condition', fact: 'order_count', value: 2, otherwise: 'skip' },
      mail('Again', { heading: 'Hi', button: { label: 'Shop', url: ' https://shop.example.com/x ' } }),
    ],
    exitOn: ['order.placed'],
    goal: ['review.created'],
    consent: undefined,
  })
  const { id: _, createdAt, updatedAt, ...rest } = sequence
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    name: 'After delivery',
    status: 'draft',
    version: 1,
    trigger: {
      event: 'order.delivered',
      filter: { productIds: [], categoryIds: [], minimumTotal: '50.50', firstOrder: null, tier: null },
    },
    steps: [
      { type: 'wait', days: 3, hours: 2, minutes: 0 },
      { type: 'condition', fact: 'order_count', value: 2, otherwise: 'skip' },
      {
        type: 'mail',
        subject: 'Again',
        heading: 'Hi',
        body: 'Hello.',
        button: { label: 'Shop', url: 'https://shop.example.com/x' },
      },
    ],
    exitOn: ['order.cancelled', 'order.placed'],
    goal: ['review.created'],
    consent: 'opted_in_only',
    runs: { active: 0, completed: 0, exited: 0, goalReached: 0 },
    mailsSent: 0,
    publishedAt: null,
  })
  assert.deepEqual((await shop.api.get(`/email-sequences/${sequence.id}`)).body, sequence)
})

test('an error for an invalid value names the field', async () => {
  const steps: [object, string, RegExp][] = [
    [wait(0), '/steps/0/days', /more than 0/],
    [{ type: 'mail', body: 'x' }, '/steps/0/subject', /missing/],
    [{ type: 'mail', subject: 'x' }, '/steps/0/body', /missing/],
    [{ type: 'condition', value: true, otherwise: 'exit' }, '/steps/0/fact', /missing/],
    [{ type: 'condition', fact: 'has_reviewed', value: true }, '/steps/0/otherwise', /missing/],
    [{ type: 'condition', fact: 'has_reviewed', value: 'yes', otherwise: 'exit' }, '/steps/0/value', /true or false/],
    [{ type: 'condition', fact: 'order_count', value: 1.5, otherwise: 'exit' }, '/steps/0/value', /whole number/],
    [{ type: 'condition', fact: 'order_total', value: '1,5', otherwise: 'exit' }, '/steps/0/value', /decimal/],
    [{ type: 'condition', fact: 'order_total', value: 15, otherwise: 'exit' }, '/steps/0/value', /decimal/],
    [
      { type: 'condition', fact: 'bought_product', value: 'mug', otherwise: 'exit' },
      '/steps/0/value',
      /id of a product/,
    ],
    [{ type: 'condition', fact: 'tier', value: ' ', otherwise: 'exit' }, '/steps/0/value', /name of a tier/],
    [{ type: 'sms' }, '/steps/0/type', /./],
    [mail('x'.repeat(201)), '/steps/0/subject', /./],
    [mail('x', { body: 'x'.repeat(20_001) }), '/steps/0/body', /./],
    [mail('a\0b'), '/steps/0/subject', /./],
  ]
  for (const [step, path, message] of steps) assertWrong(await send({ steps: [step] }), path, message)
  assert.equal((await send({ steps: [] })).status, 400)
  assert.equal((await send({ steps: Array.from({ length: 21 }, () => wait(1)) })).status, 400)
  assert.equal((await send({ steps: Array.from({ length: 20 }, () => mail()) })).status, 201, 'twenty steps')
  assert.equal((await send({ name: 'x'.repeat(121) })).status, 400)
  assert.equal((await send({ name: 'a\0b' })).status, 400)
  assert.equal((await send({ trigger: { event: 'order.cancelled' } })).status, 400)
  assert.equal((await send({ exitOn: ['loyalty.member_joined'] })).status, 400)
  assertWrong(
    await send({ trigger: { event: 'loyalty.tier_reached', filter: { firstOrder: true } } }),
    '/trigger/filter/firstOrder',
    /no order/,
  )
})

test('a Liquid error names the step, line and column', async () => {
  const bad: [object, string, RegExp][] = [
    [
      { subject: 'Hi {{ customer.frstName }}' },
      '/steps/1/subject',
      /line 1, column 7.*Did you mean customer.firstName/,
    ],
    [{ body: 'Hello\n{% if order.number %}' }, '/steps/1/body', /line 2, column 1/],
    [{ body: 'Hello <script>alert(1)</script>' }, '/steps/1/body', /<script>/],
    [{ heading: '{{ nothing }}' }, '/steps/1/heading', /there is no nothing/],
    [{ button: { label: '{{ x }}', url: 'https://x.example' } }, '/steps/1/button/label', /there is no x/],
    [{ button: { label: 'Go', url: '{{ store.home }}' } }, '/steps/1/button/url', /there is no store.home/],
    [{ button: { label: 'Go', url: 'javascript:alert(1)' } }, '/steps/1/button/url', /no web address/],
    [{ subject: '{{ review.title | slice: 0, 0 }}' }, '/steps/1/subject', /empty once/],
  ]
  for (const [more, path, message] of bad) assertWrong(await send({ steps: [wait(1), mail('x', more)] }), path, message)
  const fine = {
    body: '{% for product in products %}{{ product.title }} {% endfor %}{{ order.placedAt | date: "short" }}',
  }
  const { status, text } = await send({ steps: [mail('{{ member.tier }}', fine)] })
  assert.equal(status, 201, text)
})

test('endless Liquid is refused, and no other call waits for it', { timeout: 60_000 }, async () => {
  const bombs = [
    '{% for a in (1..99999) %}{% for b in (1..99999) %}x{% endfor %}{% endfor %}',
    `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a | append: a %}'.repeat(30)}{{ a }}`,
    `${'{% if true %}'.repeat(200)}x${'{% endif %}'.repeat(200)}`,
  ]
  for (const body of bombs) assert.equal((await send({ steps: [mail('x', { body })] })).status, 400)
})

test('products and categories must belong to this store', async () => {
  const theirs = (await other.api.get('/products')).body.data[0].id
  const mine = (await shop.api.get('/products')).body.data[0].id
  const asks = (value: string) => ({ steps: [{ type: 'condition', fact: 'bought_product', value, otherwise: 'exit' }] })
  const narrowed = (filter: object) => ({ trigger: { event: 'order.placed', filter } })
  for (const body of [
    asks(theirs),
    asks(newId()),
    narrowed({ productIds: [mine, theirs] }),
    narrowed({ categoryIds: [newId()] }),
  ])
    assert.equal((await send(body)).status, 404)
  assert.equal((await send({ ...asks(mine.toUpperCase()), ...narrowed({ productIds: [mine] }) })).status, 201)
})

test("another tenant's sequence is not found by any call", async () => {
  const { id } = await published(other.api)
  for (const answer of [
    await shop.api.get(`/email-sequences/${id}`),
    await shop.api.patch(`/email-sequences/${id}`, { name: 'Mine' }),
    await shop.api.delete(`/email-sequences/${id}`),
    await shop.api.get(`/email-sequences/${id}/runs`),
    await shop.api.get(`/email-sequences/${id}/stats`),
    await shop.api.post(`/email-sequences/${id}/pause`),
    await shop.api.post(`/email-sequences/${id}/simulate`, { orderId: newId() }),
    await shop.api.post(`/email-sequences/${id}/runs/${newId()}/exit`),
  ])
    assert.equal(answer.status, 404, answer.text)
  assert.equal((await other.api.get(`/email-sequences/${id}`)).body.status, 'live')
})

test('Admins write and publish, Members preview and end runs, Viewers read', async () => {
  const { id } = await published(shop.api)
  const [viewer, member] = [await shop.as('VIEWER'), await shop.as('MEMBER')]
  for (const api of [viewer, member]) {
    assert.equal((await api.get('/email-sequences')).status, 200)
    assert.equal((await api.get(`/email-sequences/${id}/stats`)).status, 200)
    for (const act of ['publish', 'pause', 'resume', 'archive'])
      assert.equal((await api.post(`/email-sequences/${id}/${act}`)).status, 403)
    assert.equal((await api.patch(`/email-sequences/${id}`, { name: 'x' })).status, 403)
    assert.equal((await api.delete(`/email-sequences/${id}`)).status, 403)
  }
  const exit = `/email-sequences/${id}/runs/${newId()}/exit`
  assert.equal((await viewer.post(exit)).body.code, 'role_read_only')
  assert.equal((await member.post(exit)).status, 404)
  const narrowed = await shop.as('ADMIN', ['reviews:write'])
  assert.equal((await narrowed.get('/email-sequences')).body.code, 'scope_denied')
})

test('a sequence is published, paused, resumed and finally archived; other transitions get 409', async () => {
  const { id } = await drafted(shop.api)
  const refused = async (...acts: string[]) => {
    for (const act of acts)
      assert.equal((await shop.api.post(`/email-sequences/${id}/${act}`)).body.code, 'conflict', act)
  }
  await refused('pause', 'resume')
  const live = await done(shop.api, id, 'publish')
  assert.deepEqual([live.status, live.version], ['live', 1])
  assert.deepEqual(await done(shop.api, id, 'publish'), live, 'again is no change')
  assert.equal((await done(shop.api, id, 'pause')).status, 'paused')
  await refused('publish')
  const again = await done(shop.api, id, 'resume')
  assert.deepEqual([again.status, again.publishedAt], ['live', live.publishedAt])
  assert.equal((await done(shop.api, id, 'archive')).status, 'archived')
  await refused('publish', 'pause', 'resume')
  assert.equal((await shop.api.patch(`/email-sequences/${id}`, { name: 'x' })).status, 409)
})

test('editing a draft changes its version; editing a published sequence creates a new version', async () => {
  const { id } = await drafted(shop.api)
  const change = async (changes: object): Promise<SequenceBody> =>
    (await shop.api.patch(`/email-sequences/${id}`, changes)).body
  assert.equal((await change({ steps: [mail('Other')] })).version, 1)
  await done(shop.api, id, 'publish')
  assert.equal((await change({ name: 'Renamed' })).version, 1)
  const same = await change({ steps: [mail('Other', { heading: ' ', button: null })] })
  assert.equal(same.version, 1, 'the same again is no change')
  assert.equal((await change({ goal: ['order.placed'] })).version, 2)
  assert.equal((await change({ steps: [mail('Third')] })).version, 3)
  const stale = await shop.api.patch(`/email-sequences/${id}`, { steps: [mail('Mine')], version: 2 })
  assert.equal(stale.body.code, 'conflict')
  const both = await Promise.all(
    ['a', 'b', 'c'].map((subject) => shop.api.patch(`/email-sequences/${id}`, { steps: [mail(subject)], version: 3 })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409, 409], 'of edits at once one stands')
})

test('lists are newest first and filtered by status', async () => {
  const api = (await sequences.shop()).api
  const { id } = await published(api, { name: 'Live' })
  await drafted(api, { name: 'Draft' })
  const names = async (query = '') =>
    (await api.get(`/email-sequences${query}`)).body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(), ['Draft', 'Live'])
  assert.deepEqual(await names('?status=live,paused'), ['Live'])
  await api.delete(`/email-sequences/${id}`)
  assert.deepEqual(await names(), ['Draft'])
  assert.equal((await api.get(`/email-sequences/${id}`)).status, 404)
})
