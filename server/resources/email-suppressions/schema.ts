import { type Static, Type } from 'typebox'
import { directionParam, page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

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

const givenReasons = ['manual', 'unsubscribe', 'unsubscribed', 'hard_bounce', 'bounce', 'complaint', 'invalid'] as const
export type GivenReason = (typeof givenReasons)[number] | Reason

const Scope = OneOf(scopes, { default: 'all', description: 'Emails the person does not get. `all` covers every kind.' })
const Address = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})
const Note = Nullable(Type.String({ maxLength: 500 }))

export const Suppression = Type.Object(
  {
    id: described(Id, 'Id of the suppression, a UUIDv7.'),
    email: sessionOnly(
      Nullable(
        Type.String({
          description:
            'Email address that is suppressed. Null after the person was erased. Absent for keys and tokens.',
          examples: ['jane.doe@customer.example'],
        }),
      ),
    ),
    emailLast4: Nullable(
      Type.String({ description: 'Masked email address. Null after the person was erased.', examples: ['.doe'] }),
    ),
    scope: OneOf(scopes, { description: 'Emails the person does not get. `all` covers every kind.' }),
    reason: OneOf(reasons, { description: 'Reason for the suppression. More reasons may follow.' }),
    source: Nullable(
      Type.String({
        description: 'Origin of the suppression, such as `api`, `import` or `bounce 5.1.1`. Null if unknown.',
        examples: ['api'],
      }),
    ),
    note: Nullable(Type.String({ description: 'Note on the reason. Null without one.', examples: ['asked by phone'] })),
    expiresAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the suppression expires. Null if it does not expire.' }),
    ),
    createdAt: described(Instant, 'Time the suppression was created.'),
    updatedAt: described(Instant, 'Time the suppression was last changed.'),
  },
  { title: 'EmailSuppression' },
)
export type Suppression = Static<typeof Suppression>

export const SuppressionPage = page(Suppression)

export const SuppressionFilters = pageQuery({
  direction: directionParam('Sort order by `createdAt`. Default: newest first.'),
  scope: Type.Optional(AnyOf(scopes, { description: 'Filter: suppressions with these scopes.' })),
  reason: Type.Optional(AnyOf(reasons, { description: 'Filter: suppressions with these reasons.' })),
  email: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 320,
      pattern: '^[^\\s@]+@[^\\s@]+$',
      'x-expected': 'must be an e-mail address such as jane@example.com',
      description: 'Filter: suppressions of exactly this email address.',
      examples: ['jane.doe@customer.example'],
    }),
  ),
})
export type SuppressionFilters = Static<typeof SuppressionFilters>

export const NewSuppression = Type.Object(
  {
    email: described(Address, 'Email address to suppress.', 'jane.doe@customer.example'),
    scope: Type.Optional(Scope),
    reason: Type.Optional(
      OneOf(givenReasons, {
        default: 'manual',
        description:
          'Reason for the suppression. `bounce` is stored as `hard_bounce`, `unsubscribed` as `unsubscribe`.',
      }),
    ),
    note: Type.Optional(described(Note, 'Note on the reason. Null or omitted for none.', 'asked by phone')),
  },
  { title: 'NewEmailSuppression' },
)

export const SuppressionImport = Type.Object(
  {
    scope: Type.Optional(Scope),
    reason: Type.Optional(
      OneOf([...givenReasons, 'import'], {
        default: 'import',
        description: 'Reason for all suppressions of the request.',
      }),
    ),
    addresses: Type.Array(Type.String({ maxLength: 1000, examples: ['jane.doe@customer.example'] }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Email addresses to suppress. An invalid address is reported, and the others are stored.',
    }),
  },
  { title: 'EmailSuppressionImport' },
)

/** Scope and reason of a CSV list, which has no field for them. */
export const SuppressionImportQuery = Type.Object({
  scope: Type.Optional(OneOf(scopes, { description: 'Scope of all suppressions, unless the body names one.' })),
  reason: Type.Optional(
    OneOf([...givenReasons, 'import'], { description: 'Reason for all suppressions, unless the body names one.' }),
  ),
})

export const SuppressionImportReport = Type.Object(
  {
    received: Type.Integer({ description: 'Number of rows in the request.' }),
    created: Type.Integer({ description: 'Number of suppressions created.' }),
    unchanged: Type.Integer({
      description: 'Number of addresses already suppressed for this scope and reason, or sent twice.',
    }),
    failed: Type.Integer({ description: 'Number of rows that failed.' }),
    errors: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Zero-based position of the row in the request.' }),
        code: Type.String({
          description: 'Error code, for programs. More codes may follow.',
          examples: ['invalid_address'],
        }),
        message: Type.String({
          description: 'Explanation for people. Programs read the code.',
          examples: ['Invalid e-mail address.'],
        }),
      }),
      { description: 'Rows that were refused, each with its reason.' },
    ),
  },
  { title: 'EmailSuppressionImportReport' },
)

export const CustomerSuppression = Type.Object(
  {
    id: described(Id, 'Id of the suppression, a UUIDv7.'),
    scope: Type.String({
      description: 'Emails the person does not get. `all` covers every kind.',
      examples: ['review_requests'],
    }),
    reason: Type.String({
      description: 'Reason for the suppression. More reasons may follow.',
      examples: ['unsubscribed'],
    }),
    source: Nullable(
      Type.String({
        description: 'Origin of the suppression, such as `api`, `import` or `bounce 5.1.1`. Null if unknown.',
        examples: ['api'],
      }),
    ),
    expiresAt: Nullable(described(Instant, 'Time the suppression expires. Null if it does not expire.')),
    createdAt: described(Instant, 'Time the suppression was created.'),
  },
  { title: 'CustomerSuppression' },
)
