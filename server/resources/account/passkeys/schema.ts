import { Type } from 'typebox'
import { Id, Instant, Nullable } from '#platform/values/wire.ts'
import { GivenPassword } from '../sign-in/schema.ts'

export const maxNameLength = 60

const Name = Type.String({
  minLength: 1,
  maxLength: maxNameLength,
  pattern: '\\S',
  'x-expected': 'must hold more than spaces',
  description: 'By which the person knows it again.',
  examples: ['Work laptop'],
})

export const Passkey = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'As the person called it.' }),
    backedUp: Type.Boolean({
      description: 'Whether it is kept in an account of the device, and so outlives the device.',
    }),
    createdAt: Instant,
    lastUsedAt: Nullable(Instant),
  },
  { title: 'Passkey' },
)

export const OwnPassword = Type.Object({ password: { ...GivenPassword, description: "The person's own." } })

export const NameChange = Type.Object({ name: Name })

const challenge = Type.String({
  description: 'What is to be signed: good once, and for five minutes.',
  examples: ['Q2hhbGxlbmdlT2ZBUGFzc2tleQ'],
})
const rpId = { description: 'The host name that the passkey is bound to.', examples: ['reviews.example.com'] }
const timeout = Type.Integer({ description: 'How long the person may take, in milliseconds.' })
const kind = { description: 'Always `public-key`.', examples: ['public-key'] }
const credentialId = { description: 'The id of the credential, as base64url.', examples: ['UbZ7sHlRz0aYk2m1vQ8tXw'] }
const transport = { examples: ['internal'] }

const Creation = Type.Object(
  {
    challenge,
    rp: Type.Object(
      { id: Type.String(rpId), name: Type.String({ description: 'The name of the service.', examples: ['Evident'] }) },
      { description: 'For whom it is made.' },
    ),
    user: Type.Object(
      {
        id: Type.String({
          description: 'The id of the person, as base64url.',
          examples: ['MDE5YTlmNGUtN2ExMC03YjZj'],
        }),
        name: Type.String({
          description: 'Their address, by which the browser lists it.',
          examples: ['sam@acme.example'],
        }),
        displayName: Type.String({ description: 'Their name.', examples: ['Sam Kent'] }),
      },
      { description: 'Whose it will be.' },
    ),
    pubKeyCredParams: Type.Array(
      Type.Object({
        alg: Type.Integer({ description: 'The number of the algorithm (COSE).' }),
        type: Type.String(kind),
      }),
      { description: 'Which keys are taken.' },
    ),
    timeout,
    attestation: Type.String({ description: 'Always `none`: nobody has to vouch for the device.', examples: ['none'] }),
    excludeCredentials: Type.Array(
      Type.Object({
        id: Type.String(credentialId),
        type: Type.String(kind),
        transports: Type.Optional(Type.Array(Type.String(transport), { description: 'How the device is reached.' })),
      }),
      { description: 'Those that the account has: the same device makes no second one.' },
    ),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.String({
          description: 'Always `required`: it names its holder by itself.',
          examples: ['required'],
        }),
        requireResidentKey: Type.Boolean({ description: 'The same, in older words.' }),
        userVerification: Type.String({ description: 'Always `required`.', examples: ['required'] }),
      },
      { description: 'Which devices are asked.' },
    ),
  },
  { description: 'The options of WebAuthn, in their JSON form: hand them to the browser as they are.' },
)

const Request = Type.Object(
  {
    challenge,
    rpId: Type.String(rpId),
    timeout,
    userVerification: Type.String({ description: 'Always `required`.', examples: ['required'] }),
  },
  { description: 'The options of WebAuthn, in their JSON form: hand them to the browser as they are.' },
)

export const CreationOptions = Type.Object({ publicKey: Creation }, { title: 'PasskeyCreation' })
export const RequestOptions = Type.Object({ publicKey: Request }, { title: 'PasskeyRequest' })

/** Base64url, as browsers encode it. The limit exceeds every authenticator's answer. */
const bytes = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    'x-expected': 'must be base64url',
    description,
    examples: [example],
  })

const identity = {
  id: bytes(1_400, credentialId.description, 'UbZ7sHlRz0aYk2m1vQ8tXw'),
  rawId: bytes(1_400, 'The same.', 'UbZ7sHlRz0aYk2m1vQ8tXw'),
  type: Type.String({ maxLength: 20, ...kind }),
}
const clientDataJSON = bytes(
  4_000,
  'What the browser says of the page: origin and challenge.',
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
)
const answer = { description: 'What the device answered.' }

export const NewPasskey = Type.Object({
  name: Name,
  credential: Type.Object(
    {
      ...identity,
      response: Type.Object(
        {
          clientDataJSON,
          attestationObject: bytes(16_000, 'The new public key.', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ'),
          transports: Type.Optional(
            Type.Array(Type.String({ maxLength: 20, ...transport }), {
              maxItems: 10,
              description: 'How the device is reached.',
            }),
          ),
        },
        answer,
      ),
    },
    { description: 'What `navigator.credentials.create()` gave, in its JSON form.' },
  ),
})

export const Assertion = Type.Object({
  credential: Type.Object(
    {
      ...identity,
      response: Type.Object(
        {
          clientDataJSON,
          authenticatorData: bytes(
            4_000,
            'What the device says of itself, such as whether it has verified its holder.',
            'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          ),
          signature: bytes(8_000, 'Over both.', 'MEUCIQDd3yZ1r0Q4'),
          userHandle: Type.Optional(
            Nullable(bytes(100, 'Whose the device says that the passkey is.', 'MDE5YTlmNGUtN2ExMC03YjZj')),
          ),
        },
        answer,
      ),
    },
    { description: 'What `navigator.credentials.get()` gave, in its JSON form.' },
  ),
})
