import { operation } from '#platform/calls/operation.ts'
import { requireOwnPassword } from '#resources/account/sign-in/commands.ts'
import { acceptTransfer, endTransfer, openTransfer, requestTransfer, toTransfer } from './commands.ts'
import { NewTransfer, Transfer } from './schema.ts'

export default [
  operation({
    id: 'orgs.request_transfer',
    http: 'POST /orgs/transfer',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    manual: true,
    summary: 'Hand the organization over to another member.',
    description:
      'The other has 72 hours to accept; until then nothing changes. Then they are an owner, and the asking owner an Admin. Both are told by mail. It is void once either of them leaves.',
    body: NewTransfer,
    returns: Transfer,
    status: 201,
    location: '/orgs/transfer',
    errors: ['password_wrong', 'already_owner', 'transfer_pending', 'not_found'],
    async run({ db, services, request, caller, body, audit }) {
      // Before the transaction, since comparing a password takes time.
      await requireOwnPassword({ services, request }, caller.id, body.password)
      return db.organization(caller.organizationId, 'write', (tx) => requestTransfer(tx, audit, caller, body.userId))
    },
  }),
  operation({
    id: 'orgs.get_transfer',
    http: 'GET /orgs/transfer',
    tenancy: 'organization',
    session: true,
    summary: 'The transfer that waits to be accepted, if there is one.',
    returns: Transfer,
    errors: ['not_found'],
    run: async ({ tx }) => toTransfer(await openTransfer(tx)),
  }),
  operation({
    id: 'orgs.end_transfer',
    http: 'DELETE /orgs/transfer',
    tenancy: 'organization',
    role: 'VIEWER',
    session: true,
    personal: true,
    summary: 'Withdraw the transfer as an owner, or decline it as the one who was asked.',
    errors: ['owner_required', 'not_found'],
    async run({ tx, audit, caller }) {
      await endTransfer(tx, audit, caller)
      return undefined
    },
  }),
  operation({
    id: 'orgs.accept_transfer',
    http: 'POST /orgs/transfer/accept',
    tenancy: 'organization',
    role: 'VIEWER',
    session: true,
    personal: true,
    summary: 'Take the organization over.',
    description: 'Only the person who was asked can. They become an owner and the former owner an Admin, at once.',
    returns: Transfer,
    errors: ['transfer_not_yours', 'not_found', 'conflict'],
    async run({ tx, audit, caller }) {
      const row = toTransfer(await openTransfer(tx))
      await acceptTransfer(tx, audit, caller)
      return row
    },
  }),
]
