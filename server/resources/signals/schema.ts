import { type Static, Type } from 'typebox'
import { AnyOf, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { relationships } from '#resources/reviews/schema.ts'

export const kinds = ['near_copy', 'burst', 'one_network', 'one_mailbox', 'insider_address', 'declared'] as const
export type Kind = (typeof kinds)[number]
export const states = ['open', 'dismissed', 'confirmed'] as const
export type State = (typeof states)[number]
export const insiderMatches = ['member', 'origin', 'sending_domain', 'billing_address'] as const
export type InsiderMatch = (typeof insiderMatches)[number]

export const limits = { note: 1_000, reviews: 500, reviewIds: 100 } as const

const Count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

export const Facts = Type.Object(
  {
    similarity: Type.Optional(
      Type.Number({
        description:
          '`near_copy`: estimated share of equal three-word sequences, 0 to 1, in the two most similar texts. 1 for equal texts.',
        examples: [0.82],
      }),
    ),
    words: Count('`near_copy`: number of words of the newest text.'),
    reviews: Count('`burst`, `one_network`: number of reviews between `from` and `to`.'),
    from: Type.Optional(described(Instant, '`burst`, `one_network`: time of the first review.')),
    to: Type.Optional(described(Instant, '`burst`, `one_network`: time of the last review.')),
    dailyMean: Type.Optional(
      Type.Number({
        description:
          '`burst`: average number of reviews of the product a day, in the 90 days before the burst, to two decimals.',
        examples: [0.4],
      }),
    ),
    requestsSent: Count('`burst`: review requests sent for the product in the 30 days up to the last review.'),
    mailboxes: Count('`one_network`: number of mailboxes.'),
    names: Count('`one_mailbox`: number of different names.'),
    match: Type.Optional(
      OneOf(insiderMatches, {
        description:
          "`insider_address`: what the author's address matches. `member`: a person of the organization. `origin`, `sending_domain`, `billing_address`: the domain of the shop's pages, of its emails, or of its invoices.",
      }),
    ),
    domain: Type.Optional(
      Nullable(
        Type.String({
          description: '`insider_address`: the domain. Null for `member`.',
          examples: ['acme.example'],
        }),
      ),
    ),
    relationship: Type.Optional(OneOf(relationships, { description: '`declared`: the statement of the author.' })),
  },
  { title: 'ReviewSignalFacts', description: 'Facts of the signal. The fields depend on `kind`.' },
)
export type Facts = Static<typeof Facts>

const Note = Nullable(
  Type.String({
    maxLength: limits.note,
    description: 'Note of the store on its decision. Null without one.',
    examples: ['Two colleagues who share an office.'],
  }),
)
const State = OneOf(states, {
  description:
    'State of the signal: `open` until somebody decides. A decision changes neither the reviews nor any count.',
})

export const Signal = Type.Object(
  {
    id: described(Id, 'Id of the signal, a UUIDv7.'),
    kind: OneOf(kinds, {
      description:
        '`near_copy`: nearly the same words from different mailboxes. `burst`: far more reviews of a product than usual. `one_network`: several mailboxes from one network. `one_mailbox`: several names for one mailbox. `insider_address`: an address of the shop. `declared`: the author stated a relationship.',
    }),
    reviewIds: Type.Array(Id, { description: 'Ids of the reviews, oldest first, at most 500.' }),
    facts: Facts,
    at: described(Instant, 'Time the signal was found.'),
    state: State,
    note: Note,
  },
  { title: 'ReviewSignal' },
)
export type Signal = Static<typeof Signal>

export const SignalChange = Type.Object(
  { state: Type.Optional(State), note: Type.Optional(Note) },
  { title: 'ReviewSignalChange', description: 'Omitted fields keep their values.' },
)
export type SignalChange = Static<typeof SignalChange>

export const signalFilters = {
  kind: Type.Optional(AnyOf(kinds, { description: 'Filter: signals of these kinds.' })),
  state: Type.Optional(AnyOf(states, { description: 'Filter: signals in these states.' })),
  reviewId: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: limits.reviewIds,
      description: 'Filter: signals of this review. Several ids are separated by commas, at most 100.',
    }),
  ),
}
const SignalFilters = Type.Object(signalFilters)
export type SignalFilters = Static<typeof SignalFilters>
