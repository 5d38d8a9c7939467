import { requireOwnPage } from '#platform/auth/credentials.ts'
import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { personAnswer } from '../sign-in/rules.ts'
import { SignedIn } from '../sign-in/schema.ts'
import { beginSetUp, renewRecoveryCodes, requireSignedIn, switchOff, useRecoveryCode, verifyCode } from './commands.ts'
import { AppCode, NewCodes, OwnPassword, RecoveryCode, SecondFactorState, SetUp } from './schema.ts'

const own = { tenancy: 'public', manual: true } as const

export default [
  operation({
    ...own,
    id: 'auth.get_two_factor',
    http: 'GET /auth/two-factor',
    summary: 'Get the state of two-factor authentication',
    returns: SecondFactorState,
    errors: ['unauthenticated'],
    run: async (ctx) => ctx.services.users.secondFactors.state((await requireSignedIn(ctx)).person.id),
  }),
  operation({
    ...own,
    id: 'auth.enable_two_factor',
    http: 'POST /auth/two-factor/enable',
    secret: true,
    summary: 'Set up two-factor authentication',
    description:
      'Show `totpURI` as a QR code, and the recovery codes once. Two-factor authentication starts with `POST /auth/two-factor/verify-totp`.',
    body: withExample(OwnPassword, { password: 'seven-blue-kettles' }),
    returns: SetUp,
    errors: ['unauthenticated', 'password_wrong', 'two_factor_required', 'two_factor_enabled', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return beginSetUp(ctx, await requireSignedIn(ctx), ctx.body.password)
    },
  }),
  operation({
    ...own,
    id: 'auth.verify_totp',
    http: 'POST /auth/two-factor/verify-totp',
    summary: 'Verify a code of the authenticator app',
    description:
      'Completes a sign-in or the setup. Wrong codes slow down further attempts. A code works once. The setup ends all other sessions.',
    body: withExample(AppCode, { code: '287082' }),
    returns: SignedIn,
    errors: ['unauthenticated', 'code_wrong', 'two_factor_required', 'two_factor_enabled', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { user: personAnswer(await verifyCode(ctx, ctx.body.code)) }
    },
  }),
  operation({
    ...own,
    id: 'auth.verify_backup_code',
    http: 'POST /auth/two-factor/verify-backup-code',
    summary: 'Verify a recovery code',
    description: 'The code is then used up.',
    body: withExample(RecoveryCode, { code: 'k3v7q-mz2xa' }),
    returns: SignedIn,
    errors: ['unauthenticated', 'code_wrong', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { user: personAnswer(await useRecoveryCode(ctx, ctx.body.code)) }
    },
  }),
  operation({
    ...own,
    id: 'auth.generate_backup_codes',
    http: 'POST /auth/two-factor/generate-backup-codes',
    secret: true,
    summary: 'Generate new recovery codes',
    description: 'Older codes stop working.',
    body: withExample(OwnPassword, { password: 'seven-blue-kettles' }),
    returns: NewCodes,
    errors: ['unauthenticated', 'password_wrong', 'two_factor_not_enabled', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { backupCodes: await renewRecoveryCodes(ctx, await requireSignedIn(ctx), ctx.body.password) }
    },
  }),
  operation({
    ...own,
    id: 'auth.disable_two_factor',
    http: 'POST /auth/two-factor/disable',
    summary: 'Turn off two-factor authentication',
    body: withExample(OwnPassword, { password: 'seven-blue-kettles' }),
    errors: ['unauthenticated', 'password_wrong', 'two_factor_not_enabled', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      await switchOff(ctx, await requireSignedIn(ctx), ctx.body.password)
      return undefined
    },
  }),
]
