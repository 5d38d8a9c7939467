import type { Area } from '#platform/areas/area.ts'
import { notFound } from '#platform/values/errors.ts'
import { planFeatures } from '#resources/billing/rules.ts'
import { partnerOperations } from './routes.ts'

const auditActions = [
  'partner.grant_accepted',
  'partner.grant_created',
  'partner.grant_ended',
  'partner.grant_updated',
] as const
declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'partner',
  auditActions,
  adminPages: ['settings/partners'],
  operations: ({ features }) => partnerOperations(planFeatures(features)),
  features: { partner_access: 'scale' },
  constraints: { partner_grants_partner_exists: () => notFound('organization') },
} satisfies Area
