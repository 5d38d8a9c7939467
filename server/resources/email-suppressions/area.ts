import type { Area } from '#platform/areas/area.ts'
import { archive } from './archive.ts'
import jobs from './jobs.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'

const auditActions = ['email_suppression.created', 'email_suppression.deleted', 'email_suppression.imported'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'email-suppressions',
  auditActions,
  adminPages: ['email/suppressions'],
  operations,
  jobs,
  personalData,
  archive,
} satisfies Area
