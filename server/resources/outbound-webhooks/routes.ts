import type { EventKind } from '#platform/areas/events.ts'
import { type Operation, operation } from '#platform/calls/operation.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import {
  adoptWebhook,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  namesOf,
  readWebhook,
  requireAllowed,
  sendTest,
} from './commands.ts'
import { Delivery } from './deliveries/schema.ts'
import { buildExamples } from './examples.ts'
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

const admin = { tenancy: 'store', access: { role: 'ADMIN' }, plan: { feature: 'outbound_webhooks' } } as const

export function webhookOperations(kinds: readonly EventKind[]): Operation[] {
  const names = namesOf(kinds)
  return [
    operation({
      id: 'outbound_webhooks.list_events',
      http: 'GET /outbound-webhooks/events',
      tenancy: 'store',
      doc: {
        summary: 'List kinds of events',
        description: 'Each has an example delivery. New kinds may be added; receivers should ignore unknown names.',
      },
      output: { body: Catalogue },
      transaction: 'manual',
      run: ({ storeEnvId, now }) => ({ data: buildExamples(kinds, storeEnvId, now) }),
    }),
    operation({
      id: 'outbound_webhooks.list',
      http: 'GET /outbound-webhooks',
      tenancy: 'store',
      doc: { summary: 'List webhooks, newest first', description: 'Secrets are not returned.' },
      tool: 'list_webhooks',
      input: { query: WebhookQuery },
      output: { body: WebhookPage },
      transaction: 'single-query',
      run: ({ tx, query }) => store.list(tx, query, names),
    }),
    operation({
      id: 'outbound_webhooks.create',
      http: 'POST /outbound-webhooks',
      ...admin,
      doc: {
        summary: 'Create a webhook',
        description:
          'Only this response has the secret. A store can have at most 20 webhooks. Two webhooks can share an address, to rotate a secret. Redirects are not followed. Subscribing to an event needs the read scope of its area. A webhook of a key or connected app ends with it, unless a signed-in person adopts the webhook.',
      },
      input: {
        body: withExample(newWebhook(names), {
          url: 'https://hooks.acme.example/evident',
          events: ['review.created', 'review.approved'],
        }),
      },
      output: {
        body: CreatedWebhook,
        status: 201,
        location: '/outbound-webhooks/{id}',
        secret: true,
        errors: ['limit_reached'],
      },
      transaction: 'manual',
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
      doc: {
        summary: 'Get a webhook',
        description: 'Returns one webhook with its address, events and state. The secret is not returned.',
      },
      input: { params: byId },
      output: { body: Webhook },
      transaction: 'single-query',
      run: ({ tx, params }) => readWebhook(tx, params.id, kinds),
    }),
    operation({
      id: 'outbound_webhooks.update',
      http: 'PATCH /outbound-webhooks/:id',
      ...admin,
      doc: {
        summary: 'Update a webhook',
        description:
          "Turning the webhook on delivers waiting events and those that happened while it was off. They can arrive out of order; compare `sequence`. Failed deliveries need a replay. Changing `url` or `events`, and turning the webhook on, need the read scopes of all its events. A key cannot change `url` or `events` of a person's webhook.",
      },
      input: { params: byId, body: withExample(webhookChanges(names), { enabled: true }) },
      output: { body: Webhook },
      transaction: 'manual',
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
      access: { ...admin.access, session: true },
      doc: {
        summary: 'Adopt a webhook',
        description:
          "Makes signed-in people the owner of a webhook of a key or connected app. The webhook outlives the key or app, and gets full email addresses. Keys cannot change its URL or events. A person's webhook stays as it is.",
      },
      input: { params: byId },
      output: { body: Webhook },
      run: ({ tx, audit, params, caller }) => adoptWebhook(tx, audit, params.id, caller, kinds),
    }),
    operation({
      id: 'outbound_webhooks.delete',
      http: 'DELETE /outbound-webhooks/:id',
      ...admin,
      doc: {
        summary: 'Delete a webhook',
        description: "Also deletes the webhook's deliveries. Waiting deliveries are not sent.",
      },
      input: { params: byId },
      async run({ tx, audit, params }) {
        await deleteWebhook(tx, audit, params.id)
        return undefined
      },
    }),
    operation({
      id: 'outbound_webhooks.test',
      http: 'POST /outbound-webhooks/:id/test',
      ...admin,
      doc: {
        summary: 'Send a test event to a webhook',
        description:
          'The signed body has `"test": true` and `data.sequence` 0. The list of deliveries shows the result.',
      },
      input: { params: byId, query: testRequest(names) },
      output: {
        body: Delivery,
        status: 202,
        location: '/outbound-webhooks/:id/deliveries/{id}',
        errors: ['webhook_disabled'],
      },
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
      doc: {
        summary: 'Replay events of a period',
        description:
          'At most 30 days back and 100,000 events. Each delivery has a new `event_id`, and the original `event` and `data`. Needs the read scopes of all events of the webhook.',
      },
      input: { params: byId, body: withExample(ReplayRequest, { since: '2026-11-20T00:00:00Z' }) },
      output: {
        body: ReplayAnswer,
        status: 202,
        location: '/outbound-webhooks/:id/deliveries',
        errors: ['webhook_disabled'],
      },
      run: ({ tx, audit, params, body, caller }) => startReplay(tx, audit, params.id, body, { caller, kinds }),
    }),
  ]
}
