import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { sql } from '#platform/db/query.ts'
import { day } from '#test/service.ts'
import { applyEvent } from './reports.ts'
import { listInvoices, loadSubscription, type Selling, startSelling } from './stripe.testing.ts'

let selling: Selling
before(async () => {
  selling = await startSelling()
})
after(() => selling.close())

test('the order and repetition of events never change the final state', async () => {
  const { fake, service, stripe } = selling
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('upgrade', 'cancel', 'resume', 'decline', 'mend', 'month', 'refund'), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.infiniteStream(fc.nat()),
      async (acts, seeds) => {
        runs++
        const { owner, subscription, customer } = await selling.buyer('starter')
        const prices = await stripe.prices.list({ lookup_keys: ['evident_growth_monthly', 'evident_scale_monthly'] })
        for (const act of acts) {
          const now = fake.account.subscription(subscription)
          if (now.status === 'canceled') break
          const { id } = fake.account.itemOf(now)
          const price = prices.data[(seeds.next().value as number) % prices.data.length]?.id ?? ''
          if (act === 'upgrade' && now.status === 'active')
            await stripe.subscriptions.update(subscription, {
              items: [{ id, price }],
              proration_behavior: 'always_invoice',
              payment_behavior: 'pending_if_incomplete',
            })
          if (act === 'cancel') await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
          if (act === 'resume') await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
          if (act === 'decline') fake.setCard(customer, 'declined')
          if (act === 'mend') fake.setCard(customer, 'good')
          if (act === 'month') selling.advance(31 * day)
          if (act === 'refund') {
            const [charge] = fake.account
              .all<Stripe.Charge>('charge')
              .filter((each) => each.customer === customer && each.paid && each.amount_refunded < each.amount)
            if (charge) fake.account.refund(charge.id, 1)
          }
        }
        const events = fake.takeEvents()
        const shuffled = [...events, ...events].sort(
          () => ((seeds.next().value as number) % 2 ? 1 : -1) * ((seeds.next().value as number) % 3),
        )
        for (const event of shuffled) {
          assert.equal((await selling.post(event)).status, 200)
          if ((seeds.next().value as number) % 4 === 0) await service.runJobs()
        }
        await service.runJobs()
        const found = await loadSubscription(owner)
        const invoices = await listInvoices(owner)
        // Applying the same events again, now in order, must give the same state.
        await service.service.db.system('write', (tx) => tx.run(sql`update stripe_events set applied_at = null`))
        const all = await service.service.db.system('read', (tx) =>
          tx.all<{ id: string }>(
            sql`select id from stripe_events where id = any(${events.map(({ id }) => id)}) order by id`,
          ),
        )
        for (const { id } of all) await applyEvent({ db: service.service.db, services: service.service.services }, id)
        await service.service.db.system('write', (tx) => tx.run(sql`update stripe_events set applied_at = received_at`))
        assert.deepEqual(await loadSubscription(owner), found)
        assert.deepEqual(await listInvoices(owner), invoices)
        const there = fake.account.subscription(subscription)
        const plan = there.items.data[0]?.price.metadata.evident_plan
        const expected =
          there.status === 'canceled' || there.cancel_at_period_end
            ? there.cancellation_details?.reason === 'payment_failed'
              ? 'expired'
              : there.status === 'past_due'
                ? 'past_due'
                : 'cancelled'
            : there.status
        assert.deepEqual([found.plan, found.status], [plan, expected])
      },
    ),
    { numRuns: 12 },
  )
  assert.equal(runs, 12)
})
