import { Type } from 'typebox'
import { Id } from '#platform/values/wire.ts'
import { emailText, maxNameLength, NewPassword } from '#resources/account/sign-in/schema.ts'

const notBlank = { minLength: 1, pattern: '\\S', 'x-expected': 'must hold more than spaces' }

export const FirstAccount = Type.Object(
  {
    name: Type.String({ ...notBlank, maxLength: maxNameLength, description: 'As others here read it.' }),
    email: emailText,
    password: NewPassword,
    organization: Type.String({ ...notBlank, maxLength: 200, description: 'What it is to be called.' }),
    store: Type.String({
      ...notBlank,
      maxLength: 200,
      description: 'What its first store is to be called.',
      examples: ['Acme Shop'],
    }),
    origin: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Where the storefront is served from, such as https://shop.example.com.',
      examples: ['https://shop.acme.example'],
    }),
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Of the store, such as Europe/Berlin. `UTC` when left out.',
      }),
    ),
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'What the service printed when it started. Not needed on the machine of the service itself.',
      }),
    ),
  },
  { title: 'FirstAccount' },
)

export const MadeFirstAccount = Type.Object(
  {
    organizationId: Id,
    storeEnvId: Id,
    ownerEmail: Type.String({
      description: 'With this address and the password one signs in.',
      examples: ['sam@acme.example'],
    }),
  },
  { title: 'MadeFirstAccount' },
)
