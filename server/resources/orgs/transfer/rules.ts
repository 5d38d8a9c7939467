import { conflict } from '#platform/values/errors.ts'

export const transferHours = 72

export const transferMail = 'orgs.mail_transfer'

export const transferPending = () =>
  conflict('A transfer is already open. Withdraw it first (DELETE /orgs/transfer).', 'transfer_pending')

export const alreadyOwner = () => conflict('This person is already an owner.', 'already_owner')
