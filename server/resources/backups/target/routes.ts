import { operation } from '#platform/calls/operation.ts'
import { conflict } from '#platform/values/errors.ts'
import { usesTarget } from '../schedule/store.ts'
import { readTarget, removeTarget, saveTarget } from './commands.ts'
import { BackupTarget, BackupTargetSettings } from './schema.ts'

const gated = { tenancy: 'store', plan: 'scheduled_backups' } as const
const write = { ...gated, role: 'ADMIN', worksWhileLapsed: true } as const

export const targetOperations = [
  operation({
    ...gated,
    readsNeedPlan: true,
    id: 'backups.get_target',
    http: 'GET /backups/target',
    summary: "Get the store's own bucket for backups.",
    returns: BackupTarget,
    oneQuery: true,
    run: ({ tx }) => readTarget(tx),
  }),
  operation({
    ...write,
    id: 'backups.set_target',
    http: 'PUT /backups/target',
    manual: true,
    summary: 'Set an S3 bucket of your own for scheduled backups.',
    description:
      'A small object is written, read and deleted there first; `400 backup_target_failed` says why it was not possible. `endpoint` is an `https` address that everybody could reach. The secret is sealed and never answered; left out, the one that is there stays, as long as bucket and access key do. Set with an API key, backups that go there are without e-mail addresses.',
    body: BackupTargetSettings,
    returns: BackupTarget,
    errors: ['backup_target_failed'],
    run({ db, services, caller, storeEnvId, body, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const { endpoint, bucket, prefix = '' } = body
      return saveTarget(db, services, scope, {
        settings: body,
        seesAddresses: caller.seesAddresses,
        audit: (tx) =>
          audit(tx, 'backup_target.updated', { type: 'store', id: storeEnvId }, { endpoint, bucket, prefix }),
      })
    },
  }),
  operation({
    ...write,
    id: 'backups.remove_target',
    http: 'DELETE /backups/target',
    summary: 'Forget the bucket and its secret.',
    description: 'What lies in it stays there. Refused while the schedule goes there.',
    errors: ['conflict'],
    async run({ tx, storeEnvId, audit }) {
      if (await usesTarget(tx)) throw conflict('The schedule stores backups there. Change it or turn it off first.')
      if ((await removeTarget(tx)) > 0) await audit(tx, 'backup_target.removed', { type: 'store', id: storeEnvId })
      return undefined
    },
  }),
]
