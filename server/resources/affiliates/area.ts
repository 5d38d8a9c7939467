import type { Area } from '#platform/areas/area.ts'
import { jobs, subscribers } from './jobs.ts'
import { linkPages } from './link-route.ts'
import affiliates from './routes.ts'
import { codeTaken } from './rules.ts'

const auditActions = ['affiliate.joined', 'affiliate.paid_out'] as const
declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'affiliates',
  auditActions,
  adminPages: ['settings/affiliates'],
  operations: affiliates,
  pages: linkPages,
  jobs,
  subscribers,
  features: { affiliates: 'scale' },
  errors: { already_affiliate: 409, code_taken: 409 },
  constraints: { affiliates_code_once: codeTaken },
} satisfies Area
