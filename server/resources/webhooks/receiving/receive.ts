// The signature covers the whole body. Bodies are therefore read only for known connections and in bounded memory.
import type { PlatformName, ShopWebhook } from '#integrations/shops/shop.ts'
import { platforms } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreScope } from '#platform/db/db.ts'
import { withBytes } from '#platform/http/receive/form.ts'
import type { Incoming, Upload } from '#platform/identity/incoming.ts'
import { notFound, unauthenticated } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { listLiveStrings, openToEvident } from '#resources/connectors/plugins/commands.ts'
import { hasPlugin } from '#resources/connectors/plugins/rules.ts'
import { findShopEver, listHookSecrets, requireAdapter } from '#resources/connectors/shops/commands.ts'
import { maxBodyBytes } from '../rules.ts'
import * as store from '../store.ts'
import { isOfPlugin, takeOfPlugin } from './plugin.ts'
import type { Receiver } from './receiver.ts'

type Parts = { db: CrossDb; services: Services }
type By = { connectionId: string } | { address: string }
type KnownConnection = StoreScope & {
  connectionId: string
  secrets: string[]
  /**
   * The secrets that only the plugin has. Webhook code that a merchant pasted into the shop signs with another secret, so
   * it cannot send messages as the plugin.
   */
  pluginSecrets: string[]
  isInstalling: boolean
  lastReceivedAt: string | null
}

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
    // Drains the rest of the body, so the sender gets the response instead of a broken connection.
    upload?.content.resume()
  }
}

async function findKnown(receiver: Receiver, parts: Parts, platform: PlatformName, by: By): Promise<KnownConnection[]> {
  if ('connectionId' in by && !isUuid(by.connectionId)) return []
  const { db, services } = parts
  const found = await receiver.find(platform, by, () => db.ask(store.findShops(platform, by)))
  const known: KnownConnection[] = []
  for (const { connectionId, ...scope } of found) {
    const row = await db.store(scope, 'read', (tx) => findShopEver(tx, connectionId), { oneQuery: true })
    if (!row || row.platform !== platform) continue
    const isInstalling = row.status === 'installing'
    const strings = hasPlugin(platform) ? await db.store(scope, 'read', (tx) => listLiveStrings(tx, connectionId)) : []
    if (isInstalling && strings.length === 0) continue
    // Platforms still send redactions for disconnected shops, but only to the URL that identifies the shop by its address.
    if (row.status === 'removed' && 'connectionId' in by) continue
    const pluginSecrets = strings.map((each) => openToEvident(services, each))
    const secrets = [...pluginSecrets, ...(isInstalling ? [] : listHookSecrets(services, row))]
    if (secrets.length === 0) continue
    const lastReceivedAt = row.last_webhook_at
    known.push({ ...scope, connectionId, secrets, pluginSecrets, isInstalling, lastReceivedAt })
  }
  return known
}

async function take(
  receiver: Receiver,
  parts: Parts,
  platform: PlatformName,
  known: readonly KnownConnection[],
  upload: Upload | undefined,
  body: Buffer,
): Promise<{ received: boolean }> {
  const { services } = parts
  const adapter = requireAdapter(platform, services)
  const sent = { headers: headersOf(upload), body, now: services.clock.now() }
  const verdicts = known.map((connection) => ({ connection, verdict: adapter.readWebhook(sent, connection.secrets) }))
  const accepted = verdicts.flatMap(({ connection, verdict }) =>
    verdict.kind === 'accepted' ? [{ connection, webhook: verdict.webhook }] : [],
  )
  const ofPlugin = accepted.filter(({ webhook }) => hasPlugin(platform) && isOfPlugin(webhook))
  if (ofPlugin.length > 0) {
    const proven = ofPlugin.filter(
      ({ connection }) => adapter.readWebhook(sent, connection.pluginSecrets).kind === 'accepted',
    )
    if (proven.length === 0) throw await refuse(receiver, parts, known)
    for (const { connection, webhook } of proven) await takeOfPlugin(parts, connection, webhook, body)
    return { received: true }
  }
  // Ignores the change, because we cannot read from the shop before staff choose Connect. The first sync reads it.
  if (accepted.length > 0 && accepted.every(({ connection }) => connection.isInstalling)) return { received: false }
  // A shop may be connected to several stores. The webhook is stored for each store whose secret verifies it.
  for (const { connection, webhook } of accepted) await keep(receiver, parts, platform, connection, webhook, body)
  if (accepted.length > 0) return { received: true }
  if (verdicts.some(({ verdict }) => verdict.kind === 'ping')) return { received: false }
  throw await refuse(receiver, parts, known)
}

async function refuse(receiver: Receiver, { db }: Parts, known: readonly KnownConnection[]) {
  await Promise.all(known.map((connection) => receiver.countRejected(db, connection)))
  return unauthenticated('Invalid signature: it does not match this body, or it is too old.')
}

const keep = (
  receiver: Receiver,
  { db, services }: Parts,
  platform: PlatformName,
  connection: KnownConnection,
  webhook: ShopWebhook,
  body: Buffer,
) => receiver.keep(db, services, connection, { platform, webhook, body })

/** Adapters read headers by fixed names. */
const headersOf = (upload: Upload | undefined): Readonly<Record<string, string | undefined>> => upload?.headers ?? {}
