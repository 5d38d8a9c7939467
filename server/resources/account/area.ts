import type { Area } from '#platform/areas/area.ts'
import { conflict } from '#platform/values/errors.ts'
import auditLog from './audit-log/routes.ts'
import deprecationJobs from './deprecations/jobs.ts'
import deprecations from './deprecations/routes.ts'
import passkeys from './passkeys/routes.ts'
import recoveryJobs from './recovery/jobs.ts'
import recovery from './recovery/routes.ts'
import account from './routes.ts'
import sessions from './sessions/routes.ts'
import signInJobs from './sign-in/jobs.ts'
import signIn from './sign-in/routes.ts'
import storefrontSecret from './storefront-secret-routes.ts'
import twoFactorJobs from './two-factor/jobs.ts'
import twoFactor from './two-factor/routes.ts'
import userJobs from './users/jobs.ts'
import users from './users/routes.ts'
import { alreadyMember } from './users/rules.ts'

const auditActions = [
  'audit_log.exported',
  'member.invitation_withdrawn',
  'member.invited',
  'member.joined',
  'member.removed',
  'member.renamed',
  'member.updated',
  'passkey.added',
  'passkey.removed',
  'passkey.renamed',
  'password.changed',
  'password.reset',
  'password.reset_link_made',
  'password.reset_requested',
  'session.all_ended',
  'session.ended',
  'session.sign_in_failed',
  'session.signed_in',
  'session.signed_out',
  'store.created',
  'store.updated',
  'storefront_secret.rotated',
  'storefront_secret.shown',
  'two_factor.disabled',
  'two_factor.enabled',
  'two_factor.recovery_code_used',
  'two_factor.recovery_codes_renewed',
  'two_factor.removed',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'account',
  auditActions,
  adminPages: ['settings/members', 'settings/security', 'settings/stores', 'settings/audit-log'],
  operations: [
    ...account,
    ...storefrontSecret,
    ...auditLog,
    ...deprecations,
    ...users,
    ...signIn,
    ...recovery,
    ...twoFactor,
    ...passkeys,
    ...sessions,
  ],
  jobs: [...deprecationJobs, ...userJobs, ...signInJobs, ...recoveryJobs, ...twoFactorJobs],
  errors: {
    already_invited: 409,
    already_member: 409,
    code_wrong: 401,
    invalid_email_or_password: 401,
    invitation_pending: 409,
    last_owner: 403,
    link_used: 409,
    passkey_known: 409,
    passkey_refused: 401,
    passkeys_unavailable: 409,
    password_wrong: 401,
    too_many_passkeys: 409,
    two_factor_enabled: 409,
    two_factor_not_enabled: 409,
  },
  constraints: {
    invitations_email_once: () => conflict('This address has already been invited.', 'already_invited'),
    memberships_user_once: alreadyMember,
  },
} satisfies Area
