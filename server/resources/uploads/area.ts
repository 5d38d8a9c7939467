import type { Area } from '#platform/areas/area.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'
import storefrontOperations from './storefront-routes.ts'

export default { name: 'uploads', operations: [...operations, ...storefrontOperations], jobs } satisfies Area
