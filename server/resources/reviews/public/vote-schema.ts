import { type Static, Type } from 'typebox'

export const Vote = Type.Object(
  {
    voteId: Type.String({
      pattern: '^[A-Za-z0-9_-]{22,64}$',
      'x-expected': 'must be 22 to 64 letters, digits, - and _',
      maxLength: 64,
      description:
        'Random value of at least 128 bits that the page creates per visitor and review and stores locally. We store only its digest.',
      examples: ['Zk3p-9wQ7rTx2LmVb8NcYA'],
    }),
    helpful: Type.Boolean({
      description: 'Whether the review was helpful. `false` withdraws the vote of this `voteId`.',
    }),
  },
  { title: 'NewReviewVote' },
)
export type Vote = Static<typeof Vote>

export const ReceivedVote = Type.Object(
  {
    status: Type.Unsafe<'received'>({
      type: 'string',
      enum: ['received'],
      description: 'Always `received`, also for a vote that changed nothing. `helpfulCount` follows within minutes.',
    }),
  },
  { title: 'ReceivedVote' },
)
