import { requireOwnPage } from '#platform/auth/credentials.ts'
import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { personAnswer } from '../sign-in/rules.ts'
import { SignedIn } from '../sign-in/schema.ts'
import { beginSetUp, renewRecoveryCodes, requireSignedIn, switchOff, useRecoveryCode, verifyCode } from './commands.ts'
import { AppCode, NewCodes, OwnPassword, RecoveryCode, SecondFactorState, SetUp } from './schema.ts'

export default [
  operation({
    id: 'auth.get_two_factor',
    http: 'GET /auth/two-factor',
    tenancy: 'public',
    doc: {
      summary: 'Get the state of two-factor authentication',
      description:
        'Returns whether the sign-in of the caller asks for a second factor, and how many recovery codes are unused.',
    },
    output: { body: SecondFactorState, errors: ['unauthenticated'] },
    run: async (ctx) => ctx.services.users.secondFactors.state((await requireSignedIn(ctx)).person.id),
  }),
  operation({
    id: 'auth.enable_two_factor',
    http: 'POST /auth/two-factor/enable',
    tenancy: 'public',
    doc: {
      summary: 'Set up two-factor authentication',
      description:
        'Show `totpURI` as a QR code, and the recovery codes once. Two-factor authentication starts with `POST /auth/two-factor/verify-totp`.',
    },
    input: { body: withExample(OwnPassword, { password: 'seven-blue-kettles' }) },
    output: {
      body: SetUp,
      secret: true,
      errors: ['unauthenticated', 'password_wrong', 'two_factor_required', 'two_factor_enabled', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return beginSetUp(ctx, await requireSignedIn(ctx), ctx.body.password)
    },
  }),
  operation({
    id: 'auth.verify_totp',
    http: 'POST /auth/two-factor/verify-totp',
    tenancy: 'public',
    doc: {
      summary: 'Verify a code of the authenticator app',
      description:
        'Completes a sign-in or the setup. Wrong codes slow down further attempts. A code works once. The setup ends all other sessions.',
    },
    input: { body: withExample(AppCode, { code: '287082' }) },
    output: {
      body: SignedIn,
      errors: ['unauthenticated', 'code_wrong', 'two_factor_required', 'two_factor_enabled', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { user: personAnswer(await verifyCode(ctx, ctx.body.code)) }
    },
  }),
  operation({
    id: 'auth.verify_backup_code',
    http: 'POST /auth/two-factor/verify-backup-code',
    tenancy: 'public',
    doc: { summary: 'Verify a recovery code', description: 'The code is then used up.' },
    input: { body: withExample(RecoveryCode, { code: 'k3v7q-mz2xa' }) },
    output: { body: SignedIn, errors: ['unauthenticated', 'code_wrong', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { user: personAnswer(await useRecoveryCode(ctx, ctx.body.code)) }
    },
  }),
  operation({
    id: 'auth.generate_backup_codes',
    http: 'POST /auth/two-factor/generate-backup-codes',
    tenancy: 'public',
    doc: { summary: 'Generate new recovery codes', description: 'Older codes stop working.' },
    input: { body: withExample(OwnPassword, { password: 'seven-blue-kettles' }) },
    output: {
      body: NewCodes,
      secret: true,
      errors: ['unauthenticated', 'password_wrong', 'two_factor_not_enabled', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { backupCodes: await renewRecoveryCodes(ctx, await requireSignedIn(ctx), ctx.body.password) }
    },
  }),
  operation({
    id: 'auth.disable_two_factor',
    http: 'POST /auth/two-factor/disable',
    tenancy: 'public',
    doc: {
      summary: 'Turn off two-factor authentication',
      description:
        'Removes the authenticator app and the recovery codes of the caller. Needs the password. The person gets an email.',
    },
    input: { body: withExample(OwnPassword, { password: 'seven-blue-kettles' }) },
    output: { errors: ['unauthenticated', 'password_wrong', 'two_factor_not_enabled', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      await switchOff(ctx, await requireSignedIn(ctx), ctx.body.password)
      return undefined
    },
  }),
]
