import type { Area } from '#platform/area.ts'
import { feedPage } from './review-feed/feed-route.ts'
import operations from './routes.ts'

const auditActions = ['review_feed.created', 'review_feed.deleted', 'review_feed.rotated'] as const

declare module '#platform/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'products',
  auditActions,
  adminPages: ['products'],
  operations,
  pages: [feedPage],
} satisfies Area
