import type { Person } from '#platform/auth/users.ts'

/** Jobs that several commands add. */
export const recordFailedSignInJob = 'account.note_failed_sign_in'
export const passwordChangedMailJob = 'account.mail_password_changed'

export const personAnswer = ({ createdAt, ...person }: Person) => ({ ...person, createdAt: createdAt.toISOString() })

/** What the answer says where the password alone signs nobody in. */
export const secondFactorAsked = (hasPasskeys: boolean) => ({
  twoFactorRedirect: true,
  twoFactorMethods: hasPasskeys ? ['totp', 'passkey'] : ['totp'],
})
