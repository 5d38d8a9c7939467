// Creates the runs of the last weeks in one transaction whose time advances, so a running service finds no late run.
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { act, createSequence } from '#resources/email-sequences/commands.ts'
import { hearOrders } from '#resources/email-sequences/entering/commands.ts'
import { workInTransaction } from '#resources/email-sequences/runs/commands.ts'
import type { NewSequence } from '#resources/email-sequences/schema.ts'
import { findOrder } from '#resources/orders/commands.ts'
import type { Host, OpenedShop } from '../host.ts'
import type { Mails } from '../mails.ts'
import type { DemoOrder } from '../orders.ts'

const dayMs = 86_400_000
/** Shorter than thirty days, after which the mailbox deletes mails. */
const historyMs = 28 * dayMs

const sequence: NewSequence = {
  name: 'Thank you, care, and come back',
  trigger: { event: 'order.delivered' },
  steps: [
    { type: 'wait', days: 2 },
    {
      type: 'mail',
      subject: 'How to look after your {{ products[0].title }}',
      heading: 'Made to last',
      body: 'Hi {{ customer.firstName }},\n\nthank you for your order. Let wet gear dry in the air, and brush off mud once it is dry. That alone adds years.',
      button: { label: 'Visit the shop', url: '{{ store.url }}' },
      translations: {
        de: {
          subject: 'So pflegst du {{ products[0].title }}',
          heading: 'Für lange gemacht',
          body: 'Hallo {{ customer.firstName }},\n\ndanke für deine Bestellung. Lass Nasses an der Luft trocknen und bürste Schlamm erst trocken ab. Das allein bringt Jahre.',
          button: { label: 'Zum Shop' },
        },
      },
    },
    { type: 'wait', days: 12 },
    { type: 'condition', fact: 'has_reviewed', value: true, otherwise: 'exit' },
    {
      type: 'mail',
      subject: 'What goes well with your {{ products[0].title }}',
      heading: 'For the next trip',
      body: 'Hi {{ customer.firstName }},\n\nthese are the things that people who bought the same took along.',
      button: { label: 'Look around', url: '{{ store.url }}' },
    },
  ],
  exitOn: ['order.refunded'],
  goal: ['order.placed'],
}

type Parts = { host: Host; shop: OpenedShop; audit: Audit; mails: Mails; now: Date }

export async function runSequence({ host, shop, audit, mails, now }: Parts, orders: readonly DemoOrder[]) {
  const { id } = await createSequence({ db: host.db, scope: shop }, audit, sequence)
  // Mails are on only with the local mailbox. With a mail server the sequence stays a draft, because the demo shop's
  // people have invented addresses.
  if (!mails.isOn) return
  const begin = new Date(now.getTime() - historyMs)
  await host.db.store(shop, 'write', async (tx) => {
    mails.turn(tx, begin)
    await act(tx, audit, id, 'publish')
    for (const step of listDays(orders, begin, now)) {
      mails.turn(tx, step.at)
      if (step.orderId) await enter(tx, step.orderId)
      await workInTransaction(tx, host.services)
      await mails.send(tx)
    }
  })
}

/** Times at which runs advance, in order: each delivery, and every 24 hours in case of days without a delivery. */
function listDays(orders: readonly DemoOrder[], begin: Date, now: Date): { at: Date; orderId?: string }[] {
  const delivered = orders.flatMap(({ row: { deliveredAt, acceptsMarketing, platformOrderId } }) =>
    deliveredAt && acceptsMarketing ? [{ at: new Date(deliveredAt), orderId: platformOrderId }] : [],
  )
  const days = Array.from({ length: historyMs / dayMs }, (_, i) => ({
    at: new Date(begin.getTime() + (i + 1) * dayMs),
  }))
  return [...delivered, ...days]
    .filter(({ at }) => at > begin && at <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

async function enter(tx: StoreTx, platformOrderId: string): Promise<void> {
  const order = await findOrder(tx, platformOrderId)
  if (order) await hearOrders(tx, [{ id: order.id, email: order.email ?? null }])
}
