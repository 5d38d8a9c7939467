import { Type } from 'typebox'
import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer, operation } from '#platform/calls/operation.ts'
import { findReset, requestReset, resetPassword } from './commands.ts'
import { OpenReset, ResetDone, ResetRequest, ResetRequested, ResetWithToken, token } from './schema.ts'

export default [
  operation({
    id: 'auth.request_password_reset',
    http: 'POST /auth/request-password-reset',
    tenancy: 'public',
    manual: true,
    summary: 'Mail a person a link to choose a new password.',
    description:
      'Answers the same whether there is an account of that address or not. A link works once and for an hour; at most three are open at a time.',
    body: ResetRequest,
    returns: ResetRequested,
    status: 202,
    errors: ['origin_forbidden'],
    async run({ db, services, request, body }) {
      requireOwnPage(request.page, services.users.origins)
      await requestReset(db, request, body.email)
      return { status: 'accepted' as const }
    },
  }),
  operation({
    id: 'auth.get_password_reset',
    http: 'GET /auth/reset-password/:token',
    tenancy: 'public',
    manual: true,
    summary: 'Whose password the link is for, while it works.',
    params: Type.Object({ token }),
    returns: OpenReset,
    errors: ['link_used'],
    async run({ services, params }) {
      const { email, expiresAt } = await findReset(services, params.token)
      return { email, expiresAt: expiresAt.toISOString() }
    },
  }),
  operation({
    id: 'auth.reset_password',
    http: 'POST /auth/reset-password',
    tenancy: 'public',
    manual: true,
    summary: 'Choose a new password by the link; every session ends.',
    description: 'The link is used up. Signing in is a call of its own.',
    body: ResetWithToken,
    returns: ResetDone,
    errors: ['not_found', 'link_used', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { email, cookies } = await resetPassword(ctx, ctx.body)
      return answer(200, { email }, { 'set-cookie': cookies })
    },
  }),
]
