import type { Area } from '#platform/areas/area.ts'
import operations from './routes.ts'

export default { name: 'health', scopes: [], operations } satisfies Area
