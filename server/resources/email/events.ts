import { Type } from 'typebox'
import { eventKind, internalEvent } from '#platform/areas/events.ts'
import { Id, Instant, Nullable } from '#platform/values/wire.ts'

const request = {
  id: '019a9f51-3c02-7d44-a2f1-55b6c7d8e904',
  orderId: '019a9f4f-9f30-7b11-8e6e-90a1b2c3d403',
  platformOrderId: '1001',
}
const ofRequest = { id: Id, orderId: Id, platformOrderId: Type.String() }

export const reviewRequestSent = eventKind({
  name: 'review_request.sent',
  area: 'orders',
  description: 'A customer was asked to review an order.',
  logged: false,
  data: Type.Object(
    {
      ...ofRequest,
      provider: Type.String({ description: 'Who sent it: `evident`, or a connection.' }),
      sentAt: Instant,
    },
    { title: 'ReviewRequestSentEventData' },
  ),
  example: { ...request, provider: 'evident', sentAt: '2026-11-20T08:00:00.000Z' },
})

export const reviewFormOpened = eventKind({
  name: 'review_form.opened',
  area: 'orders',
  description: 'A customer opened the review form of an order for the first time.',
  logged: false,
  data: Type.Object(
    { ...ofRequest, clickedRating: Nullable(Type.Integer({ minimum: 1, maximum: 5 })), openedAt: Instant },
    { title: 'ReviewFormOpenedEventData' },
  ),
  example: { ...request, clickedRating: 5, openedAt: '2026-11-20T08:40:00.000Z' },
})

export const emailEvents = [reviewRequestSent, reviewFormOpened]

/** Mail of earlier days was changed or deleted: the times it was written. */
export const oldMailChanged = internalEvent<{ writtenAt: readonly string[] }>('email.old_mail_changed')

export const requestTimesChanged = internalEvent<{ changed: readonly string[] }>('email_settings.request_times_changed')
