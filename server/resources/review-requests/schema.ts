import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable } from '#platform/values/wire.ts'

const Star = Type.Integer({ description: 'Number of requests whose last clicked star was this one.' })

const counts = {
  sent: Type.Integer({ description: 'Number of review requests sent.' }),
  opened: Type.Integer({ description: 'Number of requests whose form was opened.' }),
  reviewed: Type.Integer({ description: 'Number of requests that led to a review.' }),
  openedAndLeft: Type.Integer({ description: 'Number of customers who opened the form and wrote no review.' }),
  clicked: Type.Object(
    {
      '1': described(Star, 'Number of requests whose last clicked star was 1.'),
      '2': described(Star, 'Number of requests whose last clicked star was 2.'),
      '3': described(Star, 'Number of requests whose last clicked star was 3.'),
      '4': described(Star, 'Number of requests whose last clicked star was 4.'),
      '5': described(Star, 'Number of requests whose last clicked star was 5.'),
    },
    {
      title: 'ClickedStars',
      description: 'Number of requests by the star clicked last in their email.',
    },
  ),
}

const ProviderFunnel = Type.Object(
  {
    provider: Type.String({
      description: 'Sender of the requests: `evident`, or an email marketing provider.',
      examples: ['evident'],
    }),
    ...counts,
  },
  { title: 'ProviderFunnel' },
)

export const Funnel = Type.Object(
  {
    days: Type.Integer({ description: 'Length of the period in days.' }),
    from: described(Instant, 'Start of the period.'),
    to: described(Instant, 'End of the period.'),
    ...counts,
    byProvider: Type.Array(ProviderFunnel, { description: 'Same numbers by sender of the requests.' }),
  },
  { title: 'ReviewRequestFunnel' },
)

export type RequestHistory = {
  platformOrderId: string
  state: 'sent' | 'failed' | 'skipped'
  reason: string | null
  sentAt: string | null
  openedAt: string | null
  views: number
  clickedRating: number | null
}

export type ProviderCounts = Static<typeof ProviderFunnel>

export const FunnelQuery = Type.Object({
  days: Type.Optional(
    Type.Unsafe<30 | 90>({
      type: 'integer',
      enum: [30, 90],
      default: 30,
      description: 'Length of the period in days: 30 or 90.',
    }),
  ),
})

export const CustomerRequest = Type.Object(
  {
    id: described(Id, 'Id of the review request, a UUIDv7.'),
    orderId: described(Id, 'Id of the order.'),
    state: Type.String({ description: 'State of the review request. More states may follow.', examples: ['skipped'] }),
    reason: Nullable(
      Type.String({
        description: 'Reason the request was skipped or failed, such as `already_reviewed`. Null otherwise.',
        examples: ['already_reviewed'],
      }),
    ),
    scheduledFor: Nullable(described(Instant, 'Time the request is or was due. Null without one.')),
    sentAt: Nullable(described(Instant, 'Time the request was sent. Null if not sent.')),
    formFirstViewedAt: Nullable(described(Instant, 'Time the review form was first opened. Null if never opened.')),
    clickedRating: Nullable(
      Type.Integer({ description: 'Star clicked in the email. Null if the customer clicked none.', examples: [5] }),
    ),
  },
  { title: 'CustomerRequest' },
)
