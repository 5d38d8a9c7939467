import type { Area } from '#platform/areas/area.ts'
import translationJobs from './jobs.ts'
import translations from './routes.ts'
import { translationSubscribers } from './subscribers.ts'

export default {
  name: 'translations',
  scopes: [],
  operations: translations,
  jobs: translationJobs,
  subscribers: translationSubscribers,
} satisfies Area
