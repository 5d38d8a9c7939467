import { Type } from 'typebox'
import { secretField } from '#platform/values/wire.ts'
import { GivenPassword } from '../sign-in/schema.ts'

export const OwnPassword = Type.Object({ password: { ...GivenPassword, description: "The person's own." } })

export const SecondFactorState = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether signing in asks for a code.' }),
    recoveryCodesLeft: Type.Integer({ description: 'How many recovery codes were not used yet.' }),
  },
  { title: 'SecondFactor' },
)

const codes = secretField(
  Type.Array(Type.String({ examples: ['k3v7q-mz2xa'] }), {
    description: 'Each signs in once in place of a code of the app. Shown here and never again.',
  }),
)

export const SetUp = Type.Object(
  {
    totpURI: secretField(
      Type.String({
        description: 'For the app, as a QR code or a link.',
        examples: ['otpauth://totp/Evident:sam%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Evident'],
      }),
    ),
    secret: secretField(
      Type.String({
        description: 'The same, to be typed in.',
        examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
      }),
    ),
    backupCodes: codes,
  },
  { title: 'SecondFactorSetUp' },
)

export const NewCodes = Type.Object({ backupCodes: codes }, { title: 'RecoveryCodes' })

export const AppCode = Type.Object({
  code: Type.String({
    pattern: '^[0-9]{6}$',
    maxLength: 6,
    'x-expected': 'must be the six digits that the app shows',
    examples: ['287082'],
  }),
})

export const RecoveryCode = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'One that was not used yet.',
    examples: ['k3v7q-mz2xa'],
  }),
})
