import { Type } from 'typebox'
import { afterCommit } from '#platform/areas/events.ts'
import type { PersonalData } from '#platform/areas/personal-data.ts'
import { type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import type { ShopHearer } from '#resources/connectors/shop-reading/commands.ts'
import { shopDisconnected } from '#resources/connectors/shops/events.ts'
import { processJob } from './commands.ts'
import { tellJob, tellOwners } from './notice.ts'
import { processWebhooks } from './processing/process.ts'
import { deleteOldWebhooks, eraseConnectionBodies } from './retention.ts'

const eraseJob = job({
  id: 'webhooks.erase_bodies',
  payload: Type.Object({
    ...OfStore.properties,
    event: Type.Object({ data: Type.Object({ id: Type.String() }) }),
  }),
  run: (ctx, { storeEnvId, organizationId, event }) =>
    eraseConnectionBodies(ctx, { storeEnvId, organizationId, connectionId: event.data.id }),
})

export const webhookSubscribers = [afterCommit([shopDisconnected], eraseJob)]

/** `areas` are those with personal data. `hearers` write data that was read from shops. */
export const webhookJobs = (areas: readonly PersonalData[], hearers: readonly ShopHearer[]): Job[] => [
  // This job mostly waits for shops, and a slow shop must not delay other jobs.
  job({
    id: processJob,
    bulk: 'webhooks',
    atOnce: 8,
    payload: OfStore,
    run: (ctx, scope) => processWebhooks(ctx, scope, { areas, hearers }),
  }),
  job({
    id: tellJob,
    payload: Type.Object({ ...OfStore.properties, webhookId: Type.String(), to: Type.Optional(Type.String()) }),
    run: tellOwners,
  }),
  eraseJob,
  ...storeWalk({
    id: 'webhooks.clean',
    schedule: '37 4 * * *',
    operatorName: 'inbound-webhook-clean',
    visit: deleteOldWebhooks,
  }),
]
