import type { Area } from '#platform/areas/area.ts'
import jobs from './jobs.ts'
import { eventOperations } from './routes.ts'

export default {
  name: 'events',
  operations: ({ events }) => eventOperations(events.flatMap(({ name, logged }) => (logged ? name : []))),
  jobs,
} satisfies Area
