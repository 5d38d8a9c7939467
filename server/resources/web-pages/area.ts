import type { Area } from '#platform/areas/area.ts'
import { archive } from './archive.ts'
import { slugTaken } from './commands.ts'
import handles from './handles/routes.ts'
import { followMerges } from './merge-subscriber.ts'
import preview from './preview-routes.ts'
import operations from './routes.ts'
import { hostedPages } from './shown/page-route.ts'
import shown from './shown/routes.ts'

const auditActions = [
  'web_page.created',
  'web_page.deleted',
  'web_page.published',
  'web_page.unpublished',
  'web_pages.handle_changed',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'web-pages',
  auditActions,
  adminPages: ['pages'],
  operations: [...operations, ...handles, ...preview, ...shown],
  pages: hostedPages,
  features: { web_pages: 'growth' },
  errors: { slug_taken: 409, handle_taken: 409 },
  constraints: { web_pages_slug_once: slugTaken },
  subscribers: [followMerges],
  archive,
} satisfies Area
