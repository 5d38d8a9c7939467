import { requireOwnPage } from '#platform/auth/credentials.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import { makeFirstAccount } from './commands.ts'
import { FirstAccount, MadeFirstAccount } from './schema.ts'

export default [
  operation({
    id: 'auth.make_first_account',
    http: 'POST /auth/first-account',
    tenancy: 'public',
    doc: {
      summary: 'Create the first account',
      description:
        'Works while the installation has no account. Calls from the machine itself need no token if `PUBLIC_ORIGIN`, `TRUSTED_PROXIES` and `NODE_ENV=production` are unset and there is no proxy. All other calls need the `token` printed at startup. Only one of several simultaneous calls succeeds. Sets the session cookie.',
    },
    input: {
      body: withExample(FirstAccount, {
        name: 'Ada Byron',
        email: 'ada@larkmoor.example',
        password: 'seven-blue-kettles',
        organization: 'Larkmoor',
        store: 'Larkmoor Shop',
        origin: 'https://shop.larkmoor.example',
        timezone: 'Europe/London',
      }),
    },
    output: {
      body: MadeFirstAccount,
      status: 201,
      location: '/account/stores',
      secret: true,
      errors: ['first_account_made', 'first_account_token', 'origin_forbidden'],
    },
    async run(ctx) {
      requireOwnPage(ctx.request.page, ctx.services.users.origins)
      const { made, cookies } = await makeFirstAccount(ctx, ctx.body)
      return answer(201, made, { 'set-cookie': cookies })
    },
  }),
]
