import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { byId, OneOf } from '#platform/values/wire.ts'
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
    role: 'OWNER',
    session: true,
    plan: partnerAccess,
    summary: 'Offer another organization access to stores of this one.',
    description:
      "The grant is `offered` until an owner of the other organization accepts it (`POST /partner/grants/:id/accept`), and gives access to nothing until then. A partner with an active grant of this organization needs no new acceptance: its grant is `active` at once. Once active, its signed-in people, not its keys, find the stores in `GET /account/stores` with `via: partner`, as whom they are in their own organization or with this role, whichever is less. Billing, keys and members stay closed to them, and they see shoppers' addresses as members do. The audit log says who acted, and for which partner. It cannot be passed on.",
    body: NewGrant,
    returns: Grant,
    status: 201,
    location: '/partner/grants',
    errors: ['not_found', 'store_env_forbidden', 'limit_reached'],
    run: ({ tx, body, caller, audit }) => give(tx, { audit, caller }, body),
  }),
  operation({
    id: 'partner.list_grants',
    http: 'GET /partner/grants',
    tenancy: 'organization',
    session: true,
    summary: 'List the grants that the organization has given and received, newest first.',
    description:
      'What was given or received can be listed on every plan, and ended. Where nothing was given, it takes the plan that giving takes, but for `direction=received`.',
    query: pageQuery({
      direction: Type.Optional(OneOf(directions, { description: 'Only those given, or only those received.' })),
    }),
    returns: page(Grant),
    errors: ['plan_required'],
    async run({ tx, query, now, services: { config } }) {
      // Received grants must stay visible so they can be ended, on any plan.
      if (query.direction !== 'received' && config.billing !== 'off' && (await store.countGiven(tx)) === 0)
        requireOrganizationPlan(partnerAccess, await listSubscriptions(tx), { now, billing: config.billing, features })
      return store.list(tx, query)
    },
  }),
  operation({
    id: 'partner.update_grant',
    http: 'PATCH /partner/grants/:id',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    plan: partnerAccess,
    summary: 'Change what a grant gives; it holds from their next request.',
    params: byId,
    body: GrantChange,
    returns: Grant,
    errors: ['store_env_forbidden'],
    run: ({ tx, params, body, caller, audit }) => change(tx, { audit, caller }, params.id, body),
  }),
  operation({
    id: 'partner.accept_grant',
    http: 'POST /partner/grants/:id/accept',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    manual: true,
    across: true,
    summary: 'Accept a grant that another organization offers.',
    description:
      'From the next request on, the people of this organization find its stores in `GET /account/stores`. Accepted again, it stays as it is. `DELETE /partner/grants/:id` declines it. An offer past its `expiresAt` answers 409 `conflict`.',
    params: byId,
    returns: Grant,
    errors: ['conflict'],
    run: (ctx) => accept(ctx, ctx.params.id),
  }),
  operation({
    id: 'partner.end_grant',
    http: 'DELETE /partner/grants/:id',
    tenancy: 'organization',
    role: 'OWNER',
    session: true,
    manual: true,
    across: true,
    summary: 'End a grant, or decline or withdraw an offer. Either side may.',
    description:
      "After the end of a grant, the partner's next request is refused, and its running downloads break off.",
    params: byId,
    async run(ctx) {
      await end(ctx, ctx.params.id)
      return undefined
    },
  }),
]
