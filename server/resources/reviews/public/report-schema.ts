import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const reasons = ['spam', 'offensive', 'off_topic', 'fake', 'privacy', 'other'] as const

export const NewReport = Type.Object(
  {
    reason: OneOf(reasons, { description: 'What is wrong with the review, as the visitor sees it.' }),
    text: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  },
  { title: 'NewReviewReport' },
)
export type NewReport = Static<typeof NewReport>

export const Report = Type.Object(
  {
    id: Id,
    reviewId: Id,
    reason: OneOf(reasons),
    text: Nullable(Type.String()),
    createdAt: Instant,
    resolvedAt: Nullable(Type.String({ format: 'date-time', description: 'When somebody settled it.' })),
  },
  { title: 'ReviewReport' },
)
export type Report = Static<typeof Report>
