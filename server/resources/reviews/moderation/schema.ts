import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { limits, Rating, statuses, withholdingReasons } from '../schema.ts'

const changes = {
  status: Type.Optional(
    OneOf(statuses, { description: '`approved`, `rejected` or `spam`; `pending` only where it is so already.' }),
  ),
  reason: Type.Optional(
    OneOf(withholdingReasons, {
      description:
        'Why, beside a `status` of `rejected` or `spam` only. Without one it is `unspecified`; another one for what is decided already replaces it.',
    }),
  ),
  reply: Type.Optional(
    Nullable(
      Type.Object(
        { body: Type.String({ maxLength: limits.reply }) },
        { title: 'ReplyChange', description: 'The public answer of the store; null withdraws it.' },
      ),
    ),
  ),
  rating: Type.Optional(Rating),
  title: Type.Optional(Nullable(Type.String({ maxLength: limits.title }))),
  body: Type.Optional(Type.String({ maxLength: limits.body })),
  authorName: Type.Optional(Type.String({ maxLength: limits.authorName })),
  verified: Type.Optional(Type.Boolean()),
  seen: Type.Optional(
    Type.Object(
      {
        status: Type.Optional(OneOf(statuses, { description: 'The status that it had.' })),
        repliedAt: Type.Optional(
          Nullable(
            Type.String({
              format: 'date-time',
              maxLength: 40,
              description: "Its reply's `repliedAt`; null without one.",
            }),
          ),
        ),
      },
      {
        title: 'SeenReview',
        description:
          'What you decide upon. Where somebody has made something else of it meanwhile, nothing is changed: `review_changed`.',
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
  updates: Type.Array(Type.Object({ id: Id, ...changes }), { maxItems: maxUpdates }),
})
export type BulkUpdate = Static<typeof BulkUpdate>

export const fields = ['status', 'reason', 'reply', 'rating', 'title', 'body', 'authorName', 'verified'] as const
export type Field = (typeof fields)[number]

const BulkResult = Type.Object(
  {
    id: Id,
    applied: Type.Array(OneOf(fields)),
    refused: Type.Array(Type.Object({ field: OneOf(fields), code: Type.String() })),
    error: Type.Optional(Type.String({ description: '`not_found`, `duplicate_in_request` or `review_changed`' })),
  },
  { title: 'BulkReviewResult' },
)

export const BulkReport = Type.Object(
  {
    updated: Type.Integer({ description: 'Rows of which something was applied.' }),
    unchanged: Type.Integer({ description: 'Rows that asked for what already is.' }),
    locked: Type.Integer({ description: 'Rows of which a field was refused; the rest of the row may be applied.' }),
    failed: Type.Integer({ description: 'Rows with an `error`, of which nothing was applied.' }),
    results: Type.Array(BulkResult),
  },
  { title: 'BulkReviewReport' },
)
export type BulkReport = Static<typeof BulkReport>
