import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

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
] as const
export type EntryType = (typeof entryTypes)[number]

export const partyRoles = ['REVIEWER', 'MEMBER', 'ADMIN', 'OWNER', 'SYSTEM'] as const
export const partyWays = ['form', 'key', 'session', 'token', 'partner', 'support', 'system'] as const

const OrNull = (what: string) => Type.Optional(Nullable(Type.String({ description: what })))
const Whole = (what: string) => Type.Optional(Type.Integer({ description: what }))

/** Data of an entry. Each type only has its own fields. */
const EntryData = Type.Object(
  {
    source: Type.Optional(Type.String({ description: 'By which way the review came.' })),
    importedFrom: OrNull('From which platform it was brought over.'),
    rating: Whole('Its stars.'),
    content: Type.Optional(Type.String({ description: 'Binds its words: SHA-256 of the salt and the words.' })),
    verified: Type.Optional(Type.Boolean({ description: 'Whether a purchase was proven.' })),
    method: Type.Optional(Type.String({ description: 'How the purchase was proven, or `none`.' })),
    kind: OrNull('What was offered for it; null when an import takes that back.'),
    offeredAt: OrNull('When that was shown.'),
    from: Type.Optional(
      Type.String({ description: 'The status until then; of `moved`, the identifier of the product until then.' }),
    ),
    to: Type.Optional(
      Type.String({ description: 'The status from then on; of `moved`, the identifier of the product from then on.' }),
    ),
    reason: OrNull('Why it is not shown.'),
    policy: Type.Optional(Nullable(Type.Integer({ description: 'By which version of the policy.' }))),
    fields: Type.Optional(Type.Array(Type.String(), { description: 'What was edited.' })),
    before: OrNull('As `content`, until then.'),
    after: Type.Optional(Type.String({ description: 'As `content`, from then on.' })),
    cause: Type.Optional(Type.String({ description: 'Why it was deleted.' })),
    decision: Type.Optional(Type.String({ description: 'What became of an appeal.' })),
    sameActor: Type.Optional(Nullable(Type.Boolean({ description: 'Whether who decided on it had decided before.' }))),
    version: Whole('Of the policy.'),
    sha256: Type.Optional(Type.String({ description: 'Of its text.' })),
    date: Type.Optional(Type.String({ description: 'The day in UTC that has ended.' })),
    store: OrNull('Of which store the ledger was.'),
    size: Whole('How many entries it had.'),
    root: Type.Optional(Type.String({ description: 'What its tree came to.' })),
  },
  { title: 'EntryData', description: 'What is said, by `type`.' },
)

/** An entry exactly as hashed by its leaf: RFC 8785 of this object, after a zero byte. */
export const LedgerEntry = Type.Object(
  {
    at: Instant,
    by: Type.Object(
      { role: OneOf(partyRoles), via: OneOf(partyWays, { description: 'By which way.' }) },
      { title: 'EntryParty' },
    ),
    data: EntryData,
    prev: Type.String({ description: 'The leaf before, in hexadecimal; 64 zeros for the first.' }),
    review: Nullable(Id),
    seq: Type.Integer({ minimum: 0, description: 'Its place in the ledger, from 0, without gaps.' }),
    store: Type.String({ format: 'uuid', description: 'Whose ledger it is.' }),
    type: OneOf(entryTypes),
    v: Type.Literal(1, { description: 'The version of this format.' }),
  },
  { title: 'LedgerEntry' },
)
export type LedgerEntry = Static<typeof LedgerEntry>

export const ListedEntry = Type.Object(
  {
    ...LedgerEntry.properties,
    leafHash: Type.String({ description: 'Of the entry as RFC 8785 spells it, in hexadecimal.' }),
  },
  { title: 'ListedEntry' },
)

export const EntriesQuery = pageQuery({
  review: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only entries of this review, also of one that is gone.' }),
  ),
  type: Type.Optional(AnyOf(entryTypes, { description: 'Only entries of these types.' })),
})
export type EntryFilters = Pick<Static<typeof EntriesQuery>, 'review' | 'type'>
