import type { Area } from '#platform/areas/area.ts'
import { apiKeyOperations } from './routes.ts'

const auditActions = ['api_key.created', 'api_key.revoked'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'api-keys',
  auditActions,
  adminPages: ['settings/api-keys'],
  operations: ({ scopes }) => apiKeyOperations(scopes),
} satisfies Area
