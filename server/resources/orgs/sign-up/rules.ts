import { forbidden } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'

export const signUpMail = 'orgs.mail_sign_up'

export const signUpHours = 24
/** Mails to one address within an hour that leave immediately. Strangers must not fill a mailbox, or silence its owner. */
export const maxSwiftMails = 10
/** Beyond those, one mail leaves at the end of each span of this length, with the newest link. */
export const delayMinutes = 5

/** How long a mail waits, by how many sign-ups the address had within the hour. */
export function mailDelayMs(signUps: number, now: Date): number {
  const spanMs = delayMinutes * 60_000
  return signUps <= maxSwiftMails ? 0 : spanMs - (now.getTime() % spanMs)
}

/** Of one client: each costs a hash and a mail. */
export const signUpLimits = parseRateLimits('20/3600s')

export const signUpUrl = (origin: string, token: string) => `${origin}/admin/sign-up/${token}`

export const signUpClosed = () =>
  forbidden('sign_up_closed', 'Nobody signs up by themselves here: whoever runs the service makes organizations.')
