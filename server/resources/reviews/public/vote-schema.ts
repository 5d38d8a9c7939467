import { type Static, Type } from 'typebox'

export const Vote = Type.Object(
  {
    voteId: Type.String({
      pattern: '^[A-Za-z0-9_-]{22,64}$',
      'x-expected': 'must be 22 to 64 letters, digits, - and _',
      maxLength: 64,
      description:
        'A random word of at least 128 bits that the page makes for this visitor and this review, and keeps in its own storage. The service keeps a digest of it.',
    }),
    helpful: Type.Boolean({ description: '`false` takes the vote of this word back.' }),
  },
  { title: 'NewReviewVote' },
)
export type Vote = Static<typeof Vote>

export const ReceivedVote = Type.Object(
  {
    status: Type.Unsafe<'received'>({
      type: 'string',
      enum: ['received'],
      description: 'The same for a first vote and for one that changed nothing. `helpfulCount` has it within minutes.',
    }),
  },
  { title: 'ReceivedVote' },
)
