import type { Area } from '#platform/area.ts'
import { feedPage } from './review-feed/feed-route.ts'
import operations from './routes.ts'

export default { name: 'products', adminPages: ['products'], operations, pages: [feedPage] } satisfies Area
