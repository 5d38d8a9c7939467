import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from '#platform/values/wire.ts'

const Star = Type.Integer({ description: 'Number of requests in which this star was the last one clicked.' })

const counts = {
  sent: Type.Integer(),
  opened: Type.Integer({ description: 'Opened the review form.' }),
  reviewed: Type.Integer({ description: 'Wrote a review of the order.' }),
  openedAndLeft: Type.Integer(),
  clicked: Type.Object(
    { '1': Star, '2': Star, '3': Star, '4': Star, '5': Star },
    {
      title: 'ClickedStars',
      description: 'Requests by the star that was clicked in them. The last click of a request counts.',
    },
  ),
}

const ProviderFunnel = Type.Object(
  { provider: Type.String({ description: '`evident`, or the provider that sent them.' }), ...counts },
  { title: 'ProviderFunnel' },
)

export const Funnel = Type.Object(
  { days: Type.Integer(), from: Instant, to: Instant, ...counts, byProvider: Type.Array(ProviderFunnel) },
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
  days: Type.Optional(Type.Unsafe<30 | 90>({ type: 'integer', enum: [30, 90], default: 30 })),
})

export const CustomerRequest = Type.Object(
  {
    id: Id,
    orderId: Id,
    state: Type.String(),
    reason: Nullable(Type.String()),
    scheduledFor: Nullable(Instant),
    sentAt: Nullable(Instant),
    formFirstViewedAt: Nullable(Instant),
    clickedRating: Nullable(Type.Integer()),
  },
  { title: 'CustomerRequest' },
)
