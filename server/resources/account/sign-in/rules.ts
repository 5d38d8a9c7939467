/** Jobs that several commands add. */
export const recordFailedSignInJob = 'account.note_failed_sign_in'
export const passwordChangedMailJob = 'account.mail_password_changed'
