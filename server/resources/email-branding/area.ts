import type { Area } from '#platform/area.ts'
import operations from './routes.ts'

export default { name: 'email-branding', operations } satisfies Area
