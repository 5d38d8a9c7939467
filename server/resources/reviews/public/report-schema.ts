import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const reasons = ['spam', 'offensive', 'off_topic', 'fake', 'privacy', 'other'] as const

export const NewReport = Type.Object(
  {
    reason: OneOf(reasons, { description: 'Reason for the report.' }),
    text: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 1000,
          description: 'Comment of the visitor. Null or omitted for none.',
          examples: ['This is about another product.'],
        }),
      ),
    ),
  },
  { title: 'NewReviewReport' },
)
export type NewReport = Static<typeof NewReport>

export const Report = Type.Object(
  {
    id: described(Id, 'Id of the report, a UUIDv7.'),
    reviewId: described(Id, 'Id of the review.'),
    reason: OneOf(reasons, { description: 'Reason for the report.' }),
    text: Nullable(
      Type.String({
        description: 'Comment of the visitor. Null without one.',
        examples: ['This is about another product.'],
      }),
    ),
    createdAt: described(Instant, 'Time the report was created.'),
    resolvedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the report was resolved. Null while open.' }),
    ),
  },
  { title: 'ReviewReport' },
)
export type Report = Static<typeof Report>
