import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer, operation } from '#platform/calls/operation.ts'
import { confirmSignUp, findSignUp, signUp } from './commands.ts'
import { byToken, OpenSignUp, SignedUp, SignUp, SignUpAccepted, SignUpConfirmation } from './schema.ts'

export default [
  operation({
    id: 'auth.sign_up',
    http: 'POST /auth/sign-up',
    tenancy: 'public',
    manual: true,
    secret: true,
    summary: 'Sign up with an organization and its first store, where the service is open to everybody.',
    description:
      'Mails a link that works once, for a day; nothing is made before it is used. The password is chosen behind the link. A newer sign-up of the same address replaces the older ones. Answers the same whether or not the address has an account here; its owner hears of that by mail. Where `SIGN_UP` is not `open`: 403 `sign_up_closed`.',
    body: SignUp,
    returns: SignUpAccepted,
    status: 202,
    errors: ['sign_up_closed', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { status: 'accepted' as const, ...(await signUp(ctx, ctx.body)) }
    },
  }),
  operation({
    id: 'auth.get_sign_up',
    http: 'GET /auth/sign-up/:token',
    tenancy: 'public',
    manual: true,
    summary: 'What the link would make, while it works.',
    params: byToken,
    returns: OpenSignUp,
    errors: ['link_used'],
    run: ({ db, params }) => findSignUp(db, params.token),
  }),
  operation({
    id: 'auth.confirm_sign_up',
    http: 'POST /auth/sign-up/:token',
    tenancy: 'public',
    manual: true,
    secret: true,
    summary: 'Confirm a sign-up by its link: makes the person, the organization, the store and a key.',
    description:
      'The link proves the mailbox, so the password is sent here. The details of the sign-up can be corrected. The link is used up. Signing in is a call of its own.',
    params: byToken,
    body: SignUpConfirmation,
    returns: SignedUp,
    status: 201,
    location: '/account/stores',
    errors: ['link_used', 'sign_up_closed', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { made, cookies } = await confirmSignUp(ctx, ctx.params.token, ctx.body)
      return answer(201, made, { 'set-cookie': cookies })
    },
  }),
]
