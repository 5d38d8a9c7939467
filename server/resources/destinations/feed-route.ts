// The file that Meta fetches. A fetch that breaks off before its last part marks no review as accepted.
import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { requireOpenOrganization } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { acceptedCodings } from '#platform/values/accept-encoding.ts'
import { notFound } from '#platform/values/errors.ts'
import { decideSubscriptionState, subscriptionExpired } from '#resources/billing/rules.ts'
import { createContentReader } from './content.ts'
import { csvHead, csvRow } from './csv.ts'
import { toWantedReviews } from './facts.ts'
import * as facts from './facts-store.ts'
import * as feeds from './feeds-store.ts'
import * as items from './item-store.ts'
import * as store from './store.ts'

const batchSize = 500
const recordedAtOnce = 2_000

const feedPage: PageRoute = {
  id: 'destinations.feed',
  method: 'GET',
  path: '/feeds/:token.csv',
  limit: 'address',
  async handle(kernel, request, reply) {
    const { token } = request.params as { token: string }
    const feed = await find(kernel, token)
    const isPacked = acceptedCodings(request.headers['accept-encoding'])('gzip')
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    })
    if (request.method === 'HEAD') return reply.send()
    const sink = isPacked ? createGzip({ level: 2 }) : new PassThrough()
    const stream = kernel.db.stream('feed', feed)
    void fill(kernel, stream, feed, sink)
    return reply.send(sink)
  },
}

export const feedPages = [feedPage]

async function find(kernel: Kernel, token: string): Promise<feeds.Feed> {
  const [feed] = /^[\w-]{22,64}$/.test(token) ? await kernel.db.ask(feeds.byToken(token)) : []
  if (!feed) throw notFound('review file')
  const { clock, config } = kernel.services
  if (decideSubscriptionState(feed, clock.now(), config.billing).lapsed) throw subscriptionExpired()
  await requireOpenOrganization(kernel.db, feed.organizationId)
  return feed
}

async function fill(kernel: Kernel, stream: Stream, feed: feeds.Feed, sink: Writable): Promise<void> {
  const { log } = kernel.services
  try {
    const { written, last } = await stream.read((tx) => write(tx, kernel, feed, writerTo(sink)))
    // Records the fetch before the end of the file is sent. If the recording fails, the reader gets an incomplete file,
    // and the fetch does not count.
    await record(kernel, feed, written)
    sink.end(last)
  } catch (error) {
    const { message: err } = error as Error
    if (sink.destroyed) log.info({ err }, 'the reader of a review file hung up')
    else log.error({ err }, 'a review file broke off')
    // Breaks the connection, so that the reader does not take a part for the whole file.
    sink.destroy(error as Error)
  }
}

type Write = (text: string) => Promise<void>

async function write(tx: StreamTx, { services }: Kernel, feed: feeds.Feed, send: Write) {
  const reader = createContentReader(services.media)
  const ofStore = { id: feed.storeEnvId, name: feed.storeName, urls: feed.origins }
  const written: string[] = []
  let last = csvHead
  const row = (await store.list(tx)).find(({ id }) => id === feed.destinationId)
  for await (const batch of facts.streamApproved(tx, batchSize)) {
    let text = ''
    // A paused file gets no new reviews, but withdrawn reviews are still removed.
    const ids = batch.map(({ id }) => id)
    const before = row?.status === 'paused' ? await items.listFetched(tx, feed.destinationId, ids) : undefined
    for (const { subjectId, content } of await toWantedReviews(tx, 'meta_csv', batch, reader)) {
      if (!content || !('review' in content.value) || before?.has(subjectId) === false) continue
      text += csvRow(content.value.review, ofStore)
      written.push(subjectId)
    }
    if (text === '') continue
    await send(last)
    last = text
  }
  return { written, last }
}

function writerTo(sink: Writable): Write {
  const gone = new AbortController()
  sink.once('close', () => gone.abort())
  return async (text) => {
    gone.signal.throwIfAborted()
    if (!sink.write(text)) await once(sink, 'drain', { signal: gone.signal })
  }
}

async function record({ db }: Kernel, feed: feeds.Feed, written: readonly string[]): Promise<void> {
  for (let at = 0; at < written.length; at += recordedAtOnce) {
    const some = written.slice(at, at + recordedAtOnce)
    await db.store(feed, 'write', (tx) => items.updateFetched(tx, feed.destinationId, some), { isUpkeep: true })
  }
  await db.store(feed, 'write', feeds.updateFetched, { isUpkeep: true })
}
