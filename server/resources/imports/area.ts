import type { Area } from '#platform/areas/area.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'

const auditActions = ['import.started'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'imports',
  auditActions,
  adminPages: ['imports'],
  operations,
  jobs,
  errors: { too_many_imports: 409, unknown_format: 400 },
} satisfies Area
