import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer, operation } from '#platform/calls/operation.ts'
import { makeFirstAccount } from './commands.ts'
import { FirstAccount, MadeFirstAccount } from './schema.ts'

export default [
  operation({
    id: 'auth.make_first_account',
    http: 'POST /auth/first-account',
    tenancy: 'public',
    manual: true,
    secret: true,
    summary: 'Make the first account of an installation, with its organization and store.',
    description:
      'Works while nobody has an account here, for who runs the service: from that machine itself, without a proxy in between, as long as neither `PUBLIC_ORIGIN` nor `TRUSTED_PROXIES` nor `NODE_ENV=production` is set; from anywhere else with the `token` that the service printed when it started. Of several at once one is made. Sets the session cookie: whoever made it is signed in.',
    body: FirstAccount,
    returns: MadeFirstAccount,
    status: 201,
    location: '/account/stores',
    errors: ['first_account_made', 'first_account_token', 'origin_forbidden'],
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { made, cookies } = await makeFirstAccount(ctx, ctx.body)
      return answer(201, made, { 'set-cookie': cookies })
    },
  }),
]
