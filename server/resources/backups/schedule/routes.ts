import { operation } from '#platform/calls/operation.ts'
import { readSchedule, saveSchedule } from './commands.ts'
import { BackupSchedule, BackupScheduleSettings } from './schema.ts'

const gated = { tenancy: 'store', plan: 'scheduled_backups' } as const

export const scheduleOperations = [
  operation({
    ...gated,
    readsNeedPlan: true,
    id: 'backups.get_schedule',
    http: 'GET /backups/schedule',
    summary: 'Get when backups are made by themselves.',
    returns: BackupSchedule,
    run: ({ tx }) => readSchedule(tx),
  }),
  operation({
    ...gated,
    role: 'ADMIN',
    worksWhileLapsed: true,
    id: 'backups.set_schedule',
    http: 'PUT /backups/schedule',
    summary: 'Set when backups are made by themselves, where they go, and how many are kept.',
    description:
      "In the store's time zone: each day, each Monday or each first of a month, at a minute of that hour that is the store's own. The hour that is running counts: the first backup is then made at once. The newest `keep` good ones are kept, and an older one goes only after a newer one was written and read back. Owners get a mail when the schedule begins to fail. Set with an API key, what it makes is without e-mail addresses.",
    body: BackupScheduleSettings,
    returns: BackupSchedule,
    errors: ['backup_target_missing'],
    async run({ tx, body, caller, storeEnvId, services, audit }) {
      const schedule = await saveSchedule(tx, services, body, caller.seesAddresses)
      const { enabled, frequency, hour, keep, target, encrypted } = schedule
      const details = { enabled, frequency, hour, keep, target, encrypted }
      await audit(tx, 'backup_schedule.updated', { type: 'store', id: storeEnvId }, details)
      return schedule
    },
  }),
]
