import { toClient } from '#platform/identity/client.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { callbackPath } from './rules.ts'
import { finish } from './sign-in.ts'

export const signOnPages: readonly PageRoute[] = [
  {
    id: 'orgs.finish_single_sign_on',
    method: 'GET',
    path: callbackPath,
    limit: 'address',
    async handle({ db, services }, request, reply) {
      const leadTo = (path: string) => reply.header('cache-control', 'no-store').redirect(services.origin + path, 303)
      // A HEAD request must not use up the attempt.
      if (request.method === 'HEAD') return leadTo('/admin/sign-in')
      const at = request.url.indexOf('?')
      const { path, cookies } = await finish(
        { db, services },
        {
          query: new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1)),
          cookies: request.headers.cookie,
          client: toClient({ address: request.ip, userAgent: request.headers['user-agent'] }),
        },
      )
      reply.header('set-cookie', cookies)
      return leadTo(path)
    },
  },
]
