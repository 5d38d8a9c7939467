import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { requireOwnPassword } from '#resources/account/sign-in/commands.ts'
import { requestDeletion, undoDeletion } from './commands.ts'
import { Deletion, DeletionRequest } from './schema.ts'

export default [
  operation({
    id: 'orgs.request_deletion',
    http: 'POST /orgs/deletion',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    doc: {
      summary: 'Request the deletion of the organization',
      description:
        'Deletes everything after 30 days. Until then, writes and storefront pages get 403 `organization_closing`. Reads and exports work until `deletesAt`; save your data with `GET /reviews/export` and the lists. `DELETE /orgs/deletion` cancels it. All owners get an email.',
    },
    input: { body: withExample(DeletionRequest, { confirm: 'Acme', password: 'seven-blue-kettles' }) },
    output: { body: Deletion, status: 202, location: '/orgs/current', errors: ['password_wrong', 'conflict'] },
    transaction: 'manual',
    async run({ db, services, request, caller, body, audit }) {
      await requireOwnPassword({ services, request }, caller.id, body.password)
      return db.organization(caller.organizationId, 'write', (tx) => requestDeletion(tx, audit, body.confirm))
    },
  }),
  operation({
    id: 'orgs.undo_deletion',
    http: 'DELETE /orgs/deletion',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true, whileClosing: true },
    doc: { summary: 'Cancel the deletion of the organization', description: 'Everything works again as before.' },
    output: { errors: ['not_found', 'conflict'] },
    async run({ tx, audit }) {
      await undoDeletion(tx, audit)
      return undefined
    },
  }),
]
