import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { deleteDisconnected } from './commands.ts'
import { deleteDeliveries, deleteOldDeliveries } from './deliveries/retention.ts'
import { notifyOwners } from './notice.ts'
import { recover, replay } from './replay.ts'
import { sendDueDeliveries } from './sending/sender.ts'
import { hasEndpointsOrDeliveries } from './store.ts'

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
  ...storeWalk({
    id: 'outbound_webhooks.clean',
    schedule: '11 4 * * *',
    operatorName: 'webhook-clean',
    visit: async (ctx, scope) => {
      await deleteOldDeliveries(ctx, scope)
      await ctx.db.store(scope, 'write', deleteDisconnected)
      // A person's loss of access changes nothing in the store, so this job looks for their endpoints every night.
      return (await ctx.db.store(scope, 'read', hasEndpointsOrDeliveries)) ? ctx.now : undefined
    },
  }),
]
