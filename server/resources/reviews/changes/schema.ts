import { type Static, Type } from 'typebox'
import { described, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { moderationReasons, shownSources, statuses } from '../schema.ts'

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

/** Kinds of acts in the table. For `changed` the ledger has the details. */
export const actKinds = ['changed', 'replied', 'reply_changed', 'reply_withdrawn', 'reports_resolved'] as const
export type ActKind = (typeof actKinds)[number]

export const actorRoles = ['REVIEWER', 'MEMBER', 'ADMIN', 'OWNER', 'SYSTEM'] as const
export const actorWays = ['form', 'key', 'session', 'token', 'partner', 'support', 'system'] as const

const By = Type.Object(
  {
    role: OneOf(actorRoles, { description: 'Role of the actor.' }),
    via: OneOf(actorWays, {
      description: 'Means by which the actor acted. `system` is the service itself.',
    }),
    name: sessionOnly(
      Nullable(
        Type.String({
          description: 'Current name of the actor. Null if unknown, and after they left.',
          examples: ['Sam Kent'],
        }),
      ),
    ),
  },
  { title: 'ReviewActor' },
)

export const PastAct = Type.Object(
  {
    kind: OneOf(pastKinds, { description: 'Kind of the action.' }),
    at: described(Instant, 'Time of the change.'),
    by: By,
    source: Type.Optional(
      OneOf(shownSources, { description: 'Channel through which the review was received. Only for `submitted`.' }),
    ),
    rating: Type.Optional(Type.Integer({ description: 'Stars of the review. Only for `submitted`.', examples: [5] })),
    verified: Type.Optional(Type.Boolean({ description: 'Whether a purchase was proven. Only for `verified`.' })),
    from: Type.Optional(OneOf(statuses, { description: 'Previous status. Only for `decided`.' })),
    to: Type.Optional(OneOf(statuses, { description: 'New status. Only for `decided`.' })),
    reason: Type.Optional(
      Nullable(
        OneOf(moderationReasons, {
          description: 'Reason the review is hidden. Only for `decided`. Null for approvals.',
        }),
      ),
    ),
    policyVersion: Type.Optional(
      Nullable(Type.Integer({ description: 'Version of the moderation policy. Only for `decided`. Null if unknown.' })),
    ),
    fromProduct: Type.Optional(
      Type.String({ description: 'Id of the previous product in the shop. Only for `moved`.', examples: ['mug-00'] }),
    ),
    toProduct: Type.Optional(
      Type.String({ description: 'Id of the new product in the shop. Only for `moved`.', examples: ['mug-01'] }),
    ),
    fields: Type.Optional(Type.Array(Type.String(), { description: 'Edited fields. Only for `edited`.' })),
    count: Type.Optional(Type.Integer({ description: 'Number of reports. Only for `reports_resolved`.' })),
    decision: Type.Optional(
      OneOf(['upheld', 'overturned'], { description: 'Result of the appeal. Only for `appeal_decided`.' }),
    ),
  },
  { title: 'ReviewPastAct' },
)
export type PastAct = Static<typeof PastAct>

export const ReviewHistory = Type.Object(
  { acts: Type.Array(PastAct, { description: 'Latest 500 actions, newest first.' }) },
  { title: 'ReviewHistory' },
)
export type ReviewHistory = Static<typeof ReviewHistory>
