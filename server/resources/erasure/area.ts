import type { Area } from '#platform/areas/area.ts'
import { erasureOperations } from './routes.ts'

const auditActions = ['customer.erased', 'customer.erasure_settings_updated'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'erasure',
  auditActions,
  adminPages: ['customers'],
  scopes: [],
  operations: ({ personalData }) => erasureOperations(personalData),
  archive: [{ table: 'store_settings' }],
} satisfies Area
