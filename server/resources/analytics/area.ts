import type { Area } from '#platform/areas/area.ts'
import { planFeatures } from '#resources/billing/rules.ts'
import { archive, retiredTables } from './archive.ts'
import { attentionOperations } from './attention/routes.ts'
import { mailSubscribers } from './email/commands.ts'
import email from './email/routes.ts'
import { features } from './features.ts'
import loyalty from './loyalty/routes.ts'
import moderation from './moderation/routes.ts'
import products from './products/routes.ts'
import recountJobs from './recount/jobs.ts'
import { requestSubscribers } from './requests/commands.ts'
import requests from './requests/routes.ts'
import reviews from './reviews/routes.ts'
import settings from './settings/routes.ts'
import sumJobs from './sums/jobs.ts'
import { changeSubscribers } from './sums/subscribers.ts'
import themes from './themes/routes.ts'
import widgets from './widgets/routes.ts'

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
    ...widgets,
    ...loyalty,
    ...email,
    ...settings,
  ],
  jobs: [...recountJobs, ...sumJobs],
  subscribers: [...changeSubscribers, ...mailSubscribers, ...requestSubscribers],
  features,
  adminPages: ['insights'],
  archive,
  retiredTables,
} satisfies Area
