import type { Area } from '#platform/areas/area.ts'
import { archive } from './archive.ts'
import operations from './routes.ts'

const auditActions = ['email_branding.updated'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'email-branding',
  auditActions,
  adminPages: ['settings/branding'],
  operations,
  archive,
} satisfies Area
