import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { perform } from '#platform/jobs/jobs.ts'
import { provideService, startService } from '#test/service.ts'
import { jobs } from '../../../../server/entry/areas.ts'
import { mailsTo } from '../../account/account.testing.ts'
import type { SubscriptionRecord } from '../transitions.ts'
import { nextStepAt, noticesAt } from './rules.ts'

const day = 86_400_000
const start = Date.parse('2026-11-21T00:00:00Z')
const at = (days: number) => new Date(start + days * day)
const text = (days: number) => at(days).toISOString()

const record = (more: Partial<SubscriptionRecord>): SubscriptionRecord => ({
  ...{ plan: 'growth', status: 'active', trialEndsAt: null, anchorAt: text(0), periodStartsAt: text(0) },
  ...{ currentPeriodEndsAt: text(30), cancelledAt: null, nextPlan: null, nextPlanAt: null, owed: {} },
  ...more,
})
const kindsAt = (facts: SubscriptionRecord, days: number) => noticesAt(facts, at(days)).map(({ kind }) => kind)

test('owners are notified before a trial ends, a payment is due, or grace ends', () => {
  const trial = record({ status: 'trialing', trialEndsAt: text(7) })
  assert.deepEqual(
    [4.9, 5, 6.9, 7, 36.9, 37].map((days) => kindsAt(trial, days)),
    [[], ['trial_ending'], ['trial_ending'], ['expired'], ['expired'], []],
  )
  const owing = record({ owed: { invoice: text(30) } })
  assert.deepEqual(
    [26.9, 27, 30, 40.9, 41, 44].map((days) => kindsAt(owing, days)),
    [[], ['payment_due'], ['payment_overdue'], ['payment_overdue'], ['payment_overdue', 'grace_ending'], ['expired']],
  )
  assert.deepEqual(kindsAt(record({ status: 'cancelled' }), 30), ['expired'])
})

test('checking a subscription at each of its steps finds every notice that is due', () => {
  for (const facts of [
    record({ status: 'trialing', trialEndsAt: text(7), currentPeriodEndsAt: null }),
    record({ owed: { one: text(20), other: text(30) } }),
    record({ status: 'cancelled' }),
    record({ nextPlan: 'starter', nextPlanAt: text(30) }),
  ]) {
    let seen = noticesAt(facts, at(0))
    let next = nextStepAt(facts, at(0))
    // For 30 days after a lapse a notice may still be sent. The end of these days is not a step, because nothing is sent
    // then.
    for (let days = 0; days < 60; days += 0.25) {
      const now = at(days)
      while (next && next <= now) {
        seen = [...seen, ...noticesAt(facts, next)]
        next = nextStepAt(facts, next)
      }
      for (const notice of noticesAt(facts, now))
        assert.ok(
          seen.some(({ kind, about }) => kind === notice.kind && about === notice.about),
          `${notice.kind} on day ${days}`,
        )
    }
  }
})

const service = provideService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })

test("the invoice address gets each notice once, even if it is an owner's address", async (t) => {
  const service = await startService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })
  t.after(() => service.close())
  const [shop, other] = [await service.shop('Apart'), await service.shop('Alike')]
  const owner = await shop.signedIn()
  assert.equal((await owner.patch('/orgs/current', { billingEmail: 'books@apart.example' })).status, 200)
  const alike = await other.signedIn()
  await alike.patch('/orgs/current', { billingEmail: other.ownerEmail.toUpperCase() })
  const { db, services } = service.service
  const sweep = jobs.find(({ id }) => id === 'billing.sweep')
  assert.ok(sweep)
  const notify = async () => {
    await perform(sweep, { db, services, stopping: new AbortController().signal }, {})
    await service.runJobs()
  }
  const counts = async () =>
    Promise.all(
      ['books@apart.example', shop.ownerEmail, other.ownerEmail, other.ownerEmail.toUpperCase()].map(
        async (email) => (await mailsTo(service, email)).filter((text) => text.includes('The trial of')).length,
      ),
    )
  await notify()
  assert.deepEqual(await counts(), [0, 0, 0, 0], 'too early')
  service.advance(5.5 * day)
  await notify()
  await notify()
  assert.deepEqual(await counts(), [1, 1, 1, 0])
  await owner.patch('/orgs/current', { billingEmail: null })
  service.advance(2 * day)
  await notify()
  assert.equal((await mailsTo(service, 'books@apart.example')).length, 1, 'taken away, it is written to no more')
  assert.equal((await mailsTo(service, shop.ownerEmail)).length, 2)
})

test('ten thousand due subscriptions become one job each, which advances only its store', async () => {
  const { organizationId } = await service.shop('Chain')
  const superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  try {
    const id = `('01930000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
    await superuser.query(`
      insert into stores (id, organization_id, name, created_at)
        select ${id}, '${organizationId}', 'Store ' || n, now() from generate_series(1, 10000) n;
      insert into subscriptions (store_env_id, organization_id, plan, status, current_period_starts_at, current_period_ends_at,
                                 anchor_at, provider, created_at, updated_at)
        select ${id}, '${organizationId}', 'growth', 'active', '2026-11-01Z', '2026-12-01Z', '2026-11-01Z', 'manual', now(), now()
          from generate_series(1, 10000) n`)
    const { db, services } = service.service
    const context = { db, services, stopping: new AbortController().signal }
    const run = (name: string, payload: object) => {
      const job = jobs.find(({ id }) => id === name)
      assert.ok(job)
      return perform(job, context, payload)
    }
    await run('billing.sweep', {})
    const { rows } = await superuser.query<{ payload: { storeEnvId: string; organizationId: string } }>(`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'billing.advance' order by payload->>'storeEnvId'`)
    assert.equal(rows.length, 10_001)
    assert.equal(new Set(rows.map(({ payload }) => payload.storeEnvId)).size, 10_001)
    // The organization's first store, whose trial has no invoice, is last in the list, so it is not among these.
    const moved = rows.slice(0, 20)
    for (const { payload } of moved) await run('billing.advance', payload)
    const counted = await superuser.query('select count(*)::int as count from invoices')
    const due = await superuser.query(
      `select count(*)::int as count from subscriptions where next_step_at <= $1 and provider = 'manual'`,
      // Compares with the service's clock. By the machine's clock, the next step of stores that were just advanced could
      // also be due.
      [service.service.clock.now()],
    )
    assert.deepEqual([counted.rows[0].count, due.rows[0].count], [20, 9_980])
    for (const { payload } of moved) await run('billing.advance', payload)
    assert.equal((await superuser.query('select count(*)::int as count from invoices')).rows[0].count, 20, 'again')
  } finally {
    await superuser.end()
  }
})
