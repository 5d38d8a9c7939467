import type { Area } from '#platform/areas/area.ts'
import { signalJobs } from './jobs.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'
import { signalSubscribers } from './subscribers.ts'

const auditActions = ['review_signal.changed'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'signals',
  // The operations are under /reviews.
  scopes: [],
  auditActions,
  operations,
  jobs: signalJobs,
  subscribers: signalSubscribers,
  personalData,
} satisfies Area
