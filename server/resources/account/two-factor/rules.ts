import { AppError, conflict, forbidden } from '#platform/values/errors.ts'

export const secondFactorMail = 'account.mail_two_factor'

export const codeWrong = () =>
  new AppError(401, 'code_wrong', 'This code does not hold. An app has a new one every half minute; each works once.')

export const alreadyOn = () =>
  conflict('Two-factor authentication is on already; switch it off before you set it up anew.', 'two_factor_enabled')

export const notOn = () => conflict('Two-factor authentication is not on.', 'two_factor_not_enabled')

export const passkeyFirst = () =>
  forbidden(
    'two_factor_required',
    'An organization of yours asks for two-factor authentication; sign in with your passkey before you change this.',
  )
