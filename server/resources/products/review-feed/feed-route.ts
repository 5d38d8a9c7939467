// Controls the end of the stream: either the document is complete or its connection is broken.
import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { requireOpenOrganization } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { Stream } from '#platform/db/db.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { acceptedCodings } from '#platform/values/accept-encoding.ts'
import { notFound } from '#platform/values/errors.ts'
import { decideSubscriptionState, subscriptionExpired } from '#resources/billing/rules.ts'
import { writeFeed } from './feed.ts'
import { findIdRange, withMeasured } from './parts.ts'
import { byToken, type Feed, findParts, lockParts, recordFetch } from './store.ts'

export const feedPage: PageRoute = {
  id: 'products.review_feed',
  method: 'GET',
  path: '/feeds/:file',
  limit: 'address',
  async handle(kernel, request, reply) {
    const { file } = request.params as { file: string }
    const { token, number } = parsePart(file)
    const feed = await find(kernel, token)
    if (number > 1) await requirePart(kernel, feed, number)
    const isPacked = acceptedCodings(request.headers['accept-encoding'])('gzip')
    const begin = () =>
      reply.headers({
        'content-type': 'application/xml; charset=utf-8',
        vary: 'accept-encoding',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      })
    if (request.method === 'HEAD') return begin().send()
    const stream = kernel.db.stream('feed', feed, { fromReplica: 'rows' })
    const sink = isPacked ? createGzip({ level: 2 }) : new PassThrough()
    void fill(kernel, stream, { feed, number }, sink)
    return begin().send(sink)
  },
}

/** `{token}.xml` is the first part, `{token}.2.xml` the second. */
function parsePart(file: string): { token: string; number: number } {
  const [, token, number = '1'] = /^([\w-]{22,64})(?:\.([2-9]|[1-9]\d{1,3}))?\.xml$/.exec(file) ?? []
  if (token === undefined) throw notFound('review feed')
  return { token, number: Number(number) }
}

async function find(kernel: Kernel, token: string): Promise<Feed> {
  const [feed] = await kernel.db.ask(byToken(token))
  if (!feed) throw notFound('review feed')
  const { clock, config } = kernel.services
  if (decideSubscriptionState(feed, clock.now(), config.billing).lapsed) throw subscriptionExpired()
  await requireOpenOrganization(kernel.db, feed.organizationId)
  return feed
}

async function requirePart(kernel: Kernel, feed: Feed, number: number): Promise<void> {
  const parts = await kernel.db.store(feed, 'read', findParts)
  if (!findIdRange(parts, number)) throw notFound('part of the review feed')
}

type PartRequest = { feed: Feed; number: number }

async function fill(kernel: Kernel, stream: Stream, { feed, number }: PartRequest, sink: Writable): Promise<void> {
  const { db, services } = kernel
  const head = { publisherName: feed.storeName, aggregatorName: 'Evident' }
  const limit = services.config.reviewFeedPartBytes
  try {
    const write = writerTo(sink)
    const { range, end, measured } = await stream.read(async (tx) => {
      const range = findIdRange(await findParts(tx), number)
      if (!range) throw notFound('part of the review feed')
      return { range, ...(await writeFeed(tx, { range, limit, head }, services.media, write)) }
    })
    // The fetch is recorded before the end is sent, so a client with the whole document can rely on the record.
    await db
      .store(feed, 'write', async (tx) => recordFetch(tx, withMeasured(await lockParts(tx), number, range, measured)))
      .catch((error) => {
        services.log.warn({ err: (error as Error).message }, 'the reading of a feed could not be recorded')
      })
    sink.end(end)
  } catch (error) {
    const { message: err } = error as Error
    if (sink.destroyed) services.log.info({ err }, 'the reader of a feed hung up')
    else services.log.error({ err }, 'a feed broke off')
    sink.destroy(error as Error)
  }
}

function writerTo(sink: Writable): (text: Buffer) => Promise<void> {
  const gone = new AbortController()
  sink.once('close', () => gone.abort())
  return async (text) => {
    gone.signal.throwIfAborted()
    if (!sink.write(text)) await once(sink, 'drain', { signal: gone.signal })
  }
}
