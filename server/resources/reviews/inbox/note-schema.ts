import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, notBlank } from '#platform/values/wire.ts'

export const limits = { body: 2_000, notes: 100, assigned: 1_000 } as const

const Body = Type.String({
  minLength: 1,
  maxLength: limits.body,
  ...notBlank,
  description: 'Text of the note.',
  examples: ['Asked the warehouse for the batch number.'],
})

export const NewReviewNote = Type.Object({ body: Body }, { title: 'NewReviewNote' })

export const ReviewNote = Type.Object(
  {
    id: described(Id, 'Id of the note, a UUIDv7.'),
    body: Body,
    authorName: Nullable(
      Type.String({ description: 'Name of the author. Null for former members.', examples: ['Sam Lee'] }),
    ),
    isOwn: Type.Boolean({ description: 'Whether the caller wrote the note.' }),
    createdAt: described(Instant, 'Time the note was written.'),
  },
  { title: 'ReviewNote' },
)
export type ReviewNote = Static<typeof ReviewNote>

export const ReviewAssignee = Type.Object(
  {
    userId: described(Id, 'Id of the member who takes care of the review.'),
    name: Type.String({ description: 'Name of the member.', examples: ['Sam Lee'] }),
  },
  { title: 'ReviewAssignee' },
)
export type ReviewAssignee = Static<typeof ReviewAssignee>

const assignee = described(Nullable(ReviewAssignee), 'Member who takes care of the review. Null without one.')

export const ReviewTeamwork = Type.Object(
  { assignee, notes: Type.Array(ReviewNote, { description: 'Notes of the review, oldest first.' }) },
  { title: 'ReviewTeamwork' },
)

export const AssigneeChange = Type.Object(
  { userId: Nullable(described(Id, 'Id of an active member. Null removes the assignee.')) },
  { title: 'ReviewAssigneeChange' },
)

export const AssigneeAnswer = Type.Object({ assignee }, { title: 'ReviewAssigneeResult' })

export const byNote = Type.Object({
  id: described(Id, 'Id of the review.'),
  noteId: described(Id, 'Id of the note.'),
})
