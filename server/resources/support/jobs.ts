import { Type } from 'typebox'
import { type JobContext, job } from '#platform/jobs/jobs.ts'
import { readTicket } from './commands.ts'
import { replyMail } from './rules.ts'

const text = Type.String()

type Reply = { organizationId: string; ticketId: string; messageId: string; to: string }

export default [
  job({
    id: replyMail,
    payload: Type.Object({ organizationId: text, ticketId: text, messageId: text, to: text }),
    run: mailReply,
  }),
]

async function mailReply({ db, services }: JobContext, { organizationId, ticketId, messageId, to }: Reply) {
  const { subject, messages } = await db.organization(organizationId, 'read', (tx) => readTicket(tx, ticketId))
  const message = messages.find(({ id }) => id === messageId)
  if (!message) return
  await services.mail.send({
    organizationId,
    to,
    subject: `Answer to: ${subject}`,
    text: `${message.authorName} has answered your ticket "${subject}":\n\n${message.body}\n\nReply with the API: POST /support/tickets/${ticketId}/messages\n`,
  })
}
