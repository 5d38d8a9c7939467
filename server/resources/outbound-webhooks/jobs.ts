import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { deleteDisconnected } from './commands.ts'
import { deleteDeliveries, deleteOldDeliveries } from './deliveries/retention.ts'
import { notifyOwners } from './notice.ts'
import { recover, replay } from './replay.ts'
import { sendDueDeliveries } from './sending/sender.ts'

const ofEndpoint = { storeEnvId: Type.String(), organizationId: Type.String(), endpointId: Type.String() }
const ofEvents = { ...ofEndpoint, at: Type.Integer() }

export default [
  job({ id: 'outbound_webhooks.wake', across: true, payload: Type.Object({}), run: (ctx) => sendDueDeliveries(ctx) }),
  // Due deliveries are in the endpoints' queues. This job sends those that a crash or a lost job left behind.
  job({
    id: 'outbound_webhooks.sweep',
    across: true,
    payload: Type.Object({}),
    schedule: '* * * * *',
    operatorName: 'webhook-sweep',
    run: (ctx) => sendDueDeliveries(ctx),
  }),
  job({
    id: 'outbound_webhooks.recover',
    payload: Type.Object({ ...ofEvents, from: Type.Integer(), until: Type.Integer() }),
    run: recover,
  }),
  job({
    id: 'outbound_webhooks.replay',
    payload: Type.Object({
      ...ofEvents,
      replayId: Type.String(),
      since: Type.String(),
      until: Type.String(),
      fromId: Type.String(),
      untilId: Type.String(),
    }),
    run: replay,
  }),
  job({
    id: 'outbound_webhooks.tell_owners',
    payload: Type.Object({
      ...ofEndpoint,
      reason: Type.String(),
      to: Type.Optional(Type.String()),
    }),
    run: notifyOwners,
  }),
  job({
    id: 'outbound_webhooks.remove_deliveries',
    payload: Type.Object(ofEndpoint),
    run: deleteDeliveries,
  }),
  job({
    id: 'outbound_webhooks.clean',
    across: true,
    payload: Type.Object({}),
    schedule: '11 4 * * *',
    operatorName: 'webhook-clean',
    async run(ctx) {
      await deleteOldDeliveries(ctx)
      await forEveryStore(ctx, (scope) => ctx.db.store(scope, 'write', deleteDisconnected))
    },
  }),
]
