// `{origin}/r/{code}`: keeps in the browser who sent it, and goes on to where one signs up. Nothing is recorded here.
import type { PageRoute } from '#platform/pages/page-route.ts'
import { isCode } from './commands.ts'
import { codeInCookies, cookieFor } from './rules.ts'

export const linkPages: readonly PageRoute[] = [
  {
    id: 'affiliates.follow_link',
    method: 'GET',
    path: '/r/:code',
    limit: 'address',
    async handle({ db, services }, request, reply) {
      const { code } = request.params as { code: string }
      const wanted = code.toLowerCase()
      const held = codeInCookies(request.headers.cookie)
      // Who came first stays the one; a code that is nobody's does not.
      const isHeld = held !== undefined && (await isCode(db, held))
      if (!isHeld && /^[a-z0-9-]{3,32}$/.test(wanted) && (await isCode(db, wanted)))
        reply.header('set-cookie', cookieFor(wanted, services.origin.startsWith('https:')))
      const to = services.config.signUp ? '/admin/sign-up' : '/admin'
      return reply.header('cache-control', 'no-store').redirect(services.origin + to, 303)
    },
  },
]
