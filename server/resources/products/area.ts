import type { Area } from '#platform/area.ts'
import { prompts } from '#platform/mcp/prompts.ts'
import { explainFeedGaps } from './prompts.ts'
import { feedPage } from './review-feed/feed-route.ts'
import operations from './routes.ts'
import { titleFolded } from './store.ts'

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
  contributions: [prompts.of(explainFeedGaps)],
  archive: [
    { table: 'products', made: { title_folded: titleFolded }, type: 'product' },
    { table: 'product_variants', type: 'variant' },
  ],
} satisfies Area
