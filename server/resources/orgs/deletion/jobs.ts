import { Type } from 'typebox'
import { publish } from '#platform/areas/events.ts'
import { type BeforeRemoval, closingChanged } from '#platform/areas/organization-end.ts'
import { type CrossJobContext, type Job, job } from '#platform/jobs/jobs.ts'
import { deleteClosedOrganizations } from './delete-organization.ts'
import { deletionMail, publishClosing } from './rules.ts'
import * as store from './store.ts'

const text = Type.String()

export const deletionJobs = (before: readonly BeforeRemoval[]): readonly Job[] => [
  job({
    id: 'orgs.remove_closed',
    across: true,
    payload: Type.Object({}),
    schedule: '41 2 * * *',
    operatorName: 'organization-deletion',
    bulk: 'organization-deletion',
    run: (ctx) => deleteClosedOrganizations(ctx, before),
  }),
  job({
    id: publishClosing,
    across: true,
    payload: Type.Object({ organizationId: text }),
    run: publishInStores,
  }),
  job({
    id: deletionMail,
    payload: Type.Object({ organizationId: text, to: text, organization: text, deletesAt: text }),
    run: ({ services }, { organizationId, to, organization, deletesAt }) =>
      services.mail.send({ organizationId, to, ...buildMail(organization, deletesAt, `${services.origin}/admin`) }),
  }),
]

async function publishInStores({ db }: CrossJobContext, { organizationId }: { organizationId: string }): Promise<void> {
  for (const { id } of await db.organization(organizationId, 'read', store.listStores))
    await db.store({ storeEnvId: id, organizationId }, 'write', async (tx) => publish(tx, closingChanged, { id }))
}

function buildMail(organization: string, deletesAt: string, url: string) {
  if (deletesAt === '')
    return {
      subject: `${organization} will not be deleted`,
      text: `The deletion of the organization ${organization} on Evident was undone. Everything works as before.\n\n${url}\n`,
    }
  const at = `${deletesAt.slice(0, 16).replace('T', ' ')} UTC`
  return {
    subject: `${organization} will be deleted on ${deletesAt.slice(0, 10)}`,
    text: `An owner requested the deletion of the organization ${organization} on Evident. On ${at} all of its stores, reviews, orders, people and keys are deleted permanently.\n\nUntil then everything can be read and exported, nothing can be changed, and its pages show no reviews. Any owner can undo it, under Settings, Organization:\n${url}\n`,
  }
}
