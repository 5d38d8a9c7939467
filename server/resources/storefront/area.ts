import type { Area } from '#platform/areas/area.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { onReviewChanges } from '#resources/reviews/changes/events.ts'
import { isSeenByVisitors } from '#resources/reviews/changes/rules.ts'
import { archive } from './archive.ts'
import { formPages } from './form/hosted-route.ts'
import form from './form/routes.ts'
import previews from './preview-routes.ts'
import operations from './routes.ts'
import placements from './settings/routes.ts'

const auditActions = ['placements.settings_updated'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'storefront',
  auditActions,
  adminPages: ['settings/storefront', 'widgets'],
  operations: [...operations, ...form, ...placements, ...previews],
  pages: formPages,
  subscribers: [
    onReviewChanges(
      (change) => (isSeenByVisitors(change) ? [change] : []),
      (tx) => invalidateStorefront(tx),
    ),
  ],
  archive,
} satisfies Area
