import type { Area } from '#platform/areas/area.ts'
import { assessmentPage } from './download-page.ts'
import assessmentJobs from './jobs.ts'
import assessments from './routes.ts'
import { leastPlan } from './rules.ts'

const auditActions = ['evidence_assessment.created'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'assessments',
  scopes: [],
  auditActions,
  operations: assessments,
  pages: [assessmentPage],
  jobs: assessmentJobs,
  features: { yearly_assessment: leastPlan },
} satisfies Area
