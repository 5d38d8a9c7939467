import type { Area } from '#platform/area.ts'
import { providerEvents, sealedApiKey, sealedEvent } from './commands.ts'
import events from './events/routes.ts'
import { connectorJobs } from './jobs.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'

const auditActions = ['connection.changed', 'connection.created', 'connection.removed'] as const

declare module '#platform/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'connectors',
  auditActions,
  adminPages: ['settings/connections'],
  operations: [...operations, ...events],
  jobs: ({ contributions }) => connectorJobs(providerEvents.in(contributions)),
  features: { automation_connection: 'growth' },
  errors: { connection_in_use: 409, connection_inactive: 409, connection_missing: 409 },
  sealed: [sealedApiKey, sealedEvent],
  personalData,
} satisfies Area
