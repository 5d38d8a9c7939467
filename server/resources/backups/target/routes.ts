import { operation } from '#platform/calls/operation.ts'
import { conflict } from '#platform/values/errors.ts'
import { withExample } from '#platform/values/wire.ts'
import { usesTarget } from '../schedule/store.ts'
import { deleteTarget, readTarget, saveTarget } from './commands.ts'
import { BackupTarget, BackupTargetSettings } from './schema.ts'

const gated = { tenancy: 'store', plan: { feature: 'scheduled_backups' } } as const
const write = { ...gated, access: { role: 'ADMIN' }, plan: { ...gated.plan, whileLapsed: true } } as const

export const targetOperations = [
  operation({
    id: 'backups.get_target',
    http: 'GET /backups/target',
    ...gated,
    plan: { ...gated.plan, reads: true },
    doc: {
      summary: 'Get the backup bucket',
      description: 'Returns the bucket of the store for backups, without its secret.',
    },
    output: { body: BackupTarget },
    transaction: 'single-query',
    run: ({ tx }) => readTarget(tx),
  }),
  operation({
    id: 'backups.set_target',
    http: 'PUT /backups/target',
    ...write,
    doc: {
      summary: 'Set the backup bucket',
      description:
        'The bucket must be S3 compatible. We write, read and delete a test object first; `400 backup_target_failed` gives the reason of a failure. `endpoint` must be a public `https` address. The secret is stored encrypted and never returned. Omit it to keep the stored one, if bucket and access key stay the same. Backups to a bucket set by an API key have no email addresses.',
    },
    input: {
      body: withExample(BackupTargetSettings, {
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        region: 'eu-central-1',
        bucket: 'acme-backups',
        prefix: 'evident',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI-example-of-a-secret',
      }),
    },
    output: { body: BackupTarget, errors: ['backup_target_failed'] },
    transaction: 'manual',
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
    id: 'backups.remove_target',
    http: 'DELETE /backups/target',
    ...write,
    doc: {
      summary: 'Delete the backup bucket settings',
      description: 'Files in the bucket stay. Refused while the schedule uses the bucket.',
    },
    output: { errors: ['conflict'] },
    async run({ tx, storeEnvId, audit }) {
      if (await usesTarget(tx))
        throw conflict('The schedule stores backups in this bucket. Change the schedule or turn it off first.')
      if ((await deleteTarget(tx)) > 0) await audit(tx, 'backup_target.removed', { type: 'store', id: storeEnvId })
      return undefined
    },
  }),
]
