import { Type } from 'typebox'
import { job } from '#platform/jobs.ts'
import { removeClosedOrganizations } from './remove-organization.ts'
import { deletionMail } from './rules.ts'

const text = Type.String()

export default [
  job({
    id: 'orgs.remove_closed',
    across: true,
    payload: Type.Object({}),
    schedule: '41 2 * * *',
    operatorName: 'organization-deletion',
    bulk: 'organization-deletion',
    run: removeClosedOrganizations,
  }),
  job({
    id: deletionMail,
    payload: Type.Object({ organizationId: text, to: text, organization: text, deletesAt: text }),
    run: ({ services }, { organizationId, to, organization, deletesAt }) =>
      services.mail.send({ organizationId, to, ...mailOf(organization, deletesAt, `${services.origin}/admin`) }),
  }),
]

function mailOf(organization: string, deletesAt: string, url: string) {
  if (deletesAt === '')
    return {
      subject: `${organization} will not be deleted`,
      text: `The deletion of the organization ${organization} on Evident was undone. Everything works as before.\n\n${url}\n`,
    }
  const at = `${deletesAt.slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: `${organization} will be deleted on ${deletesAt.slice(0, 10)}`,
    text: `An owner asked for the deletion of the organization ${organization} on Evident. On ${at} all of its stores, reviews, orders, people and keys are removed for good.\n\nUntil then everything can be read and exported, nothing can be changed, and its pages show no reviews. Any owner can undo it, under Settings, Organization:\n${url}\n`,
  }
}
