// The demo storefront never reads or changes a store other than the one that `evident demo` opened.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAsset, sendAsset } from '#platform/values/asset.ts'
import { AppError, fromDatabase } from '#platform/values/errors.ts'
import { readStorageAddress } from '#platform/values/storage-address.ts'
import { changeStore } from '#resources/account/commands.ts'
import { moveAddresses } from '#resources/products/commands.ts'
import type { Host } from '../host.ts'
import { readGoodsPicture } from '../pictures.ts'
import { readProfile, writeLlms } from './agents.ts'
import { placeOrder, readLocale, readOrderForm } from './orders.ts'
import { buildPath, type Page, pages, shopPath } from './pages.ts'
import { receiveWebhooks } from './receiver.ts'
import { createReviews } from './reviews.ts'
import { serveShopApi } from './shop-api.ts'
import * as store from './store.ts'
import { icon, styleSheet } from './style.ts'

const prefix = '/demo-store'

/** The headers equal those of a review's photo: mail programs and other pages may show the picture. */
const pictureHeaders = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}

type Visit = { shop: store.DemoStore; request: FastifyRequest; reply: FastifyReply }

export function demoStoreRoutes(app: FastifyInstance, service: Host): void {
  const { db, services } = service
  const reviews = createReviews(app, service.origin)
  const headers = buildHeaders(service)
  const forMinutes = { 'cache-control': 'public, max-age=300' }
  const style = createAsset(styleSheet, 'text/css; charset=utf-8', forMinutes)
  const mark = createAsset(icon, 'image/svg+xml', forMinutes)

  const send = (reply: FastifyReply, page: Page) =>
    reply.code(page.status).headers(headers).type('text/html; charset=utf-8').send(page.body)
  const inShop =
    (answer: (visit: Visit) => Promise<FastifyReply>) => async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        reply.headers(await service.kernel.limits.spendAddress(request.ip))
        const shop = await openShop(service)
        return shop ? await answer({ shop, request, reply }) : send(reply, pages.none())
      } catch (thrown) {
        const error = fromDatabase(thrown)
        const { status, message } = error instanceof AppError ? error : { status: 500, message: '' }
        if (status >= 500) services.log.error({ req: request.id, err: String((error as Error).stack) }, 'a page failed')
        return send(reply, pages.failure(status, message))
      }
    }
  const product = async ({ shop, request, reply }: Visit, trouble?: Parameters<typeof pages.product>[0]['trouble']) => {
    const { id = '' } = request.params as { id?: string }
    const locale = trouble?.locale ?? readRequestLocale(request)
    const good = await db.store(shop, 'read', (tx) => store.findGood(tx, id))
    if (!good) return send(reply, pages.missing(shop))
    const asking = { shop, visitor: request.ip }
    const path = locale === 'en' ? {} : { path: buildPath(good, locale) }
    const [ratings, jsonLd, plain] = await Promise.all([
      reviews.ratings(asking, [id]),
      reviews.jsonLd(asking, id),
      reviews.html(asking, { platformProductId: id, locale, ...path, ...readCursor(request) }),
    ])
    const rating = ratings.get(id) ?? { average: null, count: 0 }
    return send(reply, pages.product({ shop, good, jsonLd, plain, rating, locale, trouble }))
  }

  // A visitor may follow an old mail, or a product link of the admin app, before the shop is opened.
  app.addHook('onListen', async () => {
    await openShop(service).catch((error) =>
      services.log.warn({ err: String(error) }, 'the demo shop keeps its old address'),
    )
  })
  app.get(`${prefix}/style.css`, (request, reply) => sendAsset(request, reply, style))
  app.get(`${prefix}/icon.svg`, (request, reply) => sendAsset(request, reply, mark))
  app.get<{ Params: { file: string } }>(`${prefix}/pictures/:file`, async (request, reply) => {
    const picture = await readGoodsPicture(request.params.file.replace(/\.webp$/, ''))
    if (!picture) return reply.callNotFound()
    return reply.headers(pictureHeaders).send(picture)
  })
  // The link "back to the shop" in mails and forms leads here.
  app.get('/', async (request, reply) => {
    // The router accepts `*` and absolute URLs for the root.
    if (!/^\/($|\?)/.test(request.url)) return reply.callNotFound()
    reply.headers(await service.kernel.limits.spendAddress(request.ip))
    const shop = await openShop(service)
    return reply.header('cache-control', 'no-store').redirect(shop ? prefix : '/admin', 302)
  })
  app.get(
    prefix,
    inShop(async ({ shop, request, reply }) => {
      const goods = await db.store(shop, 'read', store.listGoods)
      const asking = { shop, visitor: request.ip }
      const { category } = request.query as { category?: string }
      const locale = readRequestLocale(request)
      const [ratings, plain] = await Promise.all([
        reviews.ratings(
          asking,
          goods.map(({ id }) => id),
        ),
        reviews.html(asking, { locale, limit: '3', path: shopPath(locale), ...readCursor(request) }),
      ])
      return send(reply, pages.home({ shop, goods, ratings, category, plain, locale }))
    }),
  )
  receiveWebhooks(app)
  serveShopApi(app, service.origin)
  app.get(
    `${prefix}/.well-known/ucp`,
    inShop(async ({ shop, request, reply }) => {
      const { status, body } = await readProfile(app, shop, request.ip)
      return reply.code(status).header('cache-control', 'public, max-age=300').send(body)
    }),
  )
  app.get(
    `${prefix}/llms.txt`,
    inShop(async ({ shop, reply }) =>
      reply.type('text/markdown; charset=utf-8').send(writeLlms(service.origin, prefix, shop)),
    ),
  )
  app.get(`${prefix}/products/:id`, inShop(product))
  app.post(
    `${prefix}/products/:id/orders`,
    inShop(async (visit) => {
      const { shop, request, reply } = visit
      requireOwnPage(request, service.origin)
      const form = readOrderForm(request.body)
      if ('problem' in form) return product(visit, form)
      const { id } = request.params as { id: string }
      const placed = await placeOrder(service, shop, request.ip, { ...form, productId: id })
      if (!placed) return send(reply, pages.missing(shop))
      return reply.redirect(`${prefix}/orders/${placed.number}`, 303)
    }),
  )
  app.get(
    `${prefix}/orders/:number`,
    inShop(async ({ shop, request, reply }) => {
      const { number } = request.params as { number: string }
      return send(reply, pages.thanks({ shop, number, hasMailbox: services.config.smtpUrl === undefined }))
    }),
  )
}

/** Makes the service's address the store's first origin, so links in mails, feed and forms still work after a move. */
async function openShop({ db, origin }: Host): Promise<store.DemoStore | undefined> {
  const shop = await db.system('read', store.findDemoStore)
  if (!shop || shop.origins[0] === origin) return shop
  const former = shop.origins.filter((each) => each !== origin)
  await db.store(shop, 'write', async (tx) => {
    for (const each of former) await moveAddresses(tx, `${each}/`, `${origin}/`)
  })
  await db.organization(shop.organizationId, 'write', async (tx) => {
    await changeStore(tx, shop.storeEnvId, { origins: [origin, ...former] })
  })
  return shop
}

/** An order sends a mail, so another site's page must not place one through a visitor's browser. */
function requireOwnPage({ headers }: FastifyRequest, own: string): void {
  const { origin = own, host } = headers
  if (origin !== own && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new AppError(403, 'origin_forbidden', 'Place the order on the pages of this shop.')
}

const readRequestLocale = (request: FastifyRequest): string =>
  readLocale((request.query as { locale?: unknown }).locale)

/** Cursor of the next page, for a visitor without JavaScript. The previous page's link contains it. */
function readCursor(request: FastifyRequest): { cursor?: string } {
  const { evident_cursor: cursor } = request.query as { evident_cursor?: unknown }
  return typeof cursor === 'string' && cursor !== '' ? { cursor } : {}
}

function buildHeaders({ origin, services }: Host): Record<string, string> {
  const { publicBase } = readStorageAddress(services.config.storageUrl)
  const images = ["'self'", origin, ...(publicBase ? [new URL(publicBase).origin] : [])]
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The page shows a visitor's chosen photos before their upload.
    `img-src ${[...new Set(images)].join(' ')} blob:`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  }
}
