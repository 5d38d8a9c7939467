import { forbidden } from '#platform/errors.ts'
import { parseRateLimits } from '#platform/limits/windows.ts'

export const signUpMail = 'orgs.mail_sign_up'

export const signUpHours = 24
/** Of one address, open at a time: strangers must not be able to fill a person's mailbox. */
export const maxOpenSignUps = 3
/** Of one client: each costs a hash and a mail. */
export const signUpLimits = parseRateLimits('20/3600s')

export const signUpUrl = (origin: string, token: string) => `${origin}/admin/sign-up/${token}`

export const signUpClosed = () =>
  forbidden('sign_up_closed', 'Nobody signs up by themselves here: whoever runs the service makes organizations.')
