import { conflict } from '#platform/values/errors.ts'

export const replyMail = 'support.mail_reply'

/** Limit per organization. An organization at the limit can still write into its open tickets. */
export const maxUnclosedTickets = 100
/** Limit per ticket. */
export const maxMessages = 500

export const ticketClosed = () => conflict('This ticket is closed. Open a new one that refers to it.', 'ticket_closed')

export const tooManyTickets = () =>
  conflict(`Your organization has ${maxUnclosedTickets} open tickets. Close one first.`, 'limit_reached')

export const tooManyMessages = () =>
  conflict(`This ticket has the maximum of ${maxMessages} messages. Open a new ticket.`, 'limit_reached')
