// The demo shop's mails of the last weeks. The product's own code queues, renders and records them and sends them to the
// local mailbox. A history of several days is one transaction whose time advances, so a running service finds nothing due.

import { hash } from 'node:crypto'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Clock } from '#platform/process/clock.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { findOrder, upsertOrders } from '#resources/orders/commands.ts'
import { recordFormOpened, sendRequest } from '#resources/review-requests/commands.ts'
import type { RequestHistory } from '#resources/review-requests/schema.ts'
import { sendReminders } from '#resources/review-requests/sending/commands.ts'
import { sendBatch as sendReplies } from '#resources/reviews/moderation/reply-mail-commands.ts'
import { computeDueAt } from '#resources/reviews/moderation/reply-mail-rules.ts'
import { submitForm } from '#resources/reviews/submissions/commands.ts'
import { confirm } from '#resources/reviews/submissions/confirmation-commands.ts'
import { shop } from './catalogue.ts'
import type { Operator } from './host.ts'
import type { OrderRow } from './orders.ts'
import type { DemoReview } from './reviews.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
/** Shorter than thirty days, after which the mailbox deletes mails. */
const toldMs = 28 * dayMs

export type Mails = ReturnType<typeof createMails>

/** `now` is the end of the history. The service handles everything that is due later. */
export function createMails(services: Services, send: Operator['sendMails'], clock: Clock, now: Date) {
  // The demo shop's people have invented addresses, so their mails go only to the local mailbox.
  const isOn = services.mail.transport === 'mailbox'

  /** Advances the transaction's time and the mailbox's clock to a later time of the history. */
  const turn = (tx: StoreTx, instant: Date): void => {
    clock.advance(instant.getTime() - clock.nowMs())
    Object.assign(tx, { now: instant })
  }

  return {
    isOn,
    turn,
    send,

    tells: (instant: string): boolean => isOn && now.getTime() - Date.parse(instant) < toldMs,

    async ask(tx: StoreTx, row: OrderRow, { sentAt, openedAt, views, clickedRating }: RequestHistory): Promise<void> {
      await upsertOrders(tx, [row])
      const order = await findOrder(tx, row.platformOrderId)
      if (!order || !sentAt) return
      turn(tx, new Date(sentAt))
      await sendRequest(tx, services, order.id)
      await send(tx)
      const { reminderDelayDays } = await readSettings(tx)
      const remindedAt = new Date(Date.parse(sentAt) + reminderDelayDays * dayMs)
      if (remindedAt < now && (openedAt === null || Date.parse(openedAt) > remindedAt.getTime())) {
        turn(tx, remindedAt)
        await sendReminders(tx, services)
        await send(tx)
      }
      if (openedAt === null) return
      turn(tx, new Date(openedAt))
      for (let view = 0; view < views; view++)
        await recordFormOpened(tx, { orderId: order.id, rating: view === 0 ? clickedRating : null })
    },

    async writeOnPage(tx: StoreTx, review: DemoReview): Promise<string> {
      const { platformProductId, rating, title, body, authorName, authorEmail, locale } = review
      const { id } = await submitForm(tx, services, {
        submission: {
          ...{ product: { platformProductId }, orderId: null, rating, title, body, authorName, authorEmail, locale },
        },
        source: 'widget_form',
        sentBy: { from: '192.0.2.1' },
        // An IPv6 address from the range for documentation, with one subnet for each author.
        address: `2001:db8:${hash('sha256', authorEmail).slice(0, 4)}::1`,
        photoIds: [],
        language: locale,
        isSpam: false,
        store: { name: shop.name, url: services.origin },
      })
      await send(tx)
      if (review.status !== 'approved') return id
      turn(tx, new Date(tx.now.getTime() + 7 * minuteMs))
      await confirm(tx, id)
      return id
    },

    /** Authors are notified some minutes after a reply. Notifications that are due after `now` are left to the service. */
    async tellOfReply(tx: StoreTx): Promise<void> {
      const dueAt = computeDueAt(tx.now)
      if (dueAt > now) return
      turn(tx, dueAt)
      await sendReplies(tx, services)
      await send(tx)
    },
  }
}
