import { conflict } from '#platform/values/errors.ts'

export const replyMail = 'support.mail_reply'

/** Of one organization at a time; who needs more writes into those that are there. */
export const maxUnclosedTickets = 100
export const maxMessages = 500

export const ticketClosed = () =>
  conflict('This ticket is closed; open another one, and name this one in it.', 'ticket_closed')

export const tooManyTickets = () =>
  conflict(`There are ${maxUnclosedTickets} tickets that are not closed; close some.`, 'limit_reached')

export const tooManyMessages = () =>
  conflict(`A ticket has at most ${maxMessages} messages; open another one.`, 'limit_reached')
