import type { Area } from '#platform/areas/area.ts'
import { archive } from './archive.ts'
import { doorPages } from './public/door-route.ts'
import operations from './routes.ts'
import { agentsFeature } from './rules.ts'

const auditActions = ['agents.settings_updated'] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'agents',
  // The area's operations are under /connectors. Its public URLs need no key.
  scopes: [],
  auditActions,
  adminPages: ['settings/agents'],
  operations,
  pages: doorPages,
  features: { [agentsFeature]: 'growth' },
  errors: { origin_not_public: 409 },
  archive,
} satisfies Area
