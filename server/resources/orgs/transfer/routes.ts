import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { requireOwnPassword } from '#resources/account/sign-in/commands.ts'
import { acceptTransfer, endTransfer, openTransfer, requestTransfer, toTransfer } from './commands.ts'
import { NewTransfer, Transfer } from './schema.ts'

export default [
  operation({
    id: 'orgs.request_transfer',
    http: 'POST /orgs/transfer',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    doc: {
      summary: 'Request a transfer of ownership',
      description:
        'The member has 72 hours to accept. By accepting, they become an owner and the previous owner an Admin. Both get an email. The request ends if either of them leaves.',
    },
    input: {
      body: withExample(NewTransfer, {
        userId: '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d0e',
        password: 'seven-blue-kettles',
      }),
    },
    output: {
      body: Transfer,
      status: 201,
      location: '/orgs/transfer',
      errors: ['password_wrong', 'already_owner', 'transfer_pending', 'not_found'],
    },
    transaction: 'manual',
    async run({ db, services, request, caller, body, audit }) {
      // The password is compared before the transaction, because a comparison takes time.
      await requireOwnPassword({ services, request }, caller.id, body.password)
      return db.organization(caller.organizationId, 'write', (tx) => requestTransfer(tx, audit, caller, body.userId))
    },
  }),
  operation({
    id: 'orgs.get_transfer',
    http: 'GET /orgs/transfer',
    tenancy: 'organization',
    access: { session: true },
    doc: {
      summary: 'Get the open transfer of ownership',
      description:
        'Returns the open request to transfer the ownership of the organization. Returns 404 if there is none.',
    },
    output: { body: Transfer, errors: ['not_found'] },
    run: async ({ tx }) => toTransfer(await openTransfer(tx)),
  }),
  operation({
    id: 'orgs.end_transfer',
    http: 'DELETE /orgs/transfer',
    tenancy: 'organization',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'Withdraw or decline a transfer of ownership',
      description:
        'Ends the open transfer request: an owner withdraws it, or the recipient declines it. Both get an email.',
    },
    output: { errors: ['owner_required', 'not_found'] },
    async run({ tx, audit, caller }) {
      await endTransfer(tx, audit, caller)
      return undefined
    },
  }),
  operation({
    id: 'orgs.accept_transfer',
    http: 'POST /orgs/transfer/accept',
    tenancy: 'organization',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'Accept a transfer of ownership',
      description:
        'Only the named person can accept. They become an owner and the previous owner an Admin, immediately.',
    },
    output: { body: Transfer, errors: ['transfer_not_yours', 'not_found', 'conflict'] },
    async run({ tx, audit, caller }) {
      const row = toTransfer(await openTransfer(tx))
      await acceptTransfer(tx, audit, caller)
      return row
    },
  }),
]
