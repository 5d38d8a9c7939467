// RFC 8058 one-click unsubscription. A valid link works without cookies, Origin, redirects or a rate limit, and only a POST
// unsubscribes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#locales/languages.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import { sendPage } from '#platform/pages/page.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { notFound } from '#platform/values/errors.ts'
import { findRecipient } from '../commands.ts'
import type { Category } from '../messages/schema.ts'
import { unsubscribe } from './commands.ts'
import { missingPage, unsubscribePage } from './page.ts'
import { readToken } from './rules.ts'
import { findStore, type Shop } from './store.ts'

type KnownLink = { shop: Shop; messageId: string; category: Exclude<Category, 'transactional'>; language: string }

const page = {
  path: '/u/:token',
  limit: 'refusals',
  // Only a 404 means an invalid link. The page must not blame the link for any other error.
  refusal: ({ status }, { headers }) => {
    if (status !== 404) return undefined
    return missingPage(languageOf(headers['accept-language']?.slice(0, 200)))
  },
} satisfies Partial<PageRoute>

export const unsubscribePages: readonly PageRoute[] = [
  {
    ...page,
    id: 'email.unsubscribe_page',
    method: 'GET',
    handle: async (kernel, request, reply) => show(reply, await find(kernel, request), 'nothing'),
  },
  {
    ...page,
    id: 'email.unsubscribe',
    method: 'POST',
    async handle(kernel, request, reply) {
      const known = await find(kernel, request)
      const { secrets } = kernel.services
      const everything = asksForAll(request)
      await kernel.db.store(known.shop, 'write', (tx) => unsubscribe(tx, secrets, known.messageId, everything))
      return show(reply, known, everything ? 'all' : 'category')
    },
  },
]

const show = (reply: FastifyReply, { shop, category, language }: KnownLink, left: 'nothing' | 'category' | 'all') =>
  sendPage(reply, unsubscribePage({ language, storeName: shop.storeName, category, left }))

async function find({ db, services }: Kernel, { params }: FastifyRequest): Promise<KnownLink> {
  const leaving = readToken(services, (params as { token: string }).token)
  const [found] = leaving ? await db.ask(findStore(leaving.storeEnvId)) : []
  if (!leaving || !found) throw notFound('link')
  const { storeEnvId, messageId } = leaving
  const shop = { ...found, storeEnvId }
  const message = await db.store(shop, 'read', (tx) => findRecipient(tx, messageId))
  if (!message || message.category === 'transactional') throw notFound('link')
  return { shop, messageId, category: message.category, language: languageOf(message.locale) }
}

/** Only the page's own form sends `scope=all`. A mail program sends `List-Unsubscribe=One-Click` in any encoding. */
function asksForAll({ body, headers }: FastifyRequest): boolean {
  const isForm = String(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return isForm && Buffer.isBuffer(body) && new URLSearchParams(body.toString('utf8')).get('scope') === 'all'
}
