import { Type } from 'typebox'
import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer, operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { clientOf } from '#platform/identity/client.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
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
  }),
})

export default [
  operation({
    id: 'account.list_users',
    http: 'GET /account/users',
    tenancy: 'organization',
    session: true,
    summary: 'List the members of the organization and those invited to it.',
    query: pageQuery({}),
    returns: page(User),
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'account.invite_user',
    http: 'POST /account/users/invite',
    tenancy: 'organization',
    role: 'ADMIN',
    session: true,
    secret: true,
    summary: 'Invite a person; the link goes to their mailbox.',
    description: 'Inviting the same address again makes a new link. Only an owner may invite an owner.',
    body: InvitationRequest,
    returns: Invitation,
    status: 201,
    location: '/account/users',
    errors: ['owner_required', 'already_member', 'already_invited'],
    run: ({ tx, body, caller, services, audit }) => invite(tx, audit, services, caller, body),
  }),
  operation({
    id: 'account.update_profile',
    http: 'PATCH /account/profile',
    tenancy: 'organization',
    role: 'VIEWER',
    session: true,
    personal: true,
    manual: true,
    across: true,
    summary: "Change the caller's own name.",
    description:
      'It is one name in every organization that the person belongs to. The audit log keeps the names of its day.',
    body: Rename,
    returns: Renamed,
    run: ({ db, services, caller, body, request }) =>
      rename({ db, services, client: clientOf(request) }, caller.id, body.name),
  }),
  operation({
    id: 'account.update_user',
    http: 'PATCH /account/users/:id',
    tenancy: 'organization',
    role: 'ADMIN',
    session: true,
    summary: "Change a member's role, or deactivate or reactivate them.",
    description: "Takes effect on that person's very next request.",
    params: byId,
    body: UserChange,
    returns: User,
    errors: ['owner_required', 'last_owner', 'invitation_pending'],
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
    role: 'ADMIN',
    session: true,
    summary: 'Remove a member, or withdraw an invitation.',
    params: byId,
    errors: ['owner_required', 'last_owner'],
    async run({ tx, params, caller, audit }) {
      await changeUser(tx, audit, caller, params.id, { removed: true })
      return undefined
    },
  }),
  operation({
    id: 'auth.get_invitation',
    http: 'GET /auth/invitations/:token',
    tenancy: 'public',
    manual: true,
    summary: 'Who invites whom to what, while the invitation is open.',
    params: byToken,
    returns: OpenInvitation,
    errors: ['link_used'],
    run: ({ db, services, params }) => findInvitation(db, services, params.token),
  }),
  operation({
    id: 'auth.accept_invitation',
    http: 'POST /auth/invitations/:token/accept',
    tenancy: 'public',
    manual: true,
    summary: 'Accept an invitation; creates or joins the user and signs them in.',
    description:
      'Whoever has an account accepts with its password, and no other. Where the account has a second factor, the answer says `twoFactorRedirect`: they have joined, and the session begins with the second step.',
    params: byToken,
    body: Acceptance,
    returns: Accepted,
    errors: ['password_wrong', 'already_member', 'link_used', 'organization_closing', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { accepted, cookies } = await acceptInvitation(ctx, ctx.params.token, ctx.body)
      return answer(200, accepted, { 'set-cookie': cookies })
    },
  }),
]
