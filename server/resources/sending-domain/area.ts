import type { Area } from '#platform/areas/area.ts'
import { sealedSendingKey } from './commands.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'
import { leastPlan } from './rules.ts'
import { find } from './store.ts'

const auditActions = [
  'sending_domain.created',
  'sending_domain.degraded',
  'sending_domain.deleted',
  'sending_domain.failed',
  'sending_domain.key_rotated',
  'sending_domain.rotation_started',
  'sending_domain.settings_updated',
  'sending_domain.verified',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'sending-domain',
  auditActions,
  adminPages: ['settings/sending-domain'],
  operations,
  jobs,
  features: { custom_sending_domain: leastPlan },
  uses: {
    custom_sending_domain: { what: 'sending domains', count: async (tx) => ((await find(tx)).domain === null ? 0 : 1) },
  },
  sealed: [sealedSendingKey],
} satisfies Area
