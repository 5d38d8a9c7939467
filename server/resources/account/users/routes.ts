import { Type } from 'typebox'
import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { toClient } from '#platform/identity/client.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { acceptInvitation, findInvitation } from './accepting.ts'
import { changeUser, invite, rename } from './commands.ts'
import {
  Acceptance,
  Accepted,
  Invitation,
  InvitationRequest,
  OpenInvitation,
  Rename,
  Renamed,
  User,
  UserChange,
} from './schema.ts'
import * as store from './store.ts'

const byToken = Type.Object({
  token: Type.String({
    minLength: 20,
    maxLength: 100,
    pattern: '^[\\w-]+$',
    'x-expected': 'must be the end of an invitation link',
    description: 'Token of the invitation link.',
    examples: ['Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
  }),
})

export default [
  operation({
    id: 'account.list_users',
    http: 'GET /account/users',
    tenancy: 'organization',
    access: { session: true },
    doc: {
      summary: 'List members and invitations',
      description:
        'Returns the members of the organization and its open invitations, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(User) },
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'account.invite_user',
    http: 'POST /account/users/invite',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Invite a member',
      description:
        'The address gets a link by email. A repeated invitation makes a new link. Only owners may invite owners.',
    },
    input: { body: withExample(InvitationRequest, { email: 'sam@acme.example', role: 'MEMBER' }) },
    output: {
      body: Invitation,
      status: 201,
      location: '/account/users',
      secret: true,
      errors: ['owner_required', 'already_member', 'already_invited'],
    },
    run: ({ tx, body, caller, services, audit }) => invite(tx, audit, services, caller, body),
  }),
  operation({
    id: 'account.update_profile',
    http: 'PATCH /account/profile',
    tenancy: 'organization',
    access: { role: 'VIEWER', session: true, personal: true },
    doc: {
      summary: 'Update your profile',
      description: 'The name applies to all organizations of the person. The audit log keeps earlier names.',
    },
    input: { body: withExample(Rename, { name: 'Sam Kent' }) },
    output: { body: Renamed },
    transaction: 'manual-across',
    run: ({ db, services, caller, body, request }) =>
      rename({ db, services, client: toClient(request) }, caller.id, body.name),
  }),
  operation({
    id: 'account.update_user',
    http: 'PATCH /account/users/:id',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: { summary: 'Update a member', description: "Takes effect with the member's next request." },
    input: { params: byId, body: withExample(UserChange, { role: 'ADMIN' }) },
    output: { body: User, errors: ['owner_required', 'last_owner', 'invitation_pending'] },
    async run({ tx, params, body, caller, audit }) {
      await changeUser(tx, audit, caller, params.id, { role: body.role, active: body.active })
      const user = await store.find(tx, params.id)
      if (!user) throw notFound('user', params.id)
      return user
    },
  }),
  operation({
    id: 'account.remove_user',
    http: 'DELETE /account/users/:id',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Remove a member or withdraw an invitation',
      description: 'Ends the membership of a person, or withdraws an invitation. The last owner cannot be removed.',
    },
    input: { params: byId },
    output: { errors: ['owner_required', 'last_owner'] },
    async run({ tx, params, caller, audit }) {
      await changeUser(tx, audit, caller, params.id, { removed: true })
      return undefined
    },
  }),
  operation({
    id: 'auth.get_invitation',
    http: 'GET /auth/invitations/:token',
    tenancy: 'public',
    doc: {
      summary: 'Get an invitation',
      description:
        'Returns the organization, the address and the role of an invitation, for the page that its link opens.',
    },
    input: { params: byToken },
    output: { body: OpenInvitation, errors: ['link_used'] },
    run: ({ db, services, params }) => findInvitation(db, services, params.token),
  }),
  operation({
    id: 'auth.accept_invitation',
    http: 'POST /auth/invitations/:token/accept',
    tenancy: 'public',
    doc: {
      summary: 'Accept an invitation',
      description:
        'Creates or joins the account and signs in. An existing account needs its password. If it has a second factor, the response has `twoFactorRedirect`, and the session starts after that step.',
    },
    input: { params: byToken, body: withExample(Acceptance, { name: 'Sam Kent', password: 'seven-blue-kettles' }) },
    output: {
      body: Accepted,
      errors: ['password_wrong', 'already_member', 'link_used', 'organization_closing', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { accepted, cookies } = await acceptInvitation(ctx, ctx.params.token, ctx.body)
      return answer(200, accepted, { 'set-cookie': cookies })
    },
  }),
]
