import { type Static, Type } from 'typebox'
import { directionParam } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const states = ['queued', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const
export type State = (typeof states)[number]
export const categories = ['review_requests', 'loyalty', 'sequences', 'transactional'] as const
export type Category = (typeof categories)[number]

export const EmailMessage = Type.Object(
  {
    id: Id,
    template: Type.String(),
    category: OneOf(categories, { description: 'What one may unsubscribe from; `transactional` mail nobody can.' }),
    state: OneOf(states, {
      description:
        '`unknown`: the mail server may have taken it before the connection or the process was lost. It is never sent again, so that nobody gets it twice.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Why it was skipped, failed, or waits for another attempt, such as `customer_suppressed`.',
      }),
    ),
    answer: Nullable(Type.String({ description: 'What the mail server said last, without addresses.' })),
    recipient: sessionOnly(Type.String()),
    recipientLast4: Nullable(Type.String()),
    locale: Type.String(),
    subject: Nullable(Type.String({ description: 'Known once it was rendered.' })),
    orderId: Nullable(Id),
    reviewId: Nullable(Id),
    requestId: Nullable(Id),
    attempts: Type.Integer(),
    createdAt: Instant,
    dueAt: Nullable(Type.String({ format: 'date-time', description: 'When it is next tried.' })),
    sentAt: Nullable(Instant),
    settledAt: Nullable(Instant),
    bouncedAt: Nullable(Instant),
    bounce: Nullable(OneOf(['hard', 'soft'])),
    complainedAt: Nullable(Instant),
  },
  { title: 'EmailMessage' },
)
export type EmailMessage = Static<typeof EmailMessage>

export const messageFilters = {
  state: Type.Optional(AnyOf(states)),
  template: Type.Optional(Type.String({ maxLength: 60 })),
  category: Type.Optional(AnyOf(categories)),
  orderId: Type.Optional(Id),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'The whole address.' })),
  direction: directionParam('By `createdAt`, newest first unless this is `asc`.'),
}
const Filters = Type.Object(messageFilters)
export type MessageFilters = Static<typeof Filters>

export const CustomerMessage = Type.Object(
  {
    id: Id,
    template: Type.String(),
    subject: Nullable(Type.String()),
    state: Type.String(),
    createdAt: Instant,
    sentAt: Nullable(Instant),
    bouncedAt: Nullable(Instant),
    complainedAt: Nullable(Instant),
  },
  { title: 'CustomerMessage' },
)
