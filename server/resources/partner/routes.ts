import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { byId, OneOf, withExample } from '#platform/values/wire.ts'
import { listSubscriptions } from '#resources/billing/commands.ts'
import { type Features, requireOrganizationPlan } from '#resources/billing/rules.ts'
import { accept, change, end, give } from './commands.ts'
import { partnerAccess } from './rules.ts'
import { directions, Grant, GrantChange, NewGrant } from './schema.ts'
import * as store from './store.ts'

export const partnerOperations = (features: Features) => [
  operation({
    id: 'partner.create_grant',
    http: 'POST /partner/grants',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    plan: { feature: partnerAccess },
    doc: {
      summary: 'Offer a partner grant',
      description:
        "The grant gives access to stores of this organization after an owner of the partner accepts it (`POST /partner/grants/:id/accept`). A partner with an active grant needs no new acceptance. Its signed-in people, but not its keys, then find the stores in `GET /account/stores` with `via: partner`. They have the lower of the `role` of the grant and their own role at the partner. Billing, keys and members are not accessible. Shoppers' addresses are visible, as they are for members. The audit log records the person and the partner. A grant cannot be passed on.",
    },
    input: {
      body: withExample(NewGrant, {
        organizationId: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02',
        role: 'MEMBER',
        expiresAt: '2027-06-30T00:00:00Z',
      }),
    },
    output: {
      body: Grant,
      status: 201,
      location: '/partner/grants',
      errors: ['not_found', 'store_env_forbidden', 'limit_reached'],
    },
    run: ({ tx, body, caller, audit }) => give(tx, { audit, caller }, body),
  }),
  operation({
    id: 'partner.list_grants',
    http: 'GET /partner/grants',
    tenancy: 'organization',
    access: { session: true },
    doc: {
      summary: 'List partner grants',
      description:
        'Newest first. Works on every plan with `direction=received`, or if the organization has given a grant. Otherwise, listing needs the plan for giving grants. Ending a grant works on every plan.',
    },
    input: {
      query: pageQuery({
        direction: Type.Optional(
          OneOf(directions, { description: 'Filter: only `given`, or only `received` grants.' }),
        ),
      }),
    },
    output: { body: page(Grant), errors: ['plan_required'] },
    async run({ tx, query, now, services: { config } }) {
      // Received grants must be visible on any plan, so that they can be ended.
      if (query.direction !== 'received' && config.billing !== 'off' && (await store.countGiven(tx)) === 0)
        requireOrganizationPlan(partnerAccess, await listSubscriptions(tx), { now, billing: config.billing, features })
      return store.list(tx, query)
    },
  }),
  operation({
    id: 'partner.update_grant',
    http: 'PATCH /partner/grants/:id',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    plan: { feature: partnerAccess },
    doc: { summary: 'Update a partner grant', description: "Takes effect with the partner's next request." },
    input: { params: byId, body: withExample(GrantChange, { role: 'VIEWER' }) },
    output: { body: Grant, errors: ['store_env_forbidden'] },
    run: ({ tx, params, body, caller, audit }) => change(tx, { audit, caller }, params.id, body),
  }),
  operation({
    id: 'partner.accept_grant',
    http: 'POST /partner/grants/:id/accept',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    doc: {
      summary: 'Accept a partner grant',
      description:
        'After the call, people of this organization find the stores in `GET /account/stores`. A repeat changes nothing. `DELETE /partner/grants/:id` declines the offer. An expired offer gets 409 `conflict`.',
    },
    input: { params: byId },
    output: { body: Grant, errors: ['conflict'] },
    transaction: 'manual-across',
    run: (ctx) => accept(ctx, ctx.params.id),
  }),
  operation({
    id: 'partner.end_grant',
    http: 'DELETE /partner/grants/:id',
    tenancy: 'organization',
    access: { role: 'OWNER', session: true },
    doc: {
      summary: 'End a partner grant',
      description:
        "Also declines or withdraws an offer. Either side may end the grant. The partner's next request is refused, and its running downloads stop.",
    },
    input: { params: byId },
    transaction: 'manual-across',
    async run(ctx) {
      await end(ctx, ctx.params.id)
      return undefined
    },
  }),
]
