// The page at the end of an unsubscribe link, and what mail programs post to by themselves (RFC 8058): no cookies, no
// Origin, no redirect, no limit for whoever has a link that we made. Looking records nothing; only a POST does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#platform/kernel.ts'
import { sendPage } from '#platform/pages/page.ts'
import { findRecipient } from '../commands.ts'
import type { Category } from '../messages/schema.ts'
import { unsubscribe } from './commands.ts'
import { missingPage, unsubscribePage } from './page.ts'
import { readToken } from './rules.ts'
import { findStore, type Shop } from './store.ts'
import { languageOf } from './texts.ts'

type Request = FastifyRequest<{ Params: { token: string } }>
type Known = { shop: Shop; messageId: string; category: Exclude<Category, 'transactional'>; language: string }

export function unsubscribeRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const known = await find(kernel, request)
    return known ? show(reply, known, 'nothing') : refuse(kernel, request, reply)
  })
  app.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const known = await find(kernel, request)
    if (!known) return refuse(kernel, request, reply)
    const { secrets } = kernel.services
    const everything = asksForAll(request)
    await kernel.db.store(known.shop, 'write', (tx) => unsubscribe(tx, secrets, known.messageId, everything))
    return show(reply, known, everything ? 'all' : 'category')
  })
}

const show = (reply: FastifyReply, { shop, category, language }: Known, left: 'nothing' | 'category' | 'all') =>
  sendPage(reply, unsubscribePage({ language, storeName: shop.storeName, category, left }))

async function find({ db, services }: Kernel, { params }: Request): Promise<Known | undefined> {
  const leaving = readToken(services, params.token)
  const [found] = leaving ? await db.ask(findStore(leaving.storeEnvId)) : []
  if (!leaving || !found) return undefined
  const { storeEnvId, messageId } = leaving
  const shop = { ...found, storeEnvId }
  const message = await db.store(shop, 'read', (tx) => findRecipient(tx, messageId))
  if (!message || message.category === 'transactional') return undefined
  return { shop, messageId, category: message.category, language: languageOf(message.locale) }
}

/** Guessing is charged to whoever guesses. */
async function refuse({ limits }: Kernel, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(await limits.spendAddress(request.ip))
  const asked = String(request.headers['accept-language'] ?? '').slice(0, 200)
  return sendPage(reply, missingPage(languageOf(...asked.split(',').map((tag) => tag.trim()))))
}

/** The page's own form says so; a mail program's `List-Unsubscribe=One-Click`, in whatever encoding, does not. */
function asksForAll({ body, headers }: Request): boolean {
  const isForm = String(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return isForm && Buffer.isBuffer(body) && new URLSearchParams(body.toString('utf8')).get('scope') === 'all'
}
