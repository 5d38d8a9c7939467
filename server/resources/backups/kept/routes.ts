import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { byId, withExample } from '#platform/values/wire.ts'
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
    summary: 'List backups, newest first',
    query: BackupFilters,
    returns: page(Backup),
    oneQuery: true,
    run: ({ tx, query, ...reading }) => store.list(tx, query, shownTo(reading)),
  }),
  operation({
    ...write,
    id: 'backups.create',
    http: 'POST /backups',
    summary: 'Create a backup',
    description: `A job writes the archive of \`GET /backups/archive\`, verifies it, and stores it for ${keptDays} days. Poll \`GET /backups/{id}\`: \`completed\` means that the stored file is correct. A passphrase encrypts the file with [age](https://age-encryption.org). We do not store the passphrase, so a lost one makes the file useless.

A store runs one backup at a time; another gets \`409 backup_running\`. Backups of an API key have no email addresses. Customers and members are restored only from backups of signed-in people.`,
    body: withExample(NewBackup, { passphrase: 'seven blue kettles sing' }),
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
    summary: 'Get a backup',
    description: `\`downloadUrl\` works for ${linkMinutes} minutes without credentials, and supports ranges. Each call makes a new link. It is null while there is no file, below the role ADMIN, and for callers who may not see email addresses in the file.`,
    params: byId,
    returns: Backup,
    oneQuery: true,
    run: async ({ tx, params, ...reading }) => shownTo(reading)(await requireBackup(tx, params.id)),
  }),
  operation({
    ...write,
    id: 'backups.delete',
    http: 'DELETE /backups/:id',
    summary: 'Delete a backup',
    description: 'Deletes the file and its links. A running backup stops.',
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
    summary: 'Verify a backup',
    description:
      'A job compares the stored file with its SHA-256, its manifest and the counted rows. Until then `status` is `running` and `verification` null. An encrypted file is compared by bytes, and also opened if you send its `passphrase`.',
    params: byId,
    body: withExample(Verify, { passphrase: 'seven blue kettles sing' }),
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
