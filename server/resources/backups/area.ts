import type { Area } from '#platform/area.ts'
import { restoreJobs } from './restore/jobs.ts'
import { restoreOperations } from './restore/routes.ts'
import { backupOperations } from './routes.ts'

const auditActions = ['archive.exported', 'archive.restored'] as const

declare module '#platform/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'backups',
  adminPages: ['settings/stores'],
  auditActions,
  operations: ({ archive }) => [...backupOperations(archive), ...restoreOperations(archive)],
  jobs: ({ archive }) => restoreJobs(archive),
  errors: { archive_invalid: 400, archive_too_new: 400, store_not_empty: 409 },
  features: { scheduled_backups: 'scale' },
} satisfies Area
