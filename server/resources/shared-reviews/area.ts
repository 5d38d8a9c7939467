import type { Area } from '#platform/areas/area.ts'
import { conflict } from '#platform/values/errors.ts'
import { followingSubscribers } from './following.ts'
import { sharedReviewJobs } from './jobs.ts'
import { followMerges } from './merge-subscriber.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'

const auditActions = ['review_grant.accepted', 'review_grant.offered', 'review_grant.revoked'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'shared-reviews',
  // The operations are under /reviews.
  scopes: [],
  auditActions,
  adminPages: ['settings/sharing'],
  operations,
  jobs: sharedReviewJobs,
  subscribers: [...followingSubscribers, followMerges],
  constraints: {
    review_grants_one_active: () => conflict('The other store already shares its reviews with this one.'),
  },
  features: { review_sharing: 'growth' },
  personalData,
} satisfies Area
