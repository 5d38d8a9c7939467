import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Job } from '#platform/jobs/jobs.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { jobs } from '../../entry/areas.ts'
import { member, openProgram, order, push } from './loyalty.testing.ts'

const now = new Date('2026-11-20T12:00:00Z')

const service = provideService({ now })

const shopWith = (program: object = {}, of = service) => openProgram(of, program)

async function compareSums(shop: Shop) {
  const { rows } = await service.query(
    `select m.balance::int, coalesce((select sum(j.delta) from loyalty_journal j where j.store_env_id = m.store_env_id and j.member_id = m.id), 0)::int as total
       from loyalty_members m where m.store_env_id = $1`,
    [shop.storeEnvId],
  )
  return rows as { balance: number; total: number }[]
}

async function fillPool(shop: Shop, codes: number): Promise<string> {
  const { body } = await shop.api.post('/loyalty/rewards', { name: 'Coupon', kind: 'custom', cost: 1, codes: 'pool' })
  for (let from = 0; from < codes; from += 500) {
    const part = Array.from({ length: Math.min(500, codes - from) }, (_, i) => `C${from + i}`)
    assert.equal((await shop.api.post(`/loyalty/rewards/${body.id}/codes`, { codes: part })).body.added, part.length)
  }
  return body.id
}

/** Queries of a killed process run a moment longer and may still commit. */
const nothingAtWork = () =>
  until(async () => {
    const { rowCount } = await service.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and state <> 'idle'`,
    )
    return rowCount === 0
  }, 'the database is through with what the dead process asked for')

test('a killed redemption deducts points and assigns a code, or does neither; no code repeats', {
  timeout: 300_000,
}, async () => {
  const shop = await shopWith()
  await push(shop, order('1', '2000'))
  const { id: memberId } = await member(shop)
  const rewardId = await fillPool(shop, 1_000)
  const answered = new Map<string, string>()
  for (const kill of [1, 4, 9, 16]) {
    const work = {
      ...{ databaseUrl: service.databaseUrl, now: now.toISOString(), storeEnvId: shop.storeEnvId },
      ...{ key: shop.adminKey, memberId, rewardId },
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'redeem.testing.ts'), JSON.stringify(work)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    let seen = 0
    for await (const line of createInterface(child.stdout)) {
      const { status, id, code } = JSON.parse(line)
      // A repeat of a request finds the redemption of the killed process by its key.
      assert.ok(status === 201 || (status === 200 && (!answered.has(id) || answered.get(id) === code)), line)
      answered.set(id, code)
      if (status === 201 && ++seen === kill) child.kill('SIGKILL')
    }
    await gone
    await nothingAtWork()
  }
  const { rows } = await service.query(
    `select r.id, r.code, c.given_at from loyalty_redemptions r
       left join loyalty_reward_codes c on c.store_env_id = r.store_env_id and c.reward_id = r.reward_id and c.code = r.code
      where r.store_env_id = $1`,
    [shop.storeEnvId],
  )
  assert.ok(rows.length >= 30, `${rows.length}`)
  assert.ok(rows.every(({ code, given_at }) => code !== null && given_at !== null))
  assert.equal(new Set(rows.map(({ code }) => code)).size, rows.length)
  for (const [id, code] of answered) assert.equal(rows.find((row) => row.id === id)?.code, code)
  const given = await service.query(
    'select count(*)::int as n from loyalty_reward_codes where store_env_id = $1 and given_at is not null',
    [shop.storeEnvId],
  )
  assert.equal(given.rows[0].n, rows.length)
  assert.equal((await member(shop)).balance, 2000 - rows.length)
})

test('one key redeems only once, even from two processes', async () => {
  const shop = await shopWith()
  await push(shop, order('1', '500'))
  const { id: memberId } = await member(shop)
  const rewardId = await fillPool(shop, 50)
  const other = await startService({ beside: service })
  try {
    const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
    for (let i = 0; i < 10; i++) {
      const call = { memberId, rewardId, idempotencyKey: `both-${i}` }
      const answers = await Promise.all(
        [service, other, service, other].map((each) => each.with(headers).post('/loyalty/redemptions', call)),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201])
      assert.equal(new Set(answers.map(({ body }) => `${body.id} ${body.code}`)).size, 1)
    }
  } finally {
    await other.close()
  }
  assert.equal((await member(shop)).balance, 490)
})

test('points follow the last version of each order, not its earlier versions', async () => {
  const changes = fc.record({
    id: fc.constantFrom('1', '2', '3'),
    total: fc.integer({ min: 0, max: 300 }),
    currency: fc.constantFrom('EUR', 'EUR', 'USD'),
    who: fc.constantFrom('jane@customer.example', 'bob@customer.example'),
    refunded: fc.boolean(),
    cancelled: fc.boolean(),
    twice: fc.boolean(),
    redeems: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 8 }), async (all) => {
      const shop = await shopWith({ currency: 'EUR' })
      const { body: reward } = await shop.api.post('/loyalty/rewards', { name: 'A mug', kind: 'custom', cost: 40 })
      const last = new Map<string, { who: string; points: number }>()
      const spent = new Map<string, number>()
      for (const [i, { id, total, currency, who, refunded, cancelled, twice, redeems }] of all.entries()) {
        const sent = order(id, `${total}.90`, {
          ...{ email: who, currency },
          ...(refunded && { refundedTotal: '10.90' }),
          ...(cancelled && { cancelledAt: '2026-11-20T11:00:00Z' }),
        })
        if (refunded && total < 10) continue
        await push(shop, sent)
        if (twice) await push(shop, sent)
        const isCounted = !cancelled && currency === 'EUR'
        last.set(id, { who, points: isCounted ? Math.floor(total + 0.9 - (refunded ? 10.9 : 0) + 1e-9) : 0 })
        const found = await shop.api.get(`/loyalty/members/by-email/${encodeURIComponent(who)}`)
        if (!redeems || found.status !== 200) continue
        const call = { memberId: found.body.id, rewardId: reward.id, idempotencyKey: `r${i}` }
        const { status, body } = await shop.api.post('/loyalty/redemptions', call)
        assert.ok(status === 201 || body.code === 'insufficient_points')
        assert.equal(status === 201, found.body.spendable >= 40)
        if (status === 201) spent.set(who, (spent.get(who) ?? 0) + 40)
      }
      for (const who of ['jane@customer.example', 'bob@customer.example']) {
        const earned = [...last.values()].reduce((sum, each) => sum + (each.who === who ? each.points : 0), 0)
        const { status, body } = await shop.api.get(`/loyalty/members/by-email/${encodeURIComponent(who)}`)
        const balance = earned - (spent.get(who) ?? 0)
        if (status === 404) assert.equal(balance, 0)
        else assert.deepEqual([body.balance, body.spendable], [balance, Math.max(0, balance)])
      }
      for (const { balance, total } of await compareSums(shop)) assert.equal(balance, total)
    }),
    { numRuns: 40 },
  )
})

const birthdays = jobs.find(({ id }) => id === 'loyalty.birthdays_all') as Job

test('a birthday on 29 February is rewarded on the 28th in common years', async () => {
  for (const [today, day, isRewarded] of [
    ['2027-02-27T12:00:00Z', 'the day before', false],
    ['2027-02-28T12:00:00Z', 'the last of a common year', true],
    ['2028-02-28T12:00:00Z', 'a day early in a leap year', false],
    ['2028-02-29T12:00:00Z', 'the day', true],
  ] as const) {
    const leap = await startService({ now: new Date(today) })
    try {
      const shop = await shopWith({ birthdayPoints: 50 }, leap)
      const made = await shop.api.post('/loyalty/members', { email: 'jane@customer.example', birthday: '02-29' })
      assert.equal(made.status, 201, made.text)
      const { db, services, clock } = leap.service
      await birthdays.run({ db, services, now: clock.now(), stopping: new AbortController().signal }, {})
      await leap.runJobs()
      assert.equal((await member(shop)).balance, isRewarded ? 50 : 0, day)
    } finally {
      await leap.close()
    }
  }
})

test('points expire at the end of their last day, even with 23 or 25 hours', async () => {
  for (const [placedAt, lapses] of [
    // Clocks change on 28 March 2027 (forward) and 31 October 2027 (back).
    ['2026-11-20T10:00:00Z', '2027-03-28T21:59:59.999Z'],
    ['2027-06-25T10:00:00Z', '2027-10-31T22:59:59.999Z'],
  ] as const) {
    const dst = await startService({ now: new Date(placedAt) })
    try {
      const shop = await shopWith({ timezone: 'Europe/Berlin', expiry: { enabled: true, days: 128 } }, dst)
      await push(shop, order('1', '10', { placedAt }))
      assert.deepEqual((await member(shop)).nextExpiry, { at: lapses, points: 10 })
    } finally {
      await dst.close()
    }
  }
})

test('after ten thousand random operations every balance equals the sum of its journal', {
  timeout: 600_000,
}, async () => {
  const shop = await shopWith({ expiry: { enabled: true, days: 300 }, tiers: [{ name: 'Silver', threshold: 100 }] })
  const { body: reward } = await shop.api.post('/loyalty/rewards', { name: 'A mug', kind: 'custom', cost: 25 })
  const emails = Array.from({ length: 40 }, (_, i) => `m${i}@customer.example`)
  for (const email of emails) await shop.api.post('/loyalty/members', { email })
  const ids = await Promise.all(emails.map(async (email) => (await member(shop, email)).id))
  let seed = 11
  const random = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * n)
  }
  const redeemed: string[] = []
  let operations = 0
  while (operations < 10_000) {
    const orders = new Map(
      Array.from({ length: 80 }, () => {
        const id = `o${random(900)}`
        const cancelled = random(5) === 0 && { cancelledAt: '2026-11-20T11:00:00Z' }
        const refunded = random(4) === 0 && { refundedTotal: '5' }
        return [id, order(id, `${5 + random(90)}.50`, { email: emails[random(40)], ...cancelled, ...refunded })]
      }),
    )
    await Promise.all([
      push(shop, ...orders.values()),
      ...Array.from({ length: 10 }, async (_, i) => {
        const idempotencyKey = `k${operations}-${i}`
        const call = { memberId: ids[random(40)], rewardId: reward.id, idempotencyKey }
        const { status, body } = await shop.api.post('/loyalty/redemptions', call)
        assert.ok(status === 201 || body.code === 'insufficient_points', body.message)
        if (status === 201) redeemed.push(body.id)
      }),
      ...Array.from({ length: 5 }, async () => {
        const id = redeemed[random(redeemed.length)]
        if (id) assert.equal((await shop.api.post(`/loyalty/redemptions/${id}/reverse`, {})).status, 200)
      }),
      ...Array.from({ length: 5 }, (_, i) =>
        shop.api.post(`/loyalty/members/${ids[random(40)]}/grants`, {
          ...{ points: random(60) - 20, reason: 'A gesture', idempotencyKey: `g${operations}-${i}` },
        }),
      ),
    ])
    operations += orders.size + 20
  }
  await service.runJobs()
  const sums = await compareSums(shop)
  assert.equal(sums.length, 40)
  for (const { balance, total } of sums) assert.equal(balance, total)
  assert.ok(redeemed.length > 200, `${redeemed.length} redemptions`)
})
