import type { Area } from '#platform/area.ts'
import organization from './routes.ts'

const auditActions = ['organization.settings_updated', 'organization.updated'] as const

declare module '#platform/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'orgs',
  auditActions,
  operations: organization,
} satisfies Area
