import type { Area } from '#platform/areas/area.ts'
import { planFeatures } from '#resources/billing/rules.ts'
import { archive } from './archive.ts'
import { followMerges } from './merge-subscriber.ts'
import operations from './routes.ts'
import { shownOperations } from './shown/routes.ts'

const auditActions = ['placement.created', 'placement.deleted', 'placement.published', 'placement.unpublished'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'placements',
  auditActions,
  adminPages: ['placements'],
  operations: ({ features }) => [...operations, ...shownOperations(planFeatures(features))],
  subscribers: [followMerges],
  archive,
} satisfies Area
