import { type Static, Type } from 'typebox'
import { AnyOf, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { moderationReasons, Rating } from '#resources/reviews/schema.ts'

export const states = ['open', 'upheld', 'overturned'] as const
export const decisions = ['upheld', 'overturned'] as const
export const limits = { statement: 5000, note: 2000 }

export const Appeal = Type.Object(
  {
    id: described(Id, 'Id of the appeal, a UUIDv7.'),
    reviewId: described(Id, 'Id of the review.'),
    state: OneOf(states, {
      description: 'State of the appeal. `upheld`: the review stays rejected. `overturned`: the review is published.',
    }),
    statement: Nullable(
      Type.String({
        description: 'Statement of the author, with email addresses masked. Null after an erasure.',
        examples: ['Robin is the name of the colour, not of a person.'],
      }),
    ),
    review: Type.Object(
      {
        rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
        productTitle: Nullable(
          Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
        ),
      },
      { title: 'AppealedReview', description: 'Excerpt of the review; `GET /reviews/:id` has all fields.' },
    ),
    reason: Nullable(OneOf(moderationReasons, { description: 'Reason the review is hidden. Null if it is public.' })),
    rejectedAt: described(Instant, 'Time the review was rejected.'),
    createdAt: described(Instant, 'Time the appeal was made.'),
    dueAt: Type.String({
      format: 'date-time',
      description: 'Time the decision is due: fourteen days after the appeal.',
    }),
    overdue: Type.Boolean({ description: 'Whether the appeal is open and past its due time.' }),
    decidedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the appeal was decided. Null while it is open.' }),
    ),
    note: Nullable(
      Type.String({
        description: 'Note sent to the author with the decision. Null without one.',
        examples: ['Thank you for explaining. We had taken the name of the colour for a person.'],
      }),
    ),
    sameActor: Nullable(
      Type.Boolean({
        description: 'Whether the same person rejected the review and decided the appeal. Null while it is open.',
      }),
    ),
  },
  { title: 'Appeal' },
)
export type Appeal = Static<typeof Appeal>

export const appealFilters = {
  state: Type.Optional(AnyOf(states, { description: 'Filter: appeals in these states.' })),
  reviewId: Type.Optional(described(Id, 'Filter: appeals about this review.')),
}

export const AppealDecision = Type.Object(
  {
    decision: OneOf(decisions, {
      description: 'Decision. `overturned` publishes the review, `upheld` leaves it rejected.',
    }),
    note: Type.Optional(
      Nullable(
        Type.String({
          maxLength: limits.note,
          description: 'Note to send to the author with the decision. Null without one.',
          examples: ['Thank you for explaining. We had taken the name of the colour for a person.'],
        }),
      ),
    ),
  },
  { title: 'AppealDecision' },
)
export type AppealDecision = Static<typeof AppealDecision>

export const PersonsAppeal = Type.Object(
  {
    id: described(Id, 'Id of the appeal, a UUIDv7.'),
    reviewId: described(Id, 'Id of the review.'),
    state: OneOf(states, { description: 'State of the appeal.' }),
    statement: Nullable(
      Type.String({
        description: 'Statement of the author. Null after an erasure.',
        examples: ['Robin is the name of the colour, not of a person.'],
      }),
    ),
    note: Nullable(
      Type.String({
        description: 'Note of the store on the decision. Null without one.',
        examples: ['Thank you for explaining. We had taken the name of the colour for a person.'],
      }),
    ),
    createdAt: described(Instant, 'Time the appeal was made.'),
    decidedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the appeal was decided. Null while it is open.' }),
    ),
  },
  { title: 'PersonsAppeal' },
)
