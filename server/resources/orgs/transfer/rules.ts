import { conflict } from '#platform/values/errors.ts'

/** How long the other has to accept. */
export const transferHours = 72

export const transferMail = 'orgs.mail_transfer'

export const transferPending = () =>
  conflict('A transfer is open already; withdraw it first (DELETE /orgs/transfer).', 'transfer_pending')

export const alreadyOwner = () => conflict('This person is an owner already.', 'already_owner')
