import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { senderReplaced } from '#resources/email/events.ts'
import { providerEvents, releaseSender, sealedApiKey, sealedEvent } from './commands.ts'
import events from './events/routes.ts'
import { connectorJobs } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { pluginJobs } from './plugins/jobs.ts'
import plugins from './plugins/routes.ts'
import { endStringsOfShop, sealedStrings } from './plugins/strings.ts'
import operations from './routes.ts'
import { shopHearers } from './shop-reading/commands.ts'
import { alreadyConnected } from './shops/commands.ts'
import { shopDisconnected } from './shops/events.ts'
import { shopJobs } from './shops/jobs.ts'
import { sealedShop } from './shops/opening.ts'
import { shopPages } from './shops/pages.ts'
import shops from './shops/routes.ts'

const auditActions = [
  'connection.changed',
  'connection.created',
  'connection.removed',
  'shop.changed',
  'shop.connected',
  'shop.disconnected',
  'shop.repaired',
  'sync.confirmed',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'connectors',
  auditActions,
  adminPages: ['settings/connections', 'settings/shop'],
  operations: [...operations, ...events, ...plugins, ...shops],
  jobs: ({ contributions }) => [
    ...connectorJobs(providerEvents.in(contributions)),
    ...shopJobs(shopHearers.in(contributions)),
    ...pluginJobs,
  ],
  subscribers: [
    beforeCommit([senderReplaced], async (tx, events) => {
      for (const { data } of events) await releaseSender(tx, data.connectionId)
    }),
    beforeCommit([shopDisconnected], async (tx, events) => {
      for (const { data } of events) await endStringsOfShop(tx, data.id)
    }),
  ],
  pages: shopPages,
  features: { automation_connection: 'growth' },
  errors: {
    connection_in_use: 409,
    connection_inactive: 409,
    connection_missing: 409,
    connection_paused: 409,
    credentials_refused: 400,
    needs_reauth: 409,
    platform_not_configured: 409,
    shop_already_connected: 409,
    shop_connected_elsewhere: 409,
    shop_not_connected: 409,
    shop_unreachable: 400,
    sync_not_held: 409,
    sync_not_supported: 409,
  },
  constraints: { shop_connections_one_per_store: alreadyConnected },
  sealed: [sealedApiKey, sealedEvent, ...sealedShop, ...sealedStrings],
  personalData,
} satisfies Area
