import type { Area } from '#platform/area.ts'
import { archive } from './archive.ts'
import email from './email/routes.ts'
import { features } from './features.ts'
import loyalty from './loyalty/routes.ts'
import { actSubscribers } from './moderation/commands.ts'
import moderation from './moderation/routes.ts'
import products from './products/routes.ts'
import jobs from './recount/jobs.ts'
import requests from './requests/routes.ts'
import reviews from './reviews/routes.ts'
import settings from './settings/routes.ts'
import themes from './themes/routes.ts'
import widgets from './widgets/routes.ts'

const auditActions = ['analytics_settings.changed'] as const

declare module '#platform/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'analytics',
  auditActions,
  operations: [
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
  jobs,
  subscribers: actSubscribers,
  features,
  adminPages: ['insights'],
  archive,
} satisfies Area
