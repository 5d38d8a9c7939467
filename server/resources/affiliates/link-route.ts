// `{origin}/r/{code}` stores the affiliate's code in a cookie and redirects to sign-up. The server records nothing.
import type { PageRoute } from '#platform/pages/page-route.ts'
import { codeFollowed, isCode } from './commands.ts'
import { cookieFor } from './rules.ts'

export const linkPages: readonly PageRoute[] = [
  {
    id: 'affiliates.follow_link',
    method: 'GET',
    path: '/r/:code',
    limit: 'address',
    async handle({ db, services }, request, reply) {
      const { code } = request.params as { code: string }
      const wanted = code.toLowerCase()
      // Preserves the first valid code in the cookie, and replaces an unknown code.
      const held = await codeFollowed(db, request.headers.cookie)
      if (held === undefined && /^[a-z0-9-]{3,32}$/.test(wanted) && (await isCode(db, wanted)))
        reply.header('set-cookie', cookieFor(wanted, services.origin.startsWith('https:')))
      const to = services.config.signUp ? '/admin/sign-up' : '/admin'
      return reply.header('cache-control', 'no-store').redirect(services.origin + to, 303)
    },
  },
]
