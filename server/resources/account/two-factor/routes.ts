import { requireOwnPage } from '#platform/auth/credentials.ts'
import { operation } from '#platform/calls/operation.ts'
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
    summary: "Whether the signed-in person's account asks for a second factor.",
    returns: SecondFactorState,
    errors: ['unauthenticated'],
    run: async (ctx) => ctx.services.users.secondFactors.state((await requireSignedIn(ctx)).person.id),
  }),
  operation({
    ...own,
    id: 'auth.enable_two_factor',
    http: 'POST /auth/two-factor/enable',
    secret: true,
    summary: 'Begin to set up two-factor authentication with an authenticator app.',
    description:
      'Show `totpURI` as a QR code, and the recovery codes once. Nothing changes before `POST /auth/two-factor/verify-totp` has taken a code of the app.',
    body: OwnPassword,
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
    summary: 'Complete signing in, or setting up, with a code of the authenticator app.',
    description:
      'Wrong codes are slowed down as wrong passwords are. No code is taken twice. Setting up ends every other session.',
    body: AppCode,
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
    summary: 'Complete signing in with a recovery code, which is then used up.',
    body: RecoveryCode,
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
    summary: 'Make new recovery codes; the old ones end.',
    body: OwnPassword,
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
    summary: 'Switch two-factor authentication off.',
    body: OwnPassword,
    errors: ['unauthenticated', 'password_wrong', 'two_factor_not_enabled', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      await switchOff(ctx, await requireSignedIn(ctx), ctx.body.password)
      return undefined
    },
  }),
]
