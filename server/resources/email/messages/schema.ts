import { type Static, Type } from 'typebox'
import { directionParam } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const states = ['queued', 'sending', 'sent', 'failed', 'skipped', 'unknown'] as const
export type State = (typeof states)[number]
export const categories = ['review_requests', 'loyalty', 'sequences', 'transactional'] as const
export type Category = (typeof categories)[number]

export const EmailMessage = Type.Object(
  {
    id: described(Id, 'Id of the email, a UUIDv7.'),
    template: Type.String({ description: 'Name of the email template.', examples: ['review_request'] }),
    category: OneOf(categories, {
      description: 'Category people can unsubscribe from. `transactional` emails have no unsubscribe link.',
    }),
    state: OneOf(states, {
      description:
        'State of the email. `unknown`: the mail server may have accepted it before the connection or process was lost. It is never resent, to avoid duplicates.',
    }),
    reason: Nullable(
      Type.String({
        description: 'Reason it was skipped, failed or waits, such as `customer_suppressed`. Null otherwise.',
        examples: ['customer_unsubscribed'],
      }),
    ),
    answer: Nullable(
      Type.String({
        description: 'Last response of the mail server, without addresses. Null before the first attempt.',
        examples: ['250 2.0.0 Ok: queued'],
      }),
    ),
    recipient: sessionOnly(
      Type.String({
        description: 'Email address of the recipient. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    recipientLast4: Nullable(
      Type.String({
        description:
          'Masked email address of the recipient: up to four characters before the @, at most half of that part. Null after an erasure.',
        examples: ['.doe'],
      }),
    ),
    locale: Type.String({ description: 'Language of the email, as a BCP 47 tag.', examples: ['en'] }),
    subject: Nullable(
      Type.String({
        description: 'Subject of the email. Null until it was rendered.',
        examples: ['How is your Stoneware mug?'],
      }),
    ),
    orderId: Nullable(described(Id, 'Id of the order. Null if there is none.')),
    reviewId: Nullable(described(Id, 'Id of the review. Null if there is none.')),
    requestId: Nullable(
      described(
        Id,
        'Id of the request that queued the email, equal to the header `x-request-id`. Null without such a request.',
      ),
    ),
    attempts: Type.Integer({ description: 'Number of attempts so far.' }),
    createdAt: described(Instant, 'Time the email was queued.'),
    dueAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time of the next attempt. Null if none follows.' }),
    ),
    sentAt: Nullable(described(Instant, 'Time the email was sent. Null if not sent.')),
    settledAt: Nullable(described(Instant, 'Time the final state was reached. Null while the email is pending.')),
    bouncedAt: Nullable(described(Instant, 'Time the email bounced. Null if it did not.')),
    bounce: Nullable(OneOf(['hard', 'soft'], { description: 'Kind of bounce. Null if the email did not bounce.' })),
    complainedAt: Nullable(described(Instant, 'Time the recipient reported the email as spam. Null if they did not.')),
  },
  { title: 'EmailMessage' },
)
export type EmailMessage = Static<typeof EmailMessage>

export const messageFilters = {
  state: Type.Optional(AnyOf(states, { description: 'Filter: emails in these states.' })),
  template: Type.Optional(
    Type.String({ maxLength: 60, description: 'Filter: emails of this template.', examples: ['review_request'] }),
  ),
  category: Type.Optional(
    AnyOf(categories, { description: 'Filter: emails of these categories. People unsubscribe by category.' }),
  ),
  orderId: Type.Optional(described(Id, 'Filter: emails about this order.')),
  email: Type.Optional(
    Type.String({
      maxLength: 320,
      description: 'Filter: emails to exactly this address.',
      examples: ['jane.doe@customer.example'],
    }),
  ),
  direction: directionParam('Sort order by `createdAt`. Default: newest first.'),
}
const Filters = Type.Object(messageFilters)
export type MessageFilters = Static<typeof Filters>

export const CustomerMessage = Type.Object(
  {
    id: described(Id, 'Id of the email, a UUIDv7.'),
    template: Type.String({ description: 'Name of the email template.', examples: ['review_request'] }),
    subject: Nullable(
      Type.String({
        description: 'Subject of the email. Null until it was rendered.',
        examples: ['How is your Stoneware mug?'],
      }),
    ),
    state: Type.String({ description: 'State of the email. More states may follow.', examples: ['sent'] }),
    createdAt: described(Instant, 'Time the email was created.'),
    sentAt: Nullable(described(Instant, 'Time the email was sent. Null if not sent.')),
    bouncedAt: Nullable(described(Instant, 'Time the email bounced. Null if it did not.')),
    complainedAt: Nullable(described(Instant, 'Time the recipient reported the email as spam. Null if they did not.')),
  },
  { title: 'CustomerMessage' },
)
