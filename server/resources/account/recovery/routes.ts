import { Type } from 'typebox'
import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { described, withExample } from '#platform/values/wire.ts'
import { findReset, requestReset, resetPassword } from './commands.ts'
import { OpenReset, ResetDone, ResetRequest, ResetRequested, ResetWithToken, token } from './schema.ts'

export default [
  operation({
    id: 'auth.request_password_reset',
    http: 'POST /auth/request-password-reset',
    tenancy: 'public',
    doc: {
      summary: 'Request a password reset',
      description:
        'Sends a link if the address has an account. The response does not show whether it has one. A link works once, for one hour. At most three links are open at a time.',
    },
    input: { body: withExample(ResetRequest, { email: 'sam@acme.example' }) },
    output: { body: ResetRequested, status: 202, errors: ['origin_forbidden'] },
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
    doc: {
      summary: 'Get a password reset',
      description:
        'Returns the address of the account and the expiry of a reset link, for the page that the link opens.',
    },
    input: {
      params: Type.Object({
        token: described(token, 'Token of the password reset link.', 'Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'),
      }),
    },
    output: { body: OpenReset, errors: ['link_used'] },
    async run({ services, params }) {
      const { email, expiresAt } = await findReset(services, params.token)
      return { email, expiresAt: expiresAt.toISOString() }
    },
  }),
  operation({
    id: 'auth.reset_password',
    http: 'POST /auth/reset-password',
    tenancy: 'public',
    doc: {
      summary: 'Reset a password',
      description: 'Uses up the link and ends all sessions. Sign in afterwards with a separate call.',
    },
    input: {
      body: withExample(ResetWithToken, {
        token: 'Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh',
        newPassword: 'nine-green-ladders',
      }),
    },
    output: { body: ResetDone, errors: ['not_found', 'link_used', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { email, cookies } = await resetPassword(ctx, ctx.body)
      return answer(200, { email }, { 'set-cookie': cookies })
    },
  }),
]
