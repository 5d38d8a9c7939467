import { forbidden } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'

export const signUpMail = 'orgs.mail_sign_up'

export const signUpHours = 24
/**
 * Number of mails per hour that are sent to one address without delay. Strangers must neither flood a mailbox nor block its
 * owner.
 */
export const maxSwiftMails = 10
/** Beyond `maxSwiftMails`, one mail is sent per interval of this length, with the newest link. */
export const delayMinutes = 5

export function mailDelayMs(signUps: number, now: Date): number {
  const spanMs = delayMinutes * 60_000
  return signUps <= maxSwiftMails ? 0 : spanMs - (now.getTime() % spanMs)
}

/** Limits each client, because each attempt costs a hash and a mail. */
export const signUpLimits = parseRateLimits('20/3600s')

export const signUpUrl = (origin: string, token: string) => `${origin}/admin/sign-up/${token}`

export const signUpClosed = () =>
  forbidden('sign_up_closed', 'Sign-up is closed here. Ask the operator of this service for an organization.')
