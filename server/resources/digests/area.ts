import type { Area } from '#platform/areas/area.ts'
import digestJobs from './jobs.ts'
import digests from './routes.ts'
import { digestSubscribers } from './subscribers.ts'

export default {
  name: 'digests',
  scopes: [],
  operations: digests,
  jobs: digestJobs,
  subscribers: digestSubscribers,
} satisfies Area
