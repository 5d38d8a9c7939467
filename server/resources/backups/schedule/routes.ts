import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { readSchedule, saveSchedule } from './commands.ts'
import { BackupSchedule, BackupScheduleSettings } from './schema.ts'

const gated = { tenancy: 'store', plan: 'scheduled_backups' } as const

export const scheduleOperations = [
  operation({
    ...gated,
    readsNeedPlan: true,
    id: 'backups.get_schedule',
    http: 'GET /backups/schedule',
    summary: 'Get the backup schedule',
    returns: BackupSchedule,
    run: ({ tx }) => readSchedule(tx),
  }),
  operation({
    ...gated,
    role: 'ADMIN',
    worksWhileLapsed: true,
    id: 'backups.set_schedule',
    http: 'PUT /backups/schedule',
    summary: 'Update the backup schedule',
    description:
      "A backup runs each day, Monday or first of a month, in the store's time zone, at a minute of the hour chosen per store. If the current hour is chosen, the first backup starts now. We keep the newest `keep` complete backups, and delete an older one only after a newer one was verified. Owners get an email when the schedule starts to fail. Backups of a schedule set by an API key have no email addresses.",
    body: withExample(BackupScheduleSettings, {
      enabled: true,
      frequency: 'daily',
      hour: 3,
      keep: 14,
      target: 'service',
    }),
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
