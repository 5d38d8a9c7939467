import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../calls/kernel.ts'
import type { SpendingHeaders } from '../limits/spend.ts'
import { privateHeaders, sendPage } from '../pages/page.ts'
import type { PageRoute } from '../pages/page-route.ts'
import { sendRefusal, toAppError } from './error-responses.ts'
import { allMethods } from './mount.ts'
import { requireFitting } from './receive/body.ts'
import { acceptUnread, dropUnread } from './receive/unread-body.ts'

export async function mountPages(app: FastifyInstance, kernel: Kernel, pages: readonly PageRoute[]): Promise<void> {
  const add = (to: FastifyInstance, page: PageRoute) =>
    to.route({
      // We serve HEAD ourselves, because the framework would read a whole file or feed to answer it.
      method: page.method === 'GET' ? ['GET', 'HEAD'] : page.method === 'ANY' ? [...allMethods] : 'POST',
      url: page.path,
      exposeHeadRoute: false,
      handler: (request, reply) => answer(kernel, page, request, reply),
    })
  for (const page of pages.filter(({ accepts }) => !accepts)) add(app, page)
  await acceptUnread(app, (uploads) => {
    for (const page of pages.filter(({ accepts }) => accepts)) add(uploads, page)
  })
}

async function answer(
  kernel: Kernel,
  page: PageRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers(page.isPublic ? { 'cache-control': 'no-store' } : privateHeaders)
  if (page.isReadableEverywhere) reply.header('access-control-allow-origin', '*')
  try {
    if (page.limit !== 'refusals' && page.limit !== 'own') reply.headers(await spend(kernel, page, request))
    if (!page.accepts && page.limit !== 'own') requireFitting(request)
    return await page.handle(kernel, request, reply)
  } catch (thrown) {
    dropUnread(request)
    return refuse(kernel, page, thrown, request, reply)
  }
}

async function refuse(
  kernel: Kernel,
  page: PageRoute,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const error = page.limit === 'refusals' ? await charged(kernel, page, thrown, request, reply) : thrown
  const refusal = toAppError(kernel.services.log, error, request)
  const shown = page.refusal?.(refusal, request)
  if (!shown) {
    sendRefusal(refusal, request, reply)
    return reply
  }
  if (refusal.headers) reply.headers(refusal.headers)
  return sendPage(reply, { ...shown, status: refusal.status })
}

/**
 * Charges the address for a refused guess. Once the address reaches its limit, the limit's refusal replaces the original
 * refusal.
 */
async function charged(
  kernel: Kernel,
  page: PageRoute,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    reply.headers(await spend(kernel, page, request))
    return thrown
  } catch (tooMany) {
    return tooMany
  }
}

function spend({ limits }: Kernel, { limit }: PageRoute, { ip }: FastifyRequest): Promise<SpendingHeaders> {
  if (limit === 'pictures') return limits.spendPicture(ip)
  return limit === 'visits' ? limits.spendVisitor(ip, 'pages') : limits.spendAddress(ip)
}
