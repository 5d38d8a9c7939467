import type { Area } from '#platform/areas/area.ts'
import { alreadyRunning, runningKey, sealedPassphrase } from './kept/commands.ts'
import { downloadPage } from './kept/download-page.ts'
import { keptJobs } from './kept/jobs.ts'
import { keptOperations } from './kept/routes.ts'
import { restoreJobs } from './restore/jobs.ts'
import { restoreOperations } from './restore/routes.ts'
import { backupOperations } from './routes.ts'
import { scheduledEnded, sealedSchedule } from './schedule/commands.ts'
import { scheduleJobs } from './schedule/jobs.ts'
import { scheduleOperations } from './schedule/routes.ts'
import { leastPlan } from './schedule/rules.ts'
import { countEnabled } from './schedule/store.ts'
import { sealedTarget } from './target/commands.ts'
import { targetOperations } from './target/routes.ts'

const auditActions = [
  'archive.exported',
  'archive.restored',
  'backup.created',
  'backup.deleted',
  'backup_schedule.updated',
  'backup_target.removed',
  'backup_target.updated',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'backups',
  adminPages: ['settings/backups', 'settings/stores'],
  auditActions,
  operations: ({ archive }) => [
    ...backupOperations(archive),
    ...keptOperations,
    ...scheduleOperations,
    ...targetOperations,
    ...restoreOperations(archive),
  ],
  pages: [downloadPage],
  jobs: ({ archive }) => [...keptJobs(archive, scheduledEnded), ...scheduleJobs, ...restoreJobs(archive)],
  errors: {
    archive_invalid: 400,
    archive_too_new: 400,
    backup_not_completed: 409,
    backup_running: 409,
    backup_target_failed: 400,
    backup_target_missing: 409,
    store_not_empty: 409,
  },
  constraints: { [runningKey]: alreadyRunning },
  sealed: [sealedPassphrase, sealedSchedule, sealedTarget],
  features: { scheduled_backups: leastPlan },
  uses: { scheduled_backups: { what: 'backup schedules', count: countEnabled } },
} satisfies Area
