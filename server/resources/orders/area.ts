import type { Area } from '#platform/areas/area.ts'
import { shopHearers } from '#resources/connectors/shop-reading/commands.ts'
import { archive } from './archive.ts'
import { followMerges } from './line-item-merge-subscriber.ts'
import { personalData } from './personal-data.ts'
import { deleteRemoved } from './removal-subscribers.ts'
import operations from './routes.ts'
import { shopOrders } from './shop-orders.ts'

const auditActions = ['order.deleted', 'orders.cleared'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'orders',
  auditActions,
  adminPages: ['orders'],
  operations,
  subscribers: [followMerges, ...deleteRemoved],
  contributions: [shopHearers.of(shopOrders)],
  errors: { store_env_mismatch: 400 },
  personalData,
  archive,
} satisfies Area
