import { type Static, Type } from 'typebox'
import {
  described,
  emailPattern,
  Id,
  Instant,
  Nullable,
  notBlank,
  sessionOnly,
  withExample,
} from '#platform/values/wire.ts'

export const Organization = Type.Object(
  {
    id: described(Id, 'Id of the organization.'),
    name: Type.String({ description: 'Name of the organization.', examples: ['Acme'] }),
    legalName: Nullable(
      Type.String({
        description: 'Legal name of the organization on invoices. Null uses `name`.',
        examples: ['Acme Trading Ltd'],
      }),
    ),
    vatNumber: Nullable(
      Type.String({ description: 'VAT number of the organization. Null if unknown.', examples: ['GB123456789'] }),
    ),
    country: Nullable(
      Type.String({
        description: 'Country of registration, as an ISO 3166-1 alpha-2 code. Null if unknown.',
        examples: ['GB'],
      }),
    ),
    billingEmail: sessionOnly(
      Nullable(
        Type.String({
          description: 'Email address for invoices. Null sends invoices to the owners. Absent for keys and tokens.',
          examples: ['accounts@acme.example'],
        }),
      ),
    ),
    closing: Type.Boolean({
      description: 'Whether the organization awaits deletion. It is then read-only.',
    }),
    deletesAt: Nullable({ ...Instant, description: 'Time a closing organization is deleted. Null unless closing.' }),
    transferOpen: Type.Boolean({
      description: 'Whether a transfer of ownership is open. See `GET /orgs/transfer`.',
    }),
    affiliateCode: Nullable(
      Type.String({
        description: "Code of the organization's affiliate link. Null if it has not joined the affiliate programme.",
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
        'x-expected': 'must be one line that contains more than spaces, or null',
        description,
      }),
    ),
  )

export const OrganizationChange = Type.Object({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      ...notBlank,
      description: 'Name of the organization.',
      examples: ['Acme'],
    }),
  ),
  legalName: withExample(line(200, 'Legal name on invoices. Null removes it.'), 'Acme Trading Ltd'),
  vatNumber: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 40,
        pattern: '^[ .-]*([0-9A-Za-z+*][ .-]*){4,20}$',
        'x-expected': 'must be a tax number of 4 to 20 letters and digits such as DE123456789',
        description: 'VAT number, stored in capitals without spaces, points and hyphens. Null removes it.',
        examples: ['GB123456789'],
      }),
    ),
  ),
  country: Type.Optional(
    Nullable(
      Type.String({
        format: 'country',
        minLength: 2,
        maxLength: 2,
        description: 'Country of registration, as an ISO 3166-1 alpha-2 code such as `DE`. Null removes it.',
        examples: ['GB'],
      }),
    ),
  ),
  billingEmail: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 320,
        pattern: emailPattern,
        'x-expected': 'must be an e-mail address such as jane@example.com',
        description: 'Email address for invoices. Null sends invoices to the owners.',
        examples: ['accounts@acme.example'],
      }),
    ),
  ),
})
export type OrganizationChange = Static<typeof OrganizationChange>

export const Settings = Type.Object(
  {
    twoFactorRequired: Type.Boolean({
      description: 'Whether members need a second factor. Keys are not affected.',
    }),
  },
  { title: 'OrganizationSettings' },
)

export const SettingsChange = Type.Partial(Settings)
