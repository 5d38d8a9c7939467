// Webhooks that arrive during a transaction share the next one, so a burst needs few commits and no lock waits.
import type { PlatformName, ShopWebhook } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { newId } from '#platform/values/ids.ts'
import { countRejected, noteReceived } from '#resources/connectors/shops/commands.ts'
import { processJob } from '../commands.ts'
import { hashPerson } from '../people.ts'
import { addressesIn, buildStored } from '../rules.ts'
import * as store from '../store.ts'
import { createLines } from './lines.ts'

type Connection = StoreScope & { connectionId: string; lastReceivedAt: string | null }
type SentWebhook = { platform: PlatformName; webhook: ShopWebhook; body: Buffer }
type Lookup = { connectionId: string } | { address: string }

export type Receiver = {
  /** Caches which store owns a connection, because the owner never changes. The connection's state is read from its row. */
  find(
    platform: PlatformName,
    by: Lookup,
    look: () => Promise<store.FoundConnection[]>,
  ): Promise<store.FoundConnection[]>
  keep(db: StoreDb, services: Services, connection: Connection, sent: SentWebhook): Promise<void>
  countRejected(db: StoreDb, connection: Connection): Promise<void>
}

const mostRemembered = 10_000
const notedEveryMs = 10_000

export function createReceiver(): Receiver {
  const remembered = new Map<string, store.FoundConnection[]>()
  const writes = createLines<Omit<store.Insert, 'id'> & { lastReceivedAt: string | null }>(writeWebhooks)
  const rejections = createLines<{ connectionId: string }>(writeRejections)
  return {
    async find(platform, by, look) {
      if (!('connectionId' in by)) return await look()
      const name = `${platform} ${by.connectionId.toLowerCase()}`
      const known = remembered.get(name)
      if (known) return known
      const found = await look()
      if (remembered.size >= mostRemembered) remembered.clear()
      if (found.length > 0) remembered.set(name, found)
      return found
    },
    keep(db, { secrets }, { connectionId, lastReceivedAt, ...scope }, { platform, webhook, body }) {
      const people = addressesIn(body).map((address) => hashPerson(secrets, scope.storeEnvId, address))
      const row = { ...buildStored(webhook, body), connectionId, platform, body, people, lastReceivedAt }
      return writes(db, scope, row)
    },
    countRejected: (db, { connectionId, ...scope }) => rejections(db, scope, { connectionId }),
  }
}

async function writeWebhooks(
  tx: StoreTx,
  rows: readonly (Omit<store.Insert, 'id'> & { lastReceivedAt: string | null })[],
) {
  const results = await tx.several(
    rows.map((row) => store.insert(tx, { ...row, id: newId(tx.now.getTime()) })) as [
      ReturnType<typeof store.insert>,
      ...ReturnType<typeof store.insert>[],
    ],
  )
  const [first] = rows
  const noted = Date.parse(first?.lastReceivedAt ?? '') || 0
  if (first && tx.now.getTime() - noted >= notedEveryMs) await noteReceived(tx, first.connectionId)
  if (results.some(([row]) => row?.isNew)) await wake(tx, processJob)
}

async function writeRejections(tx: StoreTx, rows: readonly { connectionId: string }[]) {
  for (const [id, some] of Map.groupBy(rows, ({ connectionId }) => connectionId))
    await countRejected(tx, id, some.length)
}
