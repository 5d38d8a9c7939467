import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { readSchedule, saveSchedule } from './commands.ts'
import { BackupSchedule, BackupScheduleSettings } from './schema.ts'

const gated = { tenancy: 'store', plan: { feature: 'scheduled_backups' } } as const

export const scheduleOperations = [
  operation({
    id: 'backups.get_schedule',
    http: 'GET /backups/schedule',
    ...gated,
    plan: { ...gated.plan, reads: true },
    doc: {
      summary: 'Get the backup schedule',
      description: 'Returns when the service makes backups of the store, and how many it stores.',
    },
    output: { body: BackupSchedule },
    run: ({ tx }) => readSchedule(tx),
  }),
  operation({
    id: 'backups.set_schedule',
    http: 'PUT /backups/schedule',
    ...gated,
    access: { role: 'ADMIN' },
    plan: { ...gated.plan, whileLapsed: true },
    doc: {
      summary: 'Update the backup schedule',
      description:
        "A backup runs each day, Monday or first of a month, in the chosen hour of the store's time zone. We assign each store a fixed minute of the hour. If the current hour is chosen, the first backup starts now. We keep the newest `keep` complete backups, and delete an older one only after a newer one was verified. Owners get an email when the schedule starts to fail. Backups of a schedule set by an API key have no email addresses.",
    },
    input: {
      body: withExample(BackupScheduleSettings, {
        enabled: true,
        frequency: 'daily',
        hour: 3,
        keep: 14,
        target: 'service',
      }),
    },
    output: { body: BackupSchedule, errors: ['backup_target_missing'] },
    async run({ tx, body, caller, storeEnvId, services, audit }) {
      const schedule = await saveSchedule(tx, services, body, caller.seesAddresses)
      const { enabled, frequency, hour, keep, target, encrypted } = schedule
      const details = { enabled, frequency, hour, keep, target, encrypted }
      await audit(tx, 'backup_schedule.updated', { type: 'store', id: storeEnvId }, details)
      return schedule
    },
  }),
]
