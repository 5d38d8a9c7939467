import { type Static, Type } from 'typebox'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { moderationReasons, Rating } from '#resources/reviews/schema.ts'

export const states = ['open', 'upheld', 'overturned'] as const
export const decisions = ['upheld', 'overturned'] as const
export const limits = { statement: 5000, note: 2000 }

export const Appeal = Type.Object(
  {
    id: Id,
    reviewId: Id,
    state: OneOf(states, { description: '`upheld`: the rejection stands. `overturned`: the review is published.' }),
    statement: Nullable(
      Type.String({ description: 'What the author says, e-mail addresses masked; null once they were forgotten.' }),
    ),
    review: Type.Object(
      { rating: Rating, productTitle: Nullable(Type.String()) },
      { title: 'AppealedReview', description: 'To tell one from another; `GET /reviews/:id` has the rest.' },
    ),
    reason: Nullable(OneOf(moderationReasons, { description: 'Why the review is held back; null where it is not.' })),
    rejectedAt: Instant,
    createdAt: Instant,
    dueAt: Type.String({ format: 'date-time', description: 'Fourteen days after it came in.' }),
    overdue: Type.Boolean({ description: 'It is open, and was due before now.' }),
    decidedAt: Nullable(Type.String({ format: 'date-time' })),
    note: Nullable(Type.String({ description: 'What the author was told with the decision.' })),
    sameActor: Nullable(
      Type.Boolean({ description: 'Whether who decided it had rejected the review too; null while it is open.' }),
    ),
  },
  { title: 'Appeal' },
)
export type Appeal = Static<typeof Appeal>

export const appealFilters = {
  state: Type.Optional(AnyOf(states)),
  reviewId: Type.Optional(Id),
}

export const AppealDecision = Type.Object(
  {
    decision: OneOf(decisions),
    note: Type.Optional(
      Nullable(Type.String({ maxLength: limits.note, description: 'Sent to the author with the decision.' })),
    ),
  },
  { title: 'AppealDecision' },
)
export type AppealDecision = Static<typeof AppealDecision>

export const PersonsAppeal = Type.Object(
  {
    id: Id,
    reviewId: Id,
    state: OneOf(states),
    statement: Nullable(Type.String()),
    note: Nullable(Type.String()),
    createdAt: Instant,
    decidedAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'PersonsAppeal' },
)
