import type { Area } from '#platform/areas/area.ts'
import { onPicked } from '#platform/areas/events.ts'
import { prompts } from '#platform/mcp/prompts.ts'
import { conflict } from '#platform/values/errors.ts'
import { mergedHere, productColumns, variantColumns } from './archive-columns.ts'
import { groupFactsChanged } from './events.ts'
import { archive as groupArchive } from './groups/archive.ts'
import { regroup } from './groups/commands.ts'
import groups from './groups/routes.ts'
import jobs from './merging/jobs.ts'
import merging from './merging/routes.ts'
import moveJobs from './moves/jobs.ts'
import moves from './moves/routes.ts'
import pictureJobs from './pictures/jobs.ts'
import { explainFeedGaps } from './prompts.ts'
import { feedPage } from './review-feed/feed-route.ts'
import operations from './routes.ts'
import { productIdKey, titleFolded } from './store.ts'
import { gtinKeySql } from './variants/store.ts'

const auditActions = [
  'product.merged',
  'product_group.created',
  'product_group.deleted',
  'product_group.updated',
  'product_groups.settings_updated',
  'review_feed.created',
  'review_feed.deleted',
  'review_feed.rotated',
  'review_move.started',
  'review_move.undone',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'products',
  auditActions,
  adminPages: ['products'],
  operations: [...operations, ...groups, ...merging, ...moves],
  jobs: [...jobs, ...moveJobs, ...pictureJobs],
  errors: { already_grouped: 409, product_id_mangled: 400, product_still_sold: 409, products_unrelated: 409 },
  constraints: {
    review_moves_one_of_product: () => conflict('The reviews of this product are moving already. Wait for that move.'),
  },
  pages: [feedPage],
  subscribers: [onPicked(groupFactsChanged, (touched) => [touched], regroup)],
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
    ...groupArchive,
  ],
} satisfies Area
