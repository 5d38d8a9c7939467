import { Type } from 'typebox'
import { described, Id, notBlank } from '#platform/values/wire.ts'
import { emailText, maxNameLength, NewPassword } from '#resources/account/sign-in/schema.ts'

export const FirstAccount = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      ...notBlank,
      maxLength: maxNameLength,
      description: 'Name that colleagues see.',
      examples: ['Sam Kent'],
    }),
    email: described(emailText, 'Email address of the new account.', 'sam@acme.example'),
    password: described(
      NewPassword,
      'Password of the account: at least 10 characters, and not a common one.',
      'seven-blue-kettles',
    ),
    organization: Type.String({
      minLength: 1,
      ...notBlank,
      maxLength: 200,
      description: 'Name of the organization.',
      examples: ['Acme'],
    }),
    store: Type.String({
      minLength: 1,
      ...notBlank,
      maxLength: 200,
      description: 'Name of the first store.',
      examples: ['Acme Shop'],
    }),
    origin: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Origin of the storefront, such as https://shop.example.com.',
      examples: ['https://shop.acme.example'],
    }),
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Time zone of the store, as an IANA name such as Europe/Berlin. Default: `UTC`.',
        examples: ['Europe/London'],
      }),
    ),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Token the service printed at its start. Browsers on the same machine do not need it.',
        examples: ['Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
      }),
    ),
  },
  { title: 'FirstAccount' },
)

export const MadeFirstAccount = Type.Object(
  {
    organizationId: described(Id, 'Id of the new organization.'),
    storeEnvId: described(Id, 'Id of the new store.', '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'),
    ownerEmail: Type.String({
      description: 'Email address to sign in with.',
      examples: ['sam@acme.example'],
    }),
  },
  { title: 'MadeFirstAccount' },
)
