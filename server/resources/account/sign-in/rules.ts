import type { Person } from '#platform/auth/users.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import type { Config } from '#platform/process/config.ts'

/** Jobs that several commands add. */
export const recordFailedSignInJob = 'account.note_failed_sign_in'
export const passwordChangedMailJob = 'account.mail_password_changed'

export const personAnswer = ({ createdAt, ...person }: Person) => ({ ...person, createdAt: createdAt.toISOString() })

/** What the answer says where the password alone signs nobody in. */
export const secondFactorAsked = (hasPasskeys: boolean) => ({
  twoFactorRedirect: true,
  twoFactorMethods: hasPasskeys ? ['totp', 'passkey'] : ['totp'],
})

/**
 * Who sits at the machine of the service may make its first account without a token. Not where the service is meant for
 * others, because a proxy on the same machine may bring their calls and say nothing of it.
 */
export const needsNoToken = (
  { isOfThisMachine }: Pick<Incoming, 'isOfThisMachine'>,
  { publicOrigin, trustedProxies, production }: Pick<Config, 'publicOrigin' | 'trustedProxies' | 'production'>,
): boolean => publicOrigin === undefined && trustedProxies.length === 0 && !production && (isOfThisMachine?.() ?? false)
