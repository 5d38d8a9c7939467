import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import type { TransferNotice } from './commands.ts'
import { transferMail } from './rules.ts'

const text = Type.String()

export default [
  job({
    id: transferMail,
    payload: Type.Object({
      organizationId: text,
      to: text,
      what: text,
      organization: text,
      from: text,
      next: text,
      expiresAt: text,
    }),
    run: ({ services }, { organizationId, to, ...notice }) =>
      services.mail.send({ organizationId, to, ...buildMail({ to, ...notice }, `${services.origin}/admin`) }),
  }),
]

function buildMail({ what, organization, from, next, expiresAt }: TransferNotice, url: string) {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`
  switch (what) {
    case 'requested':
      return {
        subject: `${from} wants to transfer ${organization} to ${next}`,
        text: `${from} wants to transfer the organization ${organization} on Evident to ${next}, who becomes its owner; ${from} becomes an admin.\n\n${next} can accept or decline until ${until}, under Settings, Organization:\n${url}\n\nUntil then nothing changes. An owner can withdraw the transfer there. If you do not expect this, tell the other owners and choose a new password.\n`,
      }
    case 'accepted':
      return {
        subject: `${next} is now the owner of ${organization}`,
        text: `${next} accepted the transfer and is an owner of ${organization} on Evident; ${from} is now an admin.\n\n${url}\n`,
      }
    default:
      return {
        subject: `${organization} was not transferred`,
        text: `${what === 'declined' ? `${next} declined.` : 'The transfer was withdrawn.'} ${organization} on Evident stays with ${from}. Nothing has changed.\n\n${url}\n`,
      }
  }
}
