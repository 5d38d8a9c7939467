import { operation } from '#platform/calls/operation.ts'
import { requireOwnPassword } from '#resources/account/sign-in/commands.ts'
import { requestDeletion, undoDeletion } from './commands.ts'
import { Deletion, DeletionRequest } from './schema.ts'

export default [
  operation({
    id: 'orgs.request_deletion',
    http: 'POST /orgs/deletion',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    manual: true,
    summary: 'Delete the organization with everything in it, 30 days from now.',
    description:
      'From now on every write and every page of its storefronts answers 403 `organization_closing`. Reads and exports answer until `deletesAt`: take what you want to keep with `GET /reviews/export` and the lists. `DELETE /orgs/deletion` undoes it. All owners are told by mail.',
    body: DeletionRequest,
    returns: Deletion,
    status: 202,
    location: '/orgs/current',
    errors: ['password_wrong', 'conflict'],
    async run({ db, services, request, caller, body, audit }) {
      await requireOwnPassword({ services, request }, caller.id, body.password)
      return db.organization(caller.organizationId, 'write', (tx) => requestDeletion(tx, audit, body.confirm))
    },
  }),
  operation({
    id: 'orgs.undo_deletion',
    http: 'DELETE /orgs/deletion',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    worksWhileClosing: true,
    summary: 'Undo the deletion: everything works again as it was.',
    errors: ['not_found', 'conflict'],
    async run({ tx, audit }) {
      await undoDeletion(tx, audit)
      return undefined
    },
  }),
]
