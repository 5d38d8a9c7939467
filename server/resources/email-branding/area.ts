import type { Area } from '#platform/area.ts'
import operations from './routes.ts'

export default { name: 'email-branding', adminPages: ['settings/branding'], operations } satisfies Area
