// The entrance of webhooks, open to anybody: who sends is known only once the whole body was held against a signature. So a body is
// read for known connections alone, in bounded memory; nothing of one that is not proven is kept; and no connection of the
// database is held while it comes.
import type { PlatformName, ShopWebhook } from '#integrations/shops/shop.ts'
import { platforms } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreScope } from '#platform/db/db.ts'
import { withBytes } from '#platform/http/receive/form.ts'
import type { Incoming, Upload } from '#platform/identity/incoming.ts'
import { notFound, unauthenticated } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { adapterOf, findShopEver, hookSecretsOf } from '#resources/connectors/shops/commands.ts'
import { maxBodyBytes } from '../rules.ts'
import * as store from '../store.ts'
import type { Receiver } from './receiver.ts'

type Parts = { db: CrossDb; services: Services }
type By = { connectionId: string } | { address: string }
type Known = StoreScope & { connectionId: string; secrets: string[]; lastReceivedAt: string | null }

export async function receive(
  receiver: Receiver,
  parts: Parts,
  request: Incoming,
  name: string,
  by: By,
): Promise<{ received: boolean }> {
  const { upload } = request
  try {
    const platform = platforms.find((each) => each === name)
    const known = platform ? await findKnown(receiver, parts, platform, by) : []
    if (!platform || known.length === 0)
      throw notFound('connection', 'connectionId' in by ? by.connectionId : by.address)
    if (!upload) return await take(receiver, parts, platform, known, upload, Buffer.alloc(0))
    return await withBytes(request, maxBodyBytes, (body) => take(receiver, parts, platform, known, upload, body))
  } finally {
    // What is still coming is read off, so that the sender hears the answer instead of a broken connection.
    upload?.content.resume()
  }
}

/** Connections to this shop, with what proves a webhook of each. */
async function findKnown(receiver: Receiver, parts: Parts, platform: PlatformName, by: By): Promise<Known[]> {
  if ('connectionId' in by && !isUuid(by.connectionId)) return []
  const { db, services } = parts
  const found = await receiver.find(platform, by, () => db.ask(store.findShops(platform, by)))
  const known: Known[] = []
  for (const { connectionId, ...scope } of found) {
    const row = await db.store(scope, 'read', (tx) => findShopEver(tx, connectionId), { oneQuery: true })
    if (!row || row.status === 'installing' || row.platform !== platform) continue
    // What was disconnected is still told by its platform what has to be erased; and only there, by its address.
    if (row.status === 'removed' && 'connectionId' in by) continue
    const secrets = hookSecretsOf(services, row)
    if (secrets.length === 0) continue
    known.push({ ...scope, connectionId, secrets, lastReceivedAt: row.last_webhook_at })
  }
  return known
}

async function take(
  receiver: Receiver,
  parts: Parts,
  platform: PlatformName,
  known: readonly Known[],
  upload: Upload | undefined,
  body: Buffer,
): Promise<{ received: boolean }> {
  const { services } = parts
  const adapter = adapterOf(platform, services)
  const sent = { headers: headersOf(upload), body, now: services.clock.now() }
  const verdicts = known.map((connection) => ({ connection, verdict: adapter.readWebhook(sent, connection.secrets) }))
  const accepted = verdicts.flatMap(({ connection, verdict }) =>
    verdict.kind === 'accepted' ? [{ connection, webhook: verdict.webhook }] : [],
  )
  // One shop may have brought its data into several stores; each of those that prove it gets it.
  for (const { connection, webhook } of accepted) await keep(receiver, parts, platform, connection, webhook, body)
  if (accepted.length > 0) return { received: true }
  if (verdicts.some(({ verdict }) => verdict.kind === 'ping')) return { received: false }
  await Promise.all(known.map((connection) => receiver.countRejected(parts.db, connection)))
  throw unauthenticated('Invalid signature: it does not match this body, or it is too old.')
}

const keep = (
  receiver: Receiver,
  { db, services }: Parts,
  platform: PlatformName,
  connection: Known,
  webhook: ShopWebhook,
  body: Buffer,
) => receiver.keep(db, services, connection, { platform, webhook, body })

/** Adapters read the headers they know by name. */
const headersOf = (upload: Upload | undefined): Readonly<Record<string, string | undefined>> => upload?.headers ?? {}
