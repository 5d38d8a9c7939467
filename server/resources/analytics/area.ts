import type { Area } from '#platform/areas/area.ts'
import { planFeatures } from '#resources/billing/rules.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { mailSubscribers } from './activity/commands.ts'
import activity from './activity/routes.ts'
import { archive, retiredTables } from './archive.ts'
import { lowRatingSubscriber } from './attention/notice-commands.ts'
import mailJobs from './attention/notice-jobs.ts'
import { teamMails } from './attention/notice-kind.ts'
import { notificationPages } from './attention/notice-pages.ts'
import notifications from './attention/notice-routes.ts'
import { attentionOperations } from './attention/routes.ts'
import jobs from './engine/jobs.ts'
import { changeSubscribers } from './engine/subscribers.ts'
import { features } from './features.ts'
import moderation from './moderation/routes.ts'
import products from './products/routes.ts'
import { requestSubscribers } from './requests/commands.ts'
import requests from './requests/routes.ts'
import reviews from './reviews/routes.ts'
import themes from './themes/routes.ts'

const auditActions = ['analytics_settings.changed'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'analytics',
  auditActions,
  operations: ({ features: all }) => [
    ...attentionOperations(planFeatures(all)),
    ...reviews,
    ...moderation,
    ...requests,
    ...products,
    ...themes,
    ...activity,
    ...notifications,
  ],
  jobs: [...jobs, ...mailJobs],
  pages: notificationPages,
  subscribers: [...changeSubscribers, ...mailSubscribers, ...requestSubscribers, lowRatingSubscriber],
  contributions: [mailKinds.of(teamMails)],
  features,
  adminPages: ['insights'],
  archive,
  retiredTables,
} satisfies Area
