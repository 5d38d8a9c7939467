import type { Area } from '#platform/areas/area.ts'
import jobs from './jobs.ts'
import { personalData } from './personal-data.ts'
import support from './routes.ts'

const auditActions = [
  'support.access_ended',
  'support.access_granted',
  'support.access_opened',
  'support.ticket_closed',
  'support.ticket_opened',
] as const
declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'support',
  auditActions,
  adminPages: ['settings/support'],
  operations: support,
  jobs,
  errors: { ticket_closed: 409 },
  personalData,
} satisfies Area
