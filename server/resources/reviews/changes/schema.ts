// The wire shape of what happened to a review, and who did it.
import { type Static, Type } from 'typebox'
import { Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { moderationReasons, sources, statuses } from '../schema.ts'

export const pastKinds = [
  'submitted',
  'verified',
  'incentive',
  'decided',
  'edited',
  'moved',
  'photo_removed',
  'reports_resolved',
  'replied',
  'reply_changed',
  'reply_withdrawn',
  'appealed',
  'appeal_decided',
  'anonymized',
] as const
export type PastKind = (typeof pastKinds)[number]

/** In the table. `changed`: the ledger has the details. */
export const actKinds = ['changed', 'replied', 'reply_changed', 'reply_withdrawn', 'reports_resolved'] as const
export type ActKind = (typeof actKinds)[number]

export const actorRoles = ['REVIEWER', 'MEMBER', 'ADMIN', 'OWNER', 'SYSTEM'] as const
export const actorWays = ['form', 'key', 'session', 'token', 'partner', 'support', 'system'] as const

const By = Type.Object(
  {
    role: OneOf(actorRoles, { description: 'In what role.' }),
    via: OneOf(actorWays, { description: 'By which way.' }),
    name: sessionOnly(
      Nullable(
        Type.String({ description: 'Who, as they are called now; null of who has left, and where it is not known.' }),
      ),
    ),
  },
  { title: 'ReviewActor' },
)

export const PastAct = Type.Object(
  {
    kind: OneOf(pastKinds, { description: 'What was done.' }),
    at: Instant,
    by: By,
    source: Type.Optional(OneOf(sources, { description: 'By which way it came; of `submitted`.' })),
    rating: Type.Optional(Type.Integer({ description: 'Its stars; of `submitted`.' })),
    verified: Type.Optional(Type.Boolean({ description: 'Whether a purchase was proven; of `verified`.' })),
    from: Type.Optional(OneOf(statuses, { description: 'The status until then; of `decided`.' })),
    to: Type.Optional(OneOf(statuses, { description: 'The status from then on; of `decided`.' })),
    reason: Type.Optional(Nullable(OneOf(moderationReasons, { description: 'Why it is not shown; of `decided`.' }))),
    policyVersion: Type.Optional(
      Nullable(Type.Integer({ description: 'By which version of the moderation policy; of `decided`.' })),
    ),
    fromProduct: Type.Optional(
      Type.String({ description: "The platform's identifier of the product until then; of `moved`." }),
    ),
    toProduct: Type.Optional(
      Type.String({ description: "The platform's identifier of the product from then on; of `moved`." }),
    ),
    fields: Type.Optional(Type.Array(Type.String(), { description: 'What was edited; of `edited`.' })),
    count: Type.Optional(Type.Integer({ description: 'How many; of `reports_resolved`.' })),
    decision: Type.Optional(
      OneOf(['upheld', 'overturned'], { description: 'What became of the appeal; of `appeal_decided`.' }),
    ),
  },
  { title: 'ReviewPastAct' },
)
export type PastAct = Static<typeof PastAct>

export const ReviewHistory = Type.Object(
  { acts: Type.Array(PastAct, { description: 'Newest first; the latest 500.' }) },
  { title: 'ReviewHistory' },
)
export type ReviewHistory = Static<typeof ReviewHistory>
