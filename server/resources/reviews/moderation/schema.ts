import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { limits, Rating, statuses, withholdingReasons } from '../schema.ts'

const SentBack = Type.Object({ submittedAt: described(Instant, 'Time the author sent the correction.') })

const changes = {
  status: Type.Optional(
    OneOf(statuses, {
      description: 'New status: `approved`, `rejected` or `spam`. `pending` is accepted only for pending reviews.',
    }),
  ),
  reason: Type.Optional(
    OneOf(withholdingReasons, {
      description:
        'Reason for the status `rejected` or `spam`, or for a rejected correction. Default: `unspecified`. A new reason replaces the stored one.',
    }),
  ),
  correction: Type.Optional(
    Type.Union([OneOf(['accepted', 'rejected'] as const), SentBack, Type.Null()], {
      description:
        'Decision on the waiting correction. `accepted` replaces the text, `rejected` does not. A decision cannot be sent with `status`. Sending back null or the correction, as read, changes nothing.',
    }),
  ),
  reply: Type.Optional(
    Nullable(
      Type.Object(
        {
          body: Type.String({
            maxLength: limits.reply,
            description: 'Text of the reply.',
            examples: ['Thank you, Jane!'],
          }),
        },
        { title: 'ReplyChange', description: 'Public reply of the store. Null withdraws it.' },
      ),
    ),
  ),
  rating: Type.Optional(described(Rating, 'Stars of the review, 1 to 5.', 5)),
  title: Type.Optional(
    Nullable(
      Type.String({
        maxLength: limits.title,
        description: 'Title of the review. Null or omitted for none.',
        examples: ['Daily companion'],
      }),
    ),
  ),
  body: Type.Optional(
    Type.String({
      maxLength: limits.body,
      description: 'Text of the review.',
      examples: ['Keeps tea hot for an hour.'],
    }),
  ),
  authorName: Type.Optional(
    Type.String({ maxLength: limits.authorName, description: 'Public name of the author.', examples: ['Jane D.'] }),
  ),
  verified: Type.Optional(
    Type.Boolean({ description: 'Whether an order proves the purchase. Editable on imported reviews only.' }),
  ),
  seen: Type.Optional(
    Type.Object(
      {
        status: Type.Optional(OneOf(statuses, { description: 'Status that you read.' })),
        repliedAt: Type.Optional(
          Nullable(
            Type.String({
              format: 'date-time',
              maxLength: 40,
              description: 'Value of `repliedAt` that you read. Null without a reply.',
            }),
          ),
        ),
        correctionAt: Type.Optional(
          Nullable(
            Type.String({
              format: 'date-time',
              maxLength: 40,
              description: 'Value of `submittedAt` of the correction that you read. Null without a correction.',
            }),
          ),
        ),
      },
      {
        title: 'SeenReview',
        description:
          'State of the review when you read it. If the review changed since, the row fails with `review_changed`.',
      },
    ),
  ),
}

export const ReviewChanges = Type.Object(changes, {
  title: 'ReviewChanges',
  description: 'Rating, title, body, name and the verified mark can be changed on imported reviews only.',
})
export type ReviewChanges = Static<typeof ReviewChanges>

export const maxUpdates = 250

export const BulkUpdate = Type.Object({
  updates: Type.Array(Type.Object({ id: described(Id, 'Id of the review to change.'), ...changes }), {
    maxItems: maxUpdates,
    description: 'Changes, each with the id of its review.',
  }),
})
export type BulkUpdate = Static<typeof BulkUpdate>

export const fields = [
  'status',
  'reason',
  'correction',
  'reply',
  'rating',
  'title',
  'body',
  'authorName',
  'verified',
] as const
export type Field = (typeof fields)[number]

const BulkResult = Type.Object(
  {
    id: described(Id, 'Id of the review.'),
    applied: Type.Array(OneOf(fields), { description: 'Fields that were changed.' }),
    refused: Type.Array(
      Type.Object({
        field: OneOf(fields, { description: 'Field that was refused.' }),
        code: Type.String({
          description: 'Error code, for programs. More codes may follow.',
          examples: ['review_content_locked'],
        }),
      }),
      { description: 'Fields that were refused, each with its code.' },
    ),
    error: Type.Optional(
      Type.String({
        description: 'Error of the row: `not_found`, `duplicate_in_request` or `review_changed`.',
        examples: ['not_found'],
      }),
    ),
  },
  { title: 'BulkReviewResult' },
)

export const BulkReport = Type.Object(
  {
    updated: Type.Integer({ description: 'Number of rows with an applied change.' }),
    unchanged: Type.Integer({ description: 'Number of rows that already had all sent values.' }),
    locked: Type.Integer({
      description: 'Number of rows with a refused field. Other fields of the row may be applied.',
    }),
    failed: Type.Integer({ description: 'Number of rows with an `error`, which changed nothing.' }),
    results: Type.Array(BulkResult, { description: 'Results of the rows, in request order.' }),
  },
  { title: 'BulkReviewReport' },
)
export type BulkReport = Static<typeof BulkReport>
