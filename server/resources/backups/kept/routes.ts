import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { byId } from '#platform/values/wire.ts'
import { addBackup, askToVerify, removeBackup, requireBackup, shownTo } from './commands.ts'
import { keptDays, linkMinutes } from './rules.ts'
import { Backup, BackupFilters, NewBackup, Verify } from './schema.ts'
import * as store from './store.ts'

const gated = { tenancy: 'store', plan: 'scheduled_backups', secret: true } as const
const read = { ...gated, readsNeedPlan: true } as const
const write = { ...gated, role: 'ADMIN', worksWhileLapsed: true } as const

export const keptOperations = [
  operation({
    ...read,
    id: 'backups.list',
    http: 'GET /backups',
    summary: 'List backups, newest first.',
    query: BackupFilters,
    returns: page(Backup),
    oneQuery: true,
    run: ({ tx, query, ...reading }) => store.list(tx, query, shownTo(reading)),
  }),
  operation({
    ...write,
    id: 'backups.create',
    http: 'POST /backups',
    summary: 'Make a backup that is kept for the store.',
    description: `The archive of \`GET /backups/archive\`, written by a job, read back whole, and kept for ${keptDays} days. Poll \`GET /backups/{id}\`: \`rows\` and \`bytes\` grow while it is made, and \`completed\` means that what lies there is what was written. With a passphrase it is encrypted with [age](https://age-encryption.org); the passphrase is forgotten afterwards, and without it nobody can open the file, nor can we.

A store makes one at a time: while one is under way, another is refused with \`409 backup_running\`. Asked for with an API key it has no e-mail addresses, and customers and members are restored only from one that has: that of a signed-in person.`,
    body: NewBackup,
    bodyOptional: true,
    returns: Backup,
    status: 202,
    location: '/backups/{id}',
    errors: ['backup_running'],
    async run({ tx, body, audit, ...reading }) {
      const { services, caller } = reading
      const addresses = caller.seesAddresses
      const asked = { origin: 'manual', target: 'service', location: null, addresses } as const
      const row = await addBackup(tx, services, { ...asked, passphrase: body.passphrase })
      await audit(tx, 'backup.created', { type: 'backup', id: row.id }, { addresses, encrypted: row.encrypted })
      return shownTo(reading)(row)
    },
  }),
  operation({
    ...read,
    id: 'backups.get',
    http: 'GET /backups/:id',
    summary: 'Get a backup, with a link to its file.',
    description: `\`downloadUrl\` works for ${linkMinutes} minutes without credentials, and supports ranges; each call makes a new one. It is null before the file is there, once it is out of reach, below the role Admin, and for callers that must not see e-mail addresses where the file has some.`,
    params: byId,
    returns: Backup,
    oneQuery: true,
    run: async ({ tx, params, ...reading }) => shownTo(reading)(await requireBackup(tx, params.id)),
  }),
  operation({
    ...write,
    id: 'backups.delete',
    http: 'DELETE /backups/:id',
    summary: 'Delete a backup and its file.',
    description: 'Its links end at once. One that is being made is stopped.',
    params: byId,
    async run({ tx, params, audit }) {
      await removeBackup(tx, params.id)
      await audit(tx, 'backup.deleted', { type: 'backup', id: params.id })
      return undefined
    },
  }),
  operation({
    ...write,
    id: 'backups.verify',
    http: 'POST /backups/:id/verify',
    summary: 'Read a backup back whole, and compare it with what was written.',
    description:
      'A job reads the file from where it lies: its SHA-256, each file in it against the manifest, and the rows of each table against those that were counted. While it does, `status` is `running` and `verification` null. An encrypted one is compared byte by byte, and with its `passphrase` opened too.',
    params: byId,
    body: Verify,
    bodyOptional: true,
    returns: Backup,
    status: 202,
    location: '/backups/{id}',
    errors: ['backup_not_completed'],
    async run({ tx, params, body, ...reading }) {
      return shownTo(reading)(await askToVerify(tx, reading.services, params.id, body.passphrase))
    },
  }),
]
