// Pages are cached in the process until visible content changes. Missing, unpublished and excluded pages get the same 404.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#locales/languages.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sendContent } from '#platform/http/content.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { buildEntryQuery, type Facts, toSubscriptionFacts } from '#platform/storefront/facts.ts'
import { remember } from '#platform/storefront/storefronts.ts'
import { buildContent, type Content } from '#platform/values/content.ts'
import { AppError, notFound, orNotFound } from '#platform/values/errors.ts'
import { byHandle, find as findHandles } from '../handles/store.ts'
import { verifyToken } from '../preview-rules.ts'
import { buildAddress } from '../rules.ts'
import { type Document, writeGone, writeSitemap } from './document.ts'
import { shownPage } from './routes.ts'
import { type Choice, type Reader, type VersionFacts, writeQuery } from './rules.ts'
import { reviewSorts } from './schema.ts'
import { findNewest, findPublished, listIndexable } from './store.ts'
import { readDocument, type WriteDocument } from './write.ts'

export const hostedPages: readonly PageRoute[] = [
  { id: 'web_pages.page', method: 'GET', path: '/p/*', limit: 'visits', isPublic: true, handle },
]

type PageRequest = Reader & {
  handle: string
  /** A page's slug, or `sitemap.xml`. */
  file: string
  preview: string | undefined
}

async function handle(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const asked = parseRequest(request)
    return asked.preview === undefined
      ? await show(kernel, asked, request, reply)
      : await preview(kernel, asked, asked.preview, reply)
  } catch (error) {
    if (error instanceof MovedPage)
      return reply.code(301).headers({ location: error.address, 'cache-control': 'no-cache' }).send()
    if (!isGone(error)) throw error
    return sendGone(request, reply)
  }
}

const word = '[a-z0-9]+(?:-[a-z0-9]+)*'
const path = new RegExp(`^(${word})/(${word}|sitemap\\.xml)$`)
const tag = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$/

function parseRequest(request: FastifyRequest): PageRequest {
  const { '*': rest } = request.params as { '*': string }
  const query = request.query as Record<string, unknown>
  const [, handle, file] = rest.length > 200 ? [] : (path.exec(rest) ?? [])
  const { page = '1', locale, preview } = query
  if (
    handle === undefined ||
    file === undefined ||
    typeof page !== 'string' ||
    !/^[1-9]\d{0,5}(?:\.[1-9]\d?)?$/.test(page)
  )
    throw notFound('web page')
  return {
    handle,
    file,
    locale: typeof locale === 'string' && locale.length <= 35 && tag.test(locale) ? locale : undefined,
    page: page === '1' ? undefined : page,
    ...parseChoice(query),
    preview: typeof preview === 'string' ? preview : undefined,
  }
}

/** Unknown values are 404, so that the number of cached variants is limited. */
function parseChoice({ rating, sort, hasPhotos }: Record<string, unknown>): Choice {
  const isKnown = [
    rating === undefined || (typeof rating === 'string' && /^[1-5]$/.test(rating)),
    sort === undefined || reviewSorts.some((each) => each === sort),
    hasPhotos === undefined || hasPhotos === 'true' || hasPhotos === 'false',
  ].every(Boolean)
  if (!isKnown) throw notFound('web page')
  return {
    rating: rating === undefined ? undefined : Number(rating),
    sort: sort === 'newest' ? undefined : reviewSorts.find((each) => each === sort),
    hasPhotos: hasPhotos === 'true' || undefined,
  }
}

async function show(
  kernel: Kernel,
  asked: PageRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storefronts } = kernel
  storefronts.begin()
  const key = `web page ${asked.handle} ${asked.file} ${writeQuery(asked)}`
  const kept = findKept(kernel, asked.handle, key)
  if (kept) return send(request, reply, kept)
  const storeEnvId = await findStore(kernel, asked.handle)
  const content = await storefronts.content.share(storeEnvId, key, () => make(kernel, storeEnvId, asked))
  remember(findStores(kernel), asked.handle, storeEnvId)
  return send(request, reply, content)
}

/**
 * The cached owner of a handle serves only to find the cache entry. Entries are dropped when the store loses the handle.
 */
function findKept(kernel: Kernel, handle: string, key: string): Content | undefined {
  const { content } = kernel.storefronts
  const storeEnvId = findStores(kernel).get(handle)
  const facts = storeEnvId === undefined ? undefined : content.findFacts(storeEnvId)
  const kept = storeEnvId === undefined || !facts ? undefined : content.find(storeEnvId, key)
  if (kept && facts) requireShown(kernel, facts)
  return kept
}

const stores = new WeakMap<Kernel['storefronts'], Map<string, string>>()

function findStores({ storefronts }: Kernel): Map<string, string> {
  const known = stores.get(storefronts) ?? new Map<string, string>()
  stores.set(storefronts, known)
  return known
}

async function findStore({ db }: Kernel, handle: string): Promise<string> {
  const [row] = await db.ask(byHandle(handle))
  if (!row) throw notFound('web page')
  return row.storeEnvId
}

async function make(kernel: Kernel, storeEnvId: string, asked: PageRequest) {
  const { result, facts } = await reading(kernel, storeEnvId, async (tx, facts) =>
    asked.file === 'sitemap.xml' ? readSitemap(kernel, tx, asked) : readPage(kernel, tx, facts, asked),
  )
  const { text, headers } = await result()
  const type = asked.file === 'sitemap.xml' ? 'application/xml; charset=utf-8' : 'text/html; charset=utf-8'
  const content = buildContent(text, type)
  headersByContent.set(content, headers)
  return { facts, content }
}

async function readPage(kernel: Kernel, tx: StoreTx, facts: Facts, asked: PageRequest): Promise<WriteDocument> {
  const found = orNotFound(await findPublished(tx, asked.file), 'web page', asked.file)
  requireHere(kernel, asked, found)
  return document(kernel, tx, found, asked, facts)
}

const document = ({ services }: Kernel, tx: StoreTx, version: VersionFacts, reader: Reader, facts: Facts) =>
  readDocument(tx, version, reader, {
    services,
    timezone: facts.timezone,
    shop: facts.origins[0],
    name: facts.store_name,
  })

function requireHere(
  { services }: Kernel,
  asked: PageRequest,
  { handle, slug }: Pick<VersionFacts, 'handle' | 'slug'>,
): void {
  if (handle === null) throw notFound('web page')
  if (handle === asked.handle && slug === asked.file) return
  const text = writeQuery(asked)
  throw new MovedPage(buildAddress(services.origin, handle, slug) + (text && `?${text}`))
}

async function readSitemap(kernel: Kernel, tx: StoreTx, asked: PageRequest): Promise<WriteDocument> {
  const { origin } = kernel.services
  const { handle } = await findHandles(tx)
  requireHere(kernel, asked, { handle, slug: 'sitemap.xml' })
  const listed = (await listIndexable(tx)).map((row) => ({ ...row, url: buildAddress(origin, row.handle, row.slug) }))
  const here = listed.filter(({ canonicalUrl, url }) => canonicalUrl === null || canonicalUrl === url)
  const text = writeSitemap(here.map(({ url, publishedAt }) => ({ url, changedAt: publishedAt })))
  return async () => ({ text, headers: { 'content-security-policy': "default-src 'none'" } })
}

/** If shoppers are not allowed to see anything of the store, throws an error that `isGone` recognises. */
async function reading<T>(kernel: Kernel, storeEnvId: string, work: (tx: StoreTx, facts: Facts) => Promise<T>) {
  let seen: Facts | undefined
  const admit = async (rows: Record<string, unknown>[]) => {
    const [facts] = rows as unknown as Facts[]
    if (!facts) throw notFound('web page')
    requireShown(kernel, facts)
    seen = facts
    return { organizationId: facts.organization_id }
  }
  const result = await kernel.db.storeAs(storeEnvId, { query: buildEntryQuery(storeEnvId), admit }, (tx) =>
    work(tx, seen as Facts),
  )
  return { result, facts: seen as Facts }
}

function requireShown({ requirePlan, services }: Kernel, facts: Facts): void {
  if (facts.closing) throw notFound('web page')
  requirePlan(shownPage, toSubscriptionFacts(facts), services.clock.now())
}

async function preview(kernel: Kernel, asked: PageRequest, token: string, reply: FastifyReply): Promise<FastifyReply> {
  const storeEnvId = await findStore(kernel, asked.handle)
  const { secrets, clock } = kernel.services
  const pageId = verifyToken(secrets, storeEnvId, token, clock.now())
  if (pageId === undefined) throw notFound('web page')
  const { result } = await reading(kernel, storeEnvId, async (tx, facts) =>
    document(kernel, tx, orNotFound(await findNewest(tx, pageId), 'web page', pageId), asked, facts),
  )
  const { text, headers } = await result()
  return reply
    .headers({
      ...headers,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(text)
}

const headersByContent = new WeakMap<Content, Document['headers']>()

const send = (request: FastifyRequest, reply: FastifyReply, content: Content) =>
  sendContent(request, reply, content, {
    ...headersByContent.get(content),
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  })

class MovedPage extends Error {
  readonly address: string
  constructor(address: string) {
    super('This page has moved.')
    this.address = address
  }
}

const closed = ['plan_required', 'subscription_expired', 'organization_closing']

const isGone = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 404 || closed.includes(error.code))

/** The response is byte-identical for every kind of missing page. */
function sendGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { text, headers } = writeGone(languageOf(request.headers['accept-language']))
  return reply
    .code(404)
    .headers({ ...headers, 'cache-control': 'no-store', vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(text)
}
