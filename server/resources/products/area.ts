import type { Area } from '#platform/areas/area.ts'
import { prompts } from '#platform/mcp/prompts.ts'
import { mergedHere, productColumns, variantColumns } from './archive-columns.ts'
import jobs from './merging/jobs.ts'
import merging from './merging/routes.ts'
import pictureJobs from './pictures/jobs.ts'
import { explainFeedGaps } from './prompts.ts'
import { feedPage } from './review-feed/feed-route.ts'
import operations from './routes.ts'
import { productIdKey, titleFolded } from './store.ts'
import { gtinKeySql } from './variants/store.ts'

const auditActions = ['product.merged', 'review_feed.created', 'review_feed.deleted', 'review_feed.rotated'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'products',
  auditActions,
  adminPages: ['products'],
  operations: [...operations, ...merging],
  jobs: [...jobs, ...pictureJobs],
  errors: { product_id_mangled: 400, products_unrelated: 409 },
  pages: [feedPage],
  contributions: [prompts.of(explainFeedGaps)],
  archive: [
    {
      table: 'products',
      columns: productColumns,
      made: { title_folded: titleFolded, id_key: productIdKey },
      type: 'product',
      restored: mergedHere,
    },
    { table: 'product_variants', columns: variantColumns, made: { gtin_key: gtinKeySql }, type: 'variant' },
  ],
} satisfies Area
