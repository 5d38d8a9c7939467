import type { Area } from '#platform/areas/area.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { archive } from './archive.ts'
import { confirmationMail } from './confirmations/commands.ts'
import { confirmationPages } from './confirmations/routes.ts'
import { galleryEvents } from './events.ts'
import items from './items/routes.ts'
import leadJobs from './leads/jobs.ts'
import { personalData } from './leads/personal-data.ts'
import leads from './leads/routes.ts'
import submitting from './leads/storefront-route.ts'
import { followMerges } from './merge-subscriber.ts'
import { noticeMail } from './notices/commands.ts'
import operations from './routes.ts'
import shown from './shown/routes.ts'
import jobs from './upload-jobs.ts'

const auditActions = [
  'gallery.created',
  'gallery.deleted',
  'gallery.lead_form_changed',
  'gallery.published',
  'gallery.unpublished',
  'gallery_item.permission_changed',
  'gallery_lead.deleted',
  'gallery_leads.exported',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'galleries',
  auditActions,
  adminPages: ['galleries'],
  operations: [...operations, ...items, ...leads, ...shown, ...submitting],
  pages: confirmationPages,
  jobs: [...jobs, ...leadJobs],
  subscribers: [followMerges],
  contributions: [mailKinds.of(confirmationMail), mailKinds.of(noticeMail)],
  personalData,
  events: galleryEvents,
  features: { galleries: 'growth' },
  archive,
} satisfies Area
