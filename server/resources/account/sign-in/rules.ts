/** Jobs that several commands add. */
export const noteFailedSignIn = 'account.note_failed_sign_in'
export const passwordChangedMail = 'account.mail_password_changed'
