import type { Area } from '#platform/area.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'

export default { name: 'events', operations, jobs } satisfies Area
