import { Type } from 'typebox'
import { eventKind, internalEvent } from '#platform/areas/events.ts'
import { described, Id, Instant, Nullable } from '#platform/values/wire.ts'

const request = {
  id: '019a9f51-3c02-7d44-a2f1-55b6c7d8e904',
  orderId: '019a9f4f-9f30-7b11-8e6e-90a1b2c3d403',
  platformOrderId: '1001',
}
const ofRequest = {
  id: described(Id, 'Id of the review request.'),
  orderId: described(Id, 'Id of the order.'),
  platformOrderId: Type.String({ description: 'Id of the order in the shop.', examples: ['1001'] }),
}

export const reviewRequestSent = eventKind({
  name: 'review_request.sent',
  area: 'orders',
  description: 'Sent when a customer was asked to review an order.',
  logged: false,
  data: Type.Object(
    {
      ...ofRequest,
      provider: Type.String({
        description: 'Sender of the request: `evident`, or the id of a connection.',
        examples: ['evident'],
      }),
      sentAt: described(Instant, 'Time the request was sent.'),
    },
    { title: 'ReviewRequestSentEventData' },
  ),
  example: { ...request, provider: 'evident', sentAt: '2026-11-20T08:00:00.000Z' },
})

export const reviewFormOpened = eventKind({
  name: 'review_form.opened',
  area: 'orders',
  description: 'Sent when a customer first opened the review form of an order.',
  logged: false,
  data: Type.Object(
    {
      ...ofRequest,
      clickedRating: Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 5,
          description: 'Star clicked in the email. Null if the customer clicked none.',
          examples: [5],
        }),
      ),
      openedAt: described(Instant, 'Time the form was opened.'),
    },
    { title: 'ReviewFormOpenedEventData' },
  ),
  example: { ...request, clickedRating: 5, openedAt: '2026-11-20T08:40:00.000Z' },
})

export const emailEvents = [reviewRequestSent, reviewFormOpened]

/** Mails of earlier days were changed or deleted. `writtenAt` lists the times when they were written. */
export const oldMailChanged = internalEvent<{ writtenAt: readonly string[] }>('email.old_mail_changed')

/**
 * The store replaced the connection that sent its review requests. Requests that wait at that connection go to the new
 * sender.
 */
export const senderReplaced = internalEvent<{ connectionId: string }>('email_settings.sender_replaced')

export const requestTimesChanged = internalEvent<{ changed: readonly string[] }>('email_settings.request_times_changed')
