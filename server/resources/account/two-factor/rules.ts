import { AppError, conflict, forbidden } from '#platform/values/errors.ts'

export const secondFactorMail = 'account.mail_two_factor'

export const codeWrong = () =>
  new AppError(
    401,
    'code_wrong',
    'Invalid code. Enter the newest code of your app: each works once, for half a minute.',
  )

export const alreadyOn = () =>
  conflict('Two-factor authentication is already on. Turn it off before you set it up again.', 'two_factor_enabled')

export const notOn = () => conflict('Two-factor authentication is not on.', 'two_factor_not_enabled')

export const passkeyFirst = () =>
  forbidden(
    'two_factor_required',
    'One of your organizations requires two-factor authentication. Sign in with your passkey before you change your second factors.',
  )
