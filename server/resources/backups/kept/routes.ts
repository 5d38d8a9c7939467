import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { addBackup, askToVerify, deleteBackup, requireBackup, shownTo } from './commands.ts'
import { keptDays, linkMinutes } from './rules.ts'
import { Backup, BackupFilters, NewBackup, Verify } from './schema.ts'
import * as store from './store.ts'

const gated = { tenancy: 'store', plan: { feature: 'scheduled_backups' }, output: { secret: true } } as const
const read = { ...gated, plan: { ...gated.plan, reads: true } } as const
const write = { ...gated, access: { role: 'ADMIN' }, plan: { ...gated.plan, whileLapsed: true } } as const

export const keptOperations = [
  operation({
    id: 'backups.list',
    http: 'GET /backups',
    ...read,
    doc: {
      summary: 'List backups, newest first',
      description: "Returns the store's backups with their status and size, newest first, one page at a time.",
    },
    input: { query: BackupFilters },
    output: { ...read.output, body: page(Backup) },
    transaction: 'single-query',
    run: ({ tx, query, ...reading }) => store.list(tx, query, shownTo(reading)),
  }),
  operation({
    id: 'backups.create',
    http: 'POST /backups',
    ...write,
    doc: {
      summary: 'Create a backup',
      description: `A job writes the archive of \`GET /backups/archive\`, verifies it, and stores it for ${keptDays} days. Poll \`GET /backups/{id}\`: \`completed\` means that the stored file is correct. A passphrase encrypts the file with [age](https://age-encryption.org). We store the passphrase encrypted and delete it when the backup ends. A lost one makes the file useless.

A store runs one backup at a time; another gets \`409 backup_running\`. Backups of an API key have no email addresses. Customers and members are restored only from backups of signed-in people.`,
    },
    input: { body: withExample(NewBackup, { passphrase: 'seven blue kettles sing' }), optional: true },
    output: { ...write.output, body: Backup, status: 202, location: '/backups/{id}', errors: ['backup_running'] },
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
    id: 'backups.get',
    http: 'GET /backups/:id',
    ...read,
    doc: {
      summary: 'Get a backup',
      description: `\`downloadUrl\` works for ${linkMinutes} minutes without credentials, and supports ranges. Each call makes a new link. It is null without a file, for roles below ADMIN, and for callers who may not see email addresses in the file.`,
    },
    input: { params: byId },
    output: { ...read.output, body: Backup },
    transaction: 'single-query',
    run: async ({ tx, params, ...reading }) => shownTo(reading)(await requireBackup(tx, params.id)),
  }),
  operation({
    id: 'backups.delete',
    http: 'DELETE /backups/:id',
    ...write,
    doc: { summary: 'Delete a backup', description: 'Deletes the file and its links. A running backup stops.' },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await deleteBackup(tx, params.id)
      await audit(tx, 'backup.deleted', { type: 'backup', id: params.id })
      return undefined
    },
  }),
  operation({
    id: 'backups.verify',
    http: 'POST /backups/:id/verify',
    ...write,
    doc: {
      summary: 'Verify a backup',
      description:
        'A job compares the stored file with its SHA-256, its manifest and the counted rows. Until the job ends, `status` is `running` and `verification` is null. An encrypted file is compared only with its SHA-256, unless you send its `passphrase`.',
    },
    input: { params: byId, body: withExample(Verify, { passphrase: 'seven blue kettles sing' }), optional: true },
    output: { ...write.output, body: Backup, status: 202, location: '/backups/{id}', errors: ['backup_not_completed'] },
    async run({ tx, params, body, ...reading }) {
      return shownTo(reading)(await askToVerify(tx, reading.services, params.id, body.passphrase))
    },
  }),
]
