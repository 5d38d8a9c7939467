import type { Area } from '#platform/area.ts'
import { feedRoutes } from './review-feed/feed-route.ts'
import operations from './routes.ts'

export default { name: 'products', adminPages: ['products'], operations, pages: feedRoutes } satisfies Area
