import { type Static, Type } from 'typebox'
import { emailPattern, Id, Instant, Nullable, sessionOnly } from '#platform/values/wire.ts'

export const Organization = Type.Object(
  {
    id: Id,
    name: Type.String(),
    legalName: Nullable(Type.String()),
    vatNumber: Nullable(Type.String()),
    country: Nullable(Type.String()),
    billingEmail: sessionOnly(
      Nullable(Type.String({ description: 'Where invoices go; null means to the owners. For signed-in people only.' })),
    ),
    closing: Type.Boolean({
      description: 'Whether its deletion was asked for: everything can be read, and nothing changed.',
    }),
    deletesAt: Nullable({ ...Instant, description: 'When a closing organization is deleted.' }),
    transferOpen: Type.Boolean({
      description: 'Whether a member was asked to take it over and can still accept: see `GET /orgs/transfer`.',
    }),
    affiliateCode: Nullable(
      Type.String({
        description: 'The end of its link as an affiliate; null where it has not joined.',
        examples: ['acme'],
      }),
    ),
  },
  { title: 'OrganizationProfile' },
)
export type Organization = Static<typeof Organization>

const line = (maxLength: number, description: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength,
        pattern: '^.*\\S.*$',
        'x-expected': 'must be one line that holds more than spaces, or null',
        description,
      }),
    ),
  )

export const OrganizationChange = Type.Object({
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
  ),
  legalName: line(200, 'As invoices name it; null takes it away.'),
  vatNumber: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 40,
        pattern: '^[ .-]*([0-9A-Za-z+*][ .-]*){4,20}$',
        'x-expected': 'must be a tax number of 4 to 20 letters and digits such as DE123456789',
        description: 'For VAT; kept without spaces, points and hyphens, in capitals.',
      }),
    ),
  ),
  country: Type.Optional(
    Nullable(
      Type.String({
        format: 'country',
        minLength: 2,
        maxLength: 2,
        description: 'ISO 3166-1 alpha-2, such as `DE`.',
      }),
    ),
  ),
  billingEmail: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 320,
        pattern: emailPattern,
        'x-expected': 'must be an e-mail address such as jane@example.com',
        description: 'Where invoices go; null means to the owners.',
      }),
    ),
  ),
})
export type OrganizationChange = Static<typeof OrganizationChange>

export const Settings = Type.Object(
  {
    twoFactorRequired: Type.Boolean({
      description: 'Whether its people need a second factor. Keys are not affected.',
    }),
  },
  { title: 'OrganizationSettings' },
)

export const SettingsChange = Type.Partial(Settings)
