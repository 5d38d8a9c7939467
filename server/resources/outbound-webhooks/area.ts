import type { Area } from '#platform/areas/area.ts'
import { beforeCommit, subjectErased } from '#platform/areas/events.ts'
import { archive } from './archive.ts'
import { sealedSecret } from './commands.ts'
import { writeEvents } from './deliveries/commands.ts'
import { deliveryOperations } from './deliveries/routes.ts'
import jobs from './jobs.ts'
import { webhookOperations } from './routes.ts'
import { count as countWebhooks } from './store.ts'

const auditActions = [
  'webhook.adopted',
  'webhook.created',
  'webhook.deleted',
  'webhook.disabled',
  'webhook.replayed',
  'webhook.updated',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'outbound-webhooks',
  auditActions,
  adminPages: ['settings/webhooks'],
  operations: ({ events }) => [...webhookOperations(events), ...deliveryOperations(events)],
  jobs,
  subscribers: ({ events }) => [beforeCommit([...events, subjectErased], writeEvents)],
  features: { outbound_webhooks: 'growth' },
  uses: { outbound_webhooks: { what: 'webhooks', count: countWebhooks } },
  errors: { webhook_disabled: 409 },
  sealed: [sealedSecret],
  archive,
} satisfies Area
