import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  day,
  done,
  drafted,
  fate,
  hour,
  listRuns,
  mail,
  ordered,
  published,
  recipients,
  startSequences,
  wait,
} from '../sequences.testing.ts'

const sequences = await startSequences()
const { pass, now } = sequences
const ago = (ms: number) => new Date(now().getTime() - ms)

test('an order begins a run, and its mails are sent after the waits', async () => {
  const shop = await sequences.shop()
  const steps = [mail('Thank you {{ customer.firstName }}'), wait(3), mail('How is {{ products[0].title }}?')]
  const { id } = await published(shop.api, { steps })
  await ordered(shop, 'o1', now())
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 0 sent')
  const [run] = await listRuns(shop.api, id)
  assert.deepEqual([run?.emailLast4, run?.version], ['1', 1])
  await pass(3 * day)
  assert.equal(await fate(shop, id, 'O1@customer.example'), 'completed, 0 sent, 2 sent')
  const [listed] = (await shop.api.get('/email-sequences')).body.data
  assert.deepEqual([listed.runs, listed.mailsSent], [{ active: 0, completed: 1, exited: 0, goalReached: 0 }, 2])
  const owner = await shop.signedIn()
  const { data } = (await owner.get('/email/messages?category=sequences')).body
  assert.deepEqual(
    data.map(({ subject, template, state }: Record<string, string>) => [template, state, subject]),
    [
      ['sequence_mail', 'sent', 'How is Mug?'],
      ['sequence_mail', 'sent', 'Thank you Jane'],
    ],
  )
  assert.deepEqual(await recipients(shop), ['o1@customer.example', 'o1@customer.example'])
})

test('events that precede publishing or are reported 72 hours late begin no run', async () => {
  const shop = await sequences.shop()
  const { id } = await drafted(shop.api)
  await ordered(shop, 'before', now())
  await pass(hour)
  await done(shop.api, id, 'publish')
  await ordered(shop, 'old', ago(2 * hour))
  await pass(4 * day)
  await ordered(shop, 'late', ago(72 * hour))
  await ordered(shop, 'young', ago(71 * hour))
  await ordered(shop, 'before', ago(4 * day), { total: '41.00' })
  await pass(0)
  const runs = await listRuns(shop.api, id)
  assert.deepEqual(
    runs.map(({ state }) => state),
    ['completed'],
  )
  assert.equal(await fate(shop, id, 'young@customer.example'), 'completed, 0 sent')
})

test('a repeated or parallel event begins one run for each person', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { trigger: { event: 'order.delivered' } })
  const at = now()
  await ordered(shop, 'o1', at)
  assert.deepEqual(await listRuns(shop.api, id), [], 'not delivered yet')
  await Promise.all(
    ['40.00', '41.00', '42.00', '43.00'].map((total) =>
      ordered(shop, 'o1', at, { deliveredAt: at.toISOString(), total }),
    ),
  )
  await shop.api.post('/orders/clear')
  await ordered(shop, 'o1', at, { deliveredAt: at.toISOString() })
  assert.equal((await listRuns(shop.api, id)).length, 1)
})

test('filters decide which events begin a run', async () => {
  const shop = await sequences.shop()
  const products = (await shop.api.get('/products')).body.data
  const findProductId = (name: string) =>
    products.find((each: { platformProductId: string }) => each.platformProductId === name).id
  await shop.api.put('/categories', [{ platformCategoryId: 'hot', name: 'Hot', products: ['tea'] }])
  const category = (await shop.api.get('/categories')).body.data[0].id
  const ids: Record<string, string> = {}
  for (const [name, filter] of Object.entries({
    mug: { productIds: [findProductId('mug')] },
    hot: { categoryIds: [category] },
    either: { productIds: [findProductId('mug')], categoryIds: [category] },
    large: { minimumTotal: '100' },
    first: { firstOrder: true },
    later: { firstOrder: false },
  }))
    ids[name] = (await published(shop.api, { trigger: { event: 'order.placed', filter }, name })).id
  const begun = async (order: string) => {
    const found: string[] = []
    for (const [name, id] of Object.entries(ids))
      if ((await listRuns(shop.api, id, `&email=${order}@customer.example`)).length > 0) found.push(name)
    return found
  }
  await ordered(shop, 'a', now(), { total: '100.00' })
  await ordered(shop, 'b', now(), { total: '99.99', lineItems: [{ platformProductId: 'tea' }] })
  await ordered(shop, 'c', now(), { total: null, lineItems: [{ title: 'A voucher' }] })
  await ordered(shop, 'd', ago(-1000), { email: 'a@customer.example', total: '9' })
  assert.deepEqual(await begun('a'), ['mug', 'either', 'large', 'first', 'later'])
  assert.deepEqual(await begun('b'), ['hot', 'either', 'first'])
  assert.deepEqual(await begun('c'), ['first'])
})

test('a condition is checked at its step, and ends the run or skips a step', async () => {
  const shop = await sequences.shop()
  const condition = (fact: string, value: unknown, otherwise: string) => ({ type: 'condition', fact, value, otherwise })
  const { id } = await published(shop.api, {
    steps: [
      wait(1),
      condition('order_count', 2, 'skip'),
      mail('For regulars'),
      condition('order_total', '30', 'exit'),
      mail('For all'),
    ],
  })
  await ordered(shop, 'poor', now(), { total: '29.99' })
  await ordered(shop, 'rich', now(), { total: '30.00' })
  await ordered(shop, 'twice', now())
  await pass(hour)
  await ordered(shop, 'again', ago(100 * day), { email: 'twice@customer.example' })
  await pass(day)
  assert.equal(await fate(shop, id, 'poor@customer.example'), 'exited condition, 2 skipped condition')
  assert.equal(await fate(shop, id, 'rich@customer.example'), 'completed, 2 skipped condition, 4 sent')
  assert.equal(await fate(shop, id, 'twice@customer.example'), 'completed, 2 sent, 4 sent')
})

test("a cancelled order always ends a run; the sequence's exit events end it too", async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, {
    steps: [wait(2), mail()],
    exitOn: ['order.placed'],
    goal: ['review.created'],
  })
  const at = now()
  for (const name of ['cancelled', 'back', 'refunded', 'wrote', 'quiet']) await ordered(shop, name, at)
  await pass(hour)
  await ordered(shop, 'cancelled', at, { cancelledAt: now().toISOString() })
  await ordered(shop, 'other', now(), { email: 'back@customer.example' })
  await ordered(shop, 'refunded', at, { refundedTotal: '5.00' })
  const review = await shop.api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 2, body: 'Broke.', authorName: 'W' },
    authorEmail: 'wrote@customer.example',
  })
  assert.equal(review.status, 201, review.text)
  const reasons = async () => Promise.all(['cancelled', 'back', 'refunded', 'wrote', 'quiet'].map((name) => ends(name)))
  const ends = async (name: string) => {
    const runs = await listRuns(shop.api, id, `&email=${name}@customer.example`)
    return runs.at(-1)?.exitReason
  }
  assert.deepEqual(await reasons(), ['order_cancelled', 'order_placed', null, 'goal_reached', null], 'before any job')
  await pass(2 * day)
  assert.deepEqual((await recipients(shop)).sort(), [
    'back@customer.example',
    'quiet@customer.example',
    'refunded@customer.example',
  ])
  const { exitReasons, goalReached, entered } = (await shop.api.get(`/email-sequences/${id}/stats`)).body
  assert.deepEqual([entered, goalReached], [6, 1])
  assert.equal((await shop.api.get(`/email-sequences/${id}`)).body.runs.goalReached, 1)
  assert.deepEqual(
    Object.fromEntries(exitReasons.map((each: { reason: string; runs: number }) => [each.reason, each.runs])),
    {
      goal_reached: 1,
      order_cancelled: 1,
      order_placed: 1,
    },
  )
})

test('a goal still counts for 30 days after a run has finished', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { goal: ['order.placed'] })
  await ordered(shop, 'soon', now())
  await ordered(shop, 'late', now())
  await pass(day)
  await ordered(shop, 'soon2', now(), { email: 'soon@customer.example' })
  await pass(31 * day)
  await ordered(shop, 'late2', now(), { email: 'late@customer.example' })
  assert.equal((await shop.api.get(`/email-sequences/${id}/stats`)).body.goalReached, 1)
})

test('each mail needs consent, and consent revoked between two steps ends the run', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { consent: 'opted_in_only', steps: [mail(), wait(1), mail()] })
  const at = now()
  await ordered(shop, 'yes', at, { acceptsMarketing: true })
  await ordered(shop, 'no', at, { acceptsMarketing: false })
  await ordered(shop, 'silent', at)
  await ordered(shop, 'revokes', at, { acceptsMarketing: true })
  await pass(0)
  await ordered(shop, 'revokes', at, { acceptsMarketing: false })
  await pass(day)
  assert.equal(await fate(shop, id, 'yes@customer.example'), 'completed, 0 sent, 2 sent')
  assert.equal(await fate(shop, id, 'no@customer.example'), 'exited no_consent')
  assert.equal(await fate(shop, id, 'silent@customer.example'), 'exited no_consent')
  assert.equal(await fate(shop, id, 'revokes@customer.example'), 'exited no_consent, 0 sent')
})

test('unsubscribing ends the mails of all sequences, but not review requests', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [mail(), wait(1), mail()] })
  await ordered(shop, 'leaver', now())
  await ordered(shop, 'held', now())
  await pass(0)
  const owner = await shop.signedIn()
  const box = (await owner.get('/email/mailbox?limit=100')).body.data
  const { id: mailId } = box.find(({ recipient }: { recipient: string }) => recipient.includes('leaver'))
  const { html, headers } = (await owner.get(`/email/mailbox/${mailId}`)).body
  assert.match(JSON.stringify(headers), /List-Unsubscribe-Post/i)
  const [link = ''] = /\/u\/[\w-]{64}/.exec(html) ?? []
  assert.equal((await sequences.service.anonymous.get(link)).status, 200)
  assert.equal((await shop.api.get('/email-suppressions')).body.data.length, 0, 'looking does nothing')
  assert.equal((await sequences.service.anonymous.post(link)).status, 200)
  await shop.api.post('/email-suppressions', { email: 'held@customer.example', scope: 'all' })
  const [row] = (await owner.get('/email-suppressions?email=leaver@customer.example')).body.data
  assert.deepEqual([row.scope, row.reason], ['sequences', 'unsubscribe'])
  await pass(day)
  assert.equal(await fate(shop, id, 'leaver@customer.example'), 'exited customer_unsubscribed, 0 sent')
  assert.equal(await fate(shop, id, 'held@customer.example'), 'exited customer_suppressed, 0 sent')
})

test('a run uses the version with which it began', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [wait(1), mail('Old')] })
  await ordered(shop, 'first', now())
  const { body } = await shop.api.patch(`/email-sequences/${id}`, { steps: [mail('New')] })
  assert.equal(body.version, 2)
  await ordered(shop, 'second', now())
  await pass(day)
  assert.deepEqual(
    (await listRuns(shop.api, id)).map(({ version }) => version),
    [2, 1],
  )
  const { data } = (await shop.api.get('/email/messages?category=sequences')).body
  assert.deepEqual(data.map(({ subject }: { subject: string }) => subject).sort(), ['New', 'Old'])
  const { mails } = (await shop.api.get(`/email-sequences/${id}/stats`)).body
  assert.deepEqual(
    mails.map(({ version, step, subject, sent }: Record<string, unknown>) => [version, step, subject, sent]),
    [
      [2, 0, 'New', 1],
      [1, 1, 'Old', 1],
    ],
  )
})

test('a paused sequence begins no run; a resumed one skips mails 72 hours late', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [wait(1), mail('A'), wait(4), mail('B')] })
  await ordered(shop, 'o1', now())
  await done(shop.api, id, 'pause')
  await ordered(shop, 'o2', now())
  await pass(4.1 * day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active')
  await done(shop.api, id, 'resume')
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 1 missed too_late')
  await pass(day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 1 missed too_late, 3 sent')
  assert.equal(await fate(shop, id, 'o2@customer.example'), 'none')
})

test('archiving a sequence ends its runs, and deleting it deletes its runs', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [wait(1), mail()] })
  const { id: gone } = await published(shop.api, { steps: [mail(), wait(1), mail()] })
  await ordered(shop, 'o1', now())
  await pass(0)
  await done(shop.api, id, 'archive')
  assert.equal((await shop.api.delete(`/email-sequences/${gone}`)).status, 204)
  await pass(2 * day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'exited sequence_archived')
  assert.equal((await recipients(shop)).length, 1)
  const activity = await (await shop.signedIn())
    .get('/customers/export?email=o1@customer.example')
    .catch(() => undefined)
  assert.ok(activity === undefined || !activity.text.includes(gone))
})

test('ending a run by API takes effect once, and is logged', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [wait(1), mail()] })
  await ordered(shop, 'o1', now())
  const [run] = await listRuns(shop.api, id)
  const exit = `/email-sequences/${id}/runs/${run?.id}/exit`
  const { status, body } = await shop.api.post(exit)
  assert.deepEqual([status, body.state, body.exitReason, body.nextDueAt], [200, 'exited', 'exited_by_merchant', null])
  assert.equal((await shop.api.post(exit)).body.code, 'conflict')
  await pass(2 * day)
  assert.equal((await recipients(shop)).length, 0)
  const log = (await (await shop.signedIn()).get('/account/audit-log?limit=100')).body.data
  const actions = log.map(({ action }: { action: string }) => action)
  for (const action of ['created', 'published', 'run_exited']) assert.ok(actions.includes(`email_sequence.${action}`))
  assert.ok(!JSON.stringify(log).includes('o1@customer.example'))
})

test('keys see a masked address, and signed-in people see the full address', async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [wait(1), mail()] })
  await ordered(shop, 'o1', now(), { email: 'jane.doe@customer.example' })
  const path = `/email-sequences/${id}/runs?email=jane.doe@customer.example`
  const seen = await shop.api.get(path)
  assert.equal(seen.body.data[0].emailLast4, '.doe')
  assert.ok(!seen.text.includes('jane.doe'))
  assert.equal((await (await shop.signedIn()).get(path)).body.data[0].email, 'jane.doe@customer.example')
})

test("a person's export contains their runs of every sequence, and no other person's runs", async () => {
  const shop = await sequences.shop()
  const first = await published(shop.api, { name: 'First', steps: [mail(), wait(1), mail()] })
  const second = await published(shop.api, { name: 'Second', steps: [wait(3), mail()] })
  await ordered(shop, 'o1', now())
  await ordered(shop, 'o2', now())
  await pass(0)
  const { body } = await shop.api.get('/customers/by-email/o1@customer.example/export')
  const runs = body.sequenceRuns.map(({ sequenceId, sequenceName, state, messages }: Record<string, unknown>) => [
    ...[sequenceId, sequenceName, state],
    (messages as { step: number; state: string }[]).map((each) => `${each.step} ${each.state}`),
  ])
  assert.deepEqual(
    runs.toSorted((a: string[], b: string[]) => ((a[1] ?? '') < (b[1] ?? '') ? -1 : 1)),
    [
      [first.id, 'First', 'active', ['0 sent']],
      [second.id, 'Second', 'active', []],
    ],
  )
})

test("an erased person's runs are deleted and send no more mails", async () => {
  const shop = await sequences.shop()
  const { id } = await published(shop.api, { steps: [mail(), wait(1), mail()] })
  await ordered(shop, 'o1', now())
  await pass(0)
  const erased = await shop.api.post('/customers/erase', { email: 'o1@customer.example' })
  assert.equal(erased.body.runsDeleted, 1, erased.text)
  assert.deepEqual(await listRuns(shop.api, id), [])
  await pass(2 * day)
  assert.equal((await shop.api.get('/email/messages?category=sequences')).body.data.length, 0)
})

test('a mail that fails to render is not sent, and the run continues', async () => {
  const shop = await sequences.shop()
  const bad =
    '{% if order.total == "66.60" %}{% for i in (1..3000) %}{% for j in (1..300) %}x{% endfor %}{% endfor %}{% endif %}ok'
  const { id } = await published(shop.api, { steps: [mail('First', { body: bad }), mail('Second')] })
  await ordered(shop, 'o1', now(), { total: '66.60' })
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 0 failed not_rendered, 1 sent')
})
