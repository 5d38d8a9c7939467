import { hasSession, requireOwnPage } from '#platform/auth/credentials.ts'
import type { SignedIn as Found } from '#platform/auth/users.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { unauthenticated } from '#platform/values/errors.ts'
import { withExample } from '#platform/values/wire.ts'
import { codeFollowed } from '#resources/affiliates/commands.ts'
import { changePassword, signIn, signOut } from './commands.ts'
import { needsNoToken, personAnswer } from './rules.ts'
import { CurrentSession, Installation, PasswordChange, SignedIn, SignedOut, SignIn, SignInAnswer } from './schema.ts'

export default [
  operation({
    id: 'auth.sign_in',
    http: 'POST /auth/sign-in/email',
    tenancy: 'public',
    doc: {
      summary: 'Sign in with a password',
      description:
        'Sets the session cookie, or returns `twoFactorRedirect` if the account has a second factor. After five failures, attempts for the account wait up to five minutes. After 30 failures from an IP address, its attempts wait up to ten seconds. Browsers that signed in before are counted separately. A session ends after 7 days without use, and 30 days after its start.',
    },
    input: { body: withExample(SignIn, { email: 'sam@acme.example', password: 'seven-blue-kettles' }) },
    output: {
      body: SignInAnswer,
      errors: ['invalid_email_or_password', 'single_sign_on_required', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { cookies, ...outcome } = await signIn(ctx, ctx.body)
      const body = 'person' in outcome ? { user: personAnswer(outcome.person) } : outcome.asked
      return answer(200, body, { 'set-cookie': cookies })
    },
  }),
  operation({
    id: 'auth.get_installation',
    http: 'GET /auth/installation',
    tenancy: 'public',
    doc: { summary: 'Get the state of the installation', description: 'Data for the sign-in and sign-up pages.' },
    output: { body: Installation },
    async run({ db, services, request }) {
      const hasAccounts = await services.users.hasAnybody()
      return {
        hasAccounts,
        firstAccount: hasAccounts
          ? null
          : needsNoToken(request, services.config)
            ? ('open' as const)
            : ('token' as const),
        signUp: services.config.signUp,
        affiliateCode: (await codeFollowed(db, request.cookies)) ?? null,
        passkeyDomain: services.users.passkeys.domain ?? null,
      }
    },
  }),
  operation({
    id: 'auth.sign_out',
    http: 'POST /auth/sign-out',
    tenancy: 'public',
    doc: { summary: 'Sign out', description: 'Ends the session of the cookie and deletes the cookie.' },
    output: { body: SignedOut, errors: ['origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const cookies = await signOut(ctx)
      return answer(200, { success: true }, { 'set-cookie': cookies })
    },
  }),
  operation({
    id: 'auth.get_session',
    http: 'GET /auth/get-session',
    tenancy: 'public',
    doc: {
      summary: 'Get the current session',
      description: 'Returns the person and the session that the cookie belongs to, or null without a session.',
    },
    output: { body: CurrentSession },
    async run({ services, request }) {
      if (!hasSession(request.cookies)) return answer(200, null)
      const found = await services.users.findSession(request.cookies)
      return found ? answer(200, toCurrent(found), { 'set-cookie': found.cookies }) : answer(200, null)
    },
  }),
  operation({
    id: 'auth.change_password',
    http: 'POST /auth/change-password',
    tenancy: 'public',
    doc: { summary: 'Change the password', description: 'Ends all other sessions. The person gets an email.' },
    input: {
      body: withExample(PasswordChange, { currentPassword: 'seven-blue-kettles', newPassword: 'nine-green-ladders' }),
    },
    output: { body: SignedIn, errors: ['unauthenticated', 'password_wrong', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const found = await ctx.services.users.findSession(ctx.request.cookies)
      if (!found) throw unauthenticated('Sign in first.')
      const cookies = await changePassword(ctx, found, ctx.body)
      return answer(200, { user: personAnswer(found.person) }, { 'set-cookie': cookies })
    },
  }),
]

function toCurrent({ person, session: { id, createdAt, expiresAt } }: Found) {
  const session = { id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { user: personAnswer(person), session }
}
