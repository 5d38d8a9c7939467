import { type Static, Type } from 'typebox'
import { directionParam, page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const scopes = ['all', 'review_requests', 'loyalty', 'sequences'] as const
export type Scope = (typeof scopes)[number]

export const reasons = [
  'hard_bounce',
  'soft_bounce',
  'complaint',
  'unsubscribe',
  'manual',
  'import',
  'invalid',
] as const
export type Reason = (typeof reasons)[number]

/** Reasons that a merchant may give. The service finds the others. */
const givenReasons = ['manual', 'unsubscribe', 'unsubscribed', 'hard_bounce', 'bounce', 'complaint', 'invalid'] as const
export type GivenReason = (typeof givenReasons)[number] | Reason

const Scope = OneOf(scopes, { default: 'all', description: 'Which mail is held back. `all` holds back every kind.' })
const Address = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})
const Note = Nullable(Type.String({ maxLength: 500 }))

export const Suppression = Type.Object(
  {
    id: Id,
    email: sessionOnly(Nullable(Type.String({ description: 'Null once the person was erased.' }))),
    emailLast4: Nullable(Type.String({ description: 'The masked form of the address.' })),
    scope: OneOf(scopes),
    reason: OneOf(reasons),
    source: Nullable(Type.String({ description: 'Where it came from, such as `api`, `import` or `bounce 5.1.1`.' })),
    note: Nullable(Type.String()),
    expiresAt: Nullable(Type.String({ format: 'date-time' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'EmailSuppression' },
)
export type Suppression = Static<typeof Suppression>

export const SuppressionPage = page(Suppression)

export const SuppressionFilters = pageQuery({
  direction: directionParam('By `createdAt`, newest first unless this is `asc`.'),
  scope: Type.Optional(AnyOf(scopes)),
  reason: Type.Optional(AnyOf(reasons)),
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      pattern: '^[^\\s@]+@[^\\s@]+$',
      'x-expected': 'must be an e-mail address such as jane@example.com',
    }),
  ),
})
export type SuppressionFilters = Static<typeof SuppressionFilters>

export const NewSuppression = Type.Object(
  {
    email: Address,
    scope: Type.Optional(Scope),
    reason: Type.Optional(
      OneOf(givenReasons, {
        default: 'manual',
        description: '`bounce` is kept as `hard_bounce`, and `unsubscribed` as `unsubscribe`.',
      }),
    ),
    note: Type.Optional(Note),
  },
  { title: 'NewEmailSuppression' },
)

export const SuppressionImport = Type.Object(
  {
    scope: Type.Optional(Scope),
    reason: Type.Optional(OneOf([...givenReasons, 'import'], { default: 'import' })),
    addresses: Type.Array(Type.String({ maxLength: 1000 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'One that is no address is reported and keeps none of the others back.',
    }),
  },
  { title: 'EmailSuppressionImport' },
)

/** For a list as CSV, which has no place for them. */
export const SuppressionImportQuery = Type.Object({
  scope: Type.Optional(OneOf(scopes, { description: 'Of the whole list, unless the body says otherwise.' })),
  reason: Type.Optional(
    OneOf([...givenReasons, 'import'], { description: 'Of the whole list, unless the body says otherwise.' }),
  ),
})

export const SuppressionImportReport = Type.Object(
  {
    received: Type.Integer(),
    created: Type.Integer(),
    unchanged: Type.Integer({ description: 'Suppressed already for this scope and reason, or given twice.' }),
    failed: Type.Integer(),
    errors: Type.Array(Type.Object({ index: Type.Integer(), code: Type.String(), message: Type.String() })),
  },
  { title: 'EmailSuppressionImportReport' },
)

export const CustomerSuppression = Type.Object(
  {
    id: Id,
    scope: Type.String(),
    reason: Type.String(),
    source: Nullable(Type.String()),
    expiresAt: Nullable(Instant),
    createdAt: Instant,
  },
  { title: 'CustomerSuppression' },
)
