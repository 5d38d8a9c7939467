import { Answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import * as commands from './commands.ts'
import {
  byItem,
  Destination,
  DestinationChanges,
  DestinationPage,
  DestinationQuery,
  Item,
  ItemPage,
  ItemQuery,
  NewDestination,
  Removal,
  ReviewDestinations,
  TestResult,
} from './schema.ts'

const admin = { tenancy: 'store', access: { role: 'ADMIN' } } as const
const unlessLapsed = { ...admin, plan: { whileLapsed: true } } as const

const maySeeUrl = ({ role }: { role: string }) => role === 'ADMIN' || role === 'OWNER'

export default [
  operation({
    id: 'connectors.list_destinations',
    http: 'GET /connectors/destinations',
    tenancy: 'store',
    doc: {
      summary: 'List destinations, newest first',
      description:
        'Destinations show approved reviews or ratings of products outside our widgets, such as at Google, at Meta or in the connected shop.',
    },
    tool: 'list_destinations',
    input: { query: DestinationQuery },
    output: { body: DestinationPage, secret: true },
    run: ({ tx, query, services, caller }) => commands.pageDestinations(tx, services, maySeeUrl(caller), query),
  }),
  operation({
    id: 'connectors.create_destination',
    http: 'POST /connectors/destinations',
    ...admin,
    doc: {
      summary: 'Create a destination',
      description:
        'A store has at most one destination of a kind. The call first tries the credentials at the other system, and stores nothing if they are refused. If they only lack a permission, or a field is missing at the other system, the destination is `blocked` until you change that.',
    },
    input: { body: withExample(NewDestination, { kind: 'meta_csv' }) },
    output: {
      body: Destination,
      secret: true,
      status: 201,
      location: '/connectors/destinations/{id}',
      errors: [
        'conflict',
        'credentials_refused',
        'destination_unreachable',
        'plan_required',
        'platform_not_configured',
        'shop_not_connected',
      ],
    },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, body, services, audit }) =>
      commands.createDestination({ db, services, audit }, { storeEnvId, organizationId: caller.organizationId }, body),
  }),
  operation({
    id: 'connectors.get_destination',
    http: 'GET /connectors/destinations/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a destination',
      description: 'Returns one destination of reviews or ratings with its state, counts and warnings.',
    },
    input: { params: byId },
    output: { body: Destination, secret: true },
    run: ({ tx, params, services, caller }) => commands.readDestination(tx, services, maySeeUrl(caller), params.id),
  }),
  operation({
    id: 'connectors.update_destination',
    http: 'PATCH /connectors/destinations/:id',
    ...admin,
    doc: {
      summary: 'Replace the credentials of a destination',
      description: 'We test new credentials before we store them.',
    },
    input: { params: byId, body: withExample(DestinationChanges, {}) },
    output: { body: Destination, secret: true, errors: ['credentials_refused', 'destination_unreachable'] },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, params, body, services, audit }) =>
      commands.changeDestination(
        { db, services, audit },
        { storeEnvId, organizationId: caller.organizationId },
        params.id,
        body,
      ),
  }),
  operation({
    id: 'connectors.delete_destination',
    http: 'DELETE /connectors/destinations/:id',
    ...unlessLapsed,
    doc: {
      summary: 'Remove a destination',
      description:
        'Returns 202, and deletes the destination after all our items there are removed. Until then its status is `removing`. With `keep=true`, returns 204 and deletes the destination immediately.',
    },
    input: { params: byId, query: Removal },
    output: {
      body: Destination,
      secret: true,
      status: 202,
      alsoAnswers: 204,
      location: '/connectors/destinations/:id',
    },
    run: async ({ tx, params, query, services, audit }) =>
      (await commands.removeDestination(tx, services, audit, params.id, query.keep === true)) ??
      new Answer<never>(204, {}),
  }),
  operation({
    id: 'connectors.test_destination',
    http: 'POST /connectors/destinations/:id/test',
    ...admin,
    doc: {
      summary: 'Test a destination',
      description: 'Asks the destination whether writing is possible. If so, a blocked destination becomes active.',
    },
    input: { params: byId },
    output: { body: TestResult },
    transaction: 'manual',
    run: ({ db, caller, storeEnvId, params, services }) =>
      commands.testDestination({ db, services }, { storeEnvId, organizationId: caller.organizationId }, params.id),
  }),
  operation({
    id: 'connectors.pause_destination',
    http: 'POST /connectors/destinations/:id/pause',
    ...unlessLapsed,
    doc: { summary: 'Pause a destination', description: 'Nothing new is sent. Removals continue.' },
    input: { params: byId },
    output: { body: Destination, secret: true, errors: ['conflict'] },
    run: ({ tx, params, services, audit }) => commands.pauseDestination(tx, services, audit, params.id),
  }),
  operation({
    id: 'connectors.resume_destination',
    http: 'POST /connectors/destinations/:id/resume',
    ...admin,
    doc: { summary: 'Resume a destination', description: 'Also tries a blocked destination again.' },
    input: { params: byId },
    output: { body: Destination, secret: true, errors: ['conflict'] },
    run: ({ tx, params, services, audit }) => commands.resumeDestination(tx, services, audit, params.id),
  }),
  operation({
    id: 'connectors.reconcile_destination',
    http: 'POST /connectors/destinations/:id/reconcile',
    ...admin,
    doc: {
      summary: 'Compare a destination with the store',
      description:
        'Sends missing and different items, and removes items that should not be at the destination. Also runs every night. The result is `lastReconciliation`.',
    },
    input: { params: byId },
    output: {
      body: Destination,
      secret: true,
      status: 202,
      location: '/connectors/destinations/:id',
      errors: ['conflict'],
    },
    run: ({ tx, params, services }) => commands.compareDestination(tx, services, params.id),
  }),
  operation({
    id: 'connectors.rotate_destination',
    http: 'POST /connectors/destinations/:id/rotate',
    ...admin,
    doc: {
      summary: 'Replace the address of a file',
      description: 'Only for `meta_csv`. The old address returns 404 immediately.',
    },
    input: { params: byId },
    output: { body: Destination, secret: true, errors: ['conflict', 'not_pulled'] },
    run: ({ tx, params, services, audit }) => commands.rotateAddress(tx, services, audit, params.id),
  }),
  operation({
    id: 'connectors.list_destination_items',
    http: 'GET /connectors/destinations/:id/items',
    tenancy: 'store',
    doc: {
      summary: 'List items of a destination, newest first',
      description: 'An item is a review or, at destinations of ratings, a product.',
    },
    input: { params: byId, query: ItemQuery },
    output: { body: ItemPage },
    run: ({ tx, params, query }) => commands.listItems(tx, params.id, query),
  }),
  operation({
    id: 'connectors.retry_destination_item',
    http: 'POST /connectors/destinations/:id/items/:itemId/retry',
    ...admin,
    doc: {
      summary: 'Send an item again',
      description: 'Without this call, a refused item waits for a change of its review.',
    },
    input: { params: byItem },
    output: { body: Item, errors: ['not_retryable'] },
    run: ({ tx, params }) => commands.retryItem(tx, params.id, params.itemId),
  }),
  operation({
    id: 'reviews.get_destinations',
    http: 'GET /reviews/:id/destinations',
    tenancy: 'store',
    doc: { summary: 'List where a review is shown', description: 'Includes the reasons why a review is not shown.' },
    tool: 'get_review_destinations',
    input: { params: byId },
    output: { body: ReviewDestinations },
    run: ({ tx, services, params }) => commands.readReviewDestinations(tx, services, params.id),
  }),
]
