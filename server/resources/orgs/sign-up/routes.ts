import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { confirmSignUp, findSignUp, signUp } from './commands.ts'
import { byToken, OpenSignUp, SignedUp, SignUp, SignUpAccepted, SignUpConfirmation } from './schema.ts'

export default [
  operation({
    id: 'auth.sign_up',
    http: 'POST /auth/sign-up',
    tenancy: 'public',
    doc: {
      summary: 'Sign up',
      description:
        'Sends a link that works once, for a day. Nothing is created before the link is used. The person chooses the password on the linked page. A newer sign-up replaces older ones of the address. The response is the same if the address has an account; its owner gets an email. Unless `SIGN_UP` is `open`, returns 403 `sign_up_closed`.',
    },
    input: {
      body: withExample(SignUp, {
        name: 'Sam Kent',
        email: 'sam@acme.example',
        organization: 'Acme',
        store: 'Acme Shop',
        origin: 'https://shop.acme.example',
      }),
    },
    output: { body: SignUpAccepted, status: 202, secret: true, errors: ['sign_up_closed', 'origin_forbidden'] },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      return { status: 'accepted' as const, ...(await signUp(ctx, ctx.body)) }
    },
  }),
  operation({
    id: 'auth.get_sign_up',
    http: 'GET /auth/sign-up/:token',
    tenancy: 'public',
    doc: {
      summary: 'Get a sign-up',
      description: 'Returns the details that were sent at sign-up, for the page that the link opens.',
    },
    input: { params: byToken },
    output: { body: OpenSignUp, errors: ['link_used'] },
    run: ({ db, params }) => findSignUp(db, params.token),
  }),
  operation({
    id: 'auth.confirm_sign_up',
    http: 'POST /auth/sign-up/:token',
    tenancy: 'public',
    doc: {
      summary: 'Confirm a sign-up',
      description:
        'Creates the person, organization, store and key. The password is set here and not at sign-up, because only the link proves the address. Details of the sign-up can be corrected. The link works once. Sign in afterwards with a separate call.',
    },
    input: { params: byToken, body: withExample(SignUpConfirmation, { password: 'seven-blue-kettles' }) },
    output: {
      body: SignedUp,
      status: 201,
      location: '/account/stores',
      secret: true,
      errors: ['link_used', 'sign_up_closed', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { made, cookies } = await confirmSignUp(ctx, ctx.params.token, ctx.body)
      return answer(201, made, { 'set-cookie': cookies })
    },
  }),
]
