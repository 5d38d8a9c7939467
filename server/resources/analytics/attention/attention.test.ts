import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Query, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Api, day, provideService, type Shop, startService } from '#test/service.ts'
import type { Attention } from './schema.ts'

const start = new Date('2026-11-22T12:00:00Z')
const service = provideService({ now: start, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
const ago = (days: number) => new Date(start.getTime() - days * day).toISOString()

async function read(api: Api): Promise<Attention> {
  const { status, body, text } = await api.get('/analytics/attention')
  assert.equal(status, 200, text)
  return body
}
const kindsFor = async (api: Api) => (await read(api)).attention.map(({ kind }) => kind)
const findHealth = async (api: Api, part: string) => (await read(api)).health.find((each) => each.part === part)

const write = (shop: Shop, query: (storeEnvId: string) => Query<unknown>) =>
  service.service.db.store(shop, 'write', (tx) => tx.run(query(tx.storeEnvId)))

async function addWebhook(shop: Shop): Promise<string> {
  const made = await shop.api.post('/outbound-webhooks', {
    url: 'https://hooks.example.com/a',
    events: ['review.created'],
  })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

describe('attention', () => {
  test('a new store has no open tasks, and of the health parts only `jobs` is in use', async () => {
    const { attention, health } = await read((await service.shop()).api)
    assert.deepEqual(attention, [])
    assert.deepEqual(
      health.map(({ part, state }) => [part, state]),
      [
        ['mail', 'unused'],
        ['webhooks', 'unused'],
        ['connections', 'unused'],
        ['shop', 'unused'],
        ['feed', 'unused'],
        ['jobs', 'working'],
      ],
    )
  })

  test('the list of open tasks has reviews that wait for a decision or a reply, oldest first', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    const review = { productId, status: 'approved' as const, rating: 2 }
    const [pending, , low] = await addReviews(service, shop, [
      { productId, status: 'pending', submittedAt: ago(2) },
      { productId, status: 'pending', submittedAt: ago(1) },
      { ...review, submittedAt: ago(5) },
      { ...review, rating: 1, submittedAt: ago(4) },
      // These reviews do not count: they are too new, too old, answered, good, imported, or not published.
      { ...review, submittedAt: ago(2) },
      { ...review, submittedAt: ago(91) },
      { ...review, submittedAt: ago(5), reply: 'Sorry' },
      { ...review, submittedAt: ago(5), rating: 3 },
      { ...review, submittedAt: ago(5), source: 'import' },
      { ...review, submittedAt: ago(5), status: 'rejected' },
    ])
    await shop.api.post('/products/review-feed')
    const { attention } = await read(await shop.as('MEMBER'))
    assert.deepEqual(attention, [
      { kind: 'reviews_pending', count: 2, more: false, urgent: false, id: pending, since: ago(2), dueAt: null },
      { kind: 'reviews_unanswered', count: 2, more: false, urgent: false, id: low, since: ago(5), dueAt: null },
      { kind: 'feed_gaps', count: 1, more: false, urgent: false, id: productId, since: null, dueAt: null },
    ])
    await addReviews(service, shop, [{ productId, status: 'pending', submittedAt: ago(3) }])
    assert.deepEqual(
      (await read(shop.api)).attention.slice(0, 1).map(({ kind, count, urgent }) => [kind, count, urgent]),
      [['reviews_pending', 3, true]],
    )
    await shop.api.put(`/reviews/${low}`, { reply: { body: 'We are sorry' } })
    const unanswered = (await read(shop.api)).attention.find(({ kind }) => kind === 'reviews_unanswered')
    assert.equal(unanswered?.count, 1)
  })

  test('reviews of the shop have their own kinds of task, and do not count for products', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    const [ofProduct, pending, low] = await addReviews(service, shop, [
      { productId, status: 'pending', submittedAt: ago(1) },
      { productId: null, status: 'pending', submittedAt: ago(4) },
      { productId: null, rating: 2, submittedAt: ago(5) },
    ])
    await shop.api.post('/products/review-feed')
    const { attention } = await read(await shop.as('MEMBER'))
    assert.deepEqual(
      attention
        .filter(({ kind }) => kind.includes('reviews'))
        .map(({ kind, count, urgent, id }) => [kind, count, urgent, id]),
      [
        ['shop_reviews_pending', 1, true, pending],
        ['reviews_pending', 1, false, ofProduct],
        ['shop_reviews_unanswered', 1, false, low],
      ],
    )
  })

  test("the list of open tasks covers only the caller's store and what the caller's role may do", async () => {
    const [mine, theirs] = [await service.shop(), await service.shop()]
    const productId = await addProduct(theirs)
    await addReviews(service, theirs, [
      { productId, status: 'pending' },
      { productId, status: 'approved' },
    ])
    assert.deepEqual(await kindsFor(mine.api), [])
    assert.deepEqual(await kindsFor(theirs.api), ['reviews_pending', 'feed_off'])
    assert.deepEqual(await kindsFor(await theirs.as('MEMBER')), ['reviews_pending'])
    const viewer = await theirs.as('VIEWER')
    assert.deepEqual(await kindsFor(viewer), [])
    assert.deepEqual(
      (await read(viewer)).health.map(({ part }) => part),
      ['mail', 'shop', 'feed', 'jobs'],
    )
    const scoped = await (await theirs.as('ADMIN', ['reviews:read'])).get('/analytics/attention')
    assert.deepEqual([scoped.status, scoped.body.code], [403, 'scope_denied'])
  })

  test('the list of open tasks counts to a thousand and sets `more` above that', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    const review = { productId, status: 'pending' as const, submittedAt: ago(1) }
    await addReviews(
      service,
      shop,
      Array.from({ length: 1_000 }, () => review),
    )
    const pending = async () => (await read(shop.api)).attention.map(({ count, more }) => [count, more])
    assert.deepEqual(await pending(), [[1_000, false]])
    await addReviews(service, shop, [review])
    assert.deepEqual(await pending(), [[1_000, true]])
  })

  test('the list of open tasks has questions, referrals, incentives, appeals and imports', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    const [review] = await addReviews(service, shop, [{ productId, status: 'rejected' }])
    const at = ago(13)
    const bytes = Buffer.from('x')
    const [question, referral, pool, rejection, appeal, imported] = Array.from({ length: 6 }, newId)
    await write(
      shop,
      (store) => sql`
      insert into faq_questions (store_env_id, id, question, email, status, notify, key, consented_at, created_at, updated_at)
      values (${store}, ${question}, 'Why?', 'a@customer.example', 'pending', true, ${bytes}, ${at}, ${at}, ${at})`,
    )
    await shop.api.put('/loyalty/program', { enabled: true, pointsPerUnit: 1, timezone: 'UTC', startsAt: at })
    const joined = await shop.api.post('/loyalty/members', { email: 'a@customer.example' })
    assert.ok(joined.status < 300, joined.text)
    await write(
      shop,
      (store) => sql`
      insert into loyalty_referrals (store_env_id, id, advocate_id, friend_email, code, state, created_at, updated_at)
      values (${store}, ${referral}, ${joined.body.id}, 'b@customer.example', 'C', 'review', ${at}, ${at})`,
    )
    for (const [id, level, status, kind, code, codes = 'own'] of [
      [pool, 'empty', 'active', 'coupon', null],
      [newId(), 'low', 'active', 'coupon', null],
      [newId(), 'empty', 'ended', 'coupon', null],
      // Points, a code for everybody and codes of the shop need no pool of codes.
      [newId(), 'empty', 'active', 'points', null],
      [newId(), 'empty', 'active', 'coupon', 'THANKS'],
      [newId(), 'empty', 'active', 'coupon', null, 'platform'],
    ] as const)
      await write(
        shop,
        (store) => sql`
        insert into review_incentives (store_env_id, id, kind, code, codes, text, is_general, fulfil, status, pool_level, created_at, updated_at)
        values (${store}, ${id}, ${kind}, ${code}, ${codes}, 'x', true, 'decision', ${status}, ${level}, ${at}, ${at})`,
      )
    await write(
      shop,
      (store) => sql`
      insert into rejections (store_env_id, id, review_id, rejected_at)
      values (${store}, ${rejection}, ${review}, ${at})`,
    )
    await write(
      shop,
      (store) => sql`
      insert into appeals (store_env_id, id, rejection_id, review_id, statement, state, due_at, created_at)
      values (${store}, ${appeal}, ${rejection}, ${review}, 'No', 'open', ${ago(-1)}, ${at})`,
    )
    const addImport = (id: string | undefined, status: string, createdAt: string) =>
      write(
        shop,
        (store) => sql`
        insert into imports (store_env_id, id, file_sha256, options, dry_run, status, created_by, created_at, updated_at)
        values (${store}, ${id}, ${bytes}, '{}', false, ${status}, '{}', ${createdAt}, ${createdAt})`,
      )
    await addImport(newId(), 'completed', ago(3))
    await addImport(imported, 'failed', ago(2))
    const { attention } = await read(shop.api)
    assert.deepEqual(
      attention.map(({ kind, urgent, id }) => [kind, urgent, id]),
      [
        ['pool_empty', true, pool],
        ['appeals_open', true, appeal],
        ['questions_pending', false, question],
        ['referrals_waiting', false, referral],
        ['import_failed', false, imported],
        ['pool_low', false, attention.find(({ kind }) => kind === 'pool_low')?.id],
      ],
    )
    assert.equal(attention[1]?.dueAt, ago(-1))
    await addImport(newId(), 'completed', ago(1))
    assert.ok(!(await kindsFor(shop.api)).includes('import_failed'), 'what came in since is done')
  })

  test('the list of open tasks has failing webhooks, not webhooks that a person disabled', async () => {
    const shop = await service.shop()
    const [off, failing] = [await addWebhook(shop), await addWebhook(shop)]
    const madeAt = (await shop.api.get(`/outbound-webhooks/${failing}`)).body.createdAt
    const manual = await addWebhook(shop)
    await shop.api.patch(`/outbound-webhooks/${manual}`, { enabled: false })
    assert.equal((await findHealth(shop.api, 'webhooks'))?.state, 'working')
    await write(
      shop,
      (store) => sql`
      update webhook_endpoints set failing_since = ${ago(1)} where store_env_id = ${store} and id = ${failing}`,
    )
    assert.deepEqual(await findHealth(shop.api, 'webhooks'), {
      part: 'webhooks',
      state: 'impaired',
      reason: 'answers_fail',
      since: ago(1),
      lastAt: null,
    })
    await write(
      shop,
      (store) => sql`
      update webhook_endpoints set enabled = false, disabled_at = ${ago(2)}, disabled_reason = 'failing'
       where store_env_id = ${store} and id = ${off}`,
    )
    const { attention, health } = await read(shop.api)
    assert.deepEqual(
      attention.map(({ kind, id, urgent, since }) => [kind, id, urgent, since]),
      [
        ['webhook_off', off, true, ago(2)],
        ['webhook_failing', failing, false, ago(1)],
        ['deprecation_used', failing, false, madeAt],
      ],
    )
    assert.equal(health.find(({ part }) => part === 'webhooks')?.reason, 'switched_off')
  })

  test('the list of open tasks has problems of mail, the sending domain, connections and the shop', async () => {
    const shop = await service.shop()
    const key = Buffer.from('x')
    const [connection, platform, held] = Array.from({ length: 3 }, newId)
    const addMail = (state: string, createdAt: string) =>
      write(
        shop,
        (store) => sql`
        insert into email_messages (store_env_id, id, key, template, category, recipient, email, locale, state, priority,
                                    due_at, created_at)
        values (${store}, ${newId()}, ${newId()}, 'review_request', 'review_requests', 'a', 'a@customer.example', 'en',
                ${state}, 1, ${createdAt}, ${createdAt})`,
      )
    await addMail('failed', ago(8))
    await addMail('sent', ago(1))
    await addMail('sent', ago(1))
    assert.deepEqual(await findHealth(shop.api, 'mail'), {
      part: 'mail',
      state: 'working',
      reason: null,
      since: null,
      lastAt: ago(1),
    })
    await addMail('failed', ago(2))
    assert.equal((await findHealth(shop.api, 'mail'))?.reason, 'messages_failed')
    await addMail('queued', ago(0.5))
    assert.deepEqual(
      [(await findHealth(shop.api, 'mail'))?.state, (await findHealth(shop.api, 'mail'))?.since],
      ['failing', ago(0.5)],
    )
    await write(
      shop,
      (store) => sql`
      insert into email_sending (store_env_id, paused_at, paused_reason) values (${store}, ${ago(1)}, 'complaints')
      on conflict (store_env_id) do update set paused_at = excluded.paused_at, paused_reason = excluded.paused_reason`,
    )
    await write(
      shop,
      (store) => sql`
      insert into sending_domains (store_env_id, id, domain, from_local, status, failing_since, created_at, updated_at)
      values (${store}, ${newId()}, 'mail.example.com', 'x', 'degraded', ${ago(2)}, ${ago(9)}, ${ago(9)})
      on conflict (store_env_id) do update set domain = excluded.domain, from_local = excluded.from_local,
        status = excluded.status, failing_since = excluded.failing_since`,
    )
    await write(
      shop,
      (store) => sql`
      insert into connections (store_env_id, id, provider, name, api_key, api_key_last4, settings, status, created_at, updated_at)
      values (${store}, ${connection}, 'klaviyo', 'K', ${key}, 'abcd', '{}', 'needs_reauth', ${ago(3)}, ${ago(3)})`,
    )
    await write(
      shop,
      (store) => sql`
      insert into shop_connections (store_env_id, id, platform, name, address, credentials, hook_secret, identifiers,
                                    backfill_days, status, missing_hooks, created_at, updated_at)
      values (${store}, ${platform}, 'medusa', 'M', 'https://m.example.com', ${key}, ${key}, '{}', 30, 'active',
              array['products/update'], ${ago(9)}, ${ago(9)})`,
    )
    const addRead = (id: string | undefined, status: string, at: string) =>
      write(
        shop,
        (store) => sql`
        insert into shop_syncs (store_env_id, id, connection_id, kind, trigger, status, phase, created_at, finished_at)
        values (${store}, ${id}, ${platform}, 'catalogue', 'nightly', ${status}, 'done', ${at}, ${at})`,
      )
    await addRead(newId(), 'failed', ago(3))
    await addRead(held, 'held', ago(2))
    const { attention, health } = await read(shop.api)
    assert.deepEqual(
      attention.map(({ kind, id }) => [kind, id]),
      [
        ['mail_paused', null],
        ['domain_failing', null],
        ['read_held', held],
        ['connection_refused', connection],
        ['mail_failed', attention.find(({ kind }) => kind === 'mail_failed')?.id],
        ['shop_incomplete', platform],
      ],
    )
    assert.deepEqual(
      health.map(({ part, state, reason }) => [part, state, reason]),
      [
        ['mail', 'failing', 'paused'],
        ['webhooks', 'unused', null],
        ['connections', 'failing', 'refused'],
        ['shop', 'impaired', 'read_held'],
        ['feed', 'unused', null],
        ['jobs', 'working', null],
      ],
    )
  })

  test('the health shows late jobs and feeds that are never or no longer fetched', async () => {
    const shop = await service.shop()
    await shop.api.post('/products/review-feed')
    assert.equal((await findHealth(shop.api, 'feed'))?.state, 'working', 'it has only just been made')
    await write(
      shop,
      (store) => sql`
      update review_feeds set created_at = ${ago(8)} where store_env_id = ${store}`,
    )
    assert.equal((await findHealth(shop.api, 'feed'))?.reason, 'never_fetched')
    await write(
      shop,
      (store) => sql`
      update review_feeds set last_fetched_at = ${ago(7.5)} where store_env_id = ${store}`,
    )
    assert.equal((await findHealth(shop.api, 'feed'))?.reason, 'not_fetched')
    await write(
      shop,
      (store) => sql`
      insert into wake_ups (store_env_id, task, due_at, organization_id)
      values (${store}, 'email.send', ${ago(0.5)}, ${shop.organizationId})`,
    )
    assert.deepEqual(await findHealth(shop.api, 'jobs'), {
      part: 'jobs',
      state: 'failing',
      reason: 'late',
      since: ago(0.5),
      lastAt: null,
    })
  })
})

test('a missing mail server is a task for admins, but not where plans are sold', async () => {
  for (const [env, expected] of [
    [{}, ['mail_server_missing']],
    [{ BILLING: 'manual' }, []],
  ] as const) {
    const local = await startService({ now: start, env })
    try {
      const shop = await local.shop()
      const { attention, health } = await read(await shop.as('ADMIN'))
      assert.deepEqual(
        attention.map(({ kind, urgent, id, dueAt }) => [kind, urgent, id, dueAt]),
        expected.map((kind) => [kind, false, null, null]),
      )
      assert.equal(health.find(({ part }) => part === 'mail')?.reason, 'no_mail_server')
      assert.deepEqual(await kindsFor(await shop.as('MEMBER')), [])
    } finally {
      await local.close()
    }
  }
})

test('owners see the subscription; after a lapse they see no other task', async () => {
  const paid = await startService({ now: start, env: { BILLING: 'manual' } })
  try {
    // The clock is frozen so that the trial starts at this instant, even if the setup takes long.
    const goOn = freezeClock(paid, start.getTime())
    const shop = await paid.shop()
    goOn()
    const owner = await shop.signedIn()
    const productId = await addProduct(shop)
    await addReviews(paid, shop, [{ productId, status: 'pending' }])
    await addWebhook(shop)
    await paid.service.db.store(shop, 'write', (tx) =>
      tx.run(sql`
        update webhook_endpoints set enabled = false, disabled_reason = 'gone' where store_env_id = ${tx.storeEnvId}`),
    )
    assert.deepEqual(await kindsFor(owner), ['webhook_off', 'reviews_pending'], 'a trial has all of Growth')
    paid.advance(5 * day)
    const [ending] = (await read(await shop.signedIn())).attention
    assert.deepEqual([ending?.kind, ending?.urgent, ending?.dueAt], ['trial_ending', true, ago(-7)])
    assert.deepEqual(await kindsFor(shop.api), ['webhook_off', 'reviews_pending'], 'an Admin pays for nothing')
    await paid.service.db.organization(shop.organizationId, 'write', (tx) =>
      tx.run(sql`
        update subscriptions set plan = 'starter', status = 'active' where organization_id = ${tx.organizationId}`),
    )
    assert.deepEqual(await kindsFor(shop.api), ['reviews_pending'], 'Starter has no webhooks')
    assert.ok(!(await read(shop.api)).health.some(({ part }) => part === 'webhooks'))
    await paid.service.db.organization(shop.organizationId, 'write', (tx) =>
      tx.run(sql`
        update subscriptions set past_due_since = ${ago(1)} where organization_id = ${tx.organizationId}`),
    )
    assert.deepEqual(await kindsFor(await shop.signedIn()), ['payment_overdue', 'reviews_pending'])
    await paid.service.db.organization(shop.organizationId, 'write', (tx) =>
      tx.run(sql`update subscriptions set status = 'expired' where organization_id = ${tx.organizationId}`),
    )
    assert.deepEqual(await kindsFor(await shop.signedIn()), ['subscription_lapsed'])
    assert.deepEqual(await kindsFor(shop.api), [])
  } finally {
    await paid.close()
  }
})
