import type { Area } from '#platform/area.ts'
import { providerEvents, sealedApiKey, sealedEvent } from './commands.ts'
import events from './events/routes.ts'
import { connectorJobs } from './jobs.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'

export default {
  name: 'connectors',
  adminPages: ['settings/connections'],
  operations: [...operations, ...events],
  jobs: ({ contributions }) => connectorJobs(providerEvents.in(contributions)),
  features: { automation_connection: 'growth' },
  errors: { connection_in_use: 409, connection_inactive: 409, connection_missing: 409 },
  sealed: [sealedApiKey, sealedEvent],
  personalData,
} satisfies Area
