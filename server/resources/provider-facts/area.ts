import type { Area } from '#platform/areas/area.ts'
import { providerEvents } from '#resources/connectors/commands.ts'
import { factEvents } from './commands.ts'
import { queueJob } from './jobs.ts'
import { factSubscribers } from './subscribers.ts'

export default {
  name: 'provider-facts',
  scopes: [],
  operations: [],
  jobs: [queueJob],
  subscribers: factSubscribers,
  contributions: [providerEvents.of(...factEvents)],
} satisfies Area
