import type { Area } from '#platform/areas/area.ts'
import { authorizePages } from './authorize/pages.ts'
import jobs from './jobs.ts'
import { metadataPages } from './metadata.ts'
import operations from './routes.ts'
import { tokenEndpoints } from './tokens/endpoints.ts'

const auditActions = [
  'oauth.granted',
  'oauth.revoked',
  'oauth_client.created',
  'oauth_client.updated',
  'oauth_client.secret_rotated',
  'oauth_client.deleted',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'oauth',
  // Empty, because the area's operations belong to the area `account`.
  scopes: [],
  auditActions,
  adminPages: ['settings/connected-apps'],
  operations,
  pages: (areas) => [...authorizePages(areas), ...tokenEndpoints, ...metadataPages(areas)],
  jobs,
} satisfies Area
