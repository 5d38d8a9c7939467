import type { EventKind } from '#platform/areas/events.ts'
import { type Operation, operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import {
  adoptWebhook,
  changeWebhook,
  createWebhook,
  namesOf,
  readWebhook,
  removeWebhook,
  requireAllowed,
  sendTest,
} from './commands.ts'
import { Delivery } from './deliveries/schema.ts'
import { exampleOf } from './examples.ts'
import { startReplay } from './replay.ts'
import {
  Catalogue,
  CreatedWebhook,
  newWebhook,
  ReplayAnswer,
  ReplayRequest,
  testRequest,
  Webhook,
  WebhookPage,
  WebhookQuery,
  webhookChanges,
} from './schema.ts'
import * as store from './store.ts'

const admin = { tenancy: 'store', role: 'ADMIN', plan: 'outbound_webhooks' } as const

export function webhookOperations(kinds: readonly EventKind[]): Operation[] {
  const names = namesOf(kinds)
  return [
    operation({
      id: 'outbound_webhooks.list_events',
      http: 'GET /outbound-webhooks/events',
      tenancy: 'store',
      summary: 'List the kinds of events, each with an example of what is delivered.',
      description: 'The set is open: kinds may be added, and receivers ignore names they do not know.',
      returns: Catalogue,
      manual: true,
      run: ({ storeEnvId, now }) => ({ data: exampleOf(kinds, storeEnvId, now) }),
    }),
    operation({
      id: 'outbound_webhooks.list',
      http: 'GET /outbound-webhooks',
      tenancy: 'store',
      summary: "List the store's webhooks, newest first. Secrets are not shown.",
      query: WebhookQuery,
      returns: WebhookPage,
      tool: 'list_webhooks',
      oneQuery: true,
      run: ({ tx, query }) => store.list(tx, query, names),
    }),
    operation({
      id: 'outbound_webhooks.create',
      http: 'POST /outbound-webhooks',
      ...admin,
      secret: true,
      summary: 'Register a webhook. Its secret is in this answer and nowhere else.',
      description:
        'A store has at most 20. Two of them may lead to one address: that is how a secret is rotated. Redirects are not followed. An event needs the read scope of its area. A webhook that a key or a connected app registers ends with that key or connection, until a signed-in person adopts it.',
      body: newWebhook(names),
      returns: CreatedWebhook,
      status: 201,
      location: '/outbound-webhooks/{id}',
      errors: ['limit_reached'],
      manual: true,
      async run({ db, caller, storeEnvId, body, services, audit }) {
        await requireAllowed(services.fetch.refusal, body.url)
        const scope = { storeEnvId, organizationId: caller.organizationId }
        return db.store(scope, 'write', (tx) => createWebhook(tx, audit, services.secrets, body, caller, kinds))
      },
    }),
    operation({
      id: 'outbound_webhooks.get',
      http: 'GET /outbound-webhooks/:id',
      tenancy: 'store',
      summary: 'Read a webhook.',
      params: byId,
      returns: Webhook,
      oneQuery: true,
      run: ({ tx, params }) => readWebhook(tx, params.id, kinds),
    }),
    operation({
      id: 'outbound_webhooks.update',
      http: 'PATCH /outbound-webhooks/:id',
      ...admin,
      summary: 'Change, disable or enable a webhook.',
      description:
        'Enabling delivers what waited and, in the order of their `sequence`, the events that happened meanwhile. What failed for good before is delivered by a replay. A change of `url` or `events`, and enabling, need the read scopes of all its events. A key never changes `url` or `events` of a webhook that a signed-in person made.',
      params: byId,
      body: webhookChanges(names),
      returns: Webhook,
      manual: true,
      async run({ db, caller, storeEnvId, params, body, services, audit }) {
        if (body.url !== undefined) await requireAllowed(services.fetch.refusal, body.url)
        const scope = { storeEnvId, organizationId: caller.organizationId }
        return db.store(scope, 'write', (tx) => changeWebhook(tx, audit, params.id, body, caller, kinds))
      },
    }),
    operation({
      id: 'outbound_webhooks.adopt',
      http: 'POST /outbound-webhooks/:id/adopt',
      ...admin,
      session: true,
      summary: 'Adopt a webhook that a key or a connected app made.',
      description:
        'It then belongs to signed-in people: it outlives the key, gets whole addresses, and no key changes its address or events. A webhook of a person stays as it is.',
      params: byId,
      returns: Webhook,
      run: ({ tx, audit, params, caller }) => adoptWebhook(tx, audit, params.id, caller, kinds),
    }),
    operation({
      id: 'outbound_webhooks.delete',
      http: 'DELETE /outbound-webhooks/:id',
      ...admin,
      summary: 'Delete a webhook and its deliveries. What still waits is not sent.',
      params: byId,
      async run({ tx, audit, params }) {
        await removeWebhook(tx, audit, params.id)
        return undefined
      },
    }),
    operation({
      id: 'outbound_webhooks.test',
      http: 'POST /outbound-webhooks/:id/test',
      ...admin,
      summary: 'Send an example, signed like any other delivery.',
      description:
        'The body also says `"test": true`, and its `data.sequence` is 0. What became of it stands in the deliveries.',
      params: byId,
      query: testRequest(names),
      returns: Delivery,
      status: 202,
      location: '/outbound-webhooks/:id/deliveries/{id}',
      errors: ['webhook_disabled'],
      run: ({ tx, params, query }) => {
        const asked = query.event ?? 'review.created'
        const kind = kinds.find(({ name }) => name === asked)
        if (!kind) throw notFound('kind of event', asked)
        return sendTest(tx, params.id, asked, kind.example)
      },
    }),
    operation({
      id: 'outbound_webhooks.replay',
      http: 'POST /outbound-webhooks/:id/replay',
      ...admin,
      summary: 'Deliver the events of a range of time again.',
      description:
        'At most 30 days back and 100,000 events. Each gets a new `event_id`; name and `data` are those of the first time. Needs the read scopes of all its events.',
      params: byId,
      body: ReplayRequest,
      returns: ReplayAnswer,
      status: 202,
      location: '/outbound-webhooks/:id/deliveries',
      errors: ['webhook_disabled'],
      run: ({ tx, audit, params, body, caller }) => startReplay(tx, audit, params.id, body, { caller, kinds }),
    }),
  ]
}
