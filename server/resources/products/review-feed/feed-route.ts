// Serves the feed at its private address, outside the API: no key, no store header, the address is the permission.
// Owns the stream's end: a document is complete or its connection is broken.
import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { acceptedCodings } from '#platform/accept-encoding.ts'
import { requireOpenOrganization } from '#platform/closing.ts'
import type { Stream } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import type { Kernel } from '#platform/kernel.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { subscriptionExpired, subscriptionStateOf } from '#resources/billing/rules.ts'
import { writeFeed } from './feed.ts'
import { byToken, type Feed, recordFetch } from './store.ts'

export const feedPage: PageRoute = {
  id: 'products.review_feed',
  method: 'GET',
  path: '/feeds/:file',
  limit: 'address',
  async handle(kernel, request, reply) {
    const { file } = request.params as { file: string }
    const feed = await find(kernel, file)
    const isPacked = acceptedCodings(request.headers['accept-encoding'])('gzip')
    const begin = () =>
      reply.headers({
        'content-type': 'application/xml; charset=utf-8',
        vary: 'accept-encoding',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      })
    if (request.method === 'HEAD') return begin().send()
    const stream = kernel.db.stream('feed', feed)
    const sink = isPacked ? createGzip({ level: 2 }) : new PassThrough()
    void fill(kernel, stream, feed, sink)
    return begin().send(sink)
  },
}

async function find(kernel: Kernel, file: string): Promise<Feed> {
  const token = /^([\w-]{22,64})\.xml$/.exec(file)?.[1]
  const [feed] = token === undefined ? [] : await kernel.db.ask(byToken(token))
  if (!feed) throw notFound('review feed')
  const { clock, config } = kernel.services
  if (subscriptionStateOf(feed, clock.now(), config.billing).lapsed) throw subscriptionExpired()
  await requireOpenOrganization(kernel.db, feed.organizationId)
  return feed
}

async function fill(kernel: Kernel, stream: Stream, feed: Feed, sink: Writable): Promise<void> {
  const { db, services } = kernel
  const head = { publisherName: feed.storeName, aggregatorName: 'Evident', media: services.media }
  try {
    const write = writerTo(sink)
    const end = await stream.read((tx) => writeFeed(tx, head, write))
    // Noted before the end is sent: who has the whole document can rely on the note.
    await db.store(feed, 'write', recordFetch).catch((error) => {
      services.log.warn({ err: (error as Error).message }, 'the reading of a feed could not be noted')
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
