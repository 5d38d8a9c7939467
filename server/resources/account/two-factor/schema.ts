import { Type } from 'typebox'
import { secretField } from '#platform/values/wire.ts'
import { GivenPassword } from '../sign-in/schema.ts'

export const OwnPassword = Type.Object({
  password: { ...GivenPassword, description: 'Current password of the person.', examples: ['seven-blue-kettles'] },
})

export const SecondFactorState = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether sign-in asks for a second factor.' }),
    recoveryCodesLeft: Type.Integer({ description: 'Number of unused recovery codes.' }),
  },
  { title: 'SecondFactor' },
)

const codes = secretField(
  Type.Array(Type.String({ examples: ['k3v7q-mz2xa'] }), {
    description: 'Recovery codes. Each one replaces a code of the app once. We show them only in this response.',
  }),
)

export const SetUp = Type.Object(
  {
    totpURI: secretField(
      Type.String({
        description: '`otpauth:` URI for the authenticator app, to show as QR code or link.',
        examples: ['otpauth://totp/Evident:sam%40acme.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Evident'],
      }),
    ),
    secret: secretField(
      Type.String({
        description: 'Secret of the URI, for manual entry.',
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
    description: 'Six-digit code of the authenticator app.',
  }),
})

export const RecoveryCode = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Unused recovery code.',
    examples: ['k3v7q-mz2xa'],
  }),
})
