import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, withExample } from '#platform/values/wire.ts'

export const entryTypes = [
  'submitted',
  'verified',
  'incentive',
  'moderated',
  'hidden',
  'edited',
  'moved',
  'photo_removed',
  'appealed',
  'appeal_decided',
  'anonymized',
  'deleted',
  'policy',
  'day',
  'restored',
  'granted',
  'grant_revoked',
] as const
export type EntryType = (typeof entryTypes)[number]

export const partyRoles = ['REVIEWER', 'MEMBER', 'ADMIN', 'OWNER', 'SYSTEM'] as const
export const partyWays = ['form', 'key', 'session', 'token', 'partner', 'support', 'system'] as const

const OrNull = (what: string) => Type.Optional(Nullable(Type.String({ description: what })))
const Whole = (what: string) => Type.Optional(Type.Integer({ description: what }))

const EntryData = Type.Object(
  {
    subject: Type.Optional(
      Type.String({
        description: 'Subject of the review: `shop`. Absent for reviews of products.',
        examples: ['shop'],
      }),
    ),
    source: Type.Optional(
      Type.String({ description: 'Channel through which the review was received.', examples: ['api'] }),
    ),
    importedFrom: withExample(OrNull('Platform the review was imported from. Null for other reviews.'), null),
    rating: withExample(Whole('Stars of the review.'), 5),
    content: Type.Optional(
      Type.String({
        description: 'SHA-256 of the salt followed by author name, text, rating and title as RFC 8785 JSON.',
        examples: ['c19646b3cdcc5b66357d7bfb3f0c06585b3e4aadb7db530a79e929eb4e3c42ce'],
      }),
    ),
    relationship: Type.Optional(
      Type.String({
        description: 'Relationship to the shop that the author stated. Absent if the form did not ask.',
        examples: ['none'],
      }),
    ),
    verified: Type.Optional(Type.Boolean({ description: 'Whether a purchase was proven.' })),
    method: Type.Optional(Type.String({ description: 'Proof of the purchase, or `none`.', examples: ['api'] })),
    kind: withExample(OrNull('Kind of reward offered for the review. Null if an import revokes the offer.'), 'coupon'),
    offeredAt: withExample(OrNull('Time the offer was shown. Null if unknown.'), null),
    from: Type.Optional(
      Type.String({
        description: 'Previous status. For `moved`, the id of the previous product in the shop.',
        examples: ['pending'],
      }),
    ),
    to: Type.Optional(
      Type.String({
        description: 'New status. For `moved`, the id of the new product in the shop.',
        examples: ['approved'],
      }),
    ),
    reason: withExample(OrNull('Reason the review is hidden. Null for approvals.'), null),
    policy: Type.Optional(
      Nullable(Type.Integer({ description: 'Version of the moderation policy. Null if unknown.' })),
    ),
    fields: Type.Optional(Type.Array(Type.String({ examples: ['rating'] }), { description: 'Edited fields.' })),
    before: withExample(OrNull('Value of `content` before the edit. Null if unknown.'), null),
    after: Type.Optional(
      Type.String({
        description: 'Value of `content` after the edit.',
        examples: ['c19646b3cdcc5b66357d7bfb3f0c06585b3e4aadb7db530a79e929eb4e3c42ce'],
      }),
    ),
    cause: Type.Optional(Type.String({ description: 'Reason for the deletion.', examples: ['store'] })),
    decision: Type.Optional(Type.String({ description: 'Result of the appeal.', examples: ['upheld'] })),
    sameActor: Type.Optional(
      Nullable(
        Type.Boolean({
          description: 'Whether the same person rejected the review and decided the appeal. Null if unknown.',
        }),
      ),
    ),
    version: Whole('Version of the policy.'),
    sha256: Type.Optional(
      Type.String({
        description: 'SHA-256 of the policy text.',
        examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
      }),
    ),
    date: Type.Optional(Type.String({ description: 'Day in UTC that has ended.', examples: ['2026-11-19'] })),
    store: withExample(OrNull('Id of the previous store. Null if unknown.'), null),
    origin: Type.Optional(
      Type.Object(
        {
          store: Type.String({ format: 'uuid', description: 'Id of the store that shares the review.' }),
          review: Type.String({ format: 'uuid', description: 'Id of the review in the sharing store.' }),
        },
        { title: 'EntryOrigin', description: 'Shared review that was copied to this store.' },
      ),
    ),
    grant: Type.Optional(
      Type.String({ format: 'uuid', description: 'Id of the grant that lets another store show the reviews.' }),
    ),
    size: Whole('Number of entries in the ledger.'),
    root: Type.Optional(
      Type.String({
        description: 'Root hash of the tree.',
        examples: ['3e09839b1b0fd99ef3e3e2f0d06c9e187fb59311c7dfe5237e0d85f1f65c317f'],
      }),
    ),
  },
  { title: 'EntryData', description: 'Data of the entry. The fields depend on `type`.' },
)

/** The leaf of an entry is the SHA-256 of a zero byte followed by the RFC 8785 form of this object. */
export const LedgerEntry = Type.Object(
  {
    at: described(Instant, 'Time of the entry.'),
    by: Type.Object(
      {
        role: OneOf(partyRoles, { description: 'Role of the actor. `REVIEWER` is the author, `SYSTEM` the service.' }),
        via: OneOf(partyWays, { description: 'Means by which the actor acted. `system` is the service itself.' }),
      },
      { title: 'EntryParty' },
    ),
    data: EntryData,
    prev: Type.String({
      description: 'Leaf hash of the previous entry, in hexadecimal. 64 zeros for the first entry.',
      examples: ['0000000000000000000000000000000000000000000000000000000000000000'],
    }),
    review: Nullable(described(Id, 'Id of the review. Null for entries about the store.')),
    seq: Type.Integer({ minimum: 0, description: 'Zero-based position in the ledger, without gaps.' }),
    store: Type.String({ format: 'uuid', description: 'Id of the store that owns the ledger.' }),
    type: OneOf(entryTypes, { description: 'Kind of the entry. More kinds may follow.' }),
    v: Type.Literal(1, { description: 'Version of the entry format.' }),
  },
  { title: 'LedgerEntry' },
)
export type LedgerEntry = Static<typeof LedgerEntry>

export const ListedEntry = Type.Object(
  {
    ...LedgerEntry.properties,
    leafHash: Type.String({
      description: 'Hash of the entry in RFC 8785 form, in hexadecimal.',
      examples: ['75a151227f89131323e0d53d9a57abc18a87608cc0680be4e26503130c812715'],
    }),
  },
  { title: 'ListedEntry' },
)

export const EntriesQuery = pageQuery({
  review: Type.Optional(
    Type.String({ format: 'uuid', description: 'Filter: entries of this review, also of a deleted one.' }),
  ),
  type: Type.Optional(AnyOf(entryTypes, { description: 'Filter: entries of these types.' })),
})
export type EntryFilters = Pick<Static<typeof EntriesQuery>, 'review' | 'type'>
