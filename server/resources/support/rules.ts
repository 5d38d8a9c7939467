import { conflict } from '#platform/values/errors.ts'

export const replyMail = 'support.mail_reply'

/** Limits per organization. Above the first limit, people can still write into existing tickets. */
export const maxUnclosedTickets = 100
export const maxMessages = 500

export const ticketClosed = () => conflict('This ticket is closed. Open another one that names it.', 'ticket_closed')

export const tooManyTickets = () =>
  conflict(`Your organization has ${maxUnclosedTickets} open tickets. Close one first.`, 'limit_reached')

export const tooManyMessages = () =>
  conflict(`This ticket has the maximum of ${maxMessages} messages. Open another one.`, 'limit_reached')
