import type { Person } from '#platform/auth/users.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import type { Config } from '#platform/process/config.ts'

export const recordFailedSignInJob = 'account.note_failed_sign_in'
export const passwordChangedMailJob = 'account.mail_password_changed'

export const personAnswer = ({ createdAt, ...person }: Person) => ({ ...person, createdAt: createdAt.toISOString() })

export const secondFactorAsked = (hasPasskeys: boolean) => ({
  twoFactorRedirect: true,
  twoFactorMethods: hasPasskeys ? ['totp', 'passkey'] : ['totp'],
})

/**
 * A public service requires the operator's token for the first account even on its own machine, because a local proxy
 * can make remote calls look local.
 */
export const needsNoToken = (
  { isOfThisMachine }: Pick<Incoming, 'isOfThisMachine'>,
  { publicOrigin, trustedProxies, production }: Pick<Config, 'publicOrigin' | 'trustedProxies' | 'production'>,
): boolean => publicOrigin === undefined && trustedProxies.length === 0 && !production && (isOfThisMachine?.() ?? false)
