import { Type } from 'typebox'
import { described, Id, Instant, Nullable, notBlank } from '#platform/values/wire.ts'
import { GivenPassword } from '../sign-in/schema.ts'

export const maxNameLength = 60

const Name = Type.String({
  minLength: 1,
  maxLength: maxNameLength,
  ...notBlank,
  description: 'Name that helps the person recognise the passkey.',
  examples: ['Work laptop'],
})

export const Passkey = Type.Object(
  {
    id: described(Id, 'Id of the passkey, a UUIDv7.'),
    name: Type.String({ description: 'Name the person gave the passkey.', examples: ['Work laptop'] }),
    backedUp: Type.Boolean({
      description: 'Whether the passkey is backed up and survives the loss of the device.',
    }),
    createdAt: described(Instant, 'Time the passkey was created.'),
    lastUsedAt: Nullable(described(Instant, 'Time the passkey was last used. Null if never used.')),
  },
  { title: 'Passkey' },
)

export const OwnPassword = Type.Object({
  password: { ...GivenPassword, description: 'Current password of the person.', examples: ['seven-blue-kettles'] },
})

export const NameChange = Type.Object({ name: Name })

const challenge = Type.String({
  description: 'Value the device signs. It is valid once, for five minutes.',
  examples: ['Q2hhbGxlbmdlT2ZBUGFzc2tleQ'],
})
const rpId = { description: 'Host name the passkey is bound to.', examples: ['reviews.example.com'] }
const timeout = Type.Integer({ description: 'Time limit for the person, in milliseconds.' })
const kind = { description: 'Always `public-key`.', examples: ['public-key'] }
const credentialId = { description: 'Credential id, as base64url.', examples: ['UbZ7sHlRz0aYk2m1vQ8tXw'] }
const transport = { examples: ['internal'] }

const Creation = Type.Object(
  {
    challenge,
    rp: Type.Object(
      {
        id: described(Type.String(rpId), 'Host name the passkey is bound to.'),
        name: Type.String({ description: 'Name of the service.', examples: ['Evident'] }),
      },
      { description: 'Relying party of the passkey.' },
    ),
    user: Type.Object(
      {
        id: Type.String({
          description: 'Id of the person, as base64url.',
          examples: ['MDE5YTlmNGUtN2ExMC03YjZj'],
        }),
        name: Type.String({
          description: 'Email address of the person, shown by the browser.',
          examples: ['sam@acme.example'],
        }),
        displayName: Type.String({ description: 'Name of the person.', examples: ['Sam Kent'] }),
      },
      { description: 'Account the passkey is for.' },
    ),
    pubKeyCredParams: Type.Array(
      Type.Object({
        alg: Type.Integer({ description: 'COSE number of the algorithm.' }),
        type: described(Type.String(kind), 'Always `public-key`.'),
      }),
      { description: 'Key algorithms we accept.' },
    ),
    timeout,
    attestation: Type.String({ description: 'Always `none`: we require no attestation.', examples: ['none'] }),
    excludeCredentials: Type.Array(
      Type.Object({
        id: described(Type.String(credentialId), 'Credential id, as base64url.'),
        type: described(Type.String(kind), 'Always `public-key`.'),
        transports: Type.Optional(
          Type.Array(Type.String(transport), { description: 'Transports that reach the device.' }),
        ),
      }),
      { description: 'Passkeys that the account already has. A device that has one of them does not create another.' },
    ),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.String({
          description: 'Always `required`: the passkey identifies its holder.',
          examples: ['required'],
        }),
        requireResidentKey: Type.Boolean({ description: 'Older form of `residentKey`, always true.' }),
        userVerification: Type.String({ description: 'Always `required`.', examples: ['required'] }),
      },
      { description: 'Requirements for the device.' },
    ),
  },
  { description: 'WebAuthn options in JSON form. Pass them to the browser unchanged.' },
)

const Request = Type.Object(
  {
    challenge,
    rpId: described(Type.String(rpId), 'Host name the passkey is bound to.'),
    timeout,
    userVerification: Type.String({ description: 'Always `required`.', examples: ['required'] }),
  },
  { description: 'WebAuthn options in JSON form. Pass them to the browser unchanged.' },
)

export const CreationOptions = Type.Object({ publicKey: Creation }, { title: 'PasskeyCreation' })
export const RequestOptions = Type.Object({ publicKey: Request }, { title: 'PasskeyRequest' })

/** Base64url, as browsers encode it. No authenticator's response is longer than the limit. */
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
  id: described(bytes(1_400, credentialId.description, 'UbZ7sHlRz0aYk2m1vQ8tXw'), 'Credential id, as base64url.'),
  rawId: bytes(1_400, 'Credential id, as base64url. It equals `id`.', 'UbZ7sHlRz0aYk2m1vQ8tXw'),
  type: Type.String({ maxLength: 20, ...kind, description: 'Always `public-key`.' }),
}
const clientDataJSON = bytes(
  4_000,
  'Origin and challenge of the page, as the browser reports them.',
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
)
const answer = { description: 'Response of the device.' }

export const NewPasskey = Type.Object({
  name: Name,
  credential: Type.Object(
    {
      ...identity,
      response: described(
        Type.Object(
          {
            clientDataJSON,
            attestationObject: bytes(
              16_000,
              'Attestation object with the new public key.',
              'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
            ),
            transports: Type.Optional(
              Type.Array(Type.String({ maxLength: 20, ...transport }), {
                maxItems: 10,
                description: 'Transports that reach the device.',
              }),
            ),
          },
          answer,
        ),
        'Response of the device.',
      ),
    },
    { description: 'Result of `navigator.credentials.create()`, in JSON form.' },
  ),
})

export const Assertion = Type.Object({
  credential: Type.Object(
    {
      ...identity,
      response: described(
        Type.Object(
          {
            clientDataJSON,
            authenticatorData: bytes(
              4_000,
              'Authenticator data of the device, including whether it verified its holder.',
              'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
            ),
            signature: bytes(
              8_000,
              'Signature over `authenticatorData` and the hash of `clientDataJSON`.',
              'MEUCIQDd3yZ1r0Q4',
            ),
            userHandle: Type.Optional(
              Nullable(
                bytes(
                  100,
                  'User handle stored with the passkey. Null if the device sends none.',
                  'MDE5YTlmNGUtN2ExMC03YjZj',
                ),
              ),
            ),
          },
          answer,
        ),
        'Response of the device.',
      ),
    },
    { description: 'Result of `navigator.credentials.get()`, in JSON form.' },
  ),
})
