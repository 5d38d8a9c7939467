import type { Area } from '#platform/area.ts'
import { type ProviderEventKind, sealedApiKey, sealedEvent } from './commands.ts'
import events from './events/routes.ts'
import { connectorJobs } from './jobs.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'

/** `kinds`: what areas have providers say. */
export default (kinds: readonly ProviderEventKind[]) =>
  ({
    name: 'connectors',
    adminPages: ['settings/connections'],
    operations: [...operations, ...events],
    jobs: connectorJobs(kinds),
    features: { automation_connection: 'growth' },
    errors: { connection_in_use: 409, connection_inactive: 409, connection_missing: 409 },
    sealed: [sealedApiKey, sealedEvent],
    personalData,
  }) satisfies Area
